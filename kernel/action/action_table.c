// SPDX-License-Identifier: GPL-2.0
/*
 * The table of actions.
 */
#include <linux/kernel.h>
#include <linux/string.h>

#include "kernel/action/action_table.h"

/* A trigger file lists them in this order. */
static const struct event_action_ops *const actions[] = {
	&action_traceon,
	&action_traceoff,
	&action_snapshot,
	&action_stacktrace,
	&action_enable_event,
	&action_disable_event,
};

/** action_at() - get a kind of action by its place in the table, or NULL behind the last one */
const struct event_action_ops *action_at(unsigned int index)
{
	return index < ARRAY_SIZE(actions) ? actions[index] : NULL;
}

/** action_find() - find a kind of action by the name of its trigger, or NULL */
const struct event_action_ops *action_find(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(actions); i++)
		if (!strcmp(actions[i]->name, name))
			return actions[i];
	return NULL;
}
