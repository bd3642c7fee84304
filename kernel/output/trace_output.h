/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Records as text: the merged walk over the CPUs' buffers, and lines as trace shows them.
 */
#ifndef KERNEL_TRACE_OUTPUT_H
#define KERNEL_TRACE_OUTPUT_H

#include "fetch/text_buffer.h"
#include "kernel/instance/instance.h"

#define TRACE_LINE_MAX	8192	/* longer lines print as [LINE TOO BIG] */

/**
 * struct trace_iterator - a walk over the records of an instance in order of time
 * @instance: the instance whose buffer is walked
 * @cpu: the CPU whose records are walked, or -1 for all
 * @consume: the walk takes the records (trace_pipe), else it leaves them (trace)
 * @event: the current record
 * @event_cpu: the CPU on which the current record was made
 * @priv: the state of the walk (struct trace_iterator_priv), which only trace_iterator.c and
 *	trace_output.c use
 */
struct trace_iterator {
	struct trace_instance *instance;
	int cpu;
	bool consume;
	struct ring_buffer_event event;
	int event_cpu;
	void *priv;
};

struct trace_iterator *trace_iterator_create(struct trace_instance *instance, int cpu,
					     bool consume);
void trace_iterator_destroy(struct trace_iterator *it);
void trace_iterator_rewind(struct trace_iterator *it);
bool trace_iterator_peek(struct trace_iterator *it);	/* fills @event; false: nothing there */
void trace_iterator_next(struct trace_iterator *it);	/* passes the current record */
bool trace_iterator_has_record(const struct trace_iterator *it);

void trace_print_header(struct trace_iterator *it, struct text_buffer *text);
/* Prints the line of the current record, after the marks of lost records. */
void trace_print_line(struct trace_iterator *it, struct text_buffer *text);

#endif
