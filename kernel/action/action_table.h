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
};

/* The rows; each is defined where its function is. */
extern const struct event_action_ops action_traceon;
extern const struct event_action_ops action_traceoff;
extern const struct event_action_ops action_snapshot;
extern const struct event_action_ops action_stacktrace;

const struct event_action_ops *action_find(const char *name);
const struct event_action_ops *action_at(unsigned int index);

#endif
