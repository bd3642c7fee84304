// SPDX-License-Identifier: GPL-2.0
/*
 * Texts under construction: what fits, what does not, and counting without a buffer.
 */
#include <linux/string.h>

#include "cmocka_all.h"
#include "fetch/text_buffer.h"

static void append_until_full(void **state)
{
	struct text_buffer text;
	char data[8];

	memset(data, 'x', sizeof(data));
	text_buffer_init(&text, data, sizeof(data));
	assert_string_equal(data, "");
	text_puts(&text, "ab");
	text_putc(&text, 'c');
	text_printf(&text, "%d%s", 12, "d");
	assert_string_equal(data, "abc12d");
	assert_int_equal(text.len, 6);
	text_putc(&text, 'e');
	assert_false(text.overflow);
	text_putc(&text, 'f');
	assert_true(text.overflow);
	assert_string_equal(data, "abc12de");
	assert_int_equal(text.len, 7);
}

static void overflow_keeps_what_fits(void **state)
{
	struct text_buffer text;
	char data[6];

	text_buffer_init(&text, data, sizeof(data));
	text_puts(&text, "abcdefgh");
	assert_true(text.overflow);
	assert_string_equal(data, "abcde");

	text_buffer_init(&text, data, sizeof(data));
	assert_false(text.overflow);
	text_printf(&text, "%s", "12345");
	assert_false(text.overflow);
	text_printf(&text, "%s", "");
	assert_false(text.overflow);
	text_printf(&text, "6");
	assert_true(text.overflow);
	assert_string_equal(data, "12345");
	assert_int_equal(text.len, 5);
}

static void counting(void **state)
{
	struct text_buffer text;

	text_buffer_init(&text, NULL, 0);
	text_puts(&text, "abc");
	text_printf(&text, "%05d", 7);
	text_putc(&text, '\n');
	assert_int_equal(text.len, 9);
	assert_false(text.overflow);
}

static void no_room_at_all(void **state)
{
	struct text_buffer text;
	char data = 'x';

	text_buffer_init(&text, &data, 0);
	text_puts(&text, "a");
	text_printf(&text, "b");
	assert_true(text.overflow);
	assert_int_equal(text.len, 0);
	assert_int_equal(data, 'x');
}

static void nul_bytes_count(void **state)
{
	struct text_buffer text;
	char data[8];

	text_buffer_init(&text, data, sizeof(data));
	text_printf(&text, "'%c'", 0);
	assert_int_equal(text.len, 3);
	assert_memory_equal(data, "'\0'", 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(append_until_full),
		cmocka_unit_test(overflow_keeps_what_fits),
		cmocka_unit_test(counting),
		cmocka_unit_test(no_room_at_all),
		cmocka_unit_test(nul_bytes_count),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
