// SPDX-License-Identifier: GPL-2.0
/*
 * What a blob has to be like: each rule of the header, of the sections and of each kind of type,
 * with a blob that breaks it. Then blobs that are cut and damaged at every byte.
 */
#include "btf_build.h"

int standin_alloc_fail_at;

static void assert_invalid(struct btf_build *build, const char *what)
{
	struct fetch_btf *btf = btf_build_open(build);

	if (!IS_ERR(btf))
		print_error("accepted: %s\n", what);
	assert_int_equal(PTR_ERR(btf), -EINVAL);
	btf_build_close(build, btf);
}

static void assert_valid(struct btf_build *build, const char *what)
{
	struct fetch_btf *btf = btf_build_open(build);

	if (IS_ERR(btf))
		print_error("refused: %s\n", what);
	assert_false(IS_ERR(btf));
	assert_int_equal(fetch_btf_nr_types(btf), build->nr);
	btf_build_close(build, btf);
}

/* A blob with a type of each kind, which refer to each other in both directions */
static void build_all(struct btf_build *build)
{
	u32 number = btf_build_integer(build, "int", 4, 32, BTF_INTEGER_SIGNED);

	btf_build_type(build, FETCH_BTF_POINTER, "", 0, 4);
	btf_build_array(build, number, 3);
	btf_build_type(build, FETCH_BTF_STRUCT, "pair", 2, 16);
	btf_build_member(build, "first", number, 0);
	btf_build_member(build, "second", 2, 64);
	btf_build_type(build, FETCH_BTF_UNION, "either", 1, 4);
	btf_build_member(build, "", number, 0);
	btf_build_type(build, FETCH_BTF_ENUM, "color", 1, 4);
	btf_build_parameter(build, "RED", 7);
	btf_build_type(build, FETCH_BTF_FORWARD, "hidden", 0, 0);
	btf_build_type(build, FETCH_BTF_TYPEDEF, "number", 0, 9);
	btf_build_type(build, FETCH_BTF_VOLATILE, "", 0, 10);
	btf_build_type(build, FETCH_BTF_CONST, "", 0, 11);
	btf_build_type(build, FETCH_BTF_RESTRICT, "", 0, 12);
	btf_build_type(build, FETCH_BTF_TYPE_TAG, "user", 0, number);
	btf_build_type(build, FETCH_BTF_FUNCTION, "call", 1, 14);
	btf_build_type(build, FETCH_BTF_PROTOTYPE, "", 2, 0);
	btf_build_parameter(build, "a", number);
	btf_build_parameter(build, "", 0);
	btf_build_type(build, FETCH_BTF_VARIABLE, "counter", 0, number);
	btf_build_word(build, 1);
	btf_build_type(build, FETCH_BTF_SECTION, ".data", 1, 4);
	btf_build_word(build, 15);
	btf_build_word(build, 0);
	btf_build_word(build, 4);
	btf_build_type(build, FETCH_BTF_FLOAT, "double", 0, 8);
	btf_build_type(build, FETCH_BTF_DECL_TAG, "tag", 0, 4);
	btf_build_word(build, -1);
	btf_build_type(build, FETCH_BTF_ENUM64, "large", 1, 8);
	btf_build_member(build, "HUGE", 1, 2);
}

static void every_kind(void **state)
{
	struct btf_build build = { 0 };
	struct fetch_btf_type type;
	struct fetch_btf *btf;

	build_all(&build);
	btf = btf_build_open(&build);
	assert_false(IS_ERR(btf));
	assert_int_equal(fetch_btf_nr_types(btf), FETCH_BTF_NR_KINDS - 1);
	for (u32 id = 0; id <= fetch_btf_nr_types(btf); id++) {
		assert_int_equal(fetch_btf_type(btf, id, &type), 0);
		assert_int_equal(type.id, id);
	}
	assert_int_equal(type.kind, FETCH_BTF_ENUM64);
	assert_string_equal(type.name, "large");
	assert_int_equal(fetch_btf_type(btf, FETCH_BTF_NR_KINDS, &type), -EINVAL);
	assert_int_equal(fetch_btf_type(btf, U32_MAX, &type), -EINVAL);
	btf_build_close(&build, btf);
}

