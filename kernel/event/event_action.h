/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Actions: what an event file does for a hit besides recording it. kernel/action/ has the kinds of
 * actions, kernel/record/actions.c runs them, kernel/control/trigger.c adds and removes them.
 *
 * The actions of an event file are an RCU list that hits walk; they change under tracer->lock. An
 * action is freed after record_wait().
 */
#ifndef KERNEL_EVENT_ACTION_H
#define KERNEL_EVENT_ACTION_H

#include <linux/atomic.h>
#include <linux/rcupdate.h>

struct event_action;
struct event_file;
struct event_filter;
struct module;
struct probe;
struct pt_regs;
struct trace_instance;

/**
 * struct action_hit - the hit that actions run for
 * @file: the event file that has the actions
 * @probe: the probe that was hit
 * @regs: registers at the hit
 * @slot: the hit's slot, from record_enter()
 */
struct action_hit {
	struct event_file *file;
	const struct probe *probe;
	struct pt_regs *regs;
	int slot;
};

/**
 * struct event_action_ops - a kind of action
 * @name: name of the trigger
 * @slot: an event file has at most one action of each slot, a number below 32, and of each target
 * @has_target: the command names another event, which the action switches
 * @after_record: the action runs when the record of the hit is in the buffer, or was refused
 * @begin: makes the instance ready for an action that is going to be added; returns 0 or -errno. NULL when
 *	nothing is needed
 * @end: undoes @begin when the action has gone; NULL when @begin is
 * @run: does what the action is for; runs in every context up to NMI, with preemption off. It may use
 *	the scratch buffer of the hit's slot if @after_record is set; before, the hit's record may be there
 */
struct event_action_ops {
	const char *name;
	unsigned int slot;
	bool has_target;
	bool after_record;
	int (*begin)(struct trace_instance *instance);
	void (*end)(struct trace_instance *instance);
	void (*run)(struct event_action *action, const struct action_hit *hit);
};

#define ACTION_UNLIMITED	(-1L)

/**
 * struct event_action - an action of one event file
 * @next: the action that was added to the file before this one
 * @ops: the kind of the action
 * @filter: the action runs for hits that match this; NULL when it runs for all hits
 * @target: for an action that has one, the file of the event that it switches, in the same instance; the action holds
 *	the file, and its event can't go. Else NULL
 * @target_module: the module of that event, which the action holds, or NULL
 * @begun: the instance that the @begin of @ops was called for, or NULL
 * @left: how often the action may still act, or ACTION_UNLIMITED
 */
struct event_action {
	struct event_action __rcu *next;
	const struct event_action_ops *ops;
	struct event_filter *filter;
	struct event_file *target;
	struct module *target_module;
	struct trace_instance *begun;
	atomic_long_t left;
};

/**
 * event_action_spend() - take one from the number of times that an action may act
 * @action: the action that is about to act
 *
 * Context: any. Return: false when the action may not act any more.
 */
static __always_inline bool event_action_spend(struct event_action *action)
{
	long left = atomic_long_read(&action->left);

	do {
		if (!left)
			return false;
		if (left == ACTION_UNLIMITED)
			return true;
	} while (!atomic_long_try_cmpxchg(&action->left, &left, left - 1));
	return true;
}

#endif
