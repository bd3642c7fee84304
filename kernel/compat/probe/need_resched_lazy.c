// SPDX-License-Identifier: GPL-2.0
/*
 * A flag of threads that asks for a reschedule that can wait, and the bit of common_flags for it:
 * commit 0172afefbfbd ("tracing: Record task flag NEED_RESCHED_LAZY.", v6.13). For an architecture
 * without such a flag, its name stands for TIF_NEED_RESCHED.
 */
#include <linux/build_bug.h>
#include <linux/thread_info.h>
#include <linux/trace_events.h>

static_assert(TIF_NEED_RESCHED_LAZY != TIF_NEED_RESCHED);
static_assert(TRACE_FLAG_NEED_RESCHED_LAZY == 0x02);
