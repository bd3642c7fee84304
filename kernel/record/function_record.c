// SPDX-License-Identifier: GPL-2.0
/*
 * Records of the tracer "function". This is on the record path: see record.c.
 */
#include <linux/kprobes.h>
#include <linux/sched.h>

#include "kernel/buffer/ring_buffer.h"
#include "kernel/instance/instance.h"
#include "kernel/record/builtin.h"
#include "kernel/record/function_record.h"
#include "kernel/record/general.h"
#include "kernel/record/record_inline.h"

static_assert(offsetof(struct function_record, ip) == 8);
static_assert(offsetof(struct function_record, parent_ip) == 16);

static __always_inline void write_record(struct trace_instance *instance, unsigned long ip,
					 unsigned long parent_ip, struct function_record *record)
{
	record_fill_header(&record->header, BUILTIN_ID_FUNCTION);
	record->ip = ip;
	record->parent_ip = parent_ip;
	record_write(instance, record, sizeof(*record));
}

/**
 * record_function() - record that a function was called
 * @instance: the instance that gets the record
 * @ip: address of the function, as ftrace has it
 * @parent_ip: address that the function returns to
 *
 * A function that the recording of a call calls is recorded as well, in the slot for transitions,
 * but none that its recording calls. Context: any, preemption off.
 */
void __kprobes record_function(struct trace_instance *instance, unsigned long ip,
			       unsigned long parent_ip)
{
	int slot = record_enter();

	if (unlikely(slot < 0))
		return;
	if (!pid_lists_ignore(instance->pids, PIDS_FUNCTIONS_RECORDED, current->pid))
		write_record(instance, ip, parent_ip, record_scratch(slot));
	record_exit(slot);
}
