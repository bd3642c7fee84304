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

#endif
