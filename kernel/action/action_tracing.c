// SPDX-License-Identifier: GPL-2.0
/*
 * The actions traceon and traceoff switch the recording of the instance.
 */
#include <linux/kprobes.h>

#include "kernel/action/action_table.h"
#include "kernel/event/event.h"
#include "kernel/instance/instance.h"

/* Of a limited number of times, one is spent only when the switch changes. */
static __always_inline void switch_tracing(struct event_action *action,
					   const struct action_hit *hit, bool on)
{
	struct trace_instance *instance = hit->file->instance;

	if (instance_is_tracing(instance) != on && event_action_spend(action))
		instance_switch_in_hit(instance, on);
}

static void __kprobes run_traceon(struct event_action *action, const struct action_hit *hit)
{
	switch_tracing(action, hit, true);
}

static void __kprobes run_traceoff(struct event_action *action, const struct action_hit *hit)
{
	switch_tracing(action, hit, false);
}

const struct event_action_ops action_traceon = {
	.name	= "traceon",
	.slot	= ACTION_SLOT_TRACING,
	.run	= run_traceon,
};

/* The hit that switches recording off is the last one that is recorded. */
const struct event_action_ops action_traceoff = {
	.name		= "traceoff",
	.slot		= ACTION_SLOT_TRACING,
	.after_record	= true,
	.run		= run_traceoff,
};
