// SPDX-License-Identifier: GPL-2.0
/*
 * The action stacktrace records the kernel stack of the hit, behind the hit.
 */
#include <linux/kprobes.h>

#include "kernel/action/action_table.h"
#include "kernel/event/event.h"
#include "kernel/instance/comm_cache.h"
#include "kernel/instance/instance.h"
#include "kernel/record/stack.h"

static void __kprobes run_stacktrace(struct event_action *action, const struct action_hit *hit)
{
	struct trace_instance *instance = hit->file->instance;

	if (!event_action_spend(action))
		return;
	/* The stack may be the only record of the task. */
	if (READ_ONCE(instance->options) & TRACE_OPTIONS_NOTE_TASK)
		comm_cache_note(instance->comms);
	record_stack(instance, hit->probe, hit->regs, hit->slot);
}

const struct event_action_ops action_stacktrace = {
	.name		= "stacktrace",
	.slot		= ACTION_SLOT_STACK,
	.after_record	= true,
	.run		= run_stacktrace,
};
