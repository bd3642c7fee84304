// SPDX-License-Identifier: GPL-2.0
/*
 * Look-ups by name: functions, tracepoints, parameters and structs, in one blob and in one that is
 * split on another.
 */
#include "btf_build.h"

static bool finds_struct(const struct fetch_btf *btf, const char *name, u32 id)
{
	u32 found = 0;
	int ret = fetch_btf_find_struct(btf, name, strlen(name), &found);

	assert_int_equal(ret, found ? 0 : -ENOENT);
	return found == id;
}

static void assert_parameter(const struct fetch_btf_prototype *prototype, u32 index,
			     const char *name, u32 type)
{
	struct fetch_btf_parameter parameter;

	assert_int_equal(fetch_btf_parameter(prototype, index, &parameter), 0);
	assert_string_equal(parameter.name, name);
	assert_int_equal(parameter.type, type);
	if (name[0])
		assert_int_equal(fetch_btf_find_parameter(prototype, name, strlen(name)), index);
}

static void functions(void **state)
{
	struct btf_build build = { 0 };
	u32 number = btf_build_integer(&build, "int", 4, 32, BTF_INTEGER_SIGNED);
	struct fetch_btf_prototype prototype;
	struct fetch_btf_parameter parameter;
	struct fetch_btf *btf;

	btf_build_type(&build, FETCH_BTF_PROTOTYPE, "", 2, number);
	btf_build_parameter(&build, "file", 4);
	btf_build_parameter(&build, "count", number);
	btf_build_type(&build, FETCH_BTF_FUNCTION, "vfs_read", 1, 2);
	btf_build_type(&build, FETCH_BTF_POINTER, "", 0, 0);
	btf_build_type(&build, FETCH_BTF_PROTOTYPE, "", 0, 0);
	btf_build_type(&build, FETCH_BTF_FUNCTION, "schedule", 1, 5);
	btf = btf_build_open(&build);
	assert_false(IS_ERR(btf));

	assert_int_equal(fetch_btf_find_function(btf, "vfs_read", 8, &prototype), 0);
	assert_int_equal(prototype.nr, 2);
	assert_int_equal(prototype.hidden, 0);
	assert_false(prototype.variadic);
	assert_int_equal(prototype.return_type, number);
	assert_parameter(&prototype, 0, "file", 4);
	assert_parameter(&prototype, 1, "count", number);
	assert_int_equal(fetch_btf_parameter(&prototype, 2, &parameter), -ENOENT);
	assert_int_equal(fetch_btf_parameter(&prototype, U32_MAX, &parameter), -ENOENT);
	assert_int_equal(fetch_btf_find_parameter(&prototype, "fil", 3), -ENOENT);
	assert_int_equal(fetch_btf_find_parameter(&prototype, "files", 5), -ENOENT);
	assert_int_equal(fetch_btf_find_parameter(&prototype, "file->f_path", 4), 0);
	assert_int_equal(fetch_btf_find_parameter(&prototype, "", 0), -ENOENT);

	assert_int_equal(fetch_btf_find_function(btf, "schedule", 8, &prototype), 0);
	assert_int_equal(prototype.nr, 0);
	assert_int_equal(prototype.return_type, 0);
	assert_int_equal(fetch_btf_find_parameter(&prototype, "file", 4), -ENOENT);

	assert_int_equal(fetch_btf_find_function(btf, "vfs_rea", 7, &prototype), -ENOENT);
	assert_int_equal(fetch_btf_find_function(btf, "vfs_reads", 9, &prototype), -ENOENT);
	assert_int_equal(fetch_btf_find_function(btf, "vfs_read\0xxxx", 13, &prototype), -ENOENT);
	assert_int_equal(fetch_btf_find_function(btf, "", 0, &prototype), -ENOENT);
	assert_int_equal(fetch_btf_find_function(btf, "int", 3, &prototype), -ENOENT);
	btf_build_close(&build, btf);
}

