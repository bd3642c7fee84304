/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Records as text: lines as trace shows them.
 */
#ifndef KERNEL_TRACE_OUTPUT_H
#define KERNEL_TRACE_OUTPUT_H

#include "fetch/text_buffer.h"
#include "kernel/output/trace_iterator.h"

#define TRACE_LINE_MAX	8192	/* longer lines print as [LINE TOO BIG] */

void trace_print_header(struct trace_iterator *it, struct text_buffer *text);
/* Prints the line of the current record, after the marks of lost records. */
void trace_print_line(struct trace_iterator *it, struct text_buffer *text);

#endif
