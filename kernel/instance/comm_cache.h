/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Maps pids to the names (comm) and processes (tgid) of the tasks that recorded something. The
 * cache is written per CPU without locks, and merged when it is read.
 */
#ifndef KERNEL_COMM_CACHE_H
#define KERNEL_COMM_CACHE_H

#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/string.h>

/* Slots of each CPU. Pids are handed out in order, so this many tasks in a row fit. */
#define COMM_SLOTS_DEFAULT	1024
#define COMM_SLOTS_MAX		32768	/* mainline's limit, too */

/**
 * struct comm_slot - the task of one pid, as one CPU saw it last
 * @sequence: odd while the slot is being written
 * @pid: pid of the task, 0 when the slot is unused
 * @time: when @comm was noted, in ns of the monotonic clock
 * @comm: name of the task, all bytes of it
 * @tgid: the process that the task is a thread of
 */
struct comm_slot {
	u32 sequence;
	s32 pid;
	u64 time;
	char comm[TASK_COMM_LEN];
	s32 tgid;
};

/**
 * struct comm_table - the slots of one CPU
 * @mask: number of slots, a power of two, minus one
 * @next: the next table of a list of those that wait for being freed
 * @slot: the slots; a task has that of its pid, modulo their number
 */
struct comm_table {
	u32 mask;
	struct comm_table *next;
	struct comm_slot slot[];
};

/**
 * struct comm_cache - the tasks that one CPU saw
 * @pid: pid of the last task that was noted
 * @comm: name of the last task, the same as in its slot
 * @table: the slots; NULL until comm_cache_expand()
 */
struct comm_cache {
	s32 pid;
	u64 comm[TASK_COMM_LEN / sizeof(u64)];
	struct comm_table *table;
};

struct comm_cache __percpu *comm_cache_create(void);
void comm_cache_destroy(struct comm_cache __percpu *cache);
int comm_cache_expand(struct comm_cache __percpu *cache, unsigned int slots, int cpu);
int comm_cache_replace(struct comm_cache __percpu *cache, unsigned int slots,
		       struct comm_table **replaced);
void comm_cache_replaced(struct comm_cache __percpu *cache, struct comm_table *replaced);

void *comm_cache_store(struct comm_cache *here, void *kept);

/**
 * comm_cache_note_task() - note that the current task recorded something
 * @here: the part of the cache that belongs to this CPU
 * @task: the current task
 * @pid: pid of @task, which the caller has loaded already
 * @kept: what the caller has in a register, and does not have to save for a call that rarely comes
 *
 * Mostly the task is the last one, under the same name. Context: any, preemption off.
 * Return: @kept.
 */
static __always_inline void *comm_cache_note_task(struct comm_cache *here,
						  const struct task_struct *task, s32 pid,
						  void *kept)
{
	BUILD_BUG_ON(sizeof(here->comm) != TASK_COMM_LEN || sizeof(here->comm) != 16);
	if (unlikely(here->pid != pid || memcmp(&here->comm[0], task->comm, 8) ||
		     memcmp(&here->comm[1], task->comm + 8, 8)))
		return comm_cache_store(here, kept);
	return kept;
}

/** comm_cache_note() - do comm_cache_note_task() for the current task, with all of the cache */
static __always_inline void comm_cache_note(struct comm_cache __percpu *cache)
{
	comm_cache_note_task(this_cpu_ptr(cache), current, current->pid, NULL);
}

/* Context: process context. */
pid_t comm_cache_find(struct comm_cache __percpu *cache, pid_t pid, char *comm);

typedef void (*comm_fn)(const struct comm_slot *slot, void *data);
int comm_cache_for_each(struct comm_cache __percpu *cache, comm_fn fn, void *data);

#endif
