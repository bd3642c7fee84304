/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_SMP_H
#define STANDIN_LINUX_SMP_H

#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <linux/membarrier.h>

/* The test's */
extern unsigned int standin_cpu;
#define raw_smp_processor_id()	standin_cpu

/*
 * Of the functions that are called on other CPUs only the barrier is had on the host: of every
 * thread. The caller runs the function itself.
 */
static inline int smp_call_function_single(int cpu, void (*func)(void *), void *info, int wait)
{
	static int registered;

	if (!__atomic_exchange_n(&registered, 1, __ATOMIC_SEQ_CST))
		syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0);
	if (syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0)) {
		perror("membarrier");
		abort();
	}
	func(info);
	return 0;
}

static inline void on_each_cpu(void (*func)(void *), void *info, int wait)
{
	smp_call_function_single(0, func, info, wait);
}

#endif
