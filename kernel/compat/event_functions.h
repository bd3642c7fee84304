/* SPDX-License-Identifier: GPL-2.0 */
/*
 * For which groups of static events there are functions for tracepoints. Those of a group whose header of the kernel
 * is not as kernel/compat/event/ knows it come through perf.
 */
#ifndef KERNEL_COMPAT_EVENT_FUNCTIONS_H
#define KERNEL_COMPAT_EVENT_FUNCTIONS_H

#include "kernel/compat/have.h"

#ifdef COMPAT_HAVE_EVENT_FUNCTIONS_IRQ
#define COMPAT_EVENT_FUNCTIONS_IRQ		1
#endif
#ifdef COMPAT_HAVE_EVENT_FUNCTIONS_KMEM
#define COMPAT_EVENT_FUNCTIONS_KMEM		1
#endif
#ifdef COMPAT_HAVE_EVENT_FUNCTIONS_RAW_SYSCALLS
#define COMPAT_EVENT_FUNCTIONS_RAW_SYSCALLS	1
#endif
#ifdef COMPAT_HAVE_EVENT_FUNCTIONS_SCHED
#define COMPAT_EVENT_FUNCTIONS_SCHED		1
#endif

#endif
