// SPDX-License-Identifier: GPL-2.0
/*
 * The layout says where the arguments of an event are in its records.
 */
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "fetch/fetch_layout.h"

/* The layout and copies of the names and bodies it points to are one allocation. */
static size_t layout_bytes(const struct probe_argument *args, unsigned int nr_args)
{
	size_t bytes = sizeof(struct fetch_layout) + nr_args * sizeof(struct fetch_field);
	unsigned int i;

	for (i = 0; i < nr_args; i++)
		bytes += strlen(args[i].name) + strlen(args[i].body) + 2;
	return bytes;
}

static const char *duplicate_text(char **to, const char *string)
{
	size_t size = strlen(string) + 1;
	char *copy = memcpy(*to, string, size);

	*to += size;
	return copy;
}

static void field_set(struct fetch_field *field, const struct probe_argument *arg, u16 offset,
		      char **strings)
{
	field->name = duplicate_text(strings, arg->name);
	field->body = duplicate_text(strings, arg->body);
	field->type = fetch_type_at(arg->type);
	field->offset = offset;
	field->size = field->type->size * max(arg->count, 1U);
	field->count = arg->count;
	field->bit_width = fetch_type_bit_width(arg->type);
	field->dynamic = field->type->show == FETCH_SHOW_STRING;
}

/**
 * fetch_layout_create() - lay out the arguments of an event
 * @head: what the records have before the arguments
 * @args: arguments, each accepted by fetch_check_argument()
 * @nr_args: number of elements in @args
 * @error: receives the error when the event is too big: the caret is at the first argument that
 *	does not fit
 *
 * Context: may sleep.
 *
 * Return: the layout, or ERR_PTR: -E2BIG with @error set, -ENOMEM without.
 */
struct fetch_layout *fetch_layout_create(const struct record_head *head,
					 const struct probe_argument *args, unsigned int nr_args,
					 struct parse_error *error)
{
	u16 offset = head->size;
	struct fetch_layout *layout;
	unsigned int i;
	char *strings;

	layout = kzalloc(layout_bytes(args, nr_args), GFP_KERNEL);
	if (!layout)
		return ERR_PTR(-ENOMEM);
	strings = (char *)&layout->field[nr_args];

	for (i = 0; i < nr_args; i++) {
		struct fetch_field *field = &layout->field[i];

		field_set(field, &args[i], offset, &strings);
		offset += field->size;
		layout->dynamic |= field->dynamic;
		if (offset - head->size > FETCH_STATIC_MAX) {
			kfree(layout);
			return ERR_PTR(parse_fail(error, PARSE_EVENT_TOO_BIG, args[i].body_pos));
		}
	}
	layout->head = head;
	layout->nr_fields = nr_args;
	layout->static_size = offset;
	return layout;
}

/**
 * fetch_layout_set_place() - say what lines show of the place of a hit, when records have none
 * @layout: a layout that no reader has yet
 * @place: the text, which is copied
 *
 * Context: may sleep. Return: 0 or -ENOMEM.
 */
int fetch_layout_set_place(struct fetch_layout *layout, const char *place)
{
	layout->place = kmemdup_nul(place, strlen(place), GFP_KERNEL);
	return layout->place ? 0 : -ENOMEM;
}

/**
 * fetch_layout_destroy() - free a layout
 * @layout: what fetch_layout_create() returned, or NULL
 */
void fetch_layout_destroy(struct fetch_layout *layout)
{
	if (layout)
		kfree(layout->place);
	kfree(layout);
}

/**
 * fetch_layout_compare() - tell whether two probes may belong to one event
 * @a: layout of the first probe's arguments
 * @b: layout of the second probe's arguments
 *
 * Names, types and counts decide. As on mainline, a bitfield is the same as its container.
 *
 * Return: 0 when they may, else the number, from 1, of the first argument that differs.
 */
int fetch_layout_compare(const struct fetch_layout *a, const struct fetch_layout *b)
{
	unsigned int i;

	if (a->nr_fields != b->nr_fields)
		return min(a->nr_fields, b->nr_fields) + 1;
	for (i = 0; i < a->nr_fields; i++) {
		const struct fetch_field *one = &a->field[i], *other = &b->field[i];

		if (one->type != other->type || one->count != other->count ||
		    strcmp(one->name, other->name))
			return i + 1;
	}
	return 0;
}
