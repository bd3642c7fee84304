// SPDX-License-Identifier: GPL-2.0
/*
 * With the option event-fork, a task that a listed task makes is listed as well, before it runs,
 * and a task that is gone is taken from the lists. Threads are tasks. What event-fork is for the lists
 * that concern events, function-fork is for those of the tracer "function". This is heard from two
 * tracepoints of the kernel, each of which calls us with the instance.
 *
 * A task is gone when its structure is freed, because its end is still recorded. If somebody has
 * held the structure until its pid belongs to another task, that one is taken from the lists;
 * mainline does the same.
 *
 * The functions look at the lists under RCU, as hits do. They set and clear bits, so that no memory
 * is needed, and no lock.
 */
#include <linux/rcupdate.h>
#include <linux/sched.h>

#include "kernel/compat/tracepoint.h"
#include "kernel/instance/instance.h"
#include "kernel/instance/pid_follow.h"
#include "kernel/instance/pid_list.h"

static struct tracepoint *fork_tracepoint;
static struct tracepoint *free_tracepoint;

/* In the lists that follow their tasks and have the pid @listed, @pid becomes listed, or is no more. */
static void follow(struct trace_instance *instance, pid_t listed, pid_t pid, bool on)
{
	unsigned long options = READ_ONCE(instance->options);
	struct pid_list *list;
	unsigned int i;

	if ((u32)pid >= PID_MAX_LIMIT)
		return;
	rcu_read_lock();
	for (i = 0; i < PID_LISTS; i++) {
		if (!(options & (i < PIDS_FUNCTIONS_RECORDED ? TRACE_OPTION(EVENT_FORK) :
							       TRACE_OPTION(FUNCTION_FORK))))
			continue;
		list = rcu_dereference(instance->pids[i]);
		if (list && pid_list_has(list, listed))
			assign_bit(pid, list->pids, on);
	}
	rcu_read_unlock();
}

static void follow_fork(void *instance, struct task_struct *parent, struct task_struct *child)
{
	follow(instance, parent->pid, child->pid, true);
}

static void follow_free(void *instance, struct task_struct *task)
{
	follow(instance, task->pid, task->pid, false);
}

/** pid_follow_init() - find the tracepoints */
void pid_follow_init(void)
{
	compat_tracepoint_check(sched_process_fork, follow_fork);
	compat_tracepoint_check(sched_process_free, follow_free);
	fork_tracepoint = compat_tracepoint_find("sched_process_fork");
	free_tracepoint = compat_tracepoint_find("sched_process_free");
}

/** pid_follow_works() - false for a kernel without tracepoints, which has no option event-fork */
bool pid_follow_works(void)
{
	return fork_tracepoint && free_tracepoint;
}

static void pid_follow_end(struct trace_instance *instance)
{
	compat_tracepoint_remove(fork_tracepoint, follow_fork, instance);
	compat_tracepoint_remove(free_tracepoint, follow_free, instance);
	compat_tracepoint_wait();
}

static int pid_follow_begin(struct trace_instance *instance)
{
	int ret = compat_tracepoint_add(fork_tracepoint, follow_fork, instance);

	if (ret)
		return ret;
	ret = compat_tracepoint_add(free_tracepoint, follow_free, instance);
	if (ret) {
		compat_tracepoint_remove(fork_tracepoint, follow_fork, instance);
		compat_tracepoint_wait();
	}
	return ret;
}

/**
 * pid_follow() - let the lists of an instance follow their tasks, or no more
 * @instance: the instance whose lists follow
 * @options: the options that the instance is going to have; it still has the old ones
 *
 * From the first of the options event-fork and function-fork to the last one, forks are listened to.
 *
 * Context: process context, under tracer->lock or when nobody else has the instance. Not under
 * instance->lock: to register with a tracepoint takes the kernel's CPU hotplug lock, within which
 * instance->lock is taken. Return: 0, or -ENOMEM when the first of the options is switched on, and
 * nothing has changed.
 */
int pid_follow(struct trace_instance *instance, unsigned long options)
{
	bool was_on = instance->options & TRACE_OPTIONS_FOLLOW;
	bool on = options & TRACE_OPTIONS_FOLLOW;

	if (on == was_on)
		return 0;
	if (on)
		return pid_follow_begin(instance);
	pid_follow_end(instance);
	return 0;
}
