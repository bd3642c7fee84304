// SPDX-License-Identifier: GPL-2.0
/*
 * The action snapshot exchanges the buffer of the instance for its snapshot, which ends with the record of
 * the hit.
 */
#include <linux/kprobes.h>

#include "kernel/action/action_table.h"
#include "kernel/event/event.h"
#include "kernel/instance/instance.h"
#include "kernel/instance/snapshot.h"

/* As on mainline, a snapshot that somebody has freed meanwhile stops recording. */
static void __kprobes run_snapshot(struct event_action *action, const struct action_hit *hit)
{
	struct trace_instance *instance = hit->file->instance;

	if (!event_action_spend(action))
		return;
	if (READ_ONCE(instance->snapshot_allocated))
		instance_snapshot_in_hit(instance);
	else
		instance_switch_in_hit(instance, false);
}

const struct event_action_ops action_snapshot = {
	.name		= "snapshot",
	.slot		= ACTION_SLOT_SNAPSHOT,
	.after_record	= true,
	.begin		= instance_arm_snapshot,
	.end		= instance_disarm_snapshot,
	.run		= run_snapshot,
};
