// SPDX-License-Identifier: GPL-2.0
#include <linux/kernel.h>
#include <linux/string.h>
#include "fetch/text_buffer.h"

/**
 * text_buffer_init() - start an empty text
 * @text: the text
 * @data: where it goes, or NULL to learn its length only
 * @size: bytes at @data, its NUL included
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

static void text_append(struct text_buffer *text, const char *bytes, size_t len)
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
 * @text: the text
 * @string: what does not fit of it is dropped and noted as overflow
 */
void text_puts(struct text_buffer *text, const char *string)
{
	text_append(text, string, strlen(string));
}

/**
 * text_putc() - append one character
 * @text: the text
 * @c: the character
 */
void text_putc(struct text_buffer *text, char c)
{
	text_append(text, &c, 1);
}

/**
 * text_printf() - append formatted text
 * @text: the text
 * @format: conversions as of printf(); what does not fit is dropped and noted as overflow
 */
void text_printf(struct text_buffer *text, const char *format, ...)
{
	size_t room = text->data && text->size > text->len ? text->size - text->len : 0;
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(room ? text->data + text->len : NULL, room, format, args);
	va_end(args);

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
