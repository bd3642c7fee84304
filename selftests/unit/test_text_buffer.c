// SPDX-License-Identifier: GPL-2.0
/*
 * Texts under construction: what fits, what does not, and counting without a buffer.
 */
#include <linux/kernel.h>
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

/* As printf() would, in a buffer that has room, one that has not, and none. */
static void numbers(void **state)
{
	static const u64 values[] = {
		0, 1, 9, 10, 15, 16, 99, 100, 255, 256, 65535, 1000000, 4294967295ULL,
		4294967296ULL, 999999999999999999ULL, 9223372036854775807ULL,
		9223372036854775808ULL, 10000000000000000000ULL, 18446744073709551615ULL,
	};
	struct text_buffer text;
	char data[80], want[80];
	size_t i, room;

	for (i = 0; i < ARRAY_SIZE(values); i++) {
		int len = snprintf(want, sizeof(want), "%llu %lld %llx",
				   (unsigned long long)values[i], (long long)values[i],
				   (unsigned long long)values[i]);

		for (room = 1; room <= sizeof(data); room++) {
			memset(data, 'x', sizeof(data));
			text_buffer_init(&text, data, room);
			text_unsigned(&text, values[i]);
			text_putc(&text, ' ');
			text_signed(&text, values[i]);
			text_putc(&text, ' ');
			text_hex(&text, values[i]);
			assert_int_equal(text.overflow, len >= room);
			assert_int_equal(text.len, min_t(size_t, len, room - 1));
			assert_memory_equal(data, want, text.len);
			assert_int_equal(data[text.len], 0);
			assert_true(room == sizeof(data) || data[room] == 'x');
		}
		text_buffer_init(&text, NULL, 0);
		text_unsigned(&text, values[i]);
		assert_int_equal(text.len, snprintf(NULL, 0, "%llu", (unsigned long long)values[i]));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(append_until_full),
		cmocka_unit_test(overflow_keeps_what_fits),
		cmocka_unit_test(counting),
		cmocka_unit_test(numbers),
		cmocka_unit_test(no_room_at_all),
		cmocka_unit_test(nul_bytes_count),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
