// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/math64.h>
#include <linux/string.h>
#include "fetch/text_buffer.h"

/**
 * text_buffer_init() - start an empty text
 * @text: the text to start
 * @data: memory for the text, or NULL to learn its length only
 * @size: bytes at @data, including one for the NUL
 */
void text_buffer_init(struct text_buffer *text, char *data, size_t size)
{
	text->data = data;
	text->size = size;
	text->len = 0;
	text->overflow = false;
	if (data && size)
		data[0] = '\0';
}

/**
 * text_append() - append bytes
 * @text: the text to append to
 * @bytes: the bytes to append; those that do not fit are dropped, which sets @text->overflow
 * @len: number of bytes
 */
void text_append(struct text_buffer *text, const char *bytes, size_t len)
{
	size_t room = text->size > text->len ? text->size - text->len - 1 : 0;

	if (!text->data) {
		text->len += len;
		return;
	}
	if (len > room) {
		text->overflow = true;
		len = room;
	}
	if (!len)
		return;
	memcpy(text->data + text->len, bytes, len);
	text->len += len;
	text->data[text->len] = '\0';
}

/**
 * text_puts() - append a string
 * @text: the text to append to
 * @string: the string to append; what does not fit is dropped, which sets @text->overflow
 */
void text_puts(struct text_buffer *text, const char *string)
{
	text_append(text, string, strlen(string));
}

/**
 * text_putc() - append one character
 * @text: the text to append to
 * @c: the character to append
 */
void text_putc(struct text_buffer *text, char c)
{
	if (likely(text->data && text->size > text->len + 1)) {
		text->data[text->len++] = c;
		text->data[text->len] = '\0';
	} else {
		text_append(text, &c, 1);
	}
}

#define U64_DIGITS	20

static unsigned int write_decimal(char *to, u64 value)
{
	unsigned int i, digits = 1;
	u64 limit;

	for (limit = 10; value >= limit && digits < U64_DIGITS; limit *= 10)
		digits++;
	for (i = digits; i; i--) {
		u64 rest = div_u64(value, 10);

		to[i - 1] = '0' + (value - rest * 10);
		value = rest;
	}
	return digits;
}

static unsigned int write_hex(char *to, u64 value)
{
	unsigned int digits = value ? ilog2(value) / 4 + 1 : 1;
	unsigned int i;

	for (i = digits; i; i--, value >>= 4)
		to[i - 1] = "0123456789abcdef"[value & 0xf];
	return digits;
}

/* Writes the number in place if there is room for any number. */
static __always_inline void text_number(struct text_buffer *text, u64 value,
					unsigned int (*write)(char *to, u64 value))
{
	char digits[U64_DIGITS];

	if (likely(text->data && text->size > text->len + U64_DIGITS)) {
		text->len += write(text->data + text->len, value);
		text->data[text->len] = '\0';
	} else {
		text_append(text, digits, write(digits, value));
	}
}

/**
 * text_unsigned() - append a number in decimal
 * @text: the text to append to
 * @value: the number to append
 */
void text_unsigned(struct text_buffer *text, u64 value)
{
	text_number(text, value, write_decimal);
}

/** text_signed() - append a number in decimal, with a sign when it is negative */
void text_signed(struct text_buffer *text, s64 value)
{
	if (value < 0)
		text_append(text, "-", 1);
	text_unsigned(text, value < 0 ? -(u64)value : value);
}

/** text_hex() - append a number in hexadecimal */
void text_hex(struct text_buffer *text, u64 value)
{
	text_number(text, value, write_hex);
}

/** text_room() - get how many bytes, with the NUL, a function of the kind of vsnprintf() may write behind the text */
size_t text_room(const struct text_buffer *text)
{
	return text->data && text->size > text->len ? text->size - text->len : 0;
}

/**
 * text_wrote() - take what such a function has written
 * @text: the text that has been appended to
 * @room: what text_room() has returned
 * @len: what the function has returned: how many bytes there were to write, without the NUL, or an error
 */
void text_wrote(struct text_buffer *text, size_t room, int len)
{
	if (len < 0)
		return;
	if (!text->data || len < room) {
		text->len += len;
		return;
	}
	text->overflow = true;
	if (room)
		text->len = text->size - 1;
}

/**
 * text_printf() - append formatted text
 * @text: the text to append to
 * @format: conversions as of printf(); what does not fit is dropped, which sets @text->overflow
 */
void text_printf(struct text_buffer *text, const char *format, ...)
{
	size_t room = text_room(text);
	va_list args;

	va_start(args, format);
	text_wrote(text, room, vsnprintf(room ? text->data + text->len : NULL, room, format, args));
	va_end(args);
}
