/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_ARRAY_SIZE_H
#define STANDIN_LINUX_ARRAY_SIZE_H

#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))

#endif