/* Each header differs from a good one in one member. */
static const struct {
	const char *what;
	size_t offset;
	u32 value;
	bool accepted;
} headers[] = {
	{ "the other byte order", 0, 0x00019feb },
	{ "another magic", 0, 0x0001eb9e },
	{ "version 0", 0, 0x0000eb9f },
	{ "version 2", 0, 0x0002eb9f },
	{ "a flag", 0, 0x0101eb9f },
	{ "a header that is too short", 4, 20 },
	{ "a header of no words", 4, 26 },
	{ "a header behind the end", 4, 1000 },
	{ "a header of 4 GiB", 4, U32_MAX - 3 },
	{ "types that are not aligned", 8, 2 },
	{ "types behind the end", 8, 1000 },
	{ "types that end behind the end", 12, 1000 },
	{ "types of 4 GiB", 12, U32_MAX },
	{ "types that are cut", 12, 15 },
	{ "no types", 12, 0, true },
	{ "strings behind the end", 16, 1000 },
	{ "strings in the types", 16, 12 },
	{ "strings that end behind the end", 20, 6 },
	{ "strings of 4 GiB", 20, U32_MAX },
	{ "no strings", 20, 0 },
	{ "strings without an end", 20, 4 },
};

static void header_rules(void **state)
{
	for (size_t i = 0; i < ARRAY_SIZE(headers); i++) {
		struct btf_build build = { 0 };
		struct fetch_btf *btf;
		size_t size;

		btf_build_integer(&build, "int", 4, 32, 0);
		size = btf_build_finish(&build);
		memcpy(build.data + headers[i].offset, &headers[i].value, sizeof(u32));
		btf = fetch_btf_create(build.data, size, NULL, GFP_KERNEL);
		if (IS_ERR(btf) == headers[i].accepted)
			print_error("wrong: %s\n", headers[i].what);
		assert_int_equal(IS_ERR(btf) ? PTR_ERR(btf) : 0, headers[i].accepted ? 0 : -EINVAL);
		btf_build_close(&build, btf);
	}
}

/* The first string is the name of what has none, and the last one ends. */
static void string_rules(void **state)
{
	struct btf_build build = { .strings_len = 5, .strings = "\0abc" };
	struct fetch_btf *btf;

	btf_build_integer(&build, "", 4, 32, 0);
	assert_valid(&build, "strings");
	build.strings[0] = 'x';
	assert_invalid(&build, "a first string that is not empty");
	build.strings[0] = '\0';
	build.strings[4] = 'x';
	assert_invalid(&build, "a last string without an end");
	build.strings[4] = '\0';
	build.types[0] = 4;
	assert_valid(&build, "the last name");
	build.types[0] = 5;
	assert_invalid(&build, "a name behind the end");
	memset(build.types, 0xff, 4);
	assert_invalid(&build, "a name at 4 GiB");
	btf = fetch_btf_create(build.types, (size_t)U32_MAX + 1, NULL, GFP_KERNEL);
	assert_int_equal(PTR_ERR(btf), -EINVAL);
}

/* A header may be longer than this code knows, if there is nothing in the rest. */
static void longer_header(void **state)
{
	u8 data[24 + 8 + 8 + 4] = { 0x9f, 0xeb, 1, 0, 40, 0, 0, 0, [16] = 0, [20] = 4 };
	struct fetch_btf *btf = fetch_btf_create(data, sizeof(data), NULL, GFP_KERNEL);

	assert_false(IS_ERR(btf));
	fetch_btf_destroy(btf);
	data[39] = 1;
	btf = fetch_btf_create(data, sizeof(data), NULL, GFP_KERNEL);
	assert_int_equal(PTR_ERR(btf), -EINVAL);
}

