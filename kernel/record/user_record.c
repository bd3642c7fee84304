// SPDX-License-Identifier: GPL-2.0
/*
 * Records hits of user probes, whose arguments have been fetched. From here on this is the record path: see
 * record.c. There is but one way, which is that of record_general() with a record to be copied.
 */
#include <linux/kprobes.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>

#include "kernel/event/event.h"
#include "kernel/filter/filter.h"
#include "kernel/instance/instance.h"
#include "kernel/record/actions.h"
#include "kernel/record/general.h"
#include "kernel/record/record_aside.h"
#include "kernel/record/record_inline.h"
#include "kernel/record/static_record.h"
#include "kernel/record/user_record.h"

static __always_inline void record_in_file(struct event_file *file, const struct record_hit hit,
					   struct fetch_source *source, u32 context, int slot)
{
	const struct event_filter *filter;

	if (unlikely(data_race(file->flags != EVENT_FILE_RECORDS))) {
		record_with_actions(file, hit.probe, hit.regs, 0, 0, source, context, slot);
		return;
	}
	filter = rcu_dereference_raw(file->filter);
	if (filter && !event_filter_match(filter, source->frame, source->frame_size)) {
		this_cpu_inc(hit.probe->counters->filtered);
		return;
	}
	record_account(file, hit, record_write(file->instance, source->frame, source->frame_size), slot);
}

static __always_inline void record_in_files(const struct record_hit hit,
					    struct fetch_source *source, u32 context)
{
	struct event_file *file = rcu_dereference_raw(hit.probe->event->files);
	int slot;

	if (unlikely(!file))	/* the event is being disabled: the hit came too late to count */
		return;
	this_cpu_inc(hit.probe->counters->slow);
	slot = record_claim(context_level(context));
	if (unlikely(slot < 0)) {
		this_cpu_inc(hit.probe->counters->lost_nested);
		return;
	}
	for (;;) {
		record_in_file(file, hit, source, context, slot);
		file = rcu_dereference_raw(file->next);
		if (likely(!file))
			break;
		this_cpu_inc(hit.probe->counters->again);
	}
	record_release(slot);
}

/**
 * user_record() - record a hit of a user probe
 * @probe: the probe that was hit
 * @regs: registers of the program
 * @record: the record, complete but for the common header, which this call writes
 * @size: bytes at @record
 *
 * The context that the record shows is that of the caller. Context: a task, preemption on.
 */
void __kprobes user_record(struct probe *probe, struct pt_regs *regs, void *record, size_t size)
{
	struct fetch_source source = { .frame = record, .frame_size = size };
	u32 context = record_context();

	preempt_disable_notrace();
	record_header_write(record, probe->id | context_head(context));
	record_in_files(record_hit_entry(probe, regs), &source, context);
	preempt_enable_notrace();
}
