/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The way "registers" of a hit (ways.c), in line: for record.c, and for handlers in which every instruction
 * counts. Those are built as the record path is (kernel/Objects.mk); others call record_entry().
 * What is no common case is left to record.c, where all is explained.
 */
#ifndef KERNEL_RECORD_INLINE_H
#define KERNEL_RECORD_INLINE_H

#include <linux/percpu.h>
#include <linux/ptrace.h>
#include <linux/rcupdate.h>

#include "fetch/fetch_inline.h"
#include "kernel/buffer/ring_buffer.h"
#include "kernel/buffer/ring_buffer_write.h"
#include "kernel/event/probe.h"
#include "kernel/instance/comm_cache.h"
#include "kernel/record/context.h"
#include "kernel/record/record.h"

/*
 * Levels of nesting, as the preemption count shows them, and a slot for each; and one slot for what
 * it does not show: see the top of slots.c.
 */
#define RECORD_LEVELS		4	/* task, softirq, hardirq, NMI or exception */
#define RECORD_TRANSITION	RECORD_LEVELS
#define RECORD_SLOTS		(RECORD_LEVELS + 1)

/* All of them, and one that needs no slot, in one buffer */
static_assert(RING_BUFFER_DEPTHS > RECORD_SLOTS);

/**
 * struct record_cpu - what the record path has on each CPU
 * @active: the slot is taken: a hit fetches and records in it
 * @scratch: a page for each slot
 */
struct record_cpu {
	bool active[RECORD_SLOTS];
	void *scratch[RECORD_SLOTS];
};

DECLARE_PER_CPU(struct record_cpu, record_cpu);

/* false: the slot of this CPU is taken. */
static __always_inline bool record_claim_slot(unsigned int slot)
{
	/*
	 * Whoever comes in between the two has released what it claimed when it returns.
	 */
	if (unlikely(raw_cpu_read(record_cpu.active[slot])))
		return false;
	raw_cpu_write(record_cpu.active[slot], true);
	barrier();
	return true;
}

/* The slot of @level, or that of a transition; -1: both of this CPU are taken. */
static __always_inline int record_claim(unsigned int level)
{
	if (likely(record_claim_slot(level)))
		return level;
	return record_claim_slot(RECORD_TRANSITION) ? RECORD_TRANSITION : -1;
}

static __always_inline void record_release(unsigned int slot)
{
	barrier();
	raw_cpu_write(record_cpu.active[slot], false);
}

/**
 * record_scratch() - a buffer for a record whose size is not known yet
 * @slot: of the caller, from record_enter()
 *
 * Return: FETCH_RECORD_MAX bytes, the caller's until record_exit().
 */
static __always_inline void *record_scratch(int slot)
{
	return __this_cpu_read(record_cpu.scratch[slot]);
}

/**
 * struct record_hit - what of a hit is the same for every instance that records it
 * @probe: that was hit
 * @regs: registers there
 * @kind: of the probe
 * @func: function that was entered, of a return probe
 * @ret_ip: where it returns to
 * @entry_data: what was saved at entry
 *
 * Passed by value to functions that are inlined: its members stay in registers.
 */
struct record_hit {
	struct probe *probe;
	struct pt_regs *regs;
	enum probe_kind kind;
	unsigned long func;
	unsigned long ret_ip;
	const void *entry_data;
};

static __always_inline struct record_hit record_hit_entry(struct probe *probe, struct pt_regs *regs)
{
	return (struct record_hit){ .probe = probe, .regs = regs, .kind = PROBE_ENTRY };
}

static __always_inline struct record_hit record_hit_return(struct probe *probe,
							   struct pt_regs *regs, unsigned long func,
							   unsigned long ret_ip,
							   const void *entry_data)
{
	return (struct record_hit){
		.probe = probe,
		.regs = regs,
		.kind = PROBE_RETURN,
		.func = func,
		.ret_ip = ret_ip,
		.entry_data = entry_data,
	};
}

/* @head: first word of the header */
static __always_inline void record_head_write(void *record, u32 head)
{
	struct record_header *header = record;

	memcpy(header, &head, sizeof(head));
	header->pid = current->pid;
}

static __always_inline void record_place_write(void *record, const struct record_hit hit)
{
	unsigned long *word = record + sizeof(struct record_header);

	if (hit.kind == PROBE_RETURN) {
		word[0] = hit.func;
		word[1] = hit.ret_ip;
	} else {
		word[0] = probe_ip(hit.probe);
	}
}

static __always_inline void record_front_write(void *record, const struct record_hit hit,
					       u32 context)
{
	record_head_write(record, hit.probe->id | context_head(context));
	record_place_write(record, hit);
}

/*
 * The same where the event's id is there, and nothing else of the first word (event_choose_ways());
 * the task is noted in @cache. Returns @record.
 */
