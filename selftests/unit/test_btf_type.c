// SPDX-License-Identifier: GPL-2.0
/*
 * What types mean: what is left without modifiers, sizes, types of fetch arguments, text, members.
 */
#include "btf_build.h"

/* The types of these tests, by what the C declaration would be */
struct sample {
	struct btf_build build;
	struct fetch_btf *btf;
	u32 number, character, byte, flag, signed_byte, wide, nibble;
	u32 pointer, void_pointer, text, const_text, signed_text, old_text, buffer, flags, none;
	u32 color, large, real, function_pointer, hidden;
	u32 first_const, loop, array_loop, matrix, huge, vast, flexible, of_void;
};

static u32 refer(struct sample *sample, u32 kind, u32 target)
{
	return btf_build_type(&sample->build, kind, "", 0, target);
}

static void build_integers(struct sample *sample)
{
	struct btf_build *build = &sample->build;

	sample->number = btf_build_integer(build, "int", 4, 32, BTF_INTEGER_SIGNED);
	sample->character = btf_build_integer(build, "char", 1, 8, 0);
	sample->byte = btf_build_integer(build, "unsigned char", 1, 8, 0);
	sample->flag = btf_build_integer(build, "_Bool", 1, 8, 0x04000000);
	sample->signed_byte = btf_build_integer(build, "signed char", 1, 8, BTF_INTEGER_SIGNED);
	sample->wide = btf_build_integer(build, "__int128", 16, 128, BTF_INTEGER_SIGNED);
	sample->nibble = btf_build_integer(build, "nibble", 1, 4, 0);
}

static void build_pointers(struct sample *sample)
{
	sample->pointer = refer(sample, FETCH_BTF_POINTER, sample->number);
	sample->void_pointer = refer(sample, FETCH_BTF_POINTER, 0);
	sample->text = refer(sample, FETCH_BTF_POINTER, sample->character);
	sample->const_text = refer(sample, FETCH_BTF_CONST, sample->character);
	sample->const_text = refer(sample, FETCH_BTF_POINTER, sample->const_text);
	sample->const_text = refer(sample, FETCH_BTF_RESTRICT, sample->const_text);
	sample->signed_text = refer(sample, FETCH_BTF_POINTER, sample->signed_byte);
	sample->old_text = btf_build_integer(&sample->build, "char", 1, 8, BTF_INTEGER_SIGNED);
	sample->old_text = refer(sample, FETCH_BTF_POINTER, sample->old_text);
}

static void build_arrays(struct sample *sample)
{
	struct btf_build *build = &sample->build;

	sample->buffer = btf_build_array(build, sample->character, 16);
	sample->flags = btf_build_array(build, sample->flag, 3);
	sample->none = btf_build_array(build, sample->pointer, 5);
	sample->matrix = btf_build_array(build, btf_build_array(build, sample->number, 6), 5);
	sample->huge = btf_build_array(build, sample->wide, U32_MAX);
	sample->huge = btf_build_array(build, sample->huge, U32_MAX);
	sample->vast = btf_build_array(build, sample->huge, U32_MAX);
	sample->flexible = btf_build_array(build, sample->number, 0);
}

static void build_others(struct sample *sample)
{
	struct btf_build *build = &sample->build;

	sample->color = btf_build_type(build, FETCH_BTF_ENUM, "color", 0, 4);
	sample->large = btf_build_type(build, FETCH_BTF_ENUM64, "large", 0, 8);
	sample->real = btf_build_type(build, FETCH_BTF_FLOAT, "double", 0, 8);
	sample->function_pointer = btf_build_type(build, FETCH_BTF_PROTOTYPE, "", 0, 0);
	sample->function_pointer = refer(sample, FETCH_BTF_POINTER, sample->function_pointer);
	sample->hidden = btf_build_type(build, FETCH_BTF_FORWARD, "hidden", 0, 0);
	sample->of_void = refer(sample, FETCH_BTF_CONST, 0);
	sample->first_const = refer(sample, FETCH_BTF_CONST, sample->of_void + 2);
	refer(sample, FETCH_BTF_VOLATILE, sample->of_void + 3);
	btf_build_type(build, FETCH_BTF_TYPEDEF, "int_t", 0, sample->of_void + 4);
	btf_build_type(build, FETCH_BTF_TYPE_TAG, "user", 0, sample->number);
	sample->loop = refer(sample, FETCH_BTF_CONST, sample->of_void + 6);
	refer(sample, FETCH_BTF_VOLATILE, sample->loop);
	sample->array_loop = btf_build_array(build, sample->loop + 2, 1);
}

