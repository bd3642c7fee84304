/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A set of pids: a bit for each pid that a task can have. Hits ask for a pid in any context, and
 * forks add one where nothing may sleep; neither may depend on an allocation.
 *
 * Bits are set and cleared atomically, while others ask. Who replaces or frees a list that others
 * may see does what struct trace_instance says of its lists.
 */
#ifndef KERNEL_PID_LIST_H
#define KERNEL_PID_LIST_H

#include <linux/bitops.h>
#include <linux/bitmap.h>
#include <linux/rcupdate.h>
#include <linux/threads.h>
#include <linux/types.h>

/** struct pid_list - a set of pids; bit N of @pids says that pid N is listed */
struct pid_list {
	DECLARE_BITMAP(pids, PID_MAX_LIMIT);
};

/* What becomes of tasks in a list of an instance */
enum pid_list_kind {
	PIDS_RECORDED,		/* set_event_pid: only hits of these tasks are recorded */
	PIDS_IGNORED,		/* set_event_notrace_pid: hits of these tasks are not recorded */
	PIDS_FUNCTIONS_RECORDED,	/* set_ftrace_pid: what set_event_pid is, for the tracer "function" */
	PIDS_FUNCTIONS_IGNORED,	/* set_ftrace_notrace_pid: what set_event_notrace_pid is */
	PID_LISTS
};

struct pid_list *pid_list_create(void);
void pid_list_destroy(struct pid_list *list);
int pid_list_parse(struct pid_list *list, char *text);
void pid_list_merge(struct pid_list *list, const struct pid_list *more);
int pid_list_next(const struct pid_list *list, unsigned int from);

/**
 * pid_list_has() - is a pid listed?
 * @list: the list that is asked
 * @pid: any number; those that no task can have are not listed
 *
 * Context: any.
 */
static __always_inline bool pid_list_has(const struct pid_list *list, pid_t pid)
{
	return (u32)pid < PID_MAX_LIMIT && test_bit(pid, list->pids);
}

/**
 * pid_lists_ignore() - do the lists of an instance keep the hits of a task from being recorded?
 * @lists: the lists; one that is NULL says nothing of any task
 * @recorded: PIDS_RECORDED or PIDS_FUNCTIONS_RECORDED; the list after it is looked at as well
 * @pid: pid of the task
 *
 * Context: any, preemption off.
 */
static __always_inline bool pid_lists_ignore(struct pid_list __rcu *const lists[PID_LISTS],
					     enum pid_list_kind recorded, pid_t pid)
{
	const struct pid_list *only = rcu_dereference_raw(lists[recorded]);
	const struct pid_list *not = rcu_dereference_raw(lists[recorded + 1]);

	return (only && !pid_list_has(only, pid)) || (not && pid_list_has(not, pid));
}

#endif