/* "..." is no parameter, and a parameter without a name is one. */
static void odd_parameters(void **state)
{
	struct btf_build build = { 0 };
	u32 number = btf_build_integer(&build, "int", 4, 32, 0);
	struct fetch_btf_prototype prototype;
	struct fetch_btf *btf;

	btf_build_type(&build, FETCH_BTF_PROTOTYPE, "", 3, number);
	btf_build_parameter(&build, "", number);
	btf_build_parameter(&build, "format", number);
	btf_build_parameter(&build, "", 0);
	btf_build_type(&build, FETCH_BTF_FUNCTION, "_printk", 1, 2);
	btf = btf_build_open(&build);
	assert_false(IS_ERR(btf));
	assert_int_equal(fetch_btf_find_function(btf, "_printk", 7, &prototype), 0);
	assert_int_equal(prototype.nr, 2);
	assert_true(prototype.variadic);
	assert_parameter(&prototype, 0, "", number);
	assert_parameter(&prototype, 1, "format", number);
	btf_build_close(&build, btf);
}

/* A typedef of a pointer to a function of @nr parameters; the first is a void *, or a @data */
static struct fetch_btf *build_tracepoint(struct btf_build *build, const char *name, u32 nr,
					  u32 data)
{
	u32 number = btf_build_integer(build, "int", 4, 32, 0);
	u32 pointer = btf_build_type(build, FETCH_BTF_POINTER, "", 0, 0);

	btf_build_type(build, FETCH_BTF_TYPEDEF, name, 0, 4);
	btf_build_type(build, FETCH_BTF_POINTER, "", 0, 5);
	btf_build_type(build, FETCH_BTF_PROTOTYPE, "", nr, 0);
	for (u32 i = 0; i < nr; i++)
		btf_build_parameter(build, i ? "preempt" : "__data", i ? number : data ?: pointer);
	return btf_build_open(build);
}

static void tracepoints(void **state)
{
	struct btf_build build = { 0 };
	struct fetch_btf *btf = build_tracepoint(&build, "btf_trace_sched_switch", 2, 0);
	struct fetch_btf_prototype prototype;
	char longest[200];

	assert_int_equal(fetch_btf_find_tracepoint(btf, "sched_switch", 12, &prototype), 0);
	assert_int_equal(prototype.nr, 1);
	assert_int_equal(prototype.hidden, 1);
	assert_parameter(&prototype, 0, "preempt", 1);
	assert_int_equal(fetch_btf_find_parameter(&prototype, "__data", 6), -ENOENT);
	assert_int_equal(fetch_btf_find_tracepoint(btf, "sched_swit", 10, &prototype), -ENOENT);
	assert_int_equal(fetch_btf_find_tracepoint(btf, "", 0, &prototype), -ENOENT);
	memset(longest, 'x', sizeof(longest));
	assert_int_equal(fetch_btf_find_tracepoint(btf, longest, 200, &prototype), -ENOENT);
	btf_build_close(&build, btf);
}

/* The function that calls who registered has names, which the prototype of the typedef has not. */
static void tracepoint_with_names(void **state)
{
	struct btf_build build = { 0 };
	struct fetch_btf_prototype prototype;
	struct fetch_btf *btf;

	btf_build_integer(&build, "int", 4, 32, 0);
	btf_build_type(&build, FETCH_BTF_POINTER, "", 0, 0);
	btf_build_type(&build, FETCH_BTF_TYPEDEF, "btf_trace_tick", 0, 4);
	btf_build_type(&build, FETCH_BTF_POINTER, "", 0, 5);
	btf_build_type(&build, FETCH_BTF_PROTOTYPE, "", 2, 0);
	btf_build_parameter(&build, "", 2);
	btf_build_parameter(&build, "", 1);
	btf_build_type(&build, FETCH_BTF_PROTOTYPE, "", 2, 1);
	btf_build_parameter(&build, "__data", 2);
	btf_build_parameter(&build, "cpu", 1);
	btf_build_type(&build, FETCH_BTF_FUNCTION, "__traceiter_tick", 0, 6);
	btf_build_type(&build, FETCH_BTF_TYPEDEF, "btf_trace_tock", 0, 4);
	btf = btf_build_open(&build);
	assert_false(IS_ERR(btf));
	assert_int_equal(fetch_btf_find_tracepoint(btf, "tick", 4, &prototype), 0);
	assert_int_equal(prototype.nr, 1);
	assert_int_equal(prototype.hidden, 1);
	assert_int_equal(prototype.return_type, 0);
	assert_parameter(&prototype, 0, "cpu", 1);
	assert_int_equal(fetch_btf_find_tracepoint(btf, "tock", 4, &prototype), 0);
	assert_int_equal(prototype.nr, 1);
	assert_parameter(&prototype, 0, "", 1);
	btf_build_close(&build, btf);
}

