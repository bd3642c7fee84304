/* SPDX-License-Identifier: GPL-2.0 */
/*
 * pid -> comm of the tasks that recorded something. Written per CPU without locks, merged when
 * read.
 */
#ifndef KERNEL_COMM_CACHE_H
#define KERNEL_COMM_CACHE_H

#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/string.h>

/* Per CPU. Pids are handed out in order, so this many tasks in a row fit. */
#define COMM_SLOTS	1024

/**
 * struct comm_slot - the task of one pid, as one CPU saw it last
 * @sequence: odd while it is being written
 * @pid: 0 when unused
 * @time: when @comm was noted
 * @comm: its name, all bytes of it
 */
struct comm_slot {
	u32 sequence;
	s32 pid;
	u64 time;
	char comm[TASK_COMM_LEN];
};

struct comm_cache {
	struct comm_slot *__percpu *slots;
};

struct comm_cache *comm_cache_create(void);
void comm_cache_destroy(struct comm_cache *cache);

void comm_cache_store(struct comm_slot *slot, struct task_struct *task);

static __always_inline bool comm_cache_differs(const char *a, const char *b)
{
	u64 x, y, difference = 0;
	unsigned int i;

	BUILD_BUG_ON(TASK_COMM_LEN % sizeof(x));
	for (i = 0; i < TASK_COMM_LEN; i += sizeof(x)) {
		memcpy(&x, a + i, sizeof(x));
		memcpy(&y, b + i, sizeof(y));
		difference |= x ^ y;
	}
	return difference;
}

/**
 * comm_cache_note() - a task recorded something
 * @cache: the cache
 * @task: current
 *
 * Context: any, preemption off.
 */
static __always_inline void comm_cache_note(struct comm_cache *cache, struct task_struct *task)
{
	struct comm_slot *slot = this_cpu_read(*cache->slots);

	slot += task->pid & (COMM_SLOTS - 1);
	if (unlikely(slot->pid != task->pid || comm_cache_differs(slot->comm, task->comm)))
		comm_cache_store(slot, task);
}

/* Process context. */
void comm_cache_find(struct comm_cache *cache, pid_t pid, char *comm);

typedef void (*comm_fn)(pid_t pid, const char *comm, void *data);
int comm_cache_for_each(struct comm_cache *cache, comm_fn fn, void *data);

#endif
