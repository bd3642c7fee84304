/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Fields of a record that is the frame of an event probe, for fetch_run.c.
 */
#ifndef FETCH_FIELD_H
#define FETCH_FIELD_H

#include <linux/string.h>

#include "fetch/fetch_memory.h"

struct fetch_general;
struct fetch_source;

/** field_load() - load a number of @size bytes, 1, 2, 4 or 8, from a record that has them */
static __always_inline u64 field_load(const void *from, unsigned int size)
{
	u32 half;
	u16 quarter;

	if (size == sizeof(u64))
		return fetch_get_word(from);
	if (size == sizeof(half)) {
		memcpy(&half, from, sizeof(half));
		return half;
	}
	if (size == sizeof(quarter)) {
		memcpy(&quarter, from, sizeof(quarter));
		return quarter;
	}
	return *(const u8 *)from;
}

/** field_load_signed() - load a number that may have a sign, which is extended then */
static __always_inline u64 field_load_signed(const void *from, unsigned int size, bool is_signed)
{
	unsigned int unused = 64 - size * 8;
	u64 value = field_load(from, size);

	return is_signed ? (u64)((s64)(value << unused) >> unused) : value;
}

struct fetch_number field_number(const struct fetch_source *source, unsigned int offset,
				 unsigned int size, bool is_signed);
struct fetch_number field_fetch(const struct fetch_general *general,
				const struct fetch_source *source);
struct fetch_number field_read(const struct fetch_source *source, unsigned long addr,
			       unsigned int width);
int field_copy_string(const struct fetch_source *source, char *to, unsigned long addr,
		      unsigned int room);

#endif
