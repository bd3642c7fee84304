/* SPDX-License-Identifier: GPL-2.0 */
/*
 * From the bytes of a record to text, and the text of format files.
 */
#ifndef FETCH_FETCH_PRINT_H
#define FETCH_FETCH_PRINT_H

#include "fetch/fetch_program.h"
#include "fetch/text_buffer.h"

/**
 * struct fetch_symbols - who knows the text of an address
 * @print: SYMBOL+0xOFFSET/0xSIZE, with [MODULE] behind it
 */
struct fetch_symbols {
	void (*print)(const struct fetch_symbols *symbols, struct text_buffer *text,
		      unsigned long address);
};

void fetch_print_arguments(struct text_buffer *text, const struct fetch_layout *layout,
			   const void *record, size_t size, const struct fetch_symbols *symbols);
void fetch_print_format(struct text_buffer *text, const char *event, unsigned int id,
			const struct fetch_layout *layout);
void fetch_print_common_fields(struct text_buffer *text);

#endif
