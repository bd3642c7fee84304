/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_THREAD_INFO_H
#define STANDIN_LINUX_THREAD_INFO_H

#define THREAD_SIZE	16384UL

#endif