static int open_sample(void **state)
{
	struct sample *sample = calloc(1, sizeof(*sample));

	build_integers(sample);
	build_pointers(sample);
	build_arrays(sample);
	build_others(sample);
	sample->btf = btf_build_open(&sample->build);
	*state = sample;
	return IS_ERR(sample->btf);
}

static int close_sample(void **state)
{
	struct sample *sample = *state;

	btf_build_close(&sample->build, sample->btf);
	free(sample);
	return 0;
}

static void modifiers(void **state)
{
	struct sample *sample = *state;
	struct fetch_btf_type type;

	assert_int_equal(fetch_btf_resolve(sample->btf, sample->first_const, &type), 0);
	assert_int_equal(type.id, sample->number);
	assert_string_equal(type.name, "int");
	assert_int_equal(fetch_btf_resolve(sample->btf, sample->number, &type), 0);
	assert_int_equal(type.id, sample->number);
	assert_int_equal(fetch_btf_resolve(sample->btf, sample->of_void, &type), 0);
	assert_int_equal(type.kind, FETCH_BTF_VOID);
	assert_int_equal(fetch_btf_resolve(sample->btf, 0, &type), 0);
	assert_int_equal(type.kind, FETCH_BTF_VOID);
	assert_int_equal(fetch_btf_resolve(sample->btf, sample->loop, &type), -EINVAL);
	assert_int_equal(fetch_btf_resolve(sample->btf, 1000, &type), -EINVAL);
}

