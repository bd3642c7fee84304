/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the general way does in line, with actions (actions.c) and without (general.c): building a
 * record aside, and what follows when a record was written.
 */
#ifndef KERNEL_RECORD_ASIDE_H
#define KERNEL_RECORD_ASIDE_H

#include "kernel/event/event.h"
#include "kernel/instance/comm_cache.h"
#include "kernel/instance/instance.h"
#include "kernel/record/general.h"
#include "kernel/record/record_inline.h"
#include "kernel/record/stack.h"
#include "kernel/record/static_record.h"
#include "kernel/record/user_stack.h"

/*
 * Builds the record at @record, in a scratch buffer, so that it fits into the buffer of @instance. Returns
 * its size in bytes.
 */
static __always_inline size_t record_build_aside(const struct trace_instance *instance,
						 const struct record_hit hit,
						 struct fetch_source *source, u32 context,
						 void *record)
{
	const struct fetch_program *program = hit.probe->program;
	size_t size;

	if (hit.probe->brings_record)
		return static_record_copy(record, source);
	size = program->static_size;
	record_front_write(record, hit, context);
	if (program->bound == size)
		fetch_program_run(program, source, record);
	else
		size = fetch_program_run_dynamic(program, source, record,
						 READ_ONCE(instance->record_room));
	return size;
}

/* Notes the name of the current task, before a reader can see the task's record. */
static __always_inline void record_note_task(const struct trace_instance *instance)
{
	if (likely(READ_ONCE(instance->options) & TRACE_OPTIONS_NOTE_TASK))
		comm_cache_note(instance->comms);
}

static __always_inline void record_extras(struct trace_instance *instance,
					  const struct record_hit hit, int slot)
{
	unsigned long options = READ_ONCE(instance->options);

	if (likely(!(options & (TRACE_OPTION(STACKTRACE) | TRACE_OPTION(USERSTACKTRACE)))))
		return;
	if (options & TRACE_OPTION(STACKTRACE))
		record_stack(instance, hit.probe, hit.regs, slot);
	if (options & TRACE_OPTION(USERSTACKTRACE))
		record_user_stack(instance, slot);
}

/* Counts what became of a hit whose record was written, or refused with @status. */
static __always_inline void record_account(struct event_file *file, const struct record_hit hit,
					   enum ring_buffer_status status, int slot)
{
	if (unlikely(status != RING_BUFFER_OK)) {
		record_count_failure(hit.probe, status);
		return;
	}
	this_cpu_inc(hit.probe->counters->recorded);
	record_extras(file->instance, hit, slot);
}

#endif