static void tracepoint_without_parameters(void **state)
{
	struct btf_build build = { 0 };
	struct fetch_btf *btf = build_tracepoint(&build, "btf_trace_tick", 1, 0);
	struct fetch_btf_prototype prototype;

	assert_int_equal(fetch_btf_find_tracepoint(btf, "tick", 4, &prototype), 0);
	assert_int_equal(prototype.nr, 0);
	assert_int_equal(prototype.hidden, 1);
	btf_build_close(&build, btf);
}

/* What has the name of a tracepoint, but is none: a typedef of a number, or of another function. */
static void no_tracepoints(void **state)
{
	struct fetch_btf_prototype prototype = { .nr = 77 };
	struct btf_build build = { 0 };
	struct fetch_btf *btf;

	btf = build_tracepoint(&build, "btf_trace_none", 0, 0);
	assert_int_equal(fetch_btf_find_tracepoint(btf, "none", 4, &prototype), -EINVAL);
	btf_build_close(&build, btf);

	build = (struct btf_build) { 0 };
	btf = build_tracepoint(&build, "btf_trace_number", 2, 1);
	assert_int_equal(fetch_btf_find_tracepoint(btf, "number", 6, &prototype), -EINVAL);
	btf_build_close(&build, btf);

	build = (struct btf_build) { 0 };
	btf_build_integer(&build, "int", 4, 32, 0);
	btf_build_type(&build, FETCH_BTF_TYPEDEF, "btf_trace_int", 0, 1);
	btf_build_type(&build, FETCH_BTF_TYPEDEF, "btf_trace_loop", 0, 3);
	btf_build_type(&build, FETCH_BTF_TYPEDEF, "btf_trace_pointer", 0, 5);
	btf_build_type(&build, FETCH_BTF_POINTER, "", 0, 0);
	btf = btf_build_open(&build);
	assert_int_equal(fetch_btf_find_tracepoint(btf, "int", 3, &prototype), -EINVAL);
	assert_int_equal(fetch_btf_find_tracepoint(btf, "loop", 4, &prototype), -EINVAL);
	assert_int_equal(fetch_btf_find_tracepoint(btf, "pointer", 7, &prototype), -EINVAL);
	assert_int_equal(prototype.nr, 77);
	btf_build_close(&build, btf);
}

static void structs(void **state)
{
	struct btf_build build = { 0 };
	struct fetch_btf *btf;

	btf_build_type(&build, FETCH_BTF_FORWARD, "file", 0, 0);
	btf_build_type(&build, FETCH_BTF_FUNCTION, "file", 0, 8);
	btf_build_type(&build, FETCH_BTF_STRUCT, "file", 0, 4);
	btf_build_type(&build, FETCH_BTF_STRUCT, "file", 0, 8);
	btf_build_type(&build, FETCH_BTF_UNION, "either", 0, 4);
	btf_build_type(&build, FETCH_BTF_TYPEDEF, "file_t", 0, 7);
	btf_build_type(&build, FETCH_BTF_CONST, "", 0, 3);
	btf_build_type(&build, FETCH_BTF_PROTOTYPE, "", 0, 0);
	btf_build_type(&build, FETCH_BTF_TYPEDEF, "either", 0, 3);
	btf_build_type(&build, FETCH_BTF_TYPEDEF, "pointer_t", 0, 11);
	btf_build_type(&build, FETCH_BTF_POINTER, "", 0, 3);
	btf_build_type(&build, FETCH_BTF_FORWARD, "hidden", 0, 0);
	btf_build_type(&build, FETCH_BTF_ENUM, "color", 0, 4);
	btf_build_type(&build, FETCH_BTF_TYPEDEF, "loop_t", 0, 14);
	btf_build_type(&build, FETCH_BTF_TYPEDEF, "anonymous_t", 0, 16);
	btf_build_type(&build, FETCH_BTF_STRUCT, "", 0, 4);
	btf = btf_build_open(&build);
	assert_false(IS_ERR(btf));

	assert_true(finds_struct(btf, "file", 3));	/* the first of two */
	assert_true(finds_struct(btf, "either", 5));	/* before the typedef of the name */
	assert_true(finds_struct(btf, "file_t", 3));
	assert_true(finds_struct(btf, "anonymous_t", 16));
	assert_true(finds_struct(btf, "hidden", 0));
	assert_true(finds_struct(btf, "pointer_t", 0));
	assert_true(finds_struct(btf, "color", 0));
	assert_true(finds_struct(btf, "loop_t", 0));
	assert_true(finds_struct(btf, "fil", 0));
	assert_true(finds_struct(btf, "", 0));
	assert_int_equal(fetch_btf_find(btf, "color", 5, BTF_KIND_BIT(FETCH_BTF_ENUM)), 13);
	assert_int_equal(fetch_btf_find(btf, "color", 5, BTF_KIND_BIT(FETCH_BTF_ENUM64)), 0);
	btf_build_close(&build, btf);
}

