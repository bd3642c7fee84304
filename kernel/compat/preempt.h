/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tests the preemption count and "a reschedule is wanted" in one look. x86 keeps the latter,
 * inverted, in the top bit of the count; should_resched() is the accessor that compares both,
 * wherever the count lives: in a per-CPU variable of its own, or in pcpu_hot (commit 64701838bf05,
 * v6.2, to v6.14). From v7.3 on the count of x86_64 has 64 bits, and should_resched() takes an int,
 * which has no room for the top bit.
 */
#ifndef KERNEL_COMPAT_PREEMPT_H
#define KERNEL_COMPAT_PREEMPT_H

#include <linux/preempt.h>
#include <linux/sched.h>

/* Tells whether the preemption count is @count, and PREEMPT_NEED_RESCHED is not set. */
static __always_inline bool compat_preempt_count_is(unsigned int count)
{
#if defined(CONFIG_X86) && defined(CONFIG_HAS_SEPARATE_PREEMPT_RESCHED_BITS)
	return raw_cpu_read_8(__preempt_count) == (count | PREEMPT_NEED_RESCHED);
#elif defined(CONFIG_X86)
	return should_resched(count | PREEMPT_NEED_RESCHED);
#else
	return preempt_count() == count && !test_preempt_need_resched();
#endif
}

#endif
