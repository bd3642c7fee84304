// SPDX-License-Identifier: GPL-2.0
/*
 * Records hits of static events for any number of instances, with filters, any options and clocks.
 * This is on the record path: see record.c. The way is that of general.c, but the record is there
 * when the hit comes.
 */
#include <linux/kprobes.h>
#include <linux/rcupdate.h>

#include "kernel/event/event.h"
#include "kernel/filter/filter.h"
#include "kernel/instance/instance.h"
#include "kernel/record/actions.h"
#include "kernel/record/general.h"
#include "kernel/record/record_aside.h"
#include "kernel/record/record_inline.h"
#include "kernel/record/static_record.h"

/* The low nibble of the count is the depth of preemption, see context_depths_of(). */
static __always_inline void complete_header(const struct probe *probe, struct static_frame *frame)
{
	struct record_header *header = &frame->header;

	memcpy(header, frame->record, sizeof(*header));
	header->type = probe->id;
	if ((header->preempt_count & 0xf) >= frame->depth)
		header->preempt_count -= frame->depth;
}

/* Records straight into the buffer. */
static __always_inline enum ring_buffer_status write_direct(struct event_file *file,
							    const struct static_frame *frame)
{
	enum ring_buffer_status status;
	struct ring_buffer_cpu *cpu;
	void *record;
	u64 time;

	status = ring_buffer_begin(file->instance->buffer, frame->size, &cpu, &record, &time);
	if (unlikely(status != RING_BUFFER_OK))
		return status;
	static_record_copy(record, frame);
	ring_buffer_end(cpu);
	return RING_BUFFER_OK;
}

static __always_inline void record_in_file(struct event_file *file, const struct record_hit hit,
					   const struct static_frame *frame, u32 context, int slot)
{
	const struct event_filter *filter;

	if (unlikely(data_race(file->flags != EVENT_FILE_RECORDS))) {
		struct fetch_source source = { .frame = frame };

		record_with_actions(file, hit.probe, hit.regs, 0, 0, &source, context, slot);
		return;
	}
	filter = rcu_dereference_raw(file->filter);
	if (filter) {
		void *record = record_scratch(slot);

		static_record_copy(record, frame);
		if (!event_filter_match(filter, record, frame->size)) {
			this_cpu_inc(hit.probe->counters->filtered);
			return;
		}
	}
	record_account(file, hit, write_direct(file, frame), slot);
}

/**
 * static_record() - record a hit of a static event
 * @probe: the event's probe
 * @regs: registers at the caller of the tracepoint, of which perf has filled in a few
 * @frame: what the hit brings
 *
 * Context: any, preemption off.
 */
void __kprobes static_record(struct probe *probe, struct pt_regs *regs, struct static_frame *frame)
{
	struct event_file *file = rcu_dereference_raw(probe->event->files);
	const struct record_hit hit = record_hit_entry(probe, regs);
	u32 context;
	int slot;

	if (unlikely(!file))	/* the event is being disabled: the hit came too late to count */
		return;
	this_cpu_inc(probe->counters->slow);
	if (unlikely(frame->size > FETCH_RECORD_MAX || frame->size < sizeof(frame->header))) {
		this_cpu_inc(probe->counters->lost_large);
		return;
	}
	complete_header(probe, frame);
	context = record_context();
	slot = record_claim(context_level(context));
	if (unlikely(slot < 0)) {
		this_cpu_inc(probe->counters->lost_nested);
		return;
	}
	for (;;) {
		record_in_file(file, hit, frame, context, slot);
		file = rcu_dereference_raw(file->next);
		if (likely(!file))
			break;
		this_cpu_inc(probe->counters->again);
	}
	record_release(slot);
}
