/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Clocks that some kernels do not have.
 *
 * kernel/trace/trace_clock.c is built with CONFIG_TRACE_CLOCK only, which tracing selects.
 *
 * ktime_get_tai_fast_ns() came in v5.19 ("timekeeping: Introduce fast accessor to clock tai"). On
 * older kernels nothing resolves the weak reference, which is then NULL.
 */
#ifndef KERNEL_COMPAT_CLOCK_H
#define KERNEL_COMPAT_CLOCK_H

#include <linux/atomic.h>
#include <linux/kprobes.h>
#include <linux/sched/clock.h>
#include <linux/timekeeping.h>
#include <linux/trace_clock.h>

#ifdef CONFIG_X86_TSC
#include <asm/tsc.h>
#endif

u64 ktime_get_tai_fast_ns(void) __weak;

/* sched_clock_stable() is not exported, but the state of the TSC is on x86, where it matters. */
static inline bool compat_clock_drifts(void)
{
#ifdef CONFIG_X86_TSC
	return check_tsc_unstable();
#else
	return false;
#endif
}

#ifdef CONFIG_TRACE_CLOCK
#define compat_clock_global	trace_clock_global
#define compat_clock_perf	trace_clock
#else
/* Returns a time that is never behind what any CPU was told before. Any context. */
static u64 __kprobes compat_clock_global(void)
{
	static atomic64_t last = ATOMIC64_INIT(0);
	u64 now = sched_clock();
	s64 seen = atomic64_read(&last);

	do {
		if ((s64)(now - (u64)seen) <= 0)
			return seen;
	} while (!atomic64_try_cmpxchg(&last, &seen, now));
	return now;
}
#define compat_clock_perf	NULL
#endif

#endif