/* One type behind an integer, which has the id 1; the type itself has the id 2. */
static const struct {
	const char *what;
	u32 kind;
	u32 info;
	u32 size;
	u32 words[6];
	u32 nr_words;
	bool accepted;
} types[] = {
	{ "an integer of 3 bits in a byte", FETCH_BTF_INTEGER, 0, 1, { 0x20003 }, 1, true },
	{ "an integer of 128 bits", FETCH_BTF_INTEGER, 0, 16, { 128 }, 1, true },
	{ "an integer of no bytes", FETCH_BTF_INTEGER, 0, 0, { 0 }, 1 },
	{ "an integer of 17 bytes", FETCH_BTF_INTEGER, 0, 17, { 8 }, 1 },
	{ "an integer of more bits than bytes", FETCH_BTF_INTEGER, 0, 1, { 9 }, 1 },
	{ "an integer whose bits end behind it", FETCH_BTF_INTEGER, 0, 1, { 0x60003 }, 1 },
	{ "an integer with elements", FETCH_BTF_INTEGER, 1, 4, { 32 }, 1 },
	{ "an integer that is cut", FETCH_BTF_INTEGER, 0, 4, { 0 }, 0 },
	{ "a pointer to itself", FETCH_BTF_POINTER, 0, 2, { 0 }, 0, true },
	{ "a pointer to void", FETCH_BTF_POINTER, 0, 0, { 0 }, 0, true },
	{ "a pointer to no type", FETCH_BTF_POINTER, 0, 3, { 0 }, 0 },
	{ "a pointer to no type at all", FETCH_BTF_POINTER, 0, U32_MAX, { 0 }, 0 },
	{ "a pointer with elements", FETCH_BTF_POINTER, 1, 1, { 0 }, 0 },
	{ "an array", FETCH_BTF_ARRAY, 0, 0, { 1, 1, U32_MAX }, 3, true },
	{ "an array of void", FETCH_BTF_ARRAY, 0, 0, { 0, 1, 1 }, 3 },
	{ "an array of no type", FETCH_BTF_ARRAY, 0, 0, { 3, 1, 1 }, 3 },
	{ "an array with an index of no type", FETCH_BTF_ARRAY, 0, 0, { 1, 3, 1 }, 3 },
	{ "an array that is cut", FETCH_BTF_ARRAY, 0, 0, { 1, 1 }, 2 },
	{ "a struct with an array at the end", FETCH_BTF_STRUCT, 1, 4, { 0, 1, 32 }, 3, true },
	{ "a member behind the end", FETCH_BTF_STRUCT, 1, 4, { 0, 1, 33 }, 3 },
	{ "a member of void", FETCH_BTF_STRUCT, 1, 4, { 0, 0, 0 }, 3 },
	{ "a member of no type", FETCH_BTF_STRUCT, 1, 4, { 0, 3, 0 }, 3 },
	{ "a member with a name behind the end", FETCH_BTF_STRUCT, 1, 4, { 99, 1, 0 }, 3 },
	{ "a struct of no members", FETCH_BTF_STRUCT, 0, 0, { 0 }, 0, true },
	{ "a struct that is cut", FETCH_BTF_STRUCT, 2, 4, { 0, 1, 0, 0, 1 }, 5 },
	{ "a struct of 16 million members", FETCH_BTF_STRUCT, 0xffffff, 4, { 0, 1, 0 }, 3 },
	{ "a bitfield", FETCH_BTF_STRUCT, BTF_INFO_FLAG | 1, 4, { 0, 1, 3 << 24 | 29 }, 3, true },
	{ "a bitfield too far", FETCH_BTF_STRUCT, BTF_INFO_FLAG | 1, 4, { 0, 1, 3 << 24 | 30 }, 3 },
	{ "a member of a union behind the end", FETCH_BTF_UNION, 1, 4, { 0, 1, 40 }, 3 },
	{ "an enum of a byte", FETCH_BTF_ENUM, 1, 1, { 0, 5 }, 2, true },
	{ "an enum of 3 bytes", FETCH_BTF_ENUM, 1, 3, { 0, 5 }, 2 },
	{ "an enum of no bytes", FETCH_BTF_ENUM, 0, 0, { 0 }, 0 },
	{ "a value with a name behind the end", FETCH_BTF_ENUM, 1, 4, { 99, 5 }, 2 },
	{ "an enum that is cut", FETCH_BTF_ENUM, 2, 4, { 0, 1, 0 }, 3 },
	{ "a large enum", FETCH_BTF_ENUM64, 1, 8, { 0, 5, 0 }, 3, true },
	{ "a large enum of 16 bytes", FETCH_BTF_ENUM64, 1, 16, { 0, 5, 0 }, 3 },
	{ "a large value with a name behind the end", FETCH_BTF_ENUM64, 1, 8, { 99, 5, 0 }, 3 },
	{ "a forward declaration", FETCH_BTF_FORWARD, 0, 0, { 0 }, 0, true },
	{ "a forward declaration with elements", FETCH_BTF_FORWARD, 1, 0, { 0 }, 0 },
	{ "a typedef of itself", FETCH_BTF_TYPEDEF, 0, 2, { 0 }, 0, true },
	{ "a typedef of no type", FETCH_BTF_TYPEDEF, 0, 3, { 0 }, 0 },
	{ "a volatile of no type", FETCH_BTF_VOLATILE, 0, 3, { 0 }, 0 },
	{ "a const of no type", FETCH_BTF_CONST, 0, 3, { 0 }, 0 },
	{ "a restrict of no type", FETCH_BTF_RESTRICT, 0, 3, { 0 }, 0 },
	{ "a type tag of no type", FETCH_BTF_TYPE_TAG, 0, 3, { 0 }, 0 },
	{ "a function without a prototype", FETCH_BTF_FUNCTION, 1, 1, { 0 }, 0 },
	{ "a function that is its prototype", FETCH_BTF_FUNCTION, 1, 2, { 0 }, 0 },
	{ "a function of void", FETCH_BTF_FUNCTION, 1, 0, { 0 }, 0 },
	{ "a function of no type", FETCH_BTF_FUNCTION, 1, 3, { 0 }, 0 },
	{ "a prototype", FETCH_BTF_PROTOTYPE, 2, 0, { 0, 1, 0, 0 }, 4, true },
	{ "a parameter of no type", FETCH_BTF_PROTOTYPE, 1, 0, { 0, 3 }, 2 },
	{ "a parameter with a name behind the end", FETCH_BTF_PROTOTYPE, 1, 0, { 99, 1 }, 2 },
	{ "a prototype that returns no type", FETCH_BTF_PROTOTYPE, 1, 3, { 0, 1 }, 2 },
	{ "a prototype that is cut", FETCH_BTF_PROTOTYPE, 2, 0, { 0, 1, 0 }, 3 },
	{ "a variable of void", FETCH_BTF_VARIABLE, 0, 0, { 0 }, 1 },
	{ "a variable of no type", FETCH_BTF_VARIABLE, 0, 3, { 0 }, 1 },
	{ "a variable that is cut", FETCH_BTF_VARIABLE, 0, 1, { 0 }, 0 },
	{ "a section with a variable of no type", FETCH_BTF_SECTION, 1, 4, { 3, 0, 4 }, 3 },
	{ "a section that is cut", FETCH_BTF_SECTION, 1, 4, { 1, 0 }, 2 },
	{ "a float", FETCH_BTF_FLOAT, 0, 8, { 0 }, 0, true },
	{ "a float with elements", FETCH_BTF_FLOAT, 1, 8, { 0 }, 0 },
	{ "a tag of no type", FETCH_BTF_DECL_TAG, 0, 3, { 0 }, 1 },
	{ "a tag that is cut", FETCH_BTF_DECL_TAG, 0, 1, { 0 }, 0 },
	{ "the kind 0", FETCH_BTF_VOID, 0, 0, { 0 }, 0 },
	{ "a kind that came later", FETCH_BTF_NR_KINDS, 0, 0, { 0 }, 0 },
	{ "the last kind", BTF_INFO_KIND_MASK, 0, 0, { 0 }, 0 },
	{ "half a type", FETCH_BTF_POINTER, 0, 1, { 0, 0 }, 2 },
};

