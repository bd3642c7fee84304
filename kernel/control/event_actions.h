/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Actions of event files that go.
 */
#ifndef KERNEL_EVENT_ACTIONS_H
#define KERNEL_EVENT_ACTIONS_H

#include "kernel/event/event.h"

struct event_action;

/* Returns the first action of a file, for those who hold tracer->lock. */
static inline struct event_action *event_file_actions(const struct event_file *file)
{
	return rcu_dereference_raw(file->actions);
}

void event_action_leave_target(struct event_action *action);
void event_action_destroy(struct event_action *action);
void event_file_leave_targets(struct event_file *file);
void event_file_remove_triggers(struct event_file *file);
void event_remove_triggers(struct probe_event *event);

#endif
