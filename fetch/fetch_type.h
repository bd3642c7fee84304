/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Types of fetch arguments, a row for each type.
 */
#ifndef FETCH_FETCH_TYPE_H
#define FETCH_FETCH_TYPE_H

#include <linux/types.h>

/* How the bytes of a value are shown */
enum fetch_show {
	FETCH_SHOW_UNSIGNED,
	FETCH_SHOW_SIGNED,
	FETCH_SHOW_HEX,
	FETCH_SHOW_CHAR,
	FETCH_SHOW_SYMBOL,
	FETCH_SHOW_STRING,	/* __data_loc word: string, ustring, symstr */
};

/**
 * struct fetch_type - one type
 * @name: name of the type as written in a definition ("x32")
 * @format_type: type in the format file ("u32", "__data_loc char[]")
 * @print_format: printf conversion in the format file's print fmt ("%u", "0x%x", "\\"%s\\"")
 * @size: bytes in the record (4 for the location word of strings)
 * @is_signed: the format file says "signed:1"
 * @show: how the bytes of a value are shown as text
 * @user: the type reads user memory (ustring)
 * @symstr: the type stores the name of a symbol
 */
struct fetch_type {
	const char *name;
	const char *format_type;
	const char *print_format;
	u8 size;
	bool is_signed;
	enum fetch_show show;
	bool user;
	bool symstr;
};

/*
 * The index of a type carries what only bitfields have. Their row is that of the unsigned type that
 * is as wide as the container, as on mainline. Width 0 stands for a width or offset that makes no
 * sense.
 */
#define FETCH_TYPE_ROW		0xff
#define FETCH_TYPE_WIDTH_SHIFT	8
#define FETCH_TYPE_OFFSET_SHIFT	16
#define FETCH_TYPE_BITFIELD	0x1000000

static inline bool fetch_type_is_bitfield(int index)
{
	return index & FETCH_TYPE_BITFIELD;
}

static inline unsigned int fetch_type_bit_width(int index)
{
	return (index >> FETCH_TYPE_WIDTH_SHIFT) & 0xff;
}

static inline unsigned int fetch_type_bit_offset(int index)
{
	return (index >> FETCH_TYPE_OFFSET_SHIFT) & 0xff;
}

int fetch_find_type(const char *name, size_t len);
const struct fetch_type *fetch_type_at(int index);

#endif
