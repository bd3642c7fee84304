// SPDX-License-Identifier: GPL-2.0
/*
 * Runs the actions of an event file for a hit. This is on the record path: see record.c.
 *
 * The order is mainline's. When no action has a filter or acts after the record, all of them run
 * before the hit is recorded, so that the first hit that switches recording on is recorded. Else
 * the record is built first, whether it is going to be recorded or not: the filters are asked,
 * actions of the first kind run, the hit is recorded if that is wanted, and then the others run
 * whose filters had let the hit through.
 *
 * The lists of pids of the instance stand in the middle, as on mainline: a hit of a task that they
 * leave out is not recorded, nor is its record built for actions. When one of the actions needs the
 * record, none of them runs for such a hit; else all do.
 * A switch from one task to another, and a wake-up, are hits of both tasks.
 *
 * While actions of events switch this one, a hit is recorded when that was on before the hit's own actions ran, and is
 * on afterwards.
 *
 * Event probes that are attached to the event fetch from the record that was built, in its scratch buffer,
 * and build theirs in the slot's second one. They come behind the actions of the first kind, and before
 * those that act after the record. Their records stand behind that of the hit, unless the event is off or
 * has a filter: then mainline, too, builds the hit's record elsewhere, and writes it after theirs.
 */
#include <linux/bits.h>
#include <linux/kprobes.h>
#include <linux/rcupdate.h>

#include "kernel/event/event.h"
#include "kernel/event/event_action.h"
#include "kernel/filter/filter.h"
#include "kernel/record/actions.h"
#include "kernel/record/general.h"
#include "kernel/record/record_aside.h"
#include "kernel/record/static_record.h"

static __always_inline struct event_action *action_next(const struct event_action *action)
{
	return rcu_dereference_raw(action->next);
}

static __always_inline bool action_needs_record(const struct event_action *action)
{
	return action->filter || action->ops->after_record;
}

/* Does the record of a hit have to be built before the actions of the list @first run? */
static bool __kprobes actions_need_record(const struct event_action *first)
{
	const struct event_action *action;

	for (action = first; action; action = action_next(action))
		if (action_needs_record(action))
			return true;
	return false;
}

/*
 * Runs the actions that do not wait for the record, which has @size bytes, or is NULL when
 * actions_need_record() said that none is needed. Returns the slots of the others that are to run
 * for this hit, a bit for each.
 */
static u32 __kprobes actions_run(struct event_action *first, const struct action_hit *hit,
				 const void *record, size_t size)
{
	struct event_action *action;
	u32 after = 0;

	for (action = first; action; action = action_next(action)) {
		/* An action may have come since actions_need_record() looked. */
		if (!record && action_needs_record(action))
			continue;
		if (action->filter && !event_filter_match(action->filter, record, size))
			continue;
		if (action->ops->after_record)
			after |= BIT(action->ops->slot);
		else
			action->ops->run(action, hit);
	}
	return after;
}

/* Runs the actions whose slots actions_run() returned. */
static void __kprobes actions_run_after_record(struct event_action *first,
					       const struct action_hit *hit, u32 slots)
{
	struct event_action *action;

	for (action = first; action; action = action_next(action))
		if (slots & BIT(action->ops->slot))
			action->ops->run(action, hit);
}

/*
 * Records a hit that was built aside, if it is wanted and the event's filter lets it through. Returns false when
 * it does not; else record_account() has to follow with *@status.
 */
static bool __kprobes record_built(struct event_file *file, const struct record_hit hit, size_t size,
				   int slot, bool wanted, enum ring_buffer_status *status)
{
	const struct event_filter *filter = rcu_dereference_raw(file->filter);
	const void *record = record_scratch(slot);

	if (!wanted) {
		this_cpu_inc(hit.probe->counters->suppressed);
		return false;
	}
	if (filter && !event_filter_match(filter, record, size)) {
		this_cpu_inc(hit.probe->counters->filtered);
		return false;
	}
	*status = record_write(file->instance, record, size);
	return true;
}

/* Gives the record of a hit to the event probes from @follower on. */
static void __kprobes record_followers(struct event_file *follower, struct pt_regs *regs,
				       const void *record, size_t size, u32 context, int slot)
{
	context = context_of_followers(*(const u32 *)record, context);
	for (; follower; follower = rcu_dereference_raw(follower->next_follower))
		record_follower(follower, regs, record, size, context, record_second_scratch(slot));
}

