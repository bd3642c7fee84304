// SPDX-License-Identifier: GPL-2.0
/*
 * Setting, clearing and showing the lists of pids of an instance.
 *
 * A list appears with its first pids and goes when it is cleared, both under tracer->lock. Pids are
 * added to it in place, so that a fork that is going on at that moment is not forgotten. A list
 * that has lost all its tasks is still there: then nobody's hits are recorded.
 */
#include <linux/bitmap.h>
#include <linux/err.h>
#include <linux/mutex.h>

#include "kernel/control/event_enable.h"
#include "kernel/control/event_pids.h"
#include "kernel/event/tracer.h"
#include "kernel/instance/instance.h"
#include "kernel/record/record.h"

static struct pid_list *list_of(struct trace_instance *instance, enum pid_list_kind kind)
{
	return rcu_dereference_protected(instance->pids[kind],
					 lockdep_is_held(&instance->tracer->lock));
}

/* Adds the pids of @more, or publishes @more and returns true. */
static bool add_or_publish(struct trace_instance *instance, enum pid_list_kind kind,
			   struct pid_list *more)
{
	struct pid_list *list = list_of(instance, kind);

	if (list) {
		pid_list_merge(list, more);
		return false;
	}
	if (bitmap_empty(more->pids, PID_MAX_LIMIT))
		return false;
	rcu_assign_pointer(instance->pids[kind], more);
	events_follow_pid_lists(instance);
	return true;
}

/**
 * event_pids_add() - add pids to a list, as a write to set_event_pid does
 * @instance: the instance that has the list
 * @kind: which of the lists
 * @text: the pids, see pid_list_parse(); it is changed
 *
 * Context: process context. Return: 0, -EINVAL when @text is not all pids, -ENOMEM, -EINTR when the
 * process is being killed. The list is as it was when the call fails.
 */
int event_pids_add(struct trace_instance *instance, enum pid_list_kind kind, char *text)
{
	struct pid_list *more = pid_list_create();
	bool published = false;
	int ret;

	if (!more)
		return -ENOMEM;
	ret = pid_list_parse(more, text);
	ret = ret ?: mutex_lock_killable(&instance->tracer->lock);
	if (!ret) {
		published = add_or_publish(instance, kind, more);
		mutex_unlock(&instance->tracer->lock);
	}
	if (!published)
		pid_list_destroy(more);
	return ret;
}

/**
 * event_pids_clear() - take a list away, so that it says nothing of any task
 * @instance: the instance that has the list
 * @kind: which of the lists; it may be away already
 *
 * Context: process context, waits for grace periods. Return: 0, or -EINTR when the process is being
 * killed.
 */
int event_pids_clear(struct trace_instance *instance, enum pid_list_kind kind)
{
	struct pid_list *list;
	int ret = mutex_lock_killable(&instance->tracer->lock);

	if (ret)
		return ret;
	list = list_of(instance, kind);
	if (list) {
		RCU_INIT_POINTER(instance->pids[kind], NULL);
		events_follow_pid_lists(instance);
		record_wait();	/* this waits for forks, too: they look at the list under RCU */
		pid_list_destroy(list);
	}
	mutex_unlock(&instance->tracer->lock);
	return 0;
}

/** event_pids_are_set() - is there a list of that kind? The caller holds tracer->lock */
bool event_pids_are_set(struct trace_instance *instance, enum pid_list_kind kind)
{
	return list_of(instance, kind);
}

/* The position in the walk is the lowest pid that may come. */
static void *walk_from(struct trace_instance *instance, enum pid_list_kind kind, loff_t *pos)
{
	const struct pid_list *list = list_of(instance, kind);
	int pid = list && *pos < PID_MAX_LIMIT ? pid_list_next(list, *pos) : -1;

	if (pid < 0)
		return NULL;
	*pos = pid;
	return (void *)(pid + 1UL);
}

/** event_pids_seq_start() - begin or resume a walk; returns ERR_PTR(-EINTR) without the lock */
void *event_pids_seq_start(struct trace_instance *instance, enum pid_list_kind kind, loff_t *pos)
{
	int ret = mutex_lock_killable(&instance->tracer->lock);

	return ret ? ERR_PTR(ret) : walk_from(instance, kind, pos);
}

/** event_pids_seq_next() - go to the next pid of the walk */
void *event_pids_seq_next(struct trace_instance *instance, enum pid_list_kind kind, void *v,
			  loff_t *pos)
{
	++*pos;
	return walk_from(instance, kind, pos);
}

/** event_pids_seq_stop() - end the walk, whose last element is @v, and release tracer->lock */
void event_pids_seq_stop(struct trace_instance *instance, void *v)
{
	if (!IS_ERR(v))
		mutex_unlock(&instance->tracer->lock);
}
