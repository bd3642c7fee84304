/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Markers: what a program writes to trace_marker or trace_marker_raw, as a record.
 */
#ifndef KERNEL_MARKER_H
#define KERNEL_MARKER_H

#include "fetch/record_head.h"

struct trace_instance;
struct tracer;

/** struct marker_record - the payload of ftrace:print; @text ends with a newline and a NUL */
struct marker_record {
	struct record_header header;
	unsigned long ip;
	char text[];
};

/* Ends the text of @record, which has @len bytes, with a newline, unless it has one. Returns its length then. */
static __always_inline size_t marker_end_line(struct marker_record *record, size_t len)
{
	if (!len || record->text[len - 1] != '\n')
		record->text[len++] = '\n';
	return len;
}

/* Ends the text of @record, which has @len bytes, with a NUL. Returns how large the record is. */
static __always_inline size_t marker_end(struct marker_record *record, size_t len)
{
	record->text[len++] = '\0';
	return sizeof(*record) + len;
}

/** struct raw_marker_record - the payload of ftrace:raw_data, with zeros up to a multiple of 4 */
struct raw_marker_record {
	struct record_header header;
	u32 id;
	char data[];
};

void tracer_update_marker_copies(struct tracer *tracer);
ssize_t instance_write_raw_marker(struct trace_instance *instance, const void *data, size_t len);
ssize_t instance_write_marker(struct trace_instance *instance, const char *text, size_t len);

#endif
