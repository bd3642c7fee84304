/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Fields of a record that is the frame of an event probe, for fetch_run.c.
 */
#ifndef FETCH_FIELD_H
#define FETCH_FIELD_H

#include "fetch/fetch_memory.h"

struct fetch_general;
struct fetch_source;

struct fetch_number field_number(const struct fetch_source *source, unsigned int offset,
				 unsigned int size, bool is_signed);
struct fetch_number field_fetch(const struct fetch_general *general,
				const struct fetch_source *source);
struct fetch_number field_read(const struct fetch_source *source, unsigned long addr,
			       unsigned int width);
int field_copy_string(const struct fetch_source *source, char *to, unsigned long addr,
		      unsigned int room);

#endif
