// SPDX-License-Identifier: GPL-2.0
/*
 * How many tasks are known by name. The cache of names is the instance's; hits have to be waited
 * for when it is replaced, which an instance can't do.
 */
#include <linux/errno.h>

#include "kernel/control/saved_tasks.h"
#include "kernel/instance/comm_cache.h"
#include "kernel/instance/instance.h"
#include "kernel/record/record.h"

/**
 * saved_tasks_resize() - do what a write to saved_cmdlines_size does
 * @instance: the instance whose cache of names gets another size, and is empty then
 * @tasks: for how many tasks of each CPU there is to be room
 *
 * Context: process context, waits for grace periods. Return: 0, -EINVAL for a size out of range, or
 * -ENOMEM and nothing has changed.
 */
int saved_tasks_resize(struct trace_instance *instance, unsigned long tasks)
{
	struct comm_table *replaced;
	int ret;

	if (!tasks || tasks > COMM_SLOTS_MAX)
		return -EINVAL;
	ret = instance_replace_comms(instance, tasks, &replaced);
	if (ret)
		return ret;
	record_wait();
	comm_cache_replaced(instance->comms, replaced);
	return 0;
}
