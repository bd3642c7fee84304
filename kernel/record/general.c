// SPDX-License-Identifier: GPL-2.0
/*
 * The general way records hits for any number of instances, with filters, any options and clocks,
 * and programs of any kind. All other ways end here when something keeps a hit from them.
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

/**
 * record_count_failure() - count why a hit was not recorded
 * @probe: the probe that was hit
 * @status: what the ring buffer said, not RING_BUFFER_OK
 */
noinline void __kprobes record_count_failure(struct probe *probe, enum ring_buffer_status status)
{
	if (status == RING_BUFFER_OFF)
		this_cpu_inc(probe->counters->suppressed);
	else if (status == RING_BUFFER_TOO_LARGE)
		this_cpu_inc(probe->counters->lost_large);
	else if (status == RING_BUFFER_NESTED)
		this_cpu_inc(probe->counters->lost_nested);
	else
		this_cpu_inc(probe->counters->lost_full);
}

/**
 * record_argument() - fetch an argument that takes more than fetch_try() does
 * @probe: the probe that was hit
 * @regs: registers at the hit
 * @entry_data: data saved at entry, as in struct record_hit
 * @op: the argument: memory that is not the kernel's, or not there, and so on
 * @tried: what fetch_try() returned
 * @record: receives the argument
 */
void __kprobes record_argument(struct probe *probe, struct pt_regs *regs, const void *entry_data,
			       const struct fetch_op *op, enum fetch_tried tried, void *record)
{
	struct fetch_source source = { .frame = regs, .entry_data = entry_data };

	fetch_run_other(op, tried, &source, record);
	if (source.faults)
		this_cpu_add(probe->counters->faults, source.faults);
}

/**
 * record_write() - record what was built aside
 * @instance: the instance that gets the record
 * @record: the record in the scratch buffer of a slot
 * @size: bytes at @record
 *
 * The name of the task is noted before readers can see the record. Context: any, preemption off.
 */
noinline enum ring_buffer_status __kprobes record_write(struct trace_instance *instance,
							const void *record, size_t size)
{
	enum ring_buffer_status status;
	struct ring_buffer_cpu *cpu;
	void *payload;
	u64 time;

	status = ring_buffer_begin(instance->buffer, size, &cpu, &payload, &time);
	if (unlikely(status != RING_BUFFER_OK))
		return status;
	subbuf_write_payload(payload, record, size);
	record_note_task(instance);
	ring_buffer_end(cpu);
	return RING_BUFFER_OK;
}

/*
 * Records straight into the buffer; without a filter, and when the size is known or has a close
 * bound.
 */
static __always_inline enum ring_buffer_status
record_direct(struct event_file *file, const struct record_hit hit, struct fetch_source *source,
	      u32 context)
{
	const struct fetch_program *program = hit.probe->program;
	enum ring_buffer_status status;
	struct ring_buffer_cpu *cpu;
	void *record;
	u64 time;

	status = ring_buffer_begin(file->instance->buffer, program->bound, &cpu, &record, &time);
	if (unlikely(status != RING_BUFFER_OK))
		return status;
	record_front_write(record, hit, context);
	fetch_program_run_bounded(program, source, record);
	record_note_task(file->instance);
	ring_buffer_end(cpu);
	return RING_BUFFER_OK;
}

/*
 * Builds the record aside, because a filter may refuse it or its size is not known. Returns false
 * when the filter refused it.
 */
static __always_inline bool record_aside(struct event_file *file,
					 const struct event_filter *filter,
					 const struct record_hit hit, struct fetch_source *source,
					 u32 context, int slot, enum ring_buffer_status *status)
{
	void *record = record_scratch(slot);
	size_t size = record_build_aside(file->instance, hit, source, context, record);

	if (filter && !event_filter_match(filter, record, size))
		return false;
	*status = record_write(file->instance, record, size);
	return true;
}

static __always_inline void record_in_file(struct event_file *file, const struct record_hit hit,
					   struct fetch_source *source, u32 context, int slot)
{
	const struct event_filter *filter;
	enum ring_buffer_status status;

	/* The load may be a part of the comparison, unlike a READ_ONCE(). */
	if (unlikely(data_race(file->flags != EVENT_FILE_RECORDS))) {
		/* The members go one by one: @hit as a whole would have to be in memory. */
		record_with_actions(file, hit.probe, hit.regs, hit.func, hit.ret_ip, source, context,
				    slot);
		return;
	}
	filter = rcu_dereference_raw(file->filter);
	if (!filter && hit.probe->program->bound) {
		status = record_direct(file, hit, source, context);
	} else if (!record_aside(file, filter, hit, source, context, slot, &status)) {
		this_cpu_inc(hit.probe->counters->filtered);
		return;
	}
	record_account(file, hit, status, slot);
}

