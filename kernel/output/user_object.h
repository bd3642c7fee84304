/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Places in programs, by the files that are mapped there.
 */
#ifndef KERNEL_USER_OBJECT_H
#define KERNEL_USER_OBJECT_H

#include <linux/types.h>

struct text_buffer;

bool trace_print_user_object(struct text_buffer *text, pid_t process, unsigned long address);

#endif
