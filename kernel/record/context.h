/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The context of a hit: what the preemption count and the flags of the CPU say of it, and how a
 * record shows that. The safety of writers rests on none of these answers: see the top of slots.c.
 */
#ifndef KERNEL_CONTEXT_H
#define KERNEL_CONTEXT_H

#include <linux/irqflags.h>
#include <linux/preempt.h>
#include <linux/sched.h>

#include "fetch/fetch_program.h"
#include "kernel/compat/irqflags.h"
#include "kernel/compat/preempt.h"
#include "kernel/compat/resched.h"
#include "kernel/compat/sched.h"
#include "kernel/record/record.h"

/*
 * A context has the level of nesting in its low bits. Above it are flags and preempt_count of the
 * record header, at the bits that they have in the header's first word.
 */
#define CONTEXT_LEVEL		3U
#define CONTEXT_FLAGS_SHIFT	16
#define CONTEXT_COUNT_SHIFT	24

static_assert(offsetof(struct record_header, flags) == CONTEXT_FLAGS_SHIFT / 8);
static_assert(offsetof(struct record_header, preempt_count) == CONTEXT_COUNT_SHIFT / 8);

static_assert(COMPAT_FLAG_NEEDED == RECORD_NEED_RESCHED);
static_assert(!COMPAT_FLAG_LAZY || COMPAT_LAZY_FOR_PREEMPT ||
	      COMPAT_FLAG_LAZY == RECORD_NEED_RESCHED_LAZY);
static_assert((COMPAT_FLAG_PREEMPT ?: COMPAT_FLAG_LAZY) == RECORD_PREEMPT_RESCHED);

/*
 * Two contexts are known without a look: that of a task, and that of a task that hit a breakpoint.
 */
#define CONTEXT_TASK		0U
#define CONTEXT_BREAKPOINT							\
	(3U | (RECORD_NMI | RECORD_HARDIRQ | RECORD_IRQS_OFF) << CONTEXT_FLAGS_SHIFT)

/* What the exception of a breakpoint adds to the preemption count, where that is known. */
#define CONTEXT_BREAKPOINT_COUNT	(IS_ENABLED(CONFIG_X86) ? NMI_OFFSET + HARDIRQ_OFFSET : 0)

static __always_inline unsigned int context_level(u32 context)
{
	return context & CONTEXT_LEVEL;
}

static __always_inline u32 context_head(u32 context)
{
	return context & ~CONTEXT_LEVEL;
}

/* With PREEMPT_RT a softirq runs in a task, preemptible, and the task counts the softirqs. */
static __always_inline unsigned int softirqs_of_task(void)
{
	return IS_ENABLED(CONFIG_PREEMPT_RT) ? softirq_count() : 0;
}

static __always_inline bool record_task_is_plain(void)
{
	/*
	 * Other CPUs may set the flags that are looked at, at any time; either answer is right
	 * then.
	 */
	return !data_race(current_thread_info()->flags & COMPAT_TIF_RESCHED) &&
	       !compat_migrate_disable_depth(current) && !softirqs_of_task();
}

static __always_inline bool record_count_is_of_task(void)
{
	return compat_preempt_count_is(IS_ENABLED(CONFIG_PREEMPT_COUNT));
}

/*
 * Is the context CONTEXT_TASK, whatever the state of interrupts? The answer is yes for most hits.
 */
static __always_inline bool record_context_is_task(void)
{
	return record_count_is_of_task() && record_task_is_plain();
}

/* Is the context CONTEXT_BREAKPOINT? */
static __always_inline bool record_context_is_breakpoint(void)
{
	return IS_ENABLED(CONFIG_X86) && compat_preempt_count_is(CONTEXT_BREAKPOINT_COUNT) &&
	       record_task_is_plain();
}

static __always_inline u32 context_level_of(unsigned int count)
{
	if (likely(!(count & (NMI_MASK | HARDIRQ_MASK | SOFTIRQ_OFFSET))))
		return 0;
	if (count & NMI_MASK)
		return 3;
	return count & HARDIRQ_MASK ? 2 : 1;
}

static __always_inline u32 context_flags_of(unsigned int count)
{
	u32 flags = 0;

	if (count & (NMI_MASK | HARDIRQ_MASK | SOFTIRQ_MASK)) {
		if (count & NMI_MASK)
			flags |= RECORD_NMI;
		if (count & HARDIRQ_MASK)
			flags |= RECORD_HARDIRQ;
		if (count & SOFTIRQ_OFFSET)
			flags |= RECORD_SOFTIRQ;
		if (count & (SOFTIRQ_MASK & ~SOFTIRQ_OFFSET))
			flags |= RECORD_BH_OFF;
	}
	return flags | compat_resched_flags();
}

/* The low nibble is the preemption depth, the high nibble is the depth of migrate_disable(). */
static __always_inline u32 context_depths(unsigned int depth)
{
	unsigned int migrate = compat_migrate_disable_depth(current);

	return min(depth, 0xfU) | min(migrate, 0xfU) << 4;
}

/* Of the preemption depth, one level is the hook's own. */
static __always_inline u32 context_depths_of(unsigned int count)
{
	unsigned int depth = count & PREEMPT_MASK;

	if (IS_ENABLED(CONFIG_PREEMPTION) && depth)
		depth--;
	return context_depths(depth);
}

/* Returns the preemption count, with what a task counts for softirq code that runs in it. */
static __always_inline unsigned int record_preempt_count(void)
{
	return preempt_count() | softirqs_of_task();
}

static __always_inline u32 record_context(void)
{
	unsigned int count = record_preempt_count();
	u32 flags = context_flags_of(count);

	if (irqs_disabled())
		flags |= RECORD_IRQS_OFF;
	return context_level_of(count) | flags << CONTEXT_FLAGS_SHIFT |
	       context_depths_of(count) << CONTEXT_COUNT_SHIFT;
}

#endif
