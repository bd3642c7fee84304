// SPDX-License-Identifier: GPL-2.0
/*
 * Finds the fields of an event's records that an event probe may name: those behind the common header.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "fetch/fetch_layout.h"
#include "fetch/field_names.h"
#include "parser/parse_text.h"

/* An array that has the size of a number is one, as on mainline. */
static enum parse_field_kind kind_for_size(unsigned int size)
{
	return size == 1 || size == 2 || size == 4 || size == 8 ? PARSE_FIELD_NUMBER :
								   PARSE_FIELD_INLINE;
}

static enum parse_field_kind kind_of_head(const struct head_field *field)
{
	if (field->kind == HEAD_CHARS)
		return PARSE_FIELD_INLINE;
	if (field->kind == HEAD_LOCATION)
		return PARSE_FIELD_LOCATION;
	if (field->kind == HEAD_RELATIVE)
		return PARSE_FIELD_RELATIVE;
	return kind_for_size(field->size);
}

static bool find_in_head(const struct record_head *head, const char *name, size_t len,
			 struct parse_field *field)
{
	const struct head_field *one = head->field, *end = one + head->nr_fields;

	for (; one < end; one++) {
		if (!parse_text_is(name, len, one->name))
			continue;
		field->offset = one->offset;
		field->size = one->size;
		field->is_signed = one->is_signed;
		field->kind = kind_of_head(one);
		return true;
	}
	return false;
}

static bool find_in_arguments(const struct fetch_layout *layout, const char *name, size_t len,
			      struct parse_field *field)
{
	const struct fetch_field *one = layout->field, *end = one + layout->nr_fields;

	for (; one < end; one++) {
		if (!parse_text_is(name, len, one->name))
			continue;
		field->offset = one->offset;
		field->size = one->dynamic ? sizeof(u32) : one->size;
		field->is_signed = one->type->is_signed;
		field->kind = one->dynamic ? PARSE_FIELD_LOCATION : kind_for_size(one->size);
		return true;
	}
	return false;
}

/* Fields of the common header are none, as on mainline. */
static int find_field(const struct parse_names *parse_names, const char *text, size_t len,
		      struct parse_value *value, struct parse_error *error)
{
	const struct field_names *names = container_of(parse_names, struct field_names, types.names);

	memset(value, 0, sizeof(*value));
	value->operand = OPERAND_FIELD;
	if (find_in_head(names->layout->head, text, len, &value->field) ||
	    find_in_arguments(names->layout, text, len, &value->field))
		return 0;
	return parse_fail(error, PARSE_NO_EVENT_FIELD, 0);
}

/**
 * field_names_init() - let names mean the fields of an event's records
 * @names: is filled; the parser is given &names->types.names, as long as @layout and @btf are there
 * @layout: the layout of the event
 * @btf: types for typecasts, or NULL when the kernel has none
 *
 * Context: any.
 */
void field_names_init(struct field_names *names, const struct fetch_layout *layout,
		      const struct fetch_btf *btf)
{
	fetch_names_init(&names->types, btf, NULL);
	names->types.names.find = find_field;
	if (!btf)
		names->types.names.cast = NULL;
	names->layout = layout;
}
