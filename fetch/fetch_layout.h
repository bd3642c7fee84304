/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The layout of an event's records: a field for each argument, behind the head of the record
 * (record_head.h).
 *
 * The place of everything of fixed size is fixed. Strings are appended behind the static part, and
 * a location word (length << 16 | offset from the start of the record, length with its NUL) points
 * at each string.
 */
#ifndef FETCH_FETCH_LAYOUT_H
#define FETCH_FETCH_LAYOUT_H

#include <linux/types.h>
#include "fetch/fetch_type.h"
#include "fetch/record_head.h"
#include "parser/parse_definition.h"

#define FETCH_RECORD_MAX	4072	/* largest payload of a 4 KiB sub-buffer */
#define FETCH_STATIC_MAX	3072	/* all arguments of fixed size (MAX_PROBE_EVENT_SIZE) */

/**
 * struct fetch_field - one argument as readers of records see it
 * @name: name of the argument
 * @body: text of the expression, as listed
 * @type: type of the argument's value or elements
 * @offset: offset of the field in the record
 * @size: bytes in the static part, all elements together
 * @count: number of array elements, 0 for a scalar
 * @bit_width: bits of a bitfield, else 0
 * @dynamic: the field is a location word, or an array of them
 */
struct fetch_field {
	const char *name;
	const char *body;
	const struct fetch_type *type;
	u16 offset;
	u16 size;
	u16 count;
	u8 bit_width;
	bool dynamic;
};

/**
 * struct fetch_layout - the fields of an event, shared by all its probes
 * @head: what the records have before the arguments
 * @place: what lines show in place of the fields of a head that has no function for that, or NULL
 * @nr_fields: number of elements in @field
 * @static_size: bytes of the record without strings
 * @dynamic: at least one field is dynamic
 * @field: the fields, one for each argument
 */
struct fetch_layout {
	const struct record_head *head;
	char *place;
	unsigned int nr_fields;
	u16 static_size;
	bool dynamic;
	struct fetch_field field[];
};

bool fetch_argument_is_memory(const struct probe_argument *arg);
int fetch_check_argument(const struct probe_argument *arg, struct parse_error *error);
struct fetch_layout *fetch_layout_create(const struct record_head *head,
					 const struct probe_argument *args, unsigned int nr_args,
					 struct parse_error *error);
int fetch_layout_set_place(struct fetch_layout *layout, const char *place);
void fetch_layout_destroy(struct fetch_layout *layout);
int fetch_layout_compare(const struct fetch_layout *a, const struct fetch_layout *b);

#endif