/* Records a hit for any number of instances, with any filters and programs, which fetch from @frame. */
static __always_inline void record_general(const struct record_hit hit, const void *frame)
{
	struct event_file *file = rcu_dereference_raw(hit.probe->event->files);
	struct fetch_source source = { .frame = frame, .entry_data = hit.entry_data };
	u32 context;
	int slot;

	if (unlikely(!file))	/* the event is being disabled: the hit came too late to count */
		return;
	this_cpu_inc(hit.probe->counters->slow);
	context = record_context();
	slot = record_claim(context_level(context));
	if (unlikely(slot < 0)) {
		this_cpu_inc(hit.probe->counters->lost_nested);
		return;
	}
	for (;;) {
		record_in_file(file, hit, &source, context, slot);
		file = rcu_dereference_raw(file->next);
		if (likely(!file))
			break;
		this_cpu_inc(hit.probe->counters->again);
	}
	if (unlikely(source.faults))
		this_cpu_add(hit.probe->counters->faults, source.faults);
	record_release(slot);
}

/**
 * record_entry_general() - record a hit of an entry probe the general way
 * @probe: the probe that was hit
 * @regs: registers at the entry
 *
 * Context: any, preemption off. Return: 0.
 */
int __kprobes record_entry_general(struct probe *probe, struct pt_regs *regs)
{
	record_general(record_hit_entry(probe, regs), regs);
	return 0;
}

/**
 * record_frame() - record a hit whose arguments are not in registers
 * @probe: the probe that was hit
 * @regs: registers at the hit, for stacks and triggers
 * @frame: what the kind of the probe fetches from
 *
 * Context: any, preemption off.
 */
void __kprobes record_frame(struct probe *probe, struct pt_regs *regs, const void *frame)
{
	record_general(record_hit_entry(probe, regs), frame);
}

/*
 * Does the way "bounded" of an event probe, whose caller has a slot. Returns false when the hit has to take the
 * general way; nothing was counted then.
 */
static __always_inline bool record_follower_bounded(struct ring_buffer_cpu *__percpu *local,
						    const struct record_hit hit,
						    struct fetch_source *source, u32 context)
{
	struct ring_buffer_cpu *cpu = raw_cpu_read(*local);
	void *record;

	if (unlikely(!record_begin_follower(cpu, hit, context, &record)))
		return false;
	if (hit.probe->has_arguments)
		fetch_program_run_bounded(hit.probe->program, source, record);
	record_end_follower(cpu, hit);
	return true;
}

/**
 * record_follower() - record a hit of an event probe in one instance
 * @file: the file of the probe's event in the instance where the hit was
 * @regs: registers at the hit, for stacks and triggers
 * @record: the record of the event that the probe is attached to
 * @size: bytes at @record, no less than the common header takes
 * @context: what record_context() has returned
 * @slot: number of a scratch buffer where @record is not
 *
 * A hit that the probe's own filter refuses counts as filtered, and each instance counts its hits.
 * Context: any, preemption off; the caller has a slot.
 */
void __kprobes record_follower(struct event_file *file, struct pt_regs *regs, const void *record,
			       size_t size, u32 context, int slot)
{
	const struct record_hit hit = { .probe = file->follower, .regs = regs, .kind = PROBE_EVENT };
	struct fetch_source source = { .frame = record, .frame_size = size };
	const struct event_filter *condition = hit.probe->condition;
	struct ring_buffer_cpu *__percpu *local = READ_ONCE(hit.probe->ways.bounded);

	if (condition && !event_filter_match(condition, record, size)) {
		this_cpu_inc(hit.probe->counters->filtered);
		return;
	}
	/* While the event probe is switched off in one of two instances, @local may be of the other one. */
	if (!ring_buffer_has_local(file->instance->buffer, local) ||
	    unlikely(!record_follower_bounded(local, hit, &source, context))) {
		this_cpu_inc(hit.probe->counters->slow);
		record_in_file(file, hit, &source, context, slot);
	}
	if (unlikely(source.faults))
		this_cpu_add(hit.probe->counters->faults, source.faults);
}

/**
 * record_return_general() - record a hit of a return probe the general way
 * @probe: the probe that was hit
 * @regs: registers at the return
 * @func: the function that returned
 * @ret_ip: the address that the function returns to
 * @entry_data: what fetch_program_run_entry() saved
 *
 * Context: any, preemption off. Return: 0.
 */
int __kprobes record_return_general(struct probe *probe, struct pt_regs *regs, unsigned long func,
				    unsigned long ret_ip, const void *entry_data)
{
	record_general(record_hit_return(probe, regs, func, ret_ip, entry_data), regs);
	return 0;
}