/* Each of many names is found, and a longer one is not. */
static void many_names(void **state)
{
	struct btf_build build = { 0 };
	struct fetch_btf *btf;
	char name[16];

	for (u32 i = 0; i < 250; i++) {
		sprintf(name, "s%u", i);
		btf_build_type(&build, FETCH_BTF_STRUCT, name, 0, 4);
	}
	btf = btf_build_open(&build);
	assert_false(IS_ERR(btf));
	for (u32 i = 0; i < 250; i++) {
		sprintf(name, "s%u", i);
		assert_true(finds_struct(btf, name, i + 1));
		strcat(name, "_");
		assert_true(finds_struct(btf, name, 0));
	}
	/* A chain for each 2 to 4 names, a word for each type, each name and each chain */
	assert_int_equal(fetch_btf_index_size(btf), sizeof(*btf) + (251 + 251 + 65) * sizeof(u32));
	btf_build_close(&build, btf);
}

/* The blob of a module goes on where that of vmlinux ends, with ids and with strings. */
/* A name that is too long is found by nobody, and is no error. */
static void long_names(void **state)
{
	struct btf_build build = { 0 };
	char name[BTF_NAME_MAX + 2] = "";
	struct fetch_btf *btf;

	memset(name, 'n', BTF_NAME_MAX + 1);
	btf_build_type(&build, FETCH_BTF_STRUCT, name, 0, 0);
	name[BTF_NAME_MAX] = '\0';
	btf_build_type(&build, FETCH_BTF_STRUCT, name, 0, 0);
	btf = btf_build_open(&build);
	assert_false(IS_ERR(btf));
	assert_true(finds_struct(btf, name, 2));
	name[BTF_NAME_MAX] = 'n';
	assert_true(finds_struct(btf, name, 0));
	btf_build_close(&build, btf);
}

static void split(void **state)
{
	struct btf_build base = { 0 }, module = { 0 };
	struct fetch_btf_prototype prototype;
	struct fetch_btf *btf, *on_top;
	struct fetch_btf_type type;
	u32 id;

	btf_build_integer(&base, "int", 4, 32, 0);
	btf_build_type(&base, FETCH_BTF_STRUCT, "device", 0, 4);
	btf_build_type(&base, FETCH_BTF_STRUCT, "private", 0, 4);
	btf_build_type(&base, FETCH_BTF_PROTOTYPE, "", 1, 1);
	btf_build_parameter(&base, "dev", 1);
	btf_build_type(&base, FETCH_BTF_FUNCTION, "probe", 0, 4);
	btf = btf_build_open(&base);
	assert_false(IS_ERR(btf));

	module.base = btf;
	id = btf_build_type(&module, FETCH_BTF_STRUCT, "private", 1, 8);
	assert_int_equal(id, 6);
	btf_build_member(&module, "parent", 2, 0);
	btf_build_type(&module, FETCH_BTF_FUNCTION, "module_probe", 0, 4);
	btf_build_type(&module, FETCH_BTF_TYPEDEF, "int_t", 0, 1);
	btf_build_word(&module, 1);	/* a name in the strings of the base */
	btf_build_word(&module, FETCH_BTF_TYPEDEF << BTF_INFO_KIND_SHIFT);
	btf_build_word(&module, 7);
	module.nr++;
	on_top = btf_build_open(&module);
	assert_false(IS_ERR(on_top));
	assert_int_equal(fetch_btf_nr_types(on_top), 4);

	assert_true(finds_struct(on_top, "private", 6));
	assert_true(finds_struct(btf, "private", 3));
	assert_true(finds_struct(on_top, "device", 2));
	assert_int_equal(fetch_btf_find_function(on_top, "module_probe", 12, &prototype), 0);
	assert_parameter(&prototype, 0, "dev", 1);
	assert_false(prototype.of_base);
	assert_int_equal(fetch_btf_find_function(on_top, "probe", 5, &prototype), 0);
	assert_true(prototype.of_base);
	assert_int_equal(fetch_btf_find_function(btf, "module_probe", 12, &prototype), -ENOENT);
	assert_int_equal(fetch_btf_type(on_top, 2, &type), 0);
	assert_string_equal(type.name, "device");
	assert_int_equal(fetch_btf_type(on_top, 9, &type), 0);
	assert_string_equal(type.name, "int");
	assert_int_equal(fetch_btf_type(on_top, 10, &type), -EINVAL);
	assert_int_equal(fetch_btf_type(btf, 6, &type), -EINVAL);
	btf_build_close(&module, on_top);
	btf_build_close(&base, btf);
}

