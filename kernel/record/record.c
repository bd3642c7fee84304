// SPDX-License-Identifier: GPL-2.0
/*
 * The record path leads from a hit to the way that ways.c chose for its probe.
 *
 * The record path runs in every context up to NMI, with preemption off. It takes no lock, allocates
 * nothing, and on the common path writes no cache line that another CPU writes. Its code is built
 * without function-entry hooks and lies in .kprobes.text, so that no probe can be put on it.
 * slots.c says how hits on top of each other are kept apart.
 */
#include <linux/kprobes.h>
#include <linux/rcupdate.h>

#include "kernel/event/event.h"
#include "kernel/filter/filter.h"
#include "kernel/instance/instance.h"
#include "kernel/record/record_entry.h"

static __always_inline void record_arguments(const struct record_hit hit, void *record)
{
	const struct fetch_program *program = hit.probe->program;
	const struct fetch_op *op = program->op, *end = op + program->nr_ops;
	enum fetch_tried tried;

	pagefault_disable();
	for (; op < end; op++) {
		tried = fetch_try(op, hit.regs, hit.entry_data, record);
		if (unlikely(tried))
			record_argument(hit.probe, hit.regs, hit.entry_data, op, tried, record);
	}
	pagefault_enable();
}

/* Returns false when the hit has to take the general way; nothing was counted then. */
static __always_inline bool record_bounded(struct ring_buffer_cpu *__percpu *local,
					   const struct record_hit hit)
{
	struct ring_buffer_cpu *cpu = raw_cpu_read(*local);
	struct probe *probe = hit.probe;
	void *record;

	if (unlikely(!record_begin_fetch()))
		return false;
	if (unlikely(!record_begin_first(cpu, &probe->room, &record))) {
		record_end_fetch();
		return false;
	}
	record = record_front_complete(record, hit, CONTEXT_TASK, ring_buffer_private(cpu));
	record_clear_slack(record, probe->room);
	record_arguments(hit, record);
	ring_buffer_end_first(cpu);
	record_end_fetch();
	this_cpu_inc(probe->counters->recorded);
	return true;
}

/* The ways of an entry all return 0, and the quicker ones end in a jump to the slower ones. */

/**
 * record_registers_in_any_context() - record an entry, in any context
 * @probe: the probe that was hit
 * @regs: registers at the hit
 * @local: what @probe has in ways.registers
 *
 * Return: 0.
 */
int __kprobes record_registers_in_any_context(struct probe *probe, struct pt_regs *regs,
					      struct ring_buffer_cpu *__percpu *local)
{
	const struct record_hit hit = record_hit_entry(probe, regs);

	if (unlikely(!record_only_registers(local, hit, record_context())))
		return record_entry_general(probe, regs);
	this_cpu_inc(probe->counters->any_context);
	return 0;
}

/**
 * record_registers_in_task() - record an entry, when the preemption count is that of a task
 * @probe: the probe that was hit
 * @regs: registers at the hit
 * @local: what @probe has in ways.registers
 *
 * Return: 0.
 */
int __kprobes record_registers_in_task(struct probe *probe, struct pt_regs *regs,
				       struct ring_buffer_cpu *__percpu *local)
{
	return record_registers_in_task_inline(probe, regs, local);
}

/**
 * record_registers_not_in_task() - record an entry, when the preemption count is not that of a task
 * @probe: the probe that was hit
 * @regs: registers at the hit
 * @local: what @probe has in ways.registers
 *
 * Return: 0.
 */
int __kprobes record_registers_not_in_task(struct probe *probe, struct pt_regs *regs,
					   struct ring_buffer_cpu *__percpu *local)
{
	const struct record_hit hit = record_hit_entry(probe, regs);

	if (unlikely(!record_context_is_breakpoint()))
		return record_registers_in_any_context(probe, regs, local);
	if (unlikely(!record_only_registers(local, hit, CONTEXT_BREAKPOINT)))
		return record_entry_general(probe, regs);
	return 0;
}

