// SPDX-License-Identifier: GPL-2.0
/* Commit af449901b84c ("sched: Add migrate_disable()", v5.11) */
#include <linux/sched.h>

unsigned int probe_migration_disabled(const struct task_struct *task);

unsigned int probe_migration_disabled(const struct task_struct *task)
{
	return task->migration_disabled;
}
