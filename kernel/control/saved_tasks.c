// SPDX-License-Identifier: GPL-2.0
/*
 * How many tasks are known by name. The cache of names belongs to the floor of instances; hits have
 * to be waited for when it is replaced, which that floor can't do.
 */
#include <linux/errno.h>

#include "kernel/control/saved_tasks.h"
#include "kernel/instance/comm_cache.h"
#include "kernel/instance/saved_tasks.h"
#include "kernel/record/record.h"

/**
 * saved_tasks_resize() - do what a write to saved_cmdlines_size does
 * @saved: the cache of names that gets another size, and is empty then
 * @tasks: for how many tasks of each CPU there is to be room
 *
 * Context: process context, waits for grace periods. Return: 0, -EINVAL for a size out of range, or
 * -ENOMEM and nothing has changed.
 */
int saved_tasks_resize(struct saved_tasks *saved, unsigned long tasks)
{
	struct comm_table *replaced;
	int ret;

	if (!tasks || tasks > COMM_SLOTS_MAX)
		return -EINVAL;
	ret = saved_tasks_replace(saved, tasks, &replaced);
	if (ret)
		return ret;
	record_wait();
	comm_cache_replaced(saved->comms, replaced);
	return 0;
}
