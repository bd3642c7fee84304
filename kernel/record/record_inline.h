/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the ways of a hit (ways.c) have in common, in line: slots, the front of a record, records of
 * registers alone. slots.c explains the slots.
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
#include "kernel/subbuf/subbuf_format.h"

/*
 * Each level of nesting that the preemption count shows has a slot; one more slot is for nesting
 * that the count does not show: see the top of slots.c.
 */
#define RECORD_LEVELS		4	/* task, softirq, hardirq, NMI or exception */
#define RECORD_TRANSITION	RECORD_LEVELS
#define RECORD_SLOTS		(RECORD_LEVELS + 1)

/*
 * The record of a hit is what event probes on the event fetch from, so theirs are built elsewhere: each
 * slot has a second buffer for that, whose number is record_second_scratch().
 */
#define RECORD_SCRATCHES	(2 * RECORD_SLOTS)

/* A buffer has room for a writer in each slot, and for one that needs no slot. */
static_assert(RING_BUFFER_DEPTHS > RECORD_SLOTS);

/**
 * struct record_cpu - what the record path has on each CPU
 * @active: true for a slot that is taken by a hit, which fetches and records in it
 * @scratch: scratch_size bytes of memory for each slot (slots.c), and behind them the second ones, which are
 *	NULL until there has been an event probe
 */
struct record_cpu {
	bool active[RECORD_SLOTS];
	void *scratch[RECORD_SCRATCHES];
};

DECLARE_PER_CPU(struct record_cpu, record_cpu);

/* Claims a slot of this CPU; returns false when the slot is taken. */
static __always_inline bool record_claim_slot(unsigned int slot)
{
	/*
	 * A hit that comes in between load and store has released its slot when it returns.
	 */
	if (unlikely(raw_cpu_read(record_cpu.active[slot])))
		return false;
	raw_cpu_write(record_cpu.active[slot], true);
	barrier();
	return true;
}

/*
 * Claims the slot of @level, or that of a transition; returns -1 when both of this CPU are taken.
 */
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
 * record_scratch() - get a buffer for a record whose size is not known yet
 * @slot: the caller's slot, from record_enter(), or record_second_scratch() of it
 *
 * Return: at least FETCH_RECORD_MAX bytes, and at least record_room of any instance; the caller's until
 * record_exit().
 */
static __always_inline void *record_scratch(int slot)
{
	return __this_cpu_read(record_cpu.scratch[slot]);
}

/* The result stands for @slot where a slot is wanted for its buffer. */
static __always_inline int record_second_scratch(int slot)
{
	return slot + RECORD_SLOTS;
}

/* Is @slot, or the one that a second buffer belongs to, the slot for transitions? */
static __always_inline bool record_is_transition(int slot)
{
	return slot == RECORD_TRANSITION || slot == RECORD_TRANSITION + RECORD_SLOTS;
}

/**
 * struct record_hit - what is equal for every instance that records a hit
 * @probe: the probe that was hit
 * @regs: registers at the hit
 * @kind: PROBE_RETURN for a probe for which probe_is_return() is true, PROBE_EVENT for an event probe,
 *	PROBE_USER_ENTRY for a probe in a program, whose place differs between processes, else PROBE_ENTRY
 * @func: for a return probe, the function that was entered
 * @ret_ip: for a return probe, the address that @func returns to
 * @entry_data: for a return probe, what was saved at entry
 *
 * The structure is passed by value to functions that are inlined: its members stay in registers.
 */
struct record_hit {
	struct probe *probe;
	struct pt_regs *regs;
	enum probe_kind kind;
	unsigned long func;
	unsigned long ret_ip;
	const void *entry_data;
};

/* What struct record_hit has as its kind for hits of @probe. */
static __always_inline enum probe_kind record_kind_of(const struct probe *probe)
{
	if (probe->kind == PROBE_EVENT)
		return PROBE_EVENT;
	return probe_is_return(probe) ? PROBE_RETURN : PROBE_ENTRY;
}

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

/* @head: the first word of the header */
static __always_inline void record_header_write(void *record, u32 head)
{
	struct record_header *header = record;

	memcpy(header, &head, sizeof(head));
	header->pid = current->pid;
}

