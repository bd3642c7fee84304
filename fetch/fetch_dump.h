/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Prints fetch programs for people.
 */
#ifndef FETCH_FETCH_DUMP_H
#define FETCH_FETCH_DUMP_H

#include <linux/types.h>

struct fetch_field;
struct fetch_program;
struct text_buffer;

void fetch_dump(struct text_buffer *text, const struct fetch_program *program,
		const struct fetch_field *field, bool user);

#endif
