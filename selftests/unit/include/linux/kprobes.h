/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_KPROBES_H
#define STANDIN_LINUX_KPROBES_H

#define __kprobes

#endif