static noinline int __kprobes record_entry_bounded(struct probe *probe, struct pt_regs *regs,
						   struct ring_buffer_cpu *__percpu *local)
{
	if (unlikely(!record_bounded(local, record_hit_entry(probe, regs))))
		return record_entry_general(probe, regs);
	return 0;
}

static noinline int __kprobes record_entry_accepted(struct probe *probe, struct pt_regs *regs,
						    struct event_file *file)
{
	const struct record_hit hit = record_hit_entry(probe, regs);

	if (unlikely(!record_context_is_task() ||
		     !record_only_registers(file->instance->buffer->local, hit, CONTEXT_TASK)))
		return record_entry_general(probe, regs);
	return 0;
}

/* The filter decides by the registers, before the record is made. */
static noinline int __kprobes record_entry_registers_filter(struct probe *probe, struct pt_regs *regs,
							    struct event_file *file)
{
	const struct event_filter *filter = rcu_dereference_raw(file->filter);
	int match;

	if (unlikely(!filter))
		return record_entry_general(probe, regs);
	match = event_filter_match_registers(filter, probe->program, regs);
	if (match > 0)
		return record_entry_accepted(probe, regs, file);
	if (unlikely(match < 0))
		return record_entry_general(probe, regs);
	this_cpu_inc(probe->counters->filtered);
	return 0;
}

/**
 * record_entry_not_registers() - do record_entry_inline() for a probe whose ways.registers is NULL
 * @probe: the probe that was hit
 * @regs: registers at the hit
 *
 * Return: 0.
 */
int __kprobes record_entry_not_registers(struct probe *probe, struct pt_regs *regs)
{
	struct ring_buffer_cpu *__percpu *local;
	struct event_file *file;

	local = READ_ONCE(probe->ways.bounded);
	if (local)
		return record_entry_bounded(probe, regs, local);
	local = READ_ONCE(probe->ways.strings);
	if (local)
		return record_entry_strings(probe, regs, local);
	file = rcu_dereference_raw(probe->ways.registers_filter);
	if (file)
		return record_entry_registers_filter(probe, regs, file);
	return record_entry_general(probe, regs);
}

/**
 * record_entry() - record a hit of an entry probe
 * @probe: the probe that was hit; its event may just have been switched off
 * @regs: registers at the hit
 *
 * Context: any, preemption off. Return: 0, as a kprobe's handler does.
 */
int __kprobes record_entry(struct probe *probe, struct pt_regs *regs)
{
	return record_entry_inline(probe, regs);
}

static noinline int __kprobes record_return_bounded(struct probe *probe, struct pt_regs *regs,
						    unsigned long func, unsigned long ret_ip,
						    const void *entry_data)
{
	const struct record_hit hit = record_hit_return(probe, regs, func, ret_ip, entry_data);
	struct ring_buffer_cpu *__percpu *local = READ_ONCE(probe->ways.bounded);

	if (unlikely(!local || !record_bounded(local, hit)))
		return record_return_general(probe, regs, func, ret_ip, entry_data);
	return 0;
}

/**
 * record_return() - record a return from a probed function
 * @probe: the probe that was hit; its event may just have been switched off
 * @regs: registers at the return
 * @func: the function that returned
 * @ret_ip: the address that the function returns to
 * @entry_data: what fetch_program_run_entry() saved
 *
 * Context: any, preemption off. Return: 0, as a kretprobe's handler does.
 */
int __kprobes record_return(struct probe *probe, struct pt_regs *regs, unsigned long func,
			    unsigned long ret_ip, const void *entry_data)
{
	const struct record_hit hit = record_hit_return(probe, regs, func, ret_ip, entry_data);
	struct ring_buffer_cpu *__percpu *local = READ_ONCE(probe->ways.registers);

	if (unlikely(!local))
		return record_return_bounded(probe, regs, func, ret_ip, entry_data);
	if (unlikely(!record_context_is_task() || !record_only_registers(local, hit, CONTEXT_TASK)))
		return record_return_general(probe, regs, func, ret_ip, entry_data);
	return 0;
}
