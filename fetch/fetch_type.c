// SPDX-License-Identifier: GPL-2.0
/*
 * The table of types. The bitfield types bW@O/C are not rows; each is its container's row with
 * a width and an offset.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include "fetch/fetch_type.h"
#include "parser/parse_definition.h"

#define NUMBER(name_, format_type_, print_format_, bits, show_)				\
	{ .name = name_, .format_type = format_type_, .print_format = print_format_,	\
	  .size = (bits) / 8, .is_signed = (show_) == FETCH_SHOW_SIGNED, .show = show_ }

/* Mainline calls its strings signed in format files. */
#define STRING(name_, ...)								\
	{ .name = name_, .format_type = "__data_loc char[]", .print_format = "\\\"%s\\\"", \
	  .size = sizeof(u32), .is_signed = true, .show = FETCH_SHOW_STRING, ##__VA_ARGS__ }

static const struct fetch_type fetch_types[] = {
	NUMBER("x64",	"u64",	"0x%Lx",	64,	FETCH_SHOW_HEX),	/* the default */
	NUMBER("x32",	"u32",	"0x%x",		32,	FETCH_SHOW_HEX),
	NUMBER("x16",	"u16",	"0x%x",		16,	FETCH_SHOW_HEX),
	NUMBER("x8",	"u8",	"0x%x",		8,	FETCH_SHOW_HEX),
	NUMBER("u64",	"u64",	"%Lu",		64,	FETCH_SHOW_UNSIGNED),
	NUMBER("u32",	"u32",	"%u",		32,	FETCH_SHOW_UNSIGNED),
	NUMBER("u16",	"u16",	"%u",		16,	FETCH_SHOW_UNSIGNED),
	NUMBER("u8",	"u8",	"%u",		8,	FETCH_SHOW_UNSIGNED),
	NUMBER("s64",	"s64",	"%Ld",		64,	FETCH_SHOW_SIGNED),
	NUMBER("s32",	"s32",	"%d",		32,	FETCH_SHOW_SIGNED),
	NUMBER("s16",	"s16",	"%d",		16,	FETCH_SHOW_SIGNED),
	NUMBER("s8",	"s8",	"%d",		8,	FETCH_SHOW_SIGNED),
	NUMBER("char",	"u8",	"'%c'",		8,	FETCH_SHOW_CHAR),
	NUMBER("symbol", "u64",	"%pS",		64,	FETCH_SHOW_SYMBOL),
	STRING("string"),
	STRING("ustring", .user = true),
	STRING("symstr", .symstr = true),
};

static int fetch_find_row(const char *name)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(fetch_types); i++)
		if (!strcmp(fetch_types[i].name, name))
			return i;
	return -ENOENT;
}

/* @name is "bW@O/C"; nothing but C decides whether there is such a type. */
static int fetch_find_bitfield(const char *name)
{
	const char *container = strchr(name, '/');
	unsigned long bits, width, offset;
	char row_name[sizeof("u18446744073709551615")];
	const char *start;
	char *tail;
	int row;

	if (!container || kstrtoul(container + 1, 0, &bits))
		return -ENOENT;
	snprintf(row_name, sizeof(row_name), "u%lu", bits);
	row = fetch_find_row(row_name);
	if (row < 0)
		return row;
	row |= FETCH_TYPE_BITFIELD;

	width = simple_strtoul(name + 1, &tail, 0);
	if (!width || *tail != '@')
		return row;
	start = tail + 1;
	offset = simple_strtoul(start, &tail, 0);
	if (tail == start || *tail != '/' || width > bits || offset > bits - width)
		return row;
	return row | width << FETCH_TYPE_WIDTH_SHIFT | offset << FETCH_TYPE_OFFSET_SHIFT;
}

/**
 * fetch_find_type() - look up a type by name
 * @name: the name as written, without an array suffix; not NUL-terminated
 * @len: bytes of @name; 0 asks for the default type
 *
 * A name that begins with 'b' is a bitfield's. fetch_check_argument() checks its width and offset,
 * because it has a message for them.
 *
 * Return: an index for fetch_type_at(), or -ENOENT.
 */
int fetch_find_type(const char *name, size_t len)
{
	char copy[PROBE_ARGUMENT_LEN + 1];

	if (!len)
		return 0;
	if (len >= sizeof(copy))
		return -ENOENT;
	memcpy(copy, name, len);
	copy[len] = '\0';
	return copy[0] == 'b' ? fetch_find_bitfield(copy) : fetch_find_row(copy);
}

/**
 * fetch_find_user_type() - look up a type of the arguments of user probes by name
 * @name: the name, as for fetch_find_type()
 * @len: bytes of @name
 *
 * Symbols are those of the kernel: such arguments have neither symbol nor symstr.
 *
 * Return: an index for fetch_type_at(), or -ENOENT.
 */
int fetch_find_user_type(const char *name, size_t len)
{
	const struct fetch_type *type;
	int index = fetch_find_type(name, len);

	if (index < 0)
		return index;
	type = fetch_type_at(index);
	return type->symstr || type->show == FETCH_SHOW_SYMBOL ? -ENOENT : index;
}

/**
 * fetch_type_at() - get the row of a type
 * @index: what fetch_find_type() returned, or 0, 1, ... to go through the table
 *
 * Return: the row, or NULL past the end of the table.
 */
const struct fetch_type *fetch_type_at(int index)
{
	unsigned int row = index & FETCH_TYPE_ROW;

	return row < ARRAY_SIZE(fetch_types) ? &fetch_types[row] : NULL;
}
