/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Kernel stacks as records (ftrace:kernel_stack), for the option stacktrace.
 */
#ifndef KERNEL_STACK_H
#define KERNEL_STACK_H

struct trace_instance;

/* Any context, between record_enter() and record_exit(); uses the scratch buffer of @level. */
void record_stack(struct trace_instance *instance, int level);

#endif
