// SPDX-License-Identifier: GPL-2.0
/*
 * Calls of functions that are traced. function_hook.c explains who may touch what when.
 *
 * Context: any. Interrupts are as they were at the call; RCU may not be watching; preemption may be
 * on, hence the guard. Nothing that ftrace hooks may be called before record_function() has claimed a
 * slot, or a call would never end.
 */
#include <linux/kprobes.h>
#include <linux/preempt.h>

#include "kernel/hook/function_hook.h"
#include "kernel/record/function_record.h"

/**
 * function_hook_hit() - record the call of a function, as the callback of the ftrace_ops
 * @ip: address of the function as ftrace has it
 * @parent_ip: address that the function returns to
 * @ops: the ops of a function_hook
 * @fregs: the registers that ftrace has saved; not used
 */
void __kprobes function_hook_hit(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *ops,
				 compat_ftrace_regs *fregs)
{
	struct function_hook *hook = container_of(ops, struct function_hook, ops);
	struct trace_instance *instance;

	preempt_disable_notrace();
	instance = READ_ONCE(hook->instance);
	if (likely(instance) && (*function_hook_place(hook, ip) == ip) != hook->others)
		record_function(instance, ip, parent_ip);
	preempt_enable_notrace();
}
