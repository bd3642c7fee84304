/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The way "registers" of an entry (ways.c), in line, for record.c and for handlers in which every
 * instruction counts. Such handlers are built as the record path is (kernel/Objects.mk); others
 * call record_entry(). Cases that are not common are left to record.c and general.c.
 */
#ifndef KERNEL_RECORD_ENTRY_H
#define KERNEL_RECORD_ENTRY_H

#include "kernel/record/general.h"
#include "kernel/record/record_inline.h"

/* The ways of an entry by the context that it came in. All return 0, and callers jump to them. */
int record_registers_in_task(struct probe *probe, struct pt_regs *regs,
			     struct ring_buffer_cpu *__percpu *local);
int record_registers_not_in_task(struct probe *probe, struct pt_regs *regs,
				 struct ring_buffer_cpu *__percpu *local);
int record_registers_in_any_context(struct probe *probe, struct pt_regs *regs,
				    struct ring_buffer_cpu *__percpu *local);
int record_entry_not_registers(struct probe *probe, struct pt_regs *regs);

/* Does record_registers_in_task() in line. */
static __always_inline int record_registers_in_task_inline(struct probe *probe, struct pt_regs *regs,
							   struct ring_buffer_cpu *__percpu *local)
{
	const struct record_hit hit = record_hit_entry(probe, regs);

	if (unlikely(!record_task_is_plain()))
		return record_registers_in_any_context(probe, regs, local);
	if (unlikely(!record_only_registers(local, hit, CONTEXT_TASK)))
		return record_entry_general(probe, regs);
	return 0;
}

/*
 * Does record_entry_inline() without jumps at its end, for a caller that has more to do afterwards.
 */
static __always_inline void record_entry_and_go_on(struct probe *probe, struct pt_regs *regs)
{
	struct ring_buffer_cpu *__percpu *local = READ_ONCE(probe->ways.registers);

	if (unlikely(!local))
		record_entry_not_registers(probe, regs);
	else if (unlikely(!record_count_is_of_task()))
		record_registers_not_in_task(probe, regs, local);
	else
		record_registers_in_task_inline(probe, regs, local);
}

/**
 * record_entry_inline() - record_entry() in line
 * @probe: the probe that was hit; its event may just have been switched off
 * @regs: registers at the hit
 *
 * Context: any, preemption off. Return: 0.
 */
static __always_inline int record_entry_inline(struct probe *probe, struct pt_regs *regs)
{
	struct ring_buffer_cpu *__percpu *local = READ_ONCE(probe->ways.registers);

	if (unlikely(!local))
		return record_entry_not_registers(probe, regs);
	if (unlikely(!record_count_is_of_task()))
		return record_registers_not_in_task(probe, regs, local);
	return record_registers_in_task(probe, regs, local);
}

#endif
