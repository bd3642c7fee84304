// SPDX-License-Identifier: GPL-2.0
/*
 * Kernel stacks as records. On the record path: see record.c.
 */
#include <linux/kprobes.h>
#include <linux/ptrace.h>
#include <linux/rcupdate.h>

#include "kernel/buffer/ring_buffer.h"
#include "kernel/compat/stack.h"
#include "kernel/event/event.h"
#include "kernel/event/probe.h"
#include "kernel/instance/instance.h"
#include "kernel/record/record_inline.h"
#include "kernel/record/stack.h"

#define STACK_ENTRIES	((FETCH_RECORD_MAX - sizeof(struct stack_record)) / sizeof(unsigned long))

static_assert(offsetof(struct stack_record, size) == 8);
static_assert(offsetof(struct stack_record, caller) == 16);

/*
 * Where a kprobe's registers are. The ftrace backend leaves them behind its call where a hit takes
 * no more than to record it; an answer that comes too late still names the function.
 */
static unsigned long __kprobes hit_place(const struct probe *probe, struct pt_regs *regs)
{
	unsigned long entry = data_race(probe->alone_at);

	return entry ? entry + sizeof(kprobe_opcode_t) : instruction_pointer(regs);
}

/**
 * record_stack() - record the stack of a hit behind the hit
 * @instance: where
 * @probe: that was hit
 * @regs: registers of the hit
 * @slot: of the caller, from record_enter()
 *
 * The unwinder looks at modules' tables under RCU: where that is not watching there is no stack.
 * Context: any, preemption off.
 */
void __kprobes record_stack(struct trace_instance *instance, const struct probe *probe,
			    struct pt_regs *regs, int slot)
{
	struct stack_record *record = record_scratch(slot);
	unsigned int nr;

	if (!rcu_is_watching())
		return;
	record->caller[0] = hit_place(probe, regs);
	nr = 1 + compat_stack_above(record->caller + 1, STACK_ENTRIES - 1, regs);
	record_fill_header(&record->header, EVENT_ID_KERNEL_STACK);
	record->size = nr;
	record->zero = 0;
	probefs_ring_buffer_write(instance->buffer, record, struct_size(record, caller, nr));
}
