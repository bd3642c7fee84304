/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The depth of migrate_disable() of a task is a field since commit af449901b84c ("sched: Add
 * migrate_disable()", v5.11), on SMP.
 */
#ifndef KERNEL_COMPAT_SCHED_H
#define KERNEL_COMPAT_SCHED_H

#include <linux/sched.h>

#include "kernel/compat/have.h"

static __always_inline unsigned int compat_migrate_disable_depth(const struct task_struct *task)
{
#ifdef COMPAT_HAVE_MIGRATION_DISABLED
	return task->migration_disabled;
#else
	return 0;
#endif
}

#endif
