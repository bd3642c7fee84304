// SPDX-License-Identifier: GPL-2.0
/*
 * The cache of tasks that the instances of a tracer share, and its lock.
 */
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "kernel/instance/comm_cache.h"
#include "kernel/instance/saved_tasks.h"

/** saved_tasks_create() - make a cache without tasks; returns NULL without memory */
struct saved_tasks *saved_tasks_create(void)
{
	struct saved_tasks *tasks = kzalloc(sizeof(*tasks), GFP_KERNEL);

	if (!tasks)
		return NULL;
	tasks->slots = COMM_SLOTS_DEFAULT;
	tasks->comms = comm_cache_create();
	if (!tasks->comms) {
		kfree(tasks);
		return NULL;
	}
	mutex_init(&tasks->lock);
	return tasks;
}

/**
 * saved_tasks_destroy() - free a cache
 * @tasks: the cache, or NULL; no instance that has it is left
 */
void saved_tasks_destroy(struct saved_tasks *tasks)
{
	if (!tasks)
		return;
	comm_cache_destroy(tasks->comms);
	mutex_destroy(&tasks->lock);
	kfree(tasks);
}

/**
 * saved_tasks_expand() - make room for the tasks of a CPU, if there is none
 * @tasks: the cache that gets room
 * @cpu: the CPU whose tasks get room, before one of them records
 *
 * Context: process context. Return: 0 or -ENOMEM.
 */
int saved_tasks_expand(struct saved_tasks *tasks, int cpu)
{
	int ret;

	mutex_lock(&tasks->lock);
	ret = comm_cache_expand(tasks->comms, tasks->slots, cpu);
	mutex_unlock(&tasks->lock);
	return ret;
}

static void show_comm(const struct comm_slot *slot, void *m)
{
	seq_printf(m, "%d %s\n", slot->pid, slot->comm);
}

static void show_tgid(const struct comm_slot *slot, void *m)
{
	seq_printf(m, "%d %d\n", slot->pid, slot->tgid);
}

static int show_tasks(struct saved_tasks *tasks, comm_fn show, struct seq_file *m)
{
	int ret;

	mutex_lock(&tasks->lock);
	ret = comm_cache_for_each(tasks->comms, show, m);
	mutex_unlock(&tasks->lock);
	return ret;
}

/** saved_tasks_show_comms() - print saved_cmdlines; returns 0 or -ENOMEM */
int saved_tasks_show_comms(struct saved_tasks *tasks, struct seq_file *m)
{
	return show_tasks(tasks, show_comm, m);
}

/** saved_tasks_show_tgids() - print saved_tgids; returns 0 or -ENOMEM */
int saved_tasks_show_tgids(struct saved_tasks *tasks, struct seq_file *m)
{
	return show_tasks(tasks, show_tgid, m);
}

/**
 * saved_tasks_replace() - do comm_cache_replace() for the instances of a tracer
 * @tasks: the cache whose tasks are forgotten
 * @slots: how many tasks of each CPU there is to be room for
 * @replaced: receives what comm_cache_replaced() takes
 *
 * Context: process context. Return: 0, or -ENOMEM and nothing has changed.
 */
int saved_tasks_replace(struct saved_tasks *tasks, unsigned int slots, struct comm_table **replaced)
{
	int ret;

	mutex_lock(&tasks->lock);
	ret = comm_cache_replace(tasks->comms, slots, replaced);
	if (!ret)
		WRITE_ONCE(tasks->slots, slots);
	mutex_unlock(&tasks->lock);
	return ret;
}
