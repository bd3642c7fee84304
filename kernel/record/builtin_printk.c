// SPDX-License-Identifier: GPL-2.0
/*
 * What the records look like that refer to the text or the format of a trace_printk(). printk_record.c makes the
 * records, from texts that stay for ever.
 */
#include <linux/kernel.h>
#include <linux/string.h>

#include "fetch/fetch_print.h"
#include "kernel/record/builtin.h"
#include "kernel/record/printk_record.h"

static void print_bprint_message(struct text_buffer *text, const void *data, size_t size)
{
	const struct bprint_record *record = data;
	size_t room = text_room(text);

	text_wrote(text, room, bstr_printf(room ? text->data + text->len : NULL, room, record->format,
					   record->arguments));
}

static void print_bprint(struct text_buffer *text, const void *data, size_t size,
			 const struct fetch_symbols *symbols)
{
	const struct bprint_record *record = data;

	symbols->place(symbols, text, record->ip, FETCH_PLACE_OPTION);
	text_puts(text, ": ");
	print_bprint_message(text, data, size);
}

static void print_bprint_raw(struct text_buffer *text, const void *data, size_t size)
{
	const struct bprint_record *record = data;

	text_printf(text, ": %lx : ", record->ip);
	print_bprint_message(text, data, size);
}

static const struct head_field bprint_fields[] = {
	{ "unsigned long", "ip", "", offsetof(struct bprint_record, ip), sizeof(long), false },
	{ "const char *", "fmt", "", offsetof(struct bprint_record, format), sizeof(long), false },
	{ "u32", "buf", "[]", offsetof(struct bprint_record, arguments), 0, false },
};

const struct builtin_record builtin_bprint = {
	.name	= "bprint",
	.id	= BUILTIN_ID_BPRINT,
	.head	= {
		.size		= sizeof(struct bprint_record),
		.nr_fields	= ARRAY_SIZE(bprint_fields),
		.field		= bprint_fields,
		.print_format	= "%ps: %s",
		.print_values	= ", (void *)REC->ip, REC->fmt",
		.print		= print_bprint,
	},
	.print_raw	= print_bprint_raw,
	.print_message	= print_bprint_message,
};

static void print_bputs_message(struct text_buffer *text, const void *data, size_t size)
{
	const struct bputs_record *record = data;

	text_puts(text, record->text);
}

static void print_bputs(struct text_buffer *text, const void *data, size_t size,
			const struct fetch_symbols *symbols)
{
	const struct bputs_record *record = data;

	symbols->place(symbols, text, record->ip, FETCH_PLACE_OPTION);
	text_puts(text, ": ");
	print_bputs_message(text, data, size);
}

static void print_bputs_raw(struct text_buffer *text, const void *data, size_t size)
{
	const struct bputs_record *record = data;

	text_printf(text, ": %lx : ", record->ip);
	print_bputs_message(text, data, size);
}

static const struct head_field bputs_fields[] = {
	{ "unsigned long", "ip", "", offsetof(struct bputs_record, ip), sizeof(long), false },
	{ "const char *", "str", "", offsetof(struct bputs_record, text), sizeof(long), false },
};

const struct builtin_record builtin_bputs = {
	.name	= "bputs",
	.id	= BUILTIN_ID_BPUTS,
	.head	= {
		.size		= sizeof(struct bputs_record),
		.nr_fields	= ARRAY_SIZE(bputs_fields),
		.field		= bputs_fields,
		.print_format	= "%ps: %s",
		.print_values	= ", (void *)REC->ip, REC->str",
		.print		= print_bputs,
	},
	.print_raw	= print_bputs_raw,
	.print_message	= print_bputs_message,
};
