/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The merged walk over the CPUs' buffers.
 */
#ifndef KERNEL_TRACE_ITERATOR_H
#define KERNEL_TRACE_ITERATOR_H

#include <linux/cpumask.h>

#include "kernel/instance/instance.h"
#include "kernel/output/trace_texts.h"
#include "kernel/subbuf/subbuf_chunk.h"

/**
 * struct trace_iterator_cpu - how far the walk is on one CPU
 * @iterator: NULL when consuming, or when the walk leaves this CPU out
 * @found: @event is the first record that was not passed yet
 * @event: that record, when @found is set; without a meaning otherwise
 */
struct trace_iterator_cpu {
	struct ring_buffer_iterator *iterator;
	bool found;
	struct subbuf_event event;
};

/**
 * struct trace_iterator - a walk over the records of an instance in order of time
 * @instance: the instance that the buffer is of
 * @buffer: the buffer that is walked: that of the instance, or its snapshot
 * @cpu: the CPU whose records are walked, or -1 for all
 * @consume: the walk takes the records (trace_pipe), else it leaves them (trace)
 * @event: the current record
 * @event_cpu: the CPU on which the current record was made
 * @cpus: the state on each CPU, indexed by its number
 * @current_cpu: CPU of the current record, or -1 when there is no such record
 * @index: number of records passed since the start
 * @end: time of the newest record that belongs to the walk; 0: all do
 * @annotate: records were lost before the start, so the walk shows where each CPU begins
 * @started: CPUs of which a record was passed
 * @error: -ENOMEM when the last search has found a record that there was no memory for, else 0
 * @record: the current record, when consuming
 * @room: number of bytes at @record
 * @printer: lets the kernel print records of its static events; NULL without these
 * @texts: texts that trace_output.c keeps
 */
struct trace_iterator {
	struct trace_instance *instance;
	struct ring_buffer *buffer;
	int cpu;
	bool consume;
	struct subbuf_event event;
	int event_cpu;
	struct trace_iterator_cpu *cpus;
	int current_cpu;
	unsigned long index;
	u64 end;
	bool annotate;
	cpumask_var_t started;
	int error;
	void *record;
	size_t room;
	struct kernel_event_printer *printer;
	struct trace_texts texts;
};

struct kernel_event_printer;

struct trace_iterator *trace_iterator_create(struct trace_instance *instance,
					     struct ring_buffer *buffer, int cpu, bool consume);
void trace_iterator_destroy(struct trace_iterator *it);
void trace_iterator_rewind(struct trace_iterator *it);
void trace_iterator_go_on(struct trace_iterator *it);
bool trace_iterator_peek(struct trace_iterator *it);	/* fills @event; false: nothing there */
void trace_iterator_next(struct trace_iterator *it);	/* passes the current record */
bool trace_iterator_has_record(const struct trace_iterator *it);

#endif
