/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stacks of programs as records (ftrace:user_stack), for the option userstacktrace.
 */
#ifndef KERNEL_USER_STACK_H
#define KERNEL_USER_STACK_H

#include "fetch/record_head.h"

struct trace_instance;

#define USER_STACK_CALLERS	8	/* mainline's number, too */

/** struct user_stack_record - the payload of ftrace:user_stack; a caller of 0 ends the stack */
struct user_stack_record {
	struct record_header header;
	u32 tgid;
	u32 zero;
	unsigned long caller[USER_STACK_CALLERS];
};

#ifdef CONFIG_X86_64
void record_user_stack(struct trace_instance *instance, int slot);
#else
static inline void record_user_stack(struct trace_instance *instance, int slot)
{
}
#endif

#endif
