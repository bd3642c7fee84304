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
 *
 * Of a member of a struct that is a bitfield the row is that of the member's type, and the offset
 * counts from the byte at which the bits begin: the container is as many bytes as they take.
 */
#define FETCH_TYPE_ROW		0xff
#define FETCH_TYPE_WIDTH_SHIFT	8
#define FETCH_TYPE_OFFSET_SHIFT	16
#define FETCH_TYPE_BITFIELD	0x1000000
#define FETCH_TYPE_OF_MEMBER	0x2000000

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

/**
 * fetch_type_of_bits() - get what makes the index of a type that of a member which is a bitfield
 * @width: number of bits, from 1 to 64
 * @offset: number of the lowest one, from 0 to 7, with @offset + @width up to 64
 *
 * Return: the bits to add to the index.
 */
static inline int fetch_type_of_bits(unsigned int width, unsigned int offset)
{
	return FETCH_TYPE_BITFIELD | FETCH_TYPE_OF_MEMBER | width << FETCH_TYPE_WIDTH_SHIFT |
	       offset << FETCH_TYPE_OFFSET_SHIFT;
}

/**
 * fetch_type_bytes_read() - tell how many bytes of memory a number of some type is read from
 * @index: index of the type
 * @size: bytes of a value of the type
 *
 * Return: 1, 2, 4 or 8; @size unless the type is a bitfield that is a member of a struct.
 */
static inline unsigned int fetch_type_bytes_read(int index, unsigned int size)
{
	unsigned int bits = fetch_type_bit_width(index) + fetch_type_bit_offset(index), bytes = 1;

	if (!(index & FETCH_TYPE_OF_MEMBER))
		return size;
	while (bytes * 8 < bits)
		bytes *= 2;
	return bytes;
}

int fetch_find_type(const char *name, size_t len);
int fetch_find_user_type(const char *name, size_t len);
const struct fetch_type *fetch_type_at(int index);

#endif
