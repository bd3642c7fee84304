/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How many levels of preemption a record of perf counts that a record of the kernel's tracefs does not:
 * the one that the tracepoint itself adds. Before v6.3 tracefs counted it for the events of system
 * calls, too; ct_cpuidle_enter() came with that version.
 */
#ifndef KERNEL_COMPAT_EVENT_DEPTH_H
#define KERNEL_COMPAT_EVENT_DEPTH_H

#include <linux/kconfig.h>

#include "kernel/compat/have.h"

#define COMPAT_EVENT_DEPTH		IS_ENABLED(CONFIG_PREEMPTION)

#ifdef COMPAT_HAVE_CT_CPUIDLE_ENTER
#define COMPAT_SYSCALL_EVENT_DEPTH	COMPAT_EVENT_DEPTH
#else
#define COMPAT_SYSCALL_EVENT_DEPTH	0
#endif

/*
 * What mainline's records of static events show of a context (kernel/record/context.h), whose flags are at bit 16:
 * before v5.17 not that bottom halves are off.
 */
#ifdef COMPAT_HAVE_TRACE_FLAG_BH_OFF
#define COMPAT_EVENT_CONTEXT	(~0U)
#else
#define COMPAT_EVENT_CONTEXT	(~(0x80U << 16))
#endif

#endif
