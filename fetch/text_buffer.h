/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A bounded text under construction. (struct seq_buf would do, but some of its functions are not
 * exported to modules on the kernels supported.)
 */
#ifndef FETCH_TEXT_BUFFER_H
#define FETCH_TEXT_BUFFER_H

#include <linux/types.h>
#include <linux/compiler.h>

/**
 * struct text_buffer - text of at most @size - 1 bytes, always NUL-terminated
 * @data: memory for the bytes; NULL: the bytes are only counted
 * @size: number of bytes at @data
 * @len: bytes written, without the NUL; with @overflow set, the bytes that fitted
 * @overflow: at least one byte did not fit
 */
struct text_buffer {
	char *data;
	size_t size;
	size_t len;
	bool overflow;
};

void text_buffer_init(struct text_buffer *text, char *data, size_t size);
void text_puts(struct text_buffer *text, const char *string);
void text_append(struct text_buffer *text, const char *bytes, size_t len);
/* These append what printf() does for %llu, %lld and %llx, at a tenth of the price. */
void text_unsigned(struct text_buffer *text, u64 value);
void text_signed(struct text_buffer *text, s64 value);
void text_hex(struct text_buffer *text, u64 value);
void text_putc(struct text_buffer *text, char c);
size_t text_room(const struct text_buffer *text);
void text_wrote(struct text_buffer *text, size_t room, int len);
void __printf(2, 3) text_printf(struct text_buffer *text, const char *format, ...);

#endif