static void type_rules(void **state)
{
	for (size_t i = 0; i < ARRAY_SIZE(types); i++) {
		struct btf_build build = { 0 };

		btf_build_integer(&build, "int", 4, 32, 0);
		btf_build_type(&build, types[i].kind, "", types[i].info, types[i].size);
		for (u32 word = 0; word < types[i].nr_words; word++)
			btf_build_word(&build, types[i].words[word]);
		if (types[i].accepted)
			assert_valid(&build, types[i].what);
		else
			assert_invalid(&build, types[i].what);
	}
}

/* A kind that came later is passed over if the blob has its length, here 4 bytes and 8 for each. */
static void layouts(void **state)
{
	struct btf_build build = { .layouts_len = (FETCH_BTF_NR_KINDS + 1) * BTF_LAYOUT_BYTES };
	u8 *layout = build.layouts + FETCH_BTF_NR_KINDS * BTF_LAYOUT_BYTES;
	struct fetch_btf *btf;
	u32 id;

	layout[BTF_LAYOUT_FIXED] = 4;
	layout[BTF_LAYOUT_EACH] = 8;
	btf_build_type(&build, FETCH_BTF_NR_KINDS, "new", 2, 77);
	for (int i = 0; i < 5; i++)
		btf_build_word(&build, U32_MAX);
	btf_build_type(&build, FETCH_BTF_STRUCT, "old", 0, 4);
	btf = btf_build_open(&build);
	assert_false(IS_ERR(btf));
	assert_int_equal(fetch_btf_nr_types(btf), 2);
	assert_int_equal(fetch_btf_find_struct(btf, "old", 3, &id), 0);
	assert_int_equal(id, 2);
	assert_int_equal(fetch_btf_find_struct(btf, "new", 3, &id), -ENOENT);
	btf_build_close(&build, btf);

	layout[BTF_LAYOUT_EACH] = 6;
	assert_invalid(&build, "elements of no words");
	layout[BTF_LAYOUT_EACH] = 12;
	assert_invalid(&build, "elements that make it longer than the section");
	layout[BTF_LAYOUT_EACH] = 8;
	build.layouts_len -= BTF_LAYOUT_BYTES;
	assert_invalid(&build, "a kind behind the last layout");
	build.layouts_len = 6;
	assert_invalid(&build, "half a layout");
}

