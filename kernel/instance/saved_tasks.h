/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The names and processes of the tasks that recorded something. All instances of a tracer share
 * them, because saved_cmdlines is a file of the top level alone.
 */
#ifndef KERNEL_INSTANCE_SAVED_TASKS_H
#define KERNEL_INSTANCE_SAVED_TASKS_H

#include <linux/mutex.h>
#include <linux/percpu.h>

struct comm_cache;
struct comm_table;
struct seq_file;

/**
 * struct saved_tasks - the tasks that recorded in any instance of a tracer
 * @lock: serialises changes of the tables and walks over all of them; taken inside instance->lock
 * @comms: the tasks by pid, which hits write without the lock
 * @slots: how many tasks of each CPU there is room for, as saved_cmdlines_size shows
 */
struct saved_tasks {
	struct mutex lock;
	struct comm_cache __percpu *comms;
	unsigned int slots;
};

struct saved_tasks *saved_tasks_create(void);
void saved_tasks_destroy(struct saved_tasks *tasks);

/* Call these in process context. They return 0 or -ENOMEM. */
int saved_tasks_expand(struct saved_tasks *tasks, int cpu);
int saved_tasks_show_comms(struct saved_tasks *tasks, struct seq_file *m);	/* saved_cmdlines */
int saved_tasks_show_tgids(struct saved_tasks *tasks, struct seq_file *m);	/* saved_tgids */
int saved_tasks_replace(struct saved_tasks *tasks, unsigned int slots, struct comm_table **replaced);

#endif
