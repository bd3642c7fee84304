/* SPDX-License-Identifier: GPL-2.0 */
/*
 * pid -> comm of the tasks that recorded something. Written per CPU without locks, merged when read.
 */
#ifndef KERNEL_COMM_CACHE_H
#define KERNEL_COMM_CACHE_H

#include <linux/sched.h>

struct comm_cache;

struct comm_cache *comm_cache_create(void);
void comm_cache_destroy(struct comm_cache *cache);
void comm_cache_clear(struct comm_cache *cache);
void comm_cache_note(struct comm_cache *cache, struct task_struct *task);	/* any context, preemption off */
/* Writes the comm, "<idle>" for 0 or "<...>" when unknown; @comm has TASK_COMM_LEN bytes. */
void comm_cache_find(struct comm_cache *cache, pid_t pid, char *comm);

#endif