/* Does all that can be done with a blob; what comes out does not matter. */
static void use(const struct fetch_btf *btf)
{
	struct fetch_btf_prototype prototype;
	struct fetch_btf_parameter parameter;
	struct fetch_btf_member member;
	struct fetch_btf_type type;
	u64 size;
	u32 id;

	for (id = 0; !fetch_btf_type(btf, id, &type); id++) {
		fetch_btf_size(btf, id, &size);
		fetch_btf_fetch_type(btf, id);
		fetch_btf_string_form(btf, id);
		fetch_btf_find_member(btf, id, "second", 6, &member);
	}
	fetch_btf_find_struct(btf, "pair", 4, &id);
	fetch_btf_find_tracepoint(btf, "call", 4, &prototype);
	if (!fetch_btf_find_function(btf, "call", 4, &prototype))
		fetch_btf_parameter(&prototype, 0, &parameter);
}

static void try_blob(const u8 *data, size_t size, unsigned int *refused)
{
	u8 *copy = malloc(size);
	struct fetch_btf *btf;

	memcpy(copy, data, size);
	btf = fetch_btf_create(copy, size, NULL, GFP_KERNEL);
	if (IS_ERR(btf)) {
		assert_int_equal(PTR_ERR(btf), -EINVAL);
		++*refused;
	} else {
		use(btf);
		fetch_btf_destroy(btf);
	}
	free(copy);
}

/* Every byte of the blob takes every value. */
static void damaged(void **state)
{
	struct btf_build build = { 0 };
	unsigned int refused = 0;
	size_t size;

	build_all(&build);
	size = btf_build_finish(&build);
	for (size_t at = 0; at < size; at++) {
		u8 was = build.data[at];

		for (unsigned int value = 0; value < 256; value++) {
			build.data[at] = value;
			try_blob(build.data, size, &refused);
		}
		build.data[at] = was;
	}
	assert_true(refused > size);
	btf_build_close(&build, NULL);
}

/* Shorter blobs are refused: what is missing is always a part of a section, or of the header. */
static void cut(void **state)
{
	struct btf_build build = { 0 };
	unsigned int refused = 0;
	size_t size;

	build_all(&build);
	size = btf_build_finish(&build);
	for (size_t len = 0; len < size; len++)
		try_blob(build.data, len, &refused);
	assert_int_equal(refused, size);
	try_blob(build.data, size, &refused);
	assert_int_equal(refused, size);
	btf_build_close(&build, NULL);
}

/* Nobody says where a blob begins. */
static void unaligned(void **state)
{
	struct btf_build build = { 0 };
	struct fetch_btf *btf;
	size_t size;
	u8 *data;

	build_all(&build);
	size = btf_build_finish(&build);
	data = malloc(size + 1);
	memcpy(data + 1, build.data, size);
	btf = fetch_btf_create(data + 1, size, NULL, GFP_KERNEL);
	assert_false(IS_ERR(btf));
	use(btf);
	fetch_btf_destroy(btf);
	free(data);
	btf_build_close(&build, NULL);
}

static void no_memory(void **state)
{
	struct btf_build build = { 0 };
	struct fetch_btf *btf = ERR_PTR(-ENOMEM);
	int allocations = 0;

	build_all(&build);
	while (IS_ERR(btf)) {
		standin_alloc_fail_at = ++allocations;
		btf = btf_build_open(&build);
		if (IS_ERR(btf))
			assert_int_equal(PTR_ERR(btf), -ENOMEM);
	}
	standin_alloc_fail_at = 0;
	assert_int_equal(allocations, 5);
	btf_build_close(&build, btf);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_kind),
		cmocka_unit_test(header_rules),
		cmocka_unit_test(string_rules),
		cmocka_unit_test(longer_header),
		cmocka_unit_test(type_rules),
		cmocka_unit_test(layouts),
		cmocka_unit_test(damaged),
		cmocka_unit_test(cut),
		cmocka_unit_test(unaligned),
		cmocka_unit_test(no_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
