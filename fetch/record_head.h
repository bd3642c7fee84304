/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What records have before their arguments. All that has to do with the head of a record reads it
 * from here: the layout, format files, filters and the text of a line.
 */
#ifndef FETCH_RECORD_HEAD_H
#define FETCH_RECORD_HEAD_H

#include <linux/types.h>

struct fetch_symbols;
struct text_buffer;

/* The first fields of every record, in the layout of mainline's common header */
struct record_header {
	u16 type;
	u8 flags;
	u8 preempt_count;
	s32 pid;
};

/* What a field holds, which decides how a filter compares it: */
enum head_field_kind {
	HEAD_NUMBER,
	HEAD_CHARS,		/* an array of characters */
	HEAD_LOCATION,		/* a location word, of a string (__data_loc) */
	HEAD_RELATIVE,		/* the same, counted from behind the word (__rel_loc) */
	HEAD_POINTER,		/* the address of a string in the kernel */
};

/**
 * struct head_field - a field before the arguments
 * @type: type of the field in C, as format files show it
 * @name: name of the field
 * @array: what follows the name in format files: "", "[]" or "[N]"
 * @offset: offset of the field in the record
 * @size: bytes of the field, 0 when each record has its own
 * @is_signed: the field holds a signed number
 * @kind: what the field holds
 */
struct head_field {
	const char *type;
	const char *name;
	const char *array;
	u16 offset;
	u16 size;
	bool is_signed;
	enum head_field_kind kind;
};

/**
 * struct record_head - what the records of an event have before the arguments
 * @size: bytes before the first argument, the common header included
 * @padded_size: for a static event, bytes of the structure that the kernel fills in: @size, and what the
 *	compiler has put behind the last field; else 0
 * @nr_fields: number of elements in @field
 * @field: the fields behind the common header
 * @print_format: what format files print the fields with, as a part of a string in C
 * @print_values: the values for @print_format, each with a comma before it
 * @print_text: all that format files show behind "print fmt: ", instead of @print_format and
 *	@print_values; or NULL
 * @print: appends the fields of a record, which has at least @size bytes of the @record_size: for
 *	a probe what is in parentheses in a line of trace, for a built-in record all that the line has
 *	behind its front, with the newline. NULL when the layout has the text (fetch_layout.h)
 *
 * record_place_write() writes the fields of probes' records.
 */
struct record_head {
	u16 size;
	u16 padded_size;
	u16 nr_fields;
	const struct head_field *field;
	const char *print_format;
	const char *print_values;
	const char *print_text;
	void (*print)(struct text_buffer *text, const void *record, size_t record_size,
		      const struct fetch_symbols *symbols);
};

extern const struct record_head probe_entry_head;
extern const struct record_head probe_return_head;
extern const struct record_head probe_user_entry_head;
extern const struct record_head probe_user_return_head;
extern const struct record_head probe_event_head;

const struct head_field *record_head_find(const struct record_head *head, const char *name,
					  size_t len);
void record_head_print_format(struct text_buffer *text, const struct record_head *head);

#endif
