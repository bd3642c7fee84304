// SPDX-License-Identifier: GPL-2.0
/*
 * Actions of event files that go: with their trigger, their instance, or their event. trigger.c adds them.
 */
#include <linux/slab.h>

#include "kernel/control/event_actions.h"
#include "kernel/control/event_enable.h"
#include "kernel/event/event.h"
#include "kernel/event/event_action.h"
#include "kernel/filter/filter.h"
#include "kernel/symbol/kernel_event.h"

/**
 * event_action_leave_target() - have an action switch no other event any more
 * @action: the action; hits may still be on it, and switch the event
 *
 * Context: process context, under tracer->lock; event_action_destroy() has to follow.
 */
void event_action_leave_target(struct event_action *action)
{
	if (action->target)
		event_file_end_switching(action->target);
}

/**
 * event_action_destroy() - free an action
 * @action: the action, which no hit can be on; event_action_leave_target() was called for it, or it has no target
 *
 * Context: process context.
 */
void event_action_destroy(struct event_action *action)
{
	if (action->begun)
		action->ops->end(action->begun);
	if (action->target)
		event_file_drop(action->target);
	kernel_event_release(action->target_module);
	event_filter_destroy(action->filter);
	kfree(action);
}

/**
 * event_file_leave_targets() - have the triggers of an event file switch no other events any more
 * @file: the event file, which is going
 *
 * Context: process context, under tracer->lock; event_file_remove_triggers() has to follow.
 */
void event_file_leave_targets(struct event_file *file)
{
	struct event_action *action;

	for (action = event_file_actions(file); action; action = rcu_dereference_raw(action->next))
		event_action_leave_target(action);
}

/**
 * event_file_remove_triggers() - free the triggers of an event file
 * @file: the event file, for which event_file_leave_targets() was called; no hit arrives at it any more
 *
 * Context: process context.
 */
void event_file_remove_triggers(struct event_file *file)
{
	struct event_action *action, *next;

	for (action = event_file_actions(file); action; action = next) {
		next = rcu_dereference_raw(action->next);
		event_action_destroy(action);
	}
	RCU_INIT_POINTER(file->actions, NULL);
}

/**
 * event_remove_triggers() - free the triggers of an event in all instances
 * @event: the event; no hit arrives at any file of it any more
 *
 * Context: process context, under tracer->lock.
 */
void event_remove_triggers(struct probe_event *event)
{
	struct event_file *file;

	list_for_each_entry(file, &event->all_files, link) {
		event_file_leave_targets(file);
		event_file_remove_triggers(file);
	}
}