static __always_inline void *record_front_complete(void *record, const struct record_hit hit,
						   u32 context, struct comm_cache *cache)
{
	struct record_header *header = record;
	const struct task_struct *task;
	u32 *head = record;
	s32 pid;

	/* Hooks that leave no trace in the preemption count leave interrupts as they were, too. */
	if (__builtin_constant_p(context) && context == CONTEXT_TASK) {
		if (unlikely(compat_irqs_off_at(hit.regs)))
			*head |= RECORD_IRQS_OFF << CONTEXT_FLAGS_SHIFT;
	} else {
		*head |= context_head(context);
	}
	task = current;
	pid = task->pid;
	header->pid = pid;
	record_place_write(record, hit);
	/* What is in a register is where the header of the event is. */
	return comm_cache_note_task(cache, task, pid, record - EVENT_SMALL_HEADER) +
	       EVENT_SMALL_HEADER;
}

/*
 * Room in the buffer, when nobody is inside. In whatever context: that is all that keeps writers
 * apart. What calls nothing that can be probed until it has left needs no slot, either.
 */
static __always_inline bool record_begin_first(struct ring_buffer_cpu *cpu,
					       const struct ring_buffer_room *room, void **record)
{
	u64 time;

	if (unlikely(!ring_buffer_enter_first(cpu)))
		return false;
	if (likely(ring_buffer_begin_quick(cpu, room, record, &time)))
		return true;
	ring_buffer_refuse(cpu);
	return false;
}

/*
 * A hit of a task is about to fetch more than registers: the slot of tasks is its own until
 * record_end_fetch(). False: this is not a task, or a hit below has the slot.
 */
static __always_inline bool record_begin_fetch(void)
{
	return record_context_is_task() && record_claim_slot(context_level(CONTEXT_TASK));
}

static __always_inline void record_end_fetch(void)
{
	record_release(context_level(CONTEXT_TASK));
}

/* What is left of the last word is no argument's. Comes before the arguments. */
static __always_inline void record_clear_slack(void *record, struct ring_buffer_room room)
{
	*(u32 *)(record + room.words * 4 - 4) = 0;
}

/*
 * What is left of the last word behind @size bytes, and no more: a register that was stored whole may
 * reach into that word, and over the parts that are stored next.
 */
static __always_inline void record_clear_behind(void *record, size_t size)
{
	u32 *last = record + round_up(size, 4) - 4;

	if (size % 4)
		*last &= (1U << size % 4 * 8) - 1;
}

static __always_inline void record_registers(const struct record_hit hit, void *record)
{
	const struct fetch_program *program;

	if (!hit.probe->has_arguments)
		return;
	program = hit.probe->program;
	fetch_program_run_whole(program, hit.regs, record);
	if (unlikely(program->has_parts)) {
		record_clear_behind(record, fetch_program_bound(program));
		fetch_program_run_parts(program, hit.regs, record);
	}
}

/*
 * For probes that event_choose_ways() found fit: one instance, with the usual options and clock, no
 * filter, a small record of registers alone. Little is called, and little has to be saved for that.
 *
 * @local: hit.probe->ways.registers. False: somebody is inside the buffer, or the page has no room; nothing was counted.
 */
static __always_inline bool record_only_registers(struct ring_buffer_cpu *__percpu *local,
						  const struct record_hit hit, u32 context)
{
	struct ring_buffer_cpu *cpu = raw_cpu_read(*local);
	void *record;

	if (unlikely(!record_begin_first(cpu, &hit.probe->room, &record)))
		return false;
	record = record_front_complete(record, hit, context, ring_buffer_private(cpu));
	record_registers(hit, record);
	ring_buffer_end_first(cpu);
	this_cpu_inc(hit.probe->counters->recorded);
	return true;
}

/* The ways of an entry by the context it came in. All return 0, and are jumped to. */
int record_registers_in_task(struct probe *probe, struct pt_regs *regs,
			     struct ring_buffer_cpu *__percpu *local);
int record_registers_not_in_task(struct probe *probe, struct pt_regs *regs,
				 struct ring_buffer_cpu *__percpu *local);
int record_registers_in_any_context(struct probe *probe, struct pt_regs *regs,
				    struct ring_buffer_cpu *__percpu *local);
int record_entry_not_registers(struct probe *probe, struct pt_regs *regs);
int record_entry_strings(struct probe *probe, struct pt_regs *regs,
			 struct ring_buffer_cpu *__percpu *local);
int record_entry_general(struct probe *probe, struct pt_regs *regs);
int record_return_general(struct probe *probe, struct pt_regs *regs, unsigned long func,
			  unsigned long ret_ip, const void *entry_data);

/* An argument that takes more than the ways above do in line */
void record_argument(struct probe *probe, struct pt_regs *regs, const void *entry_data,
		     const struct fetch_op *op, enum fetch_tried tried, void *record);

/* record_registers_in_task() in line */
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

/* record_entry_inline() with nothing left to jump to, for one that has more to do afterwards */
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
 * @probe: which; its event is published
 * @regs: registers there
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
