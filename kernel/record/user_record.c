// SPDX-License-Identifier: GPL-2.0
/*
 * Records hits of user probes, whose arguments are registers, or have been fetched. From here on this is the
 * record path: see record.c. The ways (ways.c) are "registers", "copied", and that of record_general() with a
 * record to be copied.
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

	if (data_race(file->flags == EVENT_FILE_FOLLOWED)) {
		record_followed(file, hit.probe, hit.regs, source, context, slot);
		return;
	}
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

static noinline void __kprobes record_general(struct probe *probe, struct pt_regs *regs, void *record,
					      size_t size)
{
	struct fetch_source source = { .frame = record, .frame_size = size };
	u32 context = record_context();

	preempt_disable_notrace();
	record_header_write(record, probe->id | context_head(context));
	record_in_files(record_hit_entry(probe, regs), &source, context);
	preempt_enable_notrace();
}

/*
 * Does the way "registers", for an entry or a return by @hit.kind. Returns false when the hit has to take
 * another way; nothing was counted then.
 */
static __always_inline bool record_only_user_registers(const struct record_hit hit)
{
	struct ring_buffer_cpu *__percpu *local;
	bool recorded;

	preempt_disable_notrace();
	local = READ_ONCE(hit.probe->ways.registers);
	recorded = local && record_context_is_task() && record_only_registers(local, hit, CONTEXT_TASK);
	preempt_enable_notrace();
	return recorded;
}

static __always_inline struct record_hit hit_of_entry(struct probe *probe, struct pt_regs *regs)
{
	return (struct record_hit){ .probe = probe, .regs = regs, .kind = PROBE_USER_ENTRY };
}

/**
 * user_record_registers() - record a hit of a user probe that needs registers alone
 * @probe: the probe that was hit, at an entry
 * @regs: registers of the program
 *
 * Context: a task, preemption on.
 *
 * Return: false when the arguments have to be fetched, and user_record() has to be called.
 */
bool __kprobes user_record_registers(struct probe *probe, struct pt_regs *regs)
{
	return record_only_user_registers(hit_of_entry(probe, regs));
}

/**
 * user_record_return_registers() - do user_record_registers() for a return
 * @probe: the probe that was hit
 * @regs: registers of the program
 * @func: where the function was entered
 *
 * Context: a task, preemption on. Return: as user_record_registers().
 */
bool __kprobes user_record_return_registers(struct probe *probe, struct pt_regs *regs, unsigned long func)
{
	return record_only_user_registers(record_hit_return(probe, regs, func,
							    instruction_pointer(regs), NULL));
}

/*
 * Does the way "copied": the record is complete but for its header. Returns false when the hit has to
 * take the general way; nothing was counted then.
 */
static __always_inline bool record_copied(struct ring_buffer_cpu *__percpu *local,
					  const struct record_hit hit, const void *made, size_t size)
{
	const struct ring_buffer_room room = ring_buffer_room(round_up(size, 4), hit.probe->id);
	struct ring_buffer_cpu *cpu = raw_cpu_read(*local);
	const size_t header = sizeof(struct record_header);
	void *record;

	if (unlikely(!subbuf_is_small(round_up(size, 4)) || !record_begin_first(cpu, &room, &record)))
		return false;
	record = record_front_complete(record, hit, CONTEXT_TASK, ring_buffer_private(cpu));
	record_clear_slack(record, room);
	memcpy(record + header, made + header, size - header);
	ring_buffer_end_first(cpu);
	this_cpu_inc(hit.probe->counters->recorded);
	return true;
}

/**
 * user_record() - record a hit of a user probe whose arguments have been fetched
 * @probe: the probe that was hit
 * @regs: registers of the program
 * @record: the record, complete but for the common header, which this call writes
 * @size: bytes at @record
 *
 * The context that the record shows is that of the caller. Context: a task, preemption on.
 */
void __kprobes user_record(struct probe *probe, struct pt_regs *regs, void *record, size_t size)
{
	struct ring_buffer_cpu *__percpu *local;
	bool recorded;

	preempt_disable_notrace();
	local = READ_ONCE(probe->ways.copied);
	recorded = local && record_context_is_task() &&
		   record_copied(local, hit_of_entry(probe, regs), record, size);
	preempt_enable_notrace();
	if (unlikely(!recorded))
		record_general(probe, regs, record, size);
}
