// SPDX-License-Identifier: GPL-2.0
/*
 * The stand-in headers behave as the kernel's where the project relies on it.
 */
#include <linux/bitops.h>
#include <linux/bug.h>
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "cmocka_all.h"

int standin_alloc_fail_at;

struct number_case {
	const char *text;
	unsigned int base;
	int ret;
	unsigned long value;
};

static void unsigned_numbers(void **state)
{
	static const struct number_case cases[] = {
		{ "0", 0, 0, 0 },
		{ "10", 0, 0, 10 },
		{ "+10", 0, 0, 10 },
		{ "010", 0, 0, 8 },
		{ "0x10", 0, 0, 16 },
		{ "0XfF\n", 0, 0, 255 },
		{ "010", 10, 0, 10 },
		{ "18446744073709551615", 0, 0, ~0UL },
		{ "18446744073709551616", 0, -ERANGE, 0 },
		{ "", 0, -EINVAL, 0 },
		{ "-1", 0, -EINVAL, 0 },
		{ "++1", 0, -EINVAL, 0 },
		{ "0x", 0, -EINVAL, 0 },
		{ "09", 0, -EINVAL, 0 },
		{ "1 ", 0, -EINVAL, 0 },
		{ "12a", 0, -EINVAL, 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		unsigned long value = 0;

		assert_int_equal(kstrtoul(cases[i].text, cases[i].base, &value), cases[i].ret);
		assert_int_equal(value, cases[i].value);
	}
}

static void signed_numbers(void **state)
{
	long value;
	int small;

	assert_int_equal(kstrtol("-0x10", 0, &value), 0);
	assert_int_equal(value, -16);
	assert_int_equal(kstrtol("-9223372036854775808", 0, &value), 0);
	assert_int_equal(value, LONG_MIN);
	assert_int_equal(kstrtol("9223372036854775808", 0, &value), -ERANGE);
	assert_int_equal(kstrtol("-+1", 0, &value), -EINVAL);
	assert_int_equal(kstrtoint("2147483648", 0, &small), -ERANGE);
}

static void character_classes(void **state)
{
	assert_true(isspace(0xa0) && isspace('\v') && !isspace(0));
	assert_true(isalpha(0xe9) && !isalpha(0xd7) && !isalpha(0xf7) && isalpha('z'));
	assert_true(isalnum('7') && !isalnum('_'));
}

static void strings(void **state)
{
	char buf[4];

	assert_int_equal(strscpy(buf, "abc", sizeof(buf)), 3);
	assert_int_equal(strscpy(buf, "abcd", sizeof(buf)), -E2BIG);
	assert_string_equal(buf, "abc");
	assert_int_equal(str_has_prefix("stack12", "stack"), 5);
}

static void allocation_failure(void **state)
{
	void *p;

	standin_alloc_fail_at = 2;
	p = kmalloc(1, GFP_KERNEL);
	assert_non_null(p);
	kfree(p);
	assert_null(kzalloc(1, GFP_KERNEL));
	p = kcalloc(3, 5, GFP_KERNEL);
	assert_non_null(p);
	assert_null(memchr_inv(p, 0, 15));
	kfree(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unsigned_numbers),
		cmocka_unit_test(signed_numbers),
		cmocka_unit_test(character_classes),
		cmocka_unit_test(strings),
		cmocka_unit_test(allocation_failure),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
