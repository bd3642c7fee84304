/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_FTRACE_H
#define STANDIN_LINUX_FTRACE_H

/* A kernel without CONFIG_DYNAMIC_FTRACE has nothing of it that symbol.c needs. */

#endif