static __always_inline bool pid_is_ignored(const struct event_file *file, pid_t pid)
{
	return pid_lists_ignore(file->instance->pids, PIDS_RECORDED, pid);
}

/* Is the second task of a hit ignored, or is there none? */
static __always_inline bool second_task_is_ignored(const struct event_file *file,
						   const struct probe *probe,
						   const struct fetch_source *source)
{
	pid_t pid;

	if (!probe->second_pid || probe->second_pid + sizeof(pid) > source->frame_size)
		return true;
	memcpy(&pid, source->frame + probe->second_pid, sizeof(pid));
	return pid_is_ignored(file, pid);
}

/* Do lists of pids keep a hit of the current task from being recorded? */
static __always_inline bool hit_is_ignored(const struct event_file *file, unsigned int flags,
					   const struct probe *probe,
					   const struct fetch_source *source)
{
	return flags & EVENT_FILE_PIDS && pid_is_ignored(file, current->pid) &&
	       second_task_is_ignored(file, probe, source);
}

/**
 * record_followed() - give a hit to event probes, of an event file that is there for nothing else
 * @file: the event file, whose flags are EVENT_FILE_FOLLOWED
 * @probe: the probe that was hit
 * @regs: registers at the hit
 * @source: the frame is the record, with its header
 * @context: what record_context() has returned
 * @slot: the slot that the hit has claimed
 *
 * This is what record_with_actions() does, for a record that need not be built. Context: any, preemption off.
 */
void __kprobes record_followed(struct event_file *file, struct probe *probe, struct pt_regs *regs,
			       const struct fetch_source *source, u32 context, int slot)
{
	this_cpu_inc(probe->counters->suppressed);
	record_followers(rcu_dereference_raw(file->followers), regs, source->frame, source->frame_size,
			 context, slot);
}

/**
 * record_with_actions() - run the actions of an event file, and record the hit if the event is on
 * @file: the event file
 * @probe: the probe that was hit
 * @regs: registers at the hit
 * @func: for a return probe, the function that was entered
 * @ret_ip: for a return probe, the address that @func returns to
 * @source: what the program fetches from
 * @context: what record_context() has returned
 * @slot: the slot that the hit has claimed
 *
 * A hit whose record an action needs is not recorded when recording was off before: mainline builds
 * it where nobody reads it then.
 *
 * Context: any, preemption off.
 */
void __kprobes record_with_actions(struct event_file *file, struct probe *probe,
				   struct pt_regs *regs, unsigned long func, unsigned long ret_ip,
				   struct fetch_source *source, u32 context, int slot)
{
	const struct record_hit hit = {
		.probe = probe,
		.regs = regs,
		.kind = record_kind_of(probe),
		.func = func,
		.ret_ip = ret_ip,
	};
	struct event_action *actions = rcu_dereference_raw(file->actions);
	struct event_file *followers = rcu_dereference_raw(file->followers);
	const struct action_hit at = {
		.file = file,
		.probe = hit.probe,
		.regs = hit.regs,
		.slot = slot,
	};
	unsigned int flags = READ_ONCE(file->flags);
	bool ignored = hit_is_ignored(file, flags, probe, source);
	bool wanted = event_file_records(file, flags) && !ignored;
	void *record = record_scratch(slot);
	bool early = followers || actions_need_record(actions);
	enum ring_buffer_status status;
	bool written, behind;
	size_t size = 0;
	u32 after;

	if (early && ignored) {
		this_cpu_inc(hit.probe->counters->suppressed);
		return;
	}
	if (early)
		wanted = wanted && instance_is_tracing(file->instance);
	else
		actions_run(actions, &at, NULL, 0);
	if (early || wanted) {
		if (probe->brings_record && source->frame_size > READ_ONCE(file->instance->record_room)) {
			this_cpu_inc(hit.probe->counters->lost_large);
			return;
		}
		size = record_build_aside(file->instance, hit, source, context, record);
	}
	after = early ? actions_run(actions, &at, record, size) : 0;
	/* An action may have switched its own event off. */
	wanted = wanted && event_file_records(file, flags);
	behind = wanted && !rcu_access_pointer(file->filter);
	if (!behind)
		record_followers(followers, regs, record, size, context, slot);
	written = record_built(file, hit, size, slot, wanted, &status);
	if (behind)
		record_followers(followers, regs, record, size, context, slot);
	if (written)
		record_account(file, hit, status, slot);
	if (after)
		actions_run_after_record(actions, &at, after);
}
