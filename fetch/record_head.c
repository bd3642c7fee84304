// SPDX-License-Identifier: GPL-2.0
/*
 * The heads of the records that probes make: the place of the hit, as mainline's kprobe events
 * record it.
 */
#include <linux/kernel.h>
#include <linux/stddef.h>

#include "fetch/fetch_print.h"
#include "fetch/record_head.h"
#include "parser/parse_text.h"

#define COMMON_FIELD(type_, name_, member, signed_)					\
	{ .type = type_, .name = name_, .array = "",					\
	  .offset = offsetof(struct record_header, member),				\
	  .size = sizeof_field(struct record_header, member), .is_signed = signed_ }
#define ADDRESS_FIELD(name_, offset_)							\
	{ .type = "unsigned long", .name = name_, .array = "", .offset = offset_,		\
	  .size = sizeof(u64) }

/* The fields of struct record_header, with the names that mainline gives them */
static const struct head_field common_fields[] = {
	COMMON_FIELD("unsigned short", "common_type", type, false),
	COMMON_FIELD("unsigned char", "common_flags", flags, false),
	COMMON_FIELD("unsigned char", "common_preempt_count", preempt_count, false),
	COMMON_FIELD("int", "common_pid", pid, true),
};

static u64 address_at(const void *record, unsigned int index)
{
	return ((const u64 *)(record + sizeof(struct record_header)))[index];
}

static void print_entry(struct text_buffer *text, const void *record,
			size_t record_size __always_unused, const struct fetch_symbols *symbols)
{
	symbols->place(symbols, text, address_at(record, 0), FETCH_PLACE_OFFSET);
}

static void print_return(struct text_buffer *text, const void *record,
			 size_t record_size __always_unused, const struct fetch_symbols *symbols)
{
	symbols->place(symbols, text, address_at(record, 1), FETCH_PLACE_OFFSET);
	text_append(text, " <- ", 4);
	symbols->place(symbols, text, address_at(record, 0), FETCH_PLACE_NAME);
}

/* Places in programs are no symbols of the kernel. */
static void print_user_entry(struct text_buffer *text, const void *record,
			     size_t record_size __always_unused,
			     const struct fetch_symbols *symbols __always_unused)
{
	text_printf(text, "0x%lx", (unsigned long)address_at(record, 0));
}

static void print_user_return(struct text_buffer *text, const void *record,
			      size_t record_size __always_unused,
			      const struct fetch_symbols *symbols __always_unused)
{
	text_printf(text, "0x%lx <- 0x%lx", (unsigned long)address_at(record, 1),
		    (unsigned long)address_at(record, 0));
}

static const struct head_field entry_fields[] = {
	ADDRESS_FIELD("__probe_ip", 8),
};

static const struct head_field return_fields[] = {
	ADDRESS_FIELD("__probe_func", 8),
	ADDRESS_FIELD("__probe_ret_ip", 16),
};

const struct record_head probe_entry_head = {
	.size		= 16,
	.nr_fields	= ARRAY_SIZE(entry_fields),
	.field		= entry_fields,
	.print_format	= "(%lx)",
	.print_values	= ", REC->__probe_ip",
	.print		= print_entry,
};

const struct record_head probe_return_head = {
	.size		= 24,
	.nr_fields	= ARRAY_SIZE(return_fields),
	.field		= return_fields,
	.print_format	= "(%lx <- %lx)",
	.print_values	= ", REC->__probe_func, REC->__probe_ret_ip",
	.print		= print_return,
};

const struct record_head probe_user_entry_head = {
	.size		= 16,
	.nr_fields	= ARRAY_SIZE(entry_fields),
	.field		= entry_fields,
	.print_format	= "(%lx)",
	.print_values	= ", REC->__probe_ip",
	.print		= print_user_entry,
};

const struct record_head probe_user_return_head = {
	.size		= 24,
	.nr_fields	= ARRAY_SIZE(return_fields),
	.field		= return_fields,
	.print_format	= "(%lx <- %lx)",
	.print_values	= ", REC->__probe_func, REC->__probe_ret_ip",
	.print		= print_user_return,
};

/* A record of an event probe has the arguments alone. */
const struct record_head probe_event_head = {
	.size		= 8,
	.print_format	= "",
	.print_values	= "",
};

/**
 * record_head_find() - find a field of the head or of the common header
 * @head: the head of an event's records
 * @name: name of the field, which need not end with a NUL
 * @len: number of characters in @name
 *
 * Return: the field, or NULL.
 */
const struct head_field *record_head_find(const struct record_head *head, const char *name,
					  size_t len)
{
	unsigned int i;

	for (i = 0; i < head->nr_fields; i++)
		if (parse_text_is(name, len, head->field[i].name))
			return &head->field[i];
	for (i = 0; i < ARRAY_SIZE(common_fields); i++)
		if (parse_text_is(name, len, common_fields[i].name))
			return &common_fields[i];
	return NULL;
}

static void print_fields(struct text_buffer *text, const struct head_field *field, unsigned int nr)
{
	const struct head_field *end = field + nr;

	for (; field < end; field++)
		text_printf(text, "\tfield:%s %s%s;\toffset:%u;\tsize:%u;\tsigned:%d;\n",
			    field->type, field->name, field->array, field->offset, field->size,
			    field->is_signed);
}

/**
 * record_head_print_format() - print the fields of the common header and of the head, as format
 *	files show them
 * @text: the text to append to
 * @head: the head of an event's records
 */
void record_head_print_format(struct text_buffer *text, const struct record_head *head)
{
	print_fields(text, common_fields, ARRAY_SIZE(common_fields));
	text_putc(text, '\n');
	print_fields(text, head->field, head->nr_fields);
}
