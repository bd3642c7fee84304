/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kinds of actions that a trigger file takes.
 */
#ifndef KERNEL_ACTION_TABLE_H
#define KERNEL_ACTION_TABLE_H

#include "kernel/event/event_action.h"

/* An event file has at most one action of each slot. */
enum action_slot {
	ACTION_SLOT_TRACING,	/* traceon, traceoff */
	ACTION_SLOT_STACK,
	ACTION_SLOT_SNAPSHOT,
	ACTION_SLOT_EVENT,	/* enable_event, disable_event: one for each event that they switch */
};

/* The rows; each is defined where its function is. */
extern const struct event_action_ops action_traceon;
extern const struct event_action_ops action_traceoff;
extern const struct event_action_ops action_snapshot;
extern const struct event_action_ops action_stacktrace;
extern const struct event_action_ops action_enable_event;
extern const struct event_action_ops action_disable_event;

const struct event_action_ops *action_find(const char *name);
const struct event_action_ops *action_at(unsigned int index);

#endif
