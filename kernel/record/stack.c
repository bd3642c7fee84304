// SPDX-License-Identifier: GPL-2.0
/*
 * Kernel stacks as records. This is on the record path: see record.c.
 */
#include <linux/kprobes.h>
#include <linux/ptrace.h>
#include <linux/rcupdate.h>

#include "kernel/buffer/ring_buffer.h"
#include "kernel/compat/stack.h"
#include "kernel/event/event.h"
#include "kernel/event/probe.h"
#include "kernel/instance/instance.h"
#include "kernel/record/builtin.h"
#include "kernel/record/record_inline.h"
#include "kernel/record/stack.h"

#define STACK_ENTRIES	((FETCH_RECORD_MAX - sizeof(struct stack_record)) / sizeof(unsigned long))

static_assert(offsetof(struct stack_record, size) == 8);
static_assert(offsetof(struct stack_record, caller) == 16);

/*
 * Returns the instruction pointer that a kprobe's registers have. The ftrace backend leaves the
 * instruction pointer behind its call when a hit needs nothing but to be recorded; an alone_at that
 * changes too late for a hit still names the function.
 */
static unsigned long __kprobes hit_place(const struct probe *probe, struct pt_regs *regs)
{
	unsigned long entry = data_race(probe->alone_at);

	return entry ? entry + sizeof(kprobe_opcode_t) : instruction_pointer(regs);
}

/* Returns where the task was, which is not behind the breakpoint that a kprobe has put there. */
static unsigned long __kprobes hit_address(const struct probe *probe, struct pt_regs *regs)
{
	unsigned long behind = instruction_pointer(regs);

	return behind == probe->ip + sizeof(kprobe_opcode_t) ? probe->ip : behind;
}

/*
 * Gets the stack of a hit; returns how many entries that has. Of a hit without registers, whose @callback is not known,
 * that is the whole stack.
 */
static unsigned int __kprobes stack_of_hit(const struct probe *probe, struct pt_regs *regs,
					   unsigned long *entries)
{
	if (probe->callback || !regs)
		return compat_stack_above_function(entries, STACK_ENTRIES, probe->callback,
						   probe->callback_end);
	entries[0] = hit_place(probe, regs);
	return 1 + compat_stack_above(entries + 1, STACK_ENTRIES - 1, regs, hit_address(probe, regs));
}

/*
 * The unwinder looks at modules' tables under RCU: no stack is recorded while RCU is not watching.
 * Nor is that of a hit in the slot for transitions, which may be in the unwinder: each of the frames of
 * such a stack could be another hit.
 */
static __always_inline bool can_unwind(int slot)
{
	return rcu_is_watching() && !record_is_transition(slot);
}

/* Writes the record whose callers are there. */
static void __kprobes write_stack(struct trace_instance *instance, struct stack_record *record, unsigned int nr)
{
	record->size = nr;
	record->zero = 0;
	probefs_ring_buffer_write(instance->buffer, record, struct_size(record, caller, nr));
}

/**
 * record_stack() - record the stack of a hit behind the hit
 * @instance: the instance that gets the record
 * @probe: the probe that was hit
 * @regs: registers of the hit, or NULL
 * @slot: the caller's slot, from record_enter()
 *
 * Context: any, preemption off.
 */
void __kprobes record_stack(struct trace_instance *instance, const struct probe *probe,
			    struct pt_regs *regs, int slot)
{
	struct stack_record *record = record_scratch(slot);

	if (!can_unwind(slot))
		return;
	record_fill_header(&record->header, BUILTIN_ID_STACK);
	write_stack(instance, record, stack_of_hit(probe, regs, record->caller));
}

/**
 * record_stack_above() - record the stack above a breakpoint at the entry of a function
 * @instance: the instance that gets the record
 * @head: the record's common header, but for the id
 * @regs: registers that the breakpoint left
 * @place: where the breakpoint is
 * @slot: the caller's slot, from record_enter()
 *
 * Context: any, preemption off.
 */
void __kprobes record_stack_above(struct trace_instance *instance, u32 head, struct pt_regs *regs,
				  unsigned long place, int slot)
{
	struct stack_record *record = record_scratch(slot);

	if (!can_unwind(slot))
		return;
	record_header_write(&record->header, BUILTIN_ID_STACK | head);
	write_stack(instance, record, compat_stack_above_entry(record->caller, STACK_ENTRIES, regs, place));
}