/* An enum is as wide as it says, and signed where one of its values is negative. */
static void enums(void **state)
{
	static const struct {
		u32 kind, info, size;
		const char *type;
	} rows[] = {
		{ FETCH_BTF_ENUM, 0, 1, "u8" }, { FETCH_BTF_ENUM, BTF_INFO_FLAG, 1, "s8" },
		{ FETCH_BTF_ENUM, 0, 2, "u16" }, { FETCH_BTF_ENUM, BTF_INFO_FLAG, 2, "s16" },
		{ FETCH_BTF_ENUM, 0, 4, "s32" }, { FETCH_BTF_ENUM, BTF_INFO_FLAG, 4, "s32" },
		{ FETCH_BTF_ENUM, 0, 8, "s64" }, { FETCH_BTF_ENUM64, 0, 8, "s64" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct btf_build build = { 0 };
		u32 id = btf_build_type(&build, rows[i].kind, "e", rows[i].info, rows[i].size);
		struct fetch_btf *btf = btf_build_open(&build);

		assert_false(IS_ERR(btf));
		assert_string_equal(fetch_btf_fetch_type(btf, id), rows[i].type);
		btf_build_close(&build, btf);
	}
}

/* The longest chain that is followed has 31 modifiers. */
static void longest_chain(void **state)
{
	struct btf_build build = { 0 };
	struct fetch_btf_type type;
	struct fetch_btf *btf;

	btf_build_integer(&build, "int", 4, 32, 0);
	for (u32 i = 1; i <= BTF_REFERENCES_MAX; i++)
		btf_build_type(&build, FETCH_BTF_CONST, "", 0, i);
	btf = btf_build_open(&build);
	assert_false(IS_ERR(btf));
	assert_int_equal(fetch_btf_resolve(btf, BTF_REFERENCES_MAX, &type), 0);
	assert_int_equal(type.id, 1);
	assert_int_equal(fetch_btf_resolve(btf, BTF_REFERENCES_MAX + 1, &type), -EINVAL);
	btf_build_close(&build, btf);
}

static void assert_size(const struct sample *sample, u32 id, int ret, u64 size)
{
	u64 found = 0;

	assert_int_equal(fetch_btf_size(sample->btf, id, &found), ret);
	assert_int_equal(found, size);
}

static void sizes(void **state)
{
	struct sample *sample = *state;

	assert_size(sample, sample->number, 0, 4);
	assert_size(sample, sample->wide, 0, 16);
	assert_size(sample, sample->nibble, 0, 1);
	assert_size(sample, sample->pointer, 0, sizeof(void *));
	assert_size(sample, sample->const_text, 0, sizeof(void *));
	assert_size(sample, sample->buffer, 0, 16);
	assert_size(sample, sample->none, 0, 5 * sizeof(void *));
	assert_size(sample, sample->matrix, 0, 120);
	assert_size(sample, sample->flexible, 0, 0);
	assert_size(sample, sample->color, 0, 4);
	assert_size(sample, sample->large, 0, 8);
	assert_size(sample, sample->real, 0, 8);
	assert_size(sample, sample->first_const, 0, 4);
	assert_size(sample, sample->huge, -EINVAL, 0);
	assert_size(sample, sample->vast, -EINVAL, 0);
	assert_size(sample, sample->hidden, -EINVAL, 0);
	assert_size(sample, sample->function_pointer - 1, -EINVAL, 0);
	assert_size(sample, sample->of_void, -EINVAL, 0);
	assert_size(sample, 0, -EINVAL, 0);
	assert_size(sample, sample->loop, -EINVAL, 0);
	assert_size(sample, sample->array_loop, -EINVAL, 0);
	assert_size(sample, 1000, -EINVAL, 0);
}

static void assert_type(const struct sample *sample, u32 id, const char *type)
{
	assert_string_equal(fetch_btf_fetch_type(sample->btf, id), type);
}

static void fetch_types(void **state)
{
	struct sample *sample = *state;

	assert_type(sample, sample->number, "s32");
	assert_type(sample, sample->first_const, "s32");
	assert_type(sample, sample->character, "u8");
	assert_type(sample, sample->byte, "u8");
	assert_type(sample, sample->flag, "u8");
	assert_type(sample, sample->signed_byte, "s8");
	assert_type(sample, sample->wide, "x64");
	assert_type(sample, sample->nibble, "u64");
	assert_type(sample, sample->pointer, "x64");
	assert_type(sample, sample->text, "x64");
	assert_type(sample, sample->function_pointer, "x64");
	assert_type(sample, sample->buffer, "x64");
	assert_type(sample, sample->color, "s32");
	assert_type(sample, sample->large, "s64");
	assert_type(sample, sample->real, "x64");
	assert_type(sample, sample->hidden, "x64");
	assert_type(sample, 0, "x64");
	assert_type(sample, sample->loop, "x64");
	assert_type(sample, 1000, "x64");
}

static void integer_widths(void **state)
{
	static const struct {
		u32 size;
		u32 bits;
		const char *of_unsigned;
		const char *of_signed;
	} widths[] = {
		{ 1, 8, "u8", "s8" },
		{ 2, 16, "u16", "s16" },
		{ 4, 32, "u32", "s32" },
		{ 8, 64, "u64", "s64" },
		{ 4, 31, "u64", "x64" },
		{ 16, 128, "u64", "x64" },
		{ 1, 0, "u64", "x64" },
	};
	struct btf_build build = { 0 };
	struct fetch_btf *btf;

	for (size_t i = 0; i < ARRAY_SIZE(widths); i++) {
		btf_build_integer(&build, "", widths[i].size, widths[i].bits, 0);
		btf_build_integer(&build, "", widths[i].size, widths[i].bits, BTF_INTEGER_SIGNED);
	}
	btf = btf_build_open(&build);
	assert_false(IS_ERR(btf));
	for (size_t i = 0; i < ARRAY_SIZE(widths); i++) {
		assert_string_equal(fetch_btf_fetch_type(btf, 2 * i + 1), widths[i].of_unsigned);
		assert_string_equal(fetch_btf_fetch_type(btf, 2 * i + 2), widths[i].of_signed);
	}
	btf_build_close(&build, btf);
}

static void strings(void **state)
{
	struct sample *sample = *state;
	const struct fetch_btf *btf = sample->btf;

	assert_int_equal(fetch_btf_string_form(btf, sample->text), FETCH_BTF_CHARACTER_POINTER);
	assert_int_equal(fetch_btf_string_form(btf, sample->const_text),
			 FETCH_BTF_CHARACTER_POINTER);
	assert_int_equal(fetch_btf_string_form(btf, sample->old_text), FETCH_BTF_CHARACTER_POINTER);
	assert_int_equal(fetch_btf_string_form(btf, sample->buffer), FETCH_BTF_CHARACTERS);
	assert_int_equal(fetch_btf_string_form(btf, sample->flags), FETCH_BTF_CHARACTERS);
	assert_int_equal(fetch_btf_string_form(btf, sample->signed_text), FETCH_BTF_NO_STRING);
	assert_int_equal(fetch_btf_string_form(btf, sample->pointer), FETCH_BTF_NO_STRING);
	assert_int_equal(fetch_btf_string_form(btf, sample->void_pointer), FETCH_BTF_NO_STRING);
	assert_int_equal(fetch_btf_string_form(btf, sample->none), FETCH_BTF_NO_STRING);
	assert_int_equal(fetch_btf_string_form(btf, sample->character), FETCH_BTF_NO_STRING);
	assert_int_equal(fetch_btf_string_form(btf, sample->number), FETCH_BTF_NO_STRING);
	assert_int_equal(fetch_btf_string_form(btf, sample->loop), FETCH_BTF_NO_STRING);
	assert_int_equal(fetch_btf_string_form(btf, sample->array_loop), FETCH_BTF_NO_STRING);
	assert_int_equal(fetch_btf_string_form(btf, 0), FETCH_BTF_NO_STRING);
	assert_int_equal(fetch_btf_string_form(btf, 1000), FETCH_BTF_NO_STRING);
}

/*
 *	struct outer {			bits
 *		int a;			0
 *		union {			32
 *			int b;
 *			struct {
 *				int c;
 *				int d : 3, e : 5;
 *			};
 *		};
 *		struct { int f; } g;	96
 *	};
 */
static struct fetch_btf *build_outer(struct btf_build *build)
{
	u32 number = btf_build_integer(build, "int", 4, 32, 0);

	btf_build_type(build, FETCH_BTF_STRUCT, "outer", 3, 16);
	btf_build_member(build, "a", number, 0);
	btf_build_member(build, "", 3, 32);
	btf_build_member(build, "g", 5, 96);
	btf_build_type(build, FETCH_BTF_UNION, "", 2, 8);
	btf_build_member(build, "b", number, 0);
	btf_build_member(build, "", 4, 0);
	btf_build_type(build, FETCH_BTF_STRUCT, "", BTF_INFO_FLAG | 3, 8);
	btf_build_member(build, "c", number, 0);
	btf_build_member(build, "d", number, 3 << 24 | 32);
	btf_build_member(build, "e", number, 5 << 24 | 35);
	btf_build_type(build, FETCH_BTF_STRUCT, "", 1, 4);
	btf_build_member(build, "f", number, 0);
	return btf_build_open(build);
}

static void members(void **state)
{
	static const struct {
		const char *name;
		u32 bit_offset;
		u32 bit_size;
	} expected[] = {
		{ "a", 0 }, { "b", 32 }, { "c", 32 }, { "d", 64, 3 }, { "e", 67, 5 }, { "g", 96 },
	};
	struct btf_build build = { 0 };
	struct fetch_btf *btf = build_outer(&build);
	struct fetch_btf_member member = { .type = 77 };

	assert_false(IS_ERR(btf));
	assert_int_equal(fetch_btf_find_member(btf, 2, "f", 1, &member), -ENOENT);
	assert_int_equal(fetch_btf_find_member(btf, 2, "", 0, &member), -ENOENT);
	assert_int_equal(fetch_btf_find_member(btf, 1, "a", 1, &member), -EINVAL);
	assert_int_equal(fetch_btf_find_member(btf, 0, "a", 1, &member), -EINVAL);
	assert_int_equal(fetch_btf_find_member(btf, 99, "a", 1, &member), -EINVAL);
	assert_int_equal(member.type, 77);
	for (size_t i = 0; i < ARRAY_SIZE(expected); i++) {
		assert_int_equal(fetch_btf_find_member(btf, 2, expected[i].name, 1, &member), 0);
		assert_int_equal(member.bit_offset, expected[i].bit_offset);
		assert_int_equal(member.bit_size, expected[i].bit_size);
		assert_int_equal(member.type, member.name[0] == 'g' ? 5 : 1);
	}
	btf_build_close(&build, btf);
}

static void members_by_index(void **state)
{
	struct btf_build build = { 0 };
	struct fetch_btf *btf = build_outer(&build);
	struct fetch_btf_member member;
	struct fetch_btf_type type;

	fetch_btf_type(btf, 4, &type);
	assert_int_equal(fetch_btf_member(btf, &type, 2, &member), 0);
	assert_string_equal(member.name, "e");
	assert_int_equal(member.bit_offset, 35);
	assert_int_equal(member.bit_size, 5);
	assert_int_equal(fetch_btf_member(btf, &type, 3, &member), -EINVAL);
	assert_int_equal(fetch_btf_member(btf, &type, U32_MAX, &member), -EINVAL);
	fetch_btf_type(btf, 1, &type);
	assert_int_equal(fetch_btf_member(btf, &type, 0, &member), -EINVAL);
	btf_build_close(&build, btf);
}

/* @depth structs within each other, none with a name but the innermost member */
static int find_deep(u32 depth)
{
	struct btf_build build = { 0 };
	struct fetch_btf_member member;
	struct fetch_btf *btf;
	int ret;

	for (u32 i = 1; i < depth; i++) {
		btf_build_type(&build, FETCH_BTF_STRUCT, "", 1, 8);
		btf_build_member(&build, "", i + 1, 8);
	}
	btf_build_type(&build, FETCH_BTF_STRUCT, "", 1, 8);
	btf_build_member(&build, "deep", depth + 1, 8);
	btf_build_integer(&build, "int", 4, 32, 0);
	btf = btf_build_open(&build);
	ret = fetch_btf_find_member(btf, 1, "deep", 4, &member);
	if (!ret)
		assert_int_equal(member.bit_offset, 8 * depth);
	btf_build_close(&build, btf);
	return ret;
}

static void deep_members(void **state)
{
	assert_int_equal(find_deep(1), 0);
	assert_int_equal(find_deep(16), 0);
	assert_int_equal(find_deep(17), -EINVAL);
}

/* Anonymous members that are no structs have nothing to find; those that never end are an error. */
static void odd_members(void **state)
{
	struct btf_build build = { 0 };
	struct fetch_btf_member member;
	struct fetch_btf *btf;

	btf_build_integer(&build, "int", 4, 32, 0);
	btf_build_type(&build, FETCH_BTF_STRUCT, "holes", 3, 8);
	btf_build_member(&build, "", 1, 0);
	btf_build_member(&build, "", 3, 0);
	btf_build_member(&build, "last", 1, 32);
	btf_build_type(&build, FETCH_BTF_POINTER, "", 0, 2);
	btf_build_type(&build, FETCH_BTF_STRUCT, "loop", 1, 8);
	btf_build_member(&build, "", 5, 0);
	btf_build_type(&build, FETCH_BTF_CONST, "", 0, 4);
	btf_build_type(&build, FETCH_BTF_STRUCT, "endless", 2, 8);
	btf_build_member(&build, "first", 1, 0);
	btf_build_member(&build, "", 7, 0);
	btf_build_type(&build, FETCH_BTF_TYPEDEF, "t", 0, 7);
	btf = btf_build_open(&build);
	assert_false(IS_ERR(btf));
	assert_int_equal(fetch_btf_find_member(btf, 2, "last", 4, &member), 0);
	assert_int_equal(member.bit_offset, 32);
	assert_int_equal(fetch_btf_find_member(btf, 2, "none", 4, &member), -ENOENT);
	assert_int_equal(fetch_btf_find_member(btf, 4, "none", 4, &member), -EINVAL);
	assert_int_equal(fetch_btf_find_member(btf, 6, "first", 5, &member), 0);
	assert_int_equal(fetch_btf_find_member(btf, 6, "none", 4, &member), -EINVAL);
	btf_build_close(&build, btf);
}

/* Eight structs, each of which has the next one eight times: too many members to look at */
static void too_many_members(void **state)
{
	struct btf_build build = { 0 };
	struct fetch_btf_member member;
	struct fetch_btf *btf;

	for (u32 i = 1; i <= 8; i++) {
		btf_build_type(&build, FETCH_BTF_STRUCT, "", 8, 8);
		for (int n = 0; n < 8; n++)
			btf_build_member(&build, "", i + 1, 0);
	}
	btf_build_integer(&build, "int", 4, 32, 0);
	btf = btf_build_open(&build);
	assert_false(IS_ERR(btf));
	assert_int_equal(fetch_btf_find_member(btf, 1, "none", 4, &member), -EINVAL);
	assert_int_equal(fetch_btf_find_member(btf, 5, "none", 4, &member), -ENOENT);
	btf_build_close(&build, btf);
}

/* The offsets of anonymous structs add up to more than 32 bits. */
static void far_members(void **state)
{
	struct btf_build build = { 0 };
	struct fetch_btf_member member;
	struct fetch_btf *btf;

	btf_build_type(&build, FETCH_BTF_STRUCT, "", 1, 0x18000000);
	btf_build_member(&build, "", 2, 0xc0000000);
	btf_build_type(&build, FETCH_BTF_STRUCT, "", 1, 0x18000000);
	btf_build_member(&build, "far", 3, 0xc0000000);
	btf_build_integer(&build, "int", 4, 32, 0);
	btf = btf_build_open(&build);
	assert_false(IS_ERR(btf));
	assert_int_equal(fetch_btf_find_member(btf, 2, "far", 3, &member), 0);
	assert_int_equal(fetch_btf_find_member(btf, 1, "far", 3, &member), -EINVAL);
	btf_build_close(&build, btf);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(modifiers),
		cmocka_unit_test(longest_chain),
		cmocka_unit_test(enums),
		cmocka_unit_test(sizes),
		cmocka_unit_test(fetch_types),
		cmocka_unit_test(integer_widths),
		cmocka_unit_test(strings),
		cmocka_unit_test(members),
		cmocka_unit_test(members_by_index),
		cmocka_unit_test(deep_members),
		cmocka_unit_test(odd_members),
		cmocka_unit_test(too_many_members),
		cmocka_unit_test(far_members),
	};

	return cmocka_run_group_tests(tests, open_sample, close_sample);
}
