/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How a kernel knows that a reschedule is wanted, and which bits of common_flags say so.
 *
 *	kernel				0x02	0x04	0x20
 *	up to v6.12			-	needed	preempt
 *	v6.13 and newer			lazily	needed	preempt
 *	PREEMPT_RT's patches for 6.1	-	needed	lazily
 *
 * "needed" is TIF_NEED_RESCHED, "preempt" is what the preemption count says of TIF_NEED_RESCHED,
 * "lazily" is TIF_NEED_RESCHED_LAZY. Each kernel gets the bits of its own tracer, because programs
 * decode those bits. linux/trace_events.h has them, but can't be included beside our ring buffer.
 */
#ifndef KERNEL_COMPAT_RESCHED_H
#define KERNEL_COMPAT_RESCHED_H

#include <linux/preempt.h>
#include <linux/thread_info.h>
#include <linux/types.h>

#include "kernel/compat/have.h"

#define COMPAT_FLAG_NEEDED	0x04

#if defined(COMPAT_HAVE_NEED_RESCHED_LAZY)
#define COMPAT_TIF_LAZY		_TIF_NEED_RESCHED_LAZY
#define COMPAT_FLAG_LAZY	0x02
#define COMPAT_FLAG_PREEMPT	0x20
#elif defined(COMPAT_HAVE_NEED_RESCHED_LAZY_FOR_PREEMPT)
#define COMPAT_TIF_LAZY		_TIF_NEED_RESCHED_LAZY
#define COMPAT_FLAG_LAZY	0x20
#define COMPAT_FLAG_PREEMPT	0
#else
#define COMPAT_TIF_LAZY		0
#define COMPAT_FLAG_LAZY	0
#define COMPAT_FLAG_PREEMPT	0x20
#endif

/* Whether bit 0x20 says "lazily" */
#define COMPAT_LAZY_FOR_PREEMPT	(COMPAT_FLAG_LAZY == 0x20)

/* The flags of a thread that these bits show, in one mask, so that one look finds any of them */
#define COMPAT_TIF_RESCHED	(_TIF_NEED_RESCHED | COMPAT_TIF_LAZY)

/* Returns the bits of common_flags for the current task. */
static __always_inline u32 compat_resched_flags(void)
{
	unsigned long flags = READ_ONCE(current_thread_info()->flags);

	return (flags & _TIF_NEED_RESCHED ? COMPAT_FLAG_NEEDED : 0) |
	       (flags & COMPAT_TIF_LAZY ? COMPAT_FLAG_LAZY : 0) |
	       (test_preempt_need_resched() ? COMPAT_FLAG_PREEMPT : 0);
}

#endif
