/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Variables of the kernel that hooks depend on and that are not exported. They are found by name; a
 * kernel without CONFIG_KALLSYMS_ALL does not have their names.
 */
#ifndef KERNEL_KERNEL_VARIABLE_H
#define KERNEL_KERNEL_VARIABLE_H

#include <linux/compiler.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/types.h>

struct kprobe;

/* The variable is NULL until kernel_variables_find(), and stays so if the kernel lacks the name. */
extern struct kprobe *__percpu *kernel_current_kprobe;

void kernel_variables_find(void);
bool kernel_ftrace_is_off(void);

/**
 * in_kprobe() - is this CPU in the handler of a kprobe, whoever set that, or between the handler
 * and the breakpoint behind the instruction that the kprobe replaced?
 *
 * When current_kprobe was not found, the question is: is the CPU in a breakpoint, which is an NMI
 * to the kernel on x86_64, or in an NMI?
 *
 * Context: any, with preemption off.
 */
static __always_inline bool in_kprobe(void)
{
	struct kprobe *__percpu *current_kprobe = READ_ONCE(kernel_current_kprobe);

	return current_kprobe ? raw_cpu_read(*current_kprobe) != NULL : in_nmi();
}

#endif