/* A split blob may refer to its own types and strings, and to those of its base. */
static void split_rules(void **state)
{
	struct btf_build base = { 0 };
	struct fetch_btf *btf, *on_top;

	btf_build_integer(&base, "int", 4, 32, 0);
	btf = btf_build_open(&base);
	assert_false(IS_ERR(btf));
	for (u32 target = 0; target < 5; target++) {
		struct btf_build module = { .base = btf };

		btf_build_type(&module, FETCH_BTF_TYPEDEF, "own", 0, target);
		on_top = btf_build_open(&module);
		assert_int_equal(IS_ERR(on_top), target > 2);
		btf_build_close(&module, on_top);
	}
	for (u32 name = 0; name < 12; name++) {
		struct btf_build module = { .base = btf };

		btf_build_type(&module, FETCH_BTF_TYPEDEF, "own", 0, 1);
		memcpy(module.types, &name, sizeof(name));
		on_top = btf_build_open(&module);
		assert_int_equal(IS_ERR(on_top), name >= btf->end_string + sizeof("own"));
		btf_build_close(&module, on_top);
	}
	btf_build_close(&base, btf);
}

/* A split blob need not have a string, or a type, of its own. */
static void empty_split(void **state)
{
	struct btf_build base = { 0 }, module = { 0 };
	struct fetch_btf *btf, *on_top;

	btf_build_type(&base, FETCH_BTF_STRUCT, "device", 0, 4);
	btf = btf_build_open(&base);
	module.base = btf;
	on_top = btf_build_open(&module);
	assert_false(IS_ERR(on_top));
	assert_int_equal(fetch_btf_nr_types(on_top), 0);
	assert_true(finds_struct(on_top, "device", 1));
	btf_build_close(&module, on_top);
	btf_build_close(&base, btf);
}

/* A look-up takes as long as the chain of its name is, so a blob with too many types of one name is refused. */
static void crowded(void **state)
{
	struct {
		struct fetch_btf_header header;
		u32 type[3 * 8193];
		char strings[3];
	} __packed *blob = test_calloc(1, sizeof(*blob));
	struct fetch_btf *btf;

	memcpy(blob->strings, "\0s", 3);
	for (u32 nr = 8192; nr <= 8193; nr++) {
		blob->header = (struct fetch_btf_header){
			.magic = BTF_HEADER_MAGIC,
			.version = BTF_HEADER_VERSION,
			.header_len = sizeof(blob->header),
			.type_len = nr * 12,
			.string_start = sizeof(blob->type),
			.string_len = sizeof(blob->strings),
		};
		for (u32 i = 0; i < nr; i++) {
			blob->type[3 * i] = 1;
			blob->type[3 * i + 1] = FETCH_BTF_TYPEDEF << BTF_INFO_KIND_SHIFT;
		}
		btf = fetch_btf_create((u8 *)blob, sizeof(*blob), NULL, GFP_KERNEL);
		if (nr <= 8192)
			assert_false(IS_ERR(btf));
		else
			assert_int_equal(PTR_ERR(btf), -EINVAL);
		if (!IS_ERR(btf))
			fetch_btf_destroy(btf);
	}
	test_free(blob);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(functions),
		cmocka_unit_test(odd_parameters),
		cmocka_unit_test(tracepoints),
		cmocka_unit_test(tracepoint_with_names),
		cmocka_unit_test(tracepoint_without_parameters),
		cmocka_unit_test(no_tracepoints),
		cmocka_unit_test(structs),
		cmocka_unit_test(many_names),
		cmocka_unit_test(long_names),
		cmocka_unit_test(split),
		cmocka_unit_test(split_rules),
		cmocka_unit_test(empty_split),
		cmocka_unit_test(crowded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
