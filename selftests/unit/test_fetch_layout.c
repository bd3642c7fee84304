// SPDX-License-Identifier: GPL-2.0
/*
 * Where arguments are in a record, when an event is too big, and which events are the same.
 */
#include "cmocka_all.h"
#include "fake_kernel.h"
#include "fetch_test.h"

int standin_alloc_fail_at;

static int no_symbol(const char *symbol, unsigned long *address)
{
	return -ENOENT;
}

static void places(void **state)
{
	static const u16 offsets[] = { 16, 17, 25, 27, 31, 35, 39, 43, 47 };
	static const u16 sizes[] = { 1, 8, 2, 4, 4, 4, 4, 4, 8 };
	struct fetch_test test;

	assert_int_equal(fetch_test_create(&test, "p f a=%di:u8 b=%si c=%dx:s16 d=%cx:x32 "
					   "e=+0(%di):string f=$comm g=%di:b3@4/32 "
					   "h=+0(%di):u16[2] i=+0(%di):ustring[2]", no_symbol), 0);
	assert_ptr_equal(test.layout->head, &probe_entry_head);
	assert_int_equal(test.layout->nr_fields, ARRAY_SIZE(offsets));
	for (size_t i = 0; i < ARRAY_SIZE(offsets); i++) {
		assert_int_equal(test.layout->field[i].offset, offsets[i]);
		assert_int_equal(test.layout->field[i].size, sizes[i]);
	}
	assert_int_equal(test.layout->static_size, 55);
	assert_true(test.layout->dynamic);
	assert_string_equal(test.layout->field[1].name, "b");
	assert_string_equal(test.layout->field[1].body, "%si");
	assert_int_equal(test.layout->field[6].bit_width, 3);
	assert_int_equal(test.layout->field[7].count, 2);
	assert_false(test.layout->field[7].dynamic);
	assert_true(test.layout->field[8].dynamic);
	fetch_test_destroy(&test);
}

static void return_probe(void **state)
{
	struct fetch_test test;

	assert_int_equal(fetch_test_create(&test, "r f $retval", no_symbol), 0);
	assert_ptr_equal(test.layout->head, &probe_return_head);
	assert_int_equal(test.layout->field[0].offset, 24);
	assert_int_equal(test.layout->static_size, 32);
	assert_false(test.layout->dynamic);
	fetch_test_destroy(&test);
}

static void no_arguments(void **state)
{
	struct fetch_test test;

	assert_int_equal(fetch_test_create(&test, "p f", no_symbol), 0);
	assert_int_equal(test.layout->static_size, 16);
	assert_int_equal(fetch_layout_compare(test.layout, test.layout), 0);
	fetch_test_destroy(&test);
	fetch_layout_destroy(NULL);
	fetch_program_destroy(NULL);
}

/* 3072 bytes: six arrays of 64 words. */
static void too_big(void **state)
{
	static const char full[] = "p f +0(%di):u64[64] +0(%di):u64[64] +0(%di):u64[64] "
				   "+0(%di):u64[64] +0(%di):u64[64] +0(%di):u64[64]";
	struct fetch_test test;
	char line[256];

	assert_int_equal(fetch_test_create(&test, full, no_symbol), 0);
	assert_int_equal(test.layout->static_size, 16 + 3072);
	fetch_test_destroy(&test);

	snprintf(line, sizeof(line), "%s x=%%di:u8", full);
	assert_int_equal(fetch_test_create(&test, line, no_symbol), -E2BIG);
	assert_int_equal(test.cmd.error.code, PARSE_EVENT_TOO_BIG);
	assert_int_equal(test.cmd.error.pos, strlen(full) + strlen(" x="));
}

static const struct {
	const char *a, *b;
	int different;
} pairs[] = {
	{ "p f %di %si", "p g %dx +0(%di)", 0 },
	{ "p f %di:u8", "p g %di:b4@2/8", 0 },
	{ "p f a=%di", "p f b=%di", 1 },
	{ "p f %di %si:u8", "p f %di %si:s8", 2 },
	{ "p f %di %si:u8", "p f %di %si:char", 2 },
	{ "p f +0(%di):u8[2]", "p f +0(%di):u8[3]", 1 },
	{ "p f +0(%di):u8[1]", "p f +0(%di):u8", 1 },
	{ "p f +0(%di):string", "p f +0(%di):ustring", 1 },
	{ "p f %di", "p f %di %si", 2 },
	{ "p f %di %si %dx", "p f %si", 2 },
	{ "p f", "p f %si", 1 },
};

static void comparison(void **state)
{
	struct fetch_test a, b;

	for (size_t i = 0; i < ARRAY_SIZE(pairs); i++) {
		assert_int_equal(fetch_test_create(&a, pairs[i].a, no_symbol), 0);
		assert_int_equal(fetch_test_create(&b, pairs[i].b, no_symbol), 0);
		assert_int_equal(fetch_layout_compare(a.layout, b.layout), pairs[i].different);
		assert_int_equal(fetch_layout_compare(b.layout, a.layout), pairs[i].different);
		fetch_test_destroy(&a);
		fetch_test_destroy(&b);
	}
}

static int some_symbol(const char *symbol, unsigned long *address)
{
	*address = FAKE_KERNEL;
	return 0;
}

/* Each allocation in turn fails; nothing leaks (the sanitizer looks). */
static void out_of_memory(void **state)
{
	struct fetch_test test;
	int ret;

	for (int nth = 1; ; nth++) {
		standin_alloc_fail_at = nth;
		ret = fetch_test_create(&test, "r f $arg1 @sym:u8 \\\"text\" +0(%di):string",
					some_symbol);
		standin_alloc_fail_at = 0;
		if (!ret)
			break;
		assert_int_equal(ret, -ENOMEM);
		assert_in_range(nth, 1, 20);
	}
	fetch_test_destroy(&test);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(places),
		cmocka_unit_test(return_probe),
		cmocka_unit_test(no_arguments),
		cmocka_unit_test(too_big),
		cmocka_unit_test(comparison),
		cmocka_unit_test(out_of_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
