// SPDX-License-Identifier: GPL-2.0
/*
 * Types: which names there are, and what bitfield types come to.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "cmocka_all.h"
#include "fetch/fetch_type.h"

static const struct {
	const char *name;
	const char *format_type;
	const char *print_format;
	unsigned int size;
	bool is_signed;
} types[] = {
	{ "u8", "u8", "%u", 1 },
	{ "u16", "u16", "%u", 2 },
	{ "u32", "u32", "%u", 4 },
	{ "u64", "u64", "%Lu", 8 },
	{ "s8", "s8", "%d", 1, true },
	{ "s16", "s16", "%d", 2, true },
	{ "s32", "s32", "%d", 4, true },
	{ "s64", "s64", "%Ld", 8, true },
	{ "x8", "u8", "0x%x", 1 },
	{ "x16", "u16", "0x%x", 2 },
	{ "x32", "u32", "0x%x", 4 },
	{ "x64", "u64", "0x%Lx", 8 },
	{ "char", "u8", "'%c'", 1 },
	{ "symbol", "u64", "%pS", 8 },
	{ "string", "__data_loc char[]", "\\\"%s\\\"", 4, true },
	{ "ustring", "__data_loc char[]", "\\\"%s\\\"", 4, true },
	{ "symstr", "__data_loc char[]", "\\\"%s\\\"", 4, true },
};

static int find(const char *name)
{
	return fetch_find_type(name, strlen(name));
}

static void every_name(void **state)
{
	for (size_t i = 0; i < ARRAY_SIZE(types); i++) {
		const struct fetch_type *type = fetch_type_at(find(types[i].name));

		assert_non_null(type);
		assert_string_equal(type->name, types[i].name);
		assert_string_equal(type->format_type, types[i].format_type);
		assert_string_equal(type->print_format, types[i].print_format);
		assert_int_equal(type->size, types[i].size);
		assert_int_equal(type->is_signed, types[i].is_signed);
	}
	assert_null(fetch_type_at(ARRAY_SIZE(types)));
}

static void default_type(void **state)
{
	assert_string_equal(fetch_type_at(fetch_find_type("u8", 0))->name, "x64");
}

static void names_end_where_told(void **state)
{
	assert_int_equal(fetch_find_type("u8[4]", 2), find("u8"));
	assert_int_equal(fetch_find_type("u16", 2), -ENOENT);
}

static void unknown_names(void **state)
{
	static const char * const names[] = {
		"u128", "x", "U8", "strings", "str", " u8", "int",
		"b", "b1", "b1@0", "b1@0/", "b1@0/7", "b1@0/128", "b1@0/8/8", "b/x",
		"a234567890123456789012345678901234567890123456789012345678901234567890",
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		assert_int_equal(find(names[i]), -ENOENT);
}

static const struct {
	const char *name;
	const char *container;
	unsigned int width;
	unsigned int offset;
} bitfields[] = {
	{ "b1@0/8", "u8", 1, 0 },
	{ "b8@0/8", "u8", 8, 0 },
	{ "b3@5/8", "u8", 3, 5 },
	{ "b0x4@0x4/0x10", "u16", 4, 4 },
	{ "b010@2/16", "u16", 8, 2 },
	{ "b31@1/32", "u32", 31, 1 },
	{ "b1@63/64", "u64", 1, 63 },
	{ "b64@0/64", "u64", 64, 0 },
	/* Known containers, nonsense before them */
	{ "b4@5/8", "u8", 0 },
	{ "b0@0/8", "u8", 0 },
	{ "b65@0/64", "u64", 0 },
	{ "b18446744073709551615@1/8", "u8", 0 },
	{ "b@0/8", "u8", 0 },
	{ "b4@/8", "u8", 0 },
	{ "b4/8", "u8", 0 },
	{ "b4@1x/8", "u8", 0 },
	{ "bogus/32", "u32", 0 },
};

static void bitfield_types(void **state)
{
	for (size_t i = 0; i < ARRAY_SIZE(bitfields); i++) {
		int index = find(bitfields[i].name);

		assert_true(index >= 0);
		assert_true(fetch_type_is_bitfield(index));
		assert_string_equal(fetch_type_at(index)->name, bitfields[i].container);
		assert_int_equal(fetch_type_bit_width(index), bitfields[i].width);
		assert_int_equal(fetch_type_bit_offset(index), bitfields[i].offset);
	}
	assert_false(fetch_type_is_bitfield(find("u8")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_name),
		cmocka_unit_test(default_type),
		cmocka_unit_test(names_end_where_told),
		cmocka_unit_test(unknown_names),
		cmocka_unit_test(bitfield_types),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