/*
 * Returns the context that records of event probes show. @head is the first word of the event's record, which has
 * what a context has at the same place. Those of event probes are one level of preemption deeper, because
 * mainline writes them while it writes that record. The level is that of @context.
 */
static __always_inline u32 context_of_followers(u32 head, u32 context)
{
	head &= ~0xffffU;
	if (IS_ENABLED(CONFIG_PREEMPT_COUNT) && (head >> CONTEXT_COUNT_SHIFT & 0xf) < 0xf)
		head += 1U << CONTEXT_COUNT_SHIFT;
	return head | context_level(context);
}

static __always_inline void record_place_write(void *record, const struct record_hit hit)
{
	unsigned long *word = record + sizeof(struct record_header);

	if (hit.kind == PROBE_RETURN) {
		word[0] = hit.func;
		word[1] = hit.ret_ip;
	} else if (hit.kind == PROBE_USER_ENTRY) {
		word[0] = instruction_pointer(hit.regs);
	} else if (hit.kind != PROBE_EVENT) {
		word[0] = hit.probe->ip;
	}
}

static __always_inline void record_front_write(void *record, const struct record_hit hit,
					       u32 context)
{
	record_header_write(record, hit.probe->id | context_head(context));
	record_place_write(record, hit);
}

/*
 * Writes the front of a record whose first word has the event's id and nothing else yet
 * (event_choose_ways()), and notes the task in @cache. Returns @record.
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
	/*
	 * The caller has the address of the event's header in a register; the call keeps that one.
	 */
	return comm_cache_note_task(cache, task, pid, record - EVENT_SMALL_HEADER) +
	       EVENT_SMALL_HEADER;
}

/*
 * Makes room in the buffer when no writer is inside, in whatever context: writers need nothing else
 * to be kept apart. A caller that calls nothing that can be probed until it has left needs no slot,
 * either.
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
 * Claims the slot of tasks until record_end_fetch(), for a hit of a task that is about to fetch
 * more than registers. Returns false when this is not a task, or when a hit below has the slot.
 */
static __always_inline bool record_begin_fetch(void)
{
	return record_context_is_task() && record_claim_slot(context_level(CONTEXT_TASK));
}

static __always_inline void record_end_fetch(void)
{
	record_release(context_level(CONTEXT_TASK));
}

/*
 * Clears the last word, the rest of which belongs to no argument. Call this before the arguments.
 */
static __always_inline void record_clear_slack(void *record, struct ring_buffer_room room)
{
	*(u32 *)(record + room.words * 4 - 4) = 0;
}

/*
 * Clears the last word behind @size bytes, and no more than that: a register that was stored whole
 * may reach into that word, and over the parts that are stored next.
 */
static __always_inline void record_clear_behind(void *record, size_t size)
{
	u32 *last = record + round_up(size, 4) - 4;

	if (size % 4)
		*last &= (1U << size % 4 * 8) - 1;
}

/*
 * Begins the record of an event probe that is "bounded": makes room, and writes all but the arguments. Returns
 * false when a writer is inside the buffer, or the page has no room; nothing was counted then. Else
 * record_end_follower() has to follow.
 */
static __always_inline bool record_begin_follower(struct ring_buffer_cpu *cpu, const struct record_hit hit,
						  u32 context, void **record)
{
	if (unlikely(!record_begin_first(cpu, &hit.probe->room, record)))
		return false;
	*record = record_front_complete(*record, hit, context, ring_buffer_private(cpu));
	record_clear_behind(*record, fetch_program_bound(hit.probe->program));
	return true;
}

static __always_inline void record_end_follower(struct ring_buffer_cpu *cpu, const struct record_hit hit)
{
	ring_buffer_end_first(cpu);
	this_cpu_inc(hit.probe->counters->recorded);
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
 * Records a hit of a probe that event_choose_ways() found fit: one instance, with the usual options
 * and clock, and a small record of registers alone, which no filter refuses. This calls little, and
 * little has to be saved for the calls.
 *
 * @local: the buffers of all CPUs: what hit.probe has in ways.registers, or those of its
 *	ways.registers_filter
 *
 * Returns false when a writer is inside the buffer, or the page has no room; nothing was counted
 * then.
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

#endif
