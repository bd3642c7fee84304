/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Kernel stacks as records (ftrace:kernel_stack), for the option stacktrace.
 */
#ifndef KERNEL_STACK_H
#define KERNEL_STACK_H

#include "fetch/fetch_program.h"

struct probe;
struct pt_regs;
struct trace_instance;

/** struct stack_record - the payload of ftrace:kernel_stack */
struct stack_record {
	struct record_header header;
	s32 size;
	u32 zero;
	unsigned long caller[];
};

/*
 * Call these in any context, between record_enter() and record_exit(). They use the scratch buffer of
 * @slot.
 */
void record_stack(struct trace_instance *instance, const struct probe *probe, struct pt_regs *regs,
		  int slot);
void record_stack_above(struct trace_instance *instance, u32 head, struct pt_regs *regs,
			unsigned long place, int slot);

#endif
