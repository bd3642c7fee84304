// SPDX-License-Identifier: GPL-2.0
/*
 * The flag of need_resched_lazy.c in the patches of PREEMPT_RT for 6.1. Its bit of common_flags is
 * the one that other kernels have for the preemption count. Without CONFIG_PREEMPT_LAZY these
 * patches have no bit for the flag.
 */
#include <linux/build_bug.h>
#include <linux/thread_info.h>
#include <linux/trace_events.h>

static_assert(TIF_NEED_RESCHED_LAZY != TIF_NEED_RESCHED);
static_assert(TRACE_FLAG_NEED_RESCHED_LAZY == 0x20);
static_assert(TRACE_FLAG_PREEMPT_RESCHED == 0);
