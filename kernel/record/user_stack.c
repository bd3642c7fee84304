// SPDX-License-Identifier: GPL-2.0
/*
 * Stacks of programs as records. This is on the record path: see record.c.
 *
 * A program's stack is a list of frames, each of which begins with the address of the next one and
 * an address to return to, if the program was built with frame pointers. Otherwise what is found
 * there is anything, and a few callers that are wrong may come before the end.
 *
 * Other architectures than x86_64 have neither the option nor the record.
 */
#include <linux/kprobes.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "fetch/fetch_memory.h"
#include "kernel/buffer/ring_buffer.h"
#include "kernel/instance/instance.h"
#include "kernel/record/builtin.h"
#include "kernel/record/record_inline.h"
#include "kernel/record/user_stack.h"

#ifdef CONFIG_X86_64

static_assert(offsetof(struct user_stack_record, tgid) == 8);
static_assert(offsetof(struct user_stack_record, caller) == 16);

/* Stores the callers from the registers on that the task came into the kernel with. */
static void __kprobes walk_user_stack(const struct pt_regs *regs, unsigned long *caller)
{
	struct fetch_number next, back;
	unsigned long frame = regs->bp;
	unsigned int i;

	caller[0] = regs->ip;
	for (i = 1; i < USER_STACK_CALLERS && frame >= regs->sp; i++) {
		next = fetch_read_slow(frame, sizeof(long), true);
		back = fetch_read_slow(frame + sizeof(long), sizeof(long), true);
		if (!next.ok || !back.ok || !back.value)
			return;
		caller[i] = back.value;
		frame = next.value;
	}
}

/**
 * record_user_stack() - record the stack of the current task's program behind a hit
 * @instance: the instance that gets the record
 * @slot: the caller's slot, from record_enter(), whose scratch buffer is used
 *
 * Nothing is recorded for a kernel thread. Memory that is not there ends the stack.
 * Context: any, preemption off.
 */
void __kprobes record_user_stack(struct trace_instance *instance, int slot)
{
	struct user_stack_record *record = record_scratch(slot);
	struct pt_regs *regs = task_pt_regs(current);

	if (current->flags & PF_KTHREAD || !user_mode(regs))
		return;
	memset(record, 0, sizeof(*record));
	record_fill_header(&record->header, BUILTIN_ID_USER_STACK);
	record->tgid = current->tgid;
	pagefault_disable();
	walk_user_stack(regs, record->caller);
	pagefault_enable();
	probefs_ring_buffer_write(instance->buffer, record, sizeof(*record));
}

#endif
