// SPDX-License-Identifier: GPL-2.0
/*
 * Pieces of text and words.
 */
#include "cmocka_all.h"

#include "parser/parse_text.h"

static void test_words_are_compared_whole(void **state)
{
	assert_true(parse_text_is("word and more", 4, "word"));
	assert_false(parse_text_is("word and more", 5, "word"));
	assert_false(parse_text_is("word", 3, "word"));
	assert_false(parse_text_is("ward", 4, "word"));
	assert_true(parse_text_is("", 0, ""));
}

/* The values are those that the authors of FNV give for 64 bits. */
static void test_hash_is_fnv_1a(void **state)
{
	assert_true(parse_text_hash(0, "") == 0xcbf29ce484222325ULL);
	assert_true(parse_text_hash(0, "a") == 0xaf63dc4c8601ec8cULL);
	assert_true(parse_text_hash(0, "foobar") == 0x85944171f73967e8ULL);
	assert_false(parse_text_hash(1, "a") == parse_text_hash(0, "a"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_words_are_compared_whole),
		cmocka_unit_test(test_hash_is_fnv_1a),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
