/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Prints the bytes of a record as text, and the text of format files.
 */
#ifndef FETCH_FETCH_PRINT_H
#define FETCH_FETCH_PRINT_H

#include "fetch/fetch_layout.h"
#include "fetch/text_buffer.h"

/* How a place in the kernel is shown, in the head of a record: */
enum fetch_place {
	FETCH_PLACE_OFFSET,	/* SYMBOL+0xOFFSET/0xSIZE */
	FETCH_PLACE_NAME,	/* SYMBOL */
	FETCH_PLACE_OPTION,	/* one of the two, as the option sym-offset says */
	FETCH_PLACE_PARENT,	/* the same behind " <-"; nothing without the option print-parent */
};

/**
 * struct fetch_symbols - prints addresses as symbols
 * @print: appends SYMBOL+0xOFFSET/0xSIZE to the text, with [MODULE] behind it
 * @place: appends a place in the head of a record
 * @user_place: appends a place in a program, @process being the one that has it
 */
struct fetch_symbols {
	void (*print)(const struct fetch_symbols *symbols, struct text_buffer *text,
		      unsigned long address);
	void (*place)(const struct fetch_symbols *symbols, struct text_buffer *text,
		      unsigned long address, enum fetch_place how);
	void (*user_place)(const struct fetch_symbols *symbols, struct text_buffer *text,
			   pid_t process, unsigned long address);
};

void fetch_print_arguments(struct text_buffer *text, const struct fetch_layout *layout,
			   const void *record, size_t size, const struct fetch_symbols *symbols);
void fetch_print_fields(struct text_buffer *text, const struct fetch_layout *layout,
			const void *record, size_t size, const struct fetch_symbols *symbols);
void fetch_print_format(struct text_buffer *text, const char *event, unsigned int id,
			const struct fetch_layout *layout);

#endif
