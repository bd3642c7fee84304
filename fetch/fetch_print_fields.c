// SPDX-License-Identifier: GPL-2.0
/*
 * Prints records field by field, by size and kind alone: the option fields. The text is that of
 * print_event_fields() of Linux 7.2, which knows nothing of the types of arguments: a number of eight
 * bytes is shown as a symbol, one byte as a character if it is one, and of an array of strings the first.
 */
#include <linux/kernel.h>
#include <linux/string.h>

#include "fetch/fetch_print.h"

#define TOO_SHORT	"<OVERFLOW>"

/**
 * struct shown_field - a field as it is printed
 * @name: name of the field
 * @offset: offset of the field in the record
 * @size: bytes of the field
 * @string: the field begins with a location word, which says where in the record the text is
 */
struct shown_field {
	const char *name;
	unsigned int offset;
	unsigned int size;
	bool string;
};

static bool is_ascii_printable(unsigned char c)
{
	return c >= ' ' && c < 0x7f;
}

/* The character is shown where isprint() of the kernel says yes, which knows those of Latin-1. */
static void print_byte(struct text_buffer *text, unsigned char byte)
{
	char quoted[] = { '\'', byte, '\'' };

	if (is_ascii_printable(byte) || byte >= 0xa0)
		text_append(text, quoted, sizeof(quoted));
	text_printf(text, "(%u)", byte);
}

static void print_number(struct text_buffer *text, const void *from, unsigned int size,
			 const struct fetch_symbols *symbols)
{
	u64 long_value;
	u32 value;
	u16 half;

	switch (size) {
	case sizeof(u8):
		print_byte(text, *(const unsigned char *)from);
		break;
	case sizeof(half):
		memcpy(&half, from, sizeof(half));
		text_printf(text, "0x%x (%u)", half, half);
		break;
	case sizeof(value):
		memcpy(&value, from, sizeof(value));
		text_printf(text, "0x%x (%d)", value, (s32)value);
		break;
	case sizeof(long_value):
		memcpy(&long_value, from, sizeof(long_value));
		symbols->print(symbols, text, long_value);
		text_printf(text, " (%lld)", (s64)long_value);
		break;
	default:
		text_puts(text, "<INVALID-SIZE>");
	}
}

static bool has_unprintable(const unsigned char *string, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (string[i] && !is_ascii_printable(string[i]))
			return true;
	return false;
}

/* Prints a dot for each character that can't be shown, and behind the text what each of them is. */
static void print_dotted(struct text_buffer *text, const unsigned char *string, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		text_putc(text, is_ascii_printable(string[i]) ? string[i] : '.');
	text_puts(text, " (");
	for (i = 0; i < len; i++)
		text_printf(text, i ? ":%02x" : "%02x", string[i]);
	text_putc(text, ')');
}

static void print_string(struct text_buffer *text, const void *record, size_t record_size,
			 unsigned int field)
{
	unsigned int offset, len;
	u32 location;

	memcpy(&location, record + field, sizeof(location));
	offset = location & 0xffff;
	len = location >> 16;
	if (offset + len > record_size)
		text_puts(text, TOO_SHORT);
	else if (has_unprintable(record + offset, len))
		print_dotted(text, record + offset, len);
	else
		text_append(text, record + offset, strnlen(record + offset, len));
}

static void print_field(struct text_buffer *text, const struct shown_field *field,
			const void *record, size_t record_size,
			const struct fetch_symbols *symbols)
{
	text_printf(text, " %s=", field->name);
	if (field->offset + field->size > record_size)
		text_puts(text, TOO_SHORT);
	else if (field->string)
		print_string(text, record, record_size, field->offset);
	else
		print_number(text, record + field->offset, field->size, symbols);
}

/**
 * fetch_print_fields() - show the fields of a record as " NAME=VALUE" each, behind the common header
 * @text: the text to append to
 * @layout: layout of the record's event
 * @record: the record, from its common header on; may be damaged
 * @size: bytes at @record
 * @symbols: prints the numbers of eight bytes
 *
 * Context: process context.
 */
void fetch_print_fields(struct text_buffer *text, const struct fetch_layout *layout,
			const void *record, size_t size, const struct fetch_symbols *symbols)
{
	const struct head_field *head = layout->head->field, *head_end = head + layout->head->nr_fields;
	const struct fetch_field *field = layout->field, *end = field + layout->nr_fields;

	for (; head < head_end; head++)
		print_field(text, &(struct shown_field){ head->name, head->offset, head->size },
			    record, size, symbols);
	for (; field < end; field++)
		print_field(text, &(struct shown_field){ field->name, field->offset, field->size,
							 field->dynamic },
			    record, size, symbols);
}
