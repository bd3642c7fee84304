// SPDX-License-Identifier: GPL-2.0
/*
 * Variables of the kernel that are not exported.
 */
#include <linux/mutex.h>

#include "kernel/hook/kernel_variable.h"
#include "kernel/symbol/symbol.h"

struct kprobe *__percpu *kernel_current_kprobe;

static const int *kernel_ftrace_enabled;

/**
 * kernel_variables_find() - look up those variables that were not found yet
 *
 * Context: process context, may sleep.
 */
void kernel_variables_find(void)
{
	static DEFINE_MUTEX(lock);
	unsigned long address;

	mutex_lock(&lock);
	if (!kernel_current_kprobe && !symbol_lookup_in_kernel("current_kprobe", &address))
		WRITE_ONCE(kernel_current_kprobe, (struct kprobe *__percpu *)address);
	if (!kernel_ftrace_enabled && !symbol_lookup_in_kernel("ftrace_enabled", &address))
		WRITE_ONCE(kernel_ftrace_enabled, (const int *)address);
	mutex_unlock(&lock);
}

/**
 * kernel_ftrace_is_off() - whether kernel.ftrace_enabled is 0
 *
 * The value may change at any time. Return: true when it is 0; false also when the kernel does not
 * have the variable's name.
 */
bool kernel_ftrace_is_off(void)
{
	return kernel_ftrace_enabled && !READ_ONCE(*kernel_ftrace_enabled);
}
