/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_SMP_H
#define STANDIN_LINUX_SMP_H

#include <stddef.h>
#include <linux/compiler.h>

/* The test's */
extern unsigned int standin_cpu;
#define raw_smp_processor_id()	standin_cpu

/*
 * A test whose CPUs are threads defines this: it interrupts that of @cpu. Elsewhere the caller is
 * the only thread, and runs the function itself.
 */
int standin_interrupt(int cpu, void (*func)(void *), void *info) __attribute__((weak));

static inline int smp_call_function_single(int cpu, void (*func)(void *), void *info,
					   int wait __always_unused)
{
	if (standin_interrupt)
		return standin_interrupt(cpu, func, info);
	func(info);
	return 0;
}

#endif
