// SPDX-License-Identifier: GPL-2.0
/*
 * Prints records as text, and format files. Both read as those of mainline's kprobe events. The
 * grammar of format files stays in reach of libtraceevent, see its event-parse.c.
 */
#include <linux/kernel.h>
#include <linux/kallsyms.h>
#include <linux/string.h>
#include "fetch/fetch_print.h"

#define FAULT	"(fault)"

static u64 load_unsigned(const void *from, unsigned int size)
{
	u64 value = 0;

	/* Both architectures are little endian, and each copy is one instruction. */
	if (size == sizeof(u64))
		memcpy(&value, from, sizeof(u64));
	else if (size == sizeof(u32))
		memcpy(&value, from, sizeof(u32));
	else if (size == sizeof(u16))
		memcpy(&value, from, sizeof(u16));
	else
		memcpy(&value, from, sizeof(u8));
	return value;
}

static s64 load_signed(const void *from, unsigned int size)
{
	unsigned int shift = 64 - size * 8;

	return (s64)(load_unsigned(from, size) << shift) >> shift;
}

/* The default printer. It is not inlined: kernels that zero stack frames would do so each time. */
static noinline void print_symbol(const struct fetch_symbols *symbols __always_unused,
				  struct text_buffer *text, unsigned long addr)
{
	char name[KSYM_SYMBOL_LEN];

	sprint_symbol(name, addr);
	text_puts(text, name);
}

static const struct fetch_symbols kernel_symbols = { .print = print_symbol };

static void print_string(struct text_buffer *text, u32 location, const void *record, size_t size)
{
	unsigned int offset = location & 0xffff, len = location >> 16;

	if (!len || offset >= size) {
		text_puts(text, FAULT);
		return;
	}
	len = min_t(size_t, len, size - offset);
	text_putc(text, '"');
	text_append(text, record + offset, strnlen(record + offset, len));
	text_putc(text, '"');
}

/* Prints one value at @offset of a record, which may be shorter than it should be. */
static void print_value(struct text_buffer *text, const struct fetch_type *type,
			const void *record, size_t size, size_t offset,
			const struct fetch_symbols *symbols)
{
	const void *from = record + offset;

	if (offset + type->size > size) {
		text_puts(text, FAULT);
		return;
	}
	switch (type->show) {
	case FETCH_SHOW_UNSIGNED:
		text_unsigned(text, load_unsigned(from, type->size));
		break;
	case FETCH_SHOW_SIGNED:
		text_signed(text, load_signed(from, type->size));
		break;
	case FETCH_SHOW_HEX:
		text_putc(text, '0');
		text_putc(text, 'x');
		text_hex(text, load_unsigned(from, type->size));
		break;
	case FETCH_SHOW_CHAR:
		text_putc(text, '\'');
		text_putc(text, load_unsigned(from, type->size));
		text_putc(text, '\'');
		break;
	case FETCH_SHOW_SYMBOL:
		symbols->print(symbols, text, load_unsigned(from, type->size));
		break;
	case FETCH_SHOW_STRING:
		print_string(text, load_unsigned(from, type->size), record, size);
		break;
	}
}

static void print_array(struct text_buffer *text, const struct fetch_field *field,
			const void *record, size_t size, const struct fetch_symbols *symbols)
{
	unsigned int i;

	for (i = 0; i < field->count; i++) {
		text_putc(text, i ? ',' : '{');
		print_value(text, field->type, record, size,
			    field->offset + i * field->type->size, symbols);
	}
	text_putc(text, '}');
}

/**
 * fetch_print_arguments() - show the arguments of a record as " NAME=VALUE" each
 * @text: the text to append to
 * @layout: layout of the record's event
 * @record: the record, from its common header on; may be damaged
 * @size: bytes at @record
 * @symbols: prints the addresses of type symbol; NULL: sprint_symbol() does
 *
 * Context: process context, or wherever the trace is dumped from.
 */
void fetch_print_arguments(struct text_buffer *text, const struct fetch_layout *layout,
			   const void *record, size_t size, const struct fetch_symbols *symbols)
{
	const struct fetch_field *field, *end = layout->field + layout->nr_fields;

	if (!symbols)
		symbols = &kernel_symbols;
	for (field = layout->field; field < end; field++) {
		text_putc(text, ' ');
		text_puts(text, field->name);
		text_putc(text, '=');
		if (field->count)
			print_array(text, field, record, size, symbols);
		else
			print_value(text, field->type, record, size, field->offset, symbols);
	}
}

/*
 * An array of numbers shows empty brackets behind its name, and an array of strings the number
 * behind its type. Mainline does so, and programs cope with that.
 */
static void format_field(struct text_buffer *text, const struct fetch_field *field)
{
	text_printf(text, "\tfield:%s", field->type->format_type);
	if (field->count && field->dynamic)
		text_printf(text, "[%u] %s", field->count, field->name);
	else
		text_printf(text, " %s%s", field->name, field->count ? "[]" : "");
	text_printf(text, ";\toffset:%u;\tsize:%u;\tsigned:%d;\n", field->offset, field->size,
		    field->type->is_signed);
}

static void format_conversion(struct text_buffer *text, const struct fetch_field *field)
{
	unsigned int i;

	text_printf(text, " %s=", field->name);
	if (!field->count) {
		text_puts(text, field->type->print_format);
		return;
	}
	for (i = 0; i < field->count; i++) {
		text_putc(text, i ? ',' : '{');
		text_puts(text, field->type->print_format);
	}
	text_putc(text, '}');
}

static void format_value(struct text_buffer *text, const struct fetch_field *field)
{
	unsigned int i;

	if (!field->count) {
		text_printf(text, field->dynamic ? ", __get_str(%s)" : ", REC->%s", field->name);
		return;
	}
	for (i = 0; i < field->count; i++)
		text_printf(text, field->dynamic ? ", __get_str(%s[%u])" : ", REC->%s[%u]",
			    field->name, i);
}

static void format_print(struct text_buffer *text, const struct fetch_layout *layout)
{
	unsigned int i;

	if (layout->head->print_text) {
		text_puts(text, "\nprint fmt: ");
		text_puts(text, layout->head->print_text);
		text_putc(text, '\n');
		return;
	}
	text_printf(text, "\nprint fmt: \"%s", layout->head->print_format);
	for (i = 0; i < layout->nr_fields; i++)
		format_conversion(text, &layout->field[i]);
	text_printf(text, "\"%s", layout->head->print_values);
	for (i = 0; i < layout->nr_fields; i++)
		format_value(text, &layout->field[i]);
	text_putc(text, '\n');
}

/**
 * fetch_print_format() - print the text of an event's format file
 * @text: the text to append to
 * @event: name of the event
 * @id: ID of the event
 * @layout: the fields of the event
 */
void fetch_print_format(struct text_buffer *text, const char *event, unsigned int id,
			const struct fetch_layout *layout)
{
	unsigned int i;

	text_printf(text, "name: %s\nID: %u\nformat:\n", event, id);
	record_head_print_format(text, layout->head);
	for (i = 0; i < layout->nr_fields; i++)
		format_field(text, &layout->field[i]);
	format_print(text, layout);
}
