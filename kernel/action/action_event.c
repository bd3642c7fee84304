// SPDX-License-Identifier: GPL-2.0
/*
 * The actions enable_event and disable_event switch the recording of another event of the instance.
 */
#include <linux/kprobes.h>

#include "kernel/action/action_table.h"
#include "kernel/event/event.h"

/* Of a limited number of times, one is spent only when the switch changes. */
static __always_inline void switch_target(struct event_action *action, bool on)
{
	struct event_file *target = action->target;

	if (READ_ONCE(target->switched_on) != on && event_action_spend(action))
		WRITE_ONCE(target->switched_on, on);
}

static void __kprobes run_enable_event(struct event_action *action, const struct action_hit *hit)
{
	switch_target(action, true);
}

static void __kprobes run_disable_event(struct event_action *action, const struct action_hit *hit)
{
	switch_target(action, false);
}

const struct event_action_ops action_enable_event = {
	.name		= "enable_event",
	.slot		= ACTION_SLOT_EVENT,
	.has_target	= true,
	.run		= run_enable_event,
};

const struct event_action_ops action_disable_event = {
	.name		= "disable_event",
	.slot		= ACTION_SLOT_EVENT,
	.has_target	= true,
	.run		= run_disable_event,
};
