// SPDX-License-Identifier: GPL-2.0
/*
 * Globs, on strings that have no NUL.
 */
#include <linux/kernel.h>
#include <linux/string.h>

#include <fnmatch.h>

#include "cmocka_all.h"
#include "glob_test.h"
#include "kernel/filter/glob_inline.h"

/* In memory that ends where the string does. */
static bool matches_exactly(const char *glob, const char *string)
{
	size_t len = strlen(string);
	char *bytes = malloc(len);
	bool ret;

	memcpy(bytes, string, len);
	ret = glob_matches(glob, bytes, len);
	free(bytes);
	return ret;
}

static void globs(void **state)
{
	static const struct glob_case cases[] = {
		{ "abc",	"abc",		true },
		{ "abc",	"abcd",		false },
		{ "abcd",	"abc",		false },
		{ "",		"",		true },
		{ "",		"a",		false },
		{ "*",		"",		true },
		{ "***",	"abc",		true },
		{ "a*c",	"abcbc",	true },
		{ "a*c",	"abcb",		false },
		{ "*ab*cd",	"abxcdabcd",	true },
		{ "?",		"",		false },
		{ "a?c",	"abc",		true },
		{ "[a-c]",	"b",		true },
		{ "[a-c]",	"d",		false },
		{ "[!a-c]",	"d",		true },
		{ "[!a-c]",	"a",		false },
		{ "[]a]",	"]",		true },
		{ "[!]a]",	"]",		false },
		{ "[a-]",	"-",		true },
		{ "[-a]",	"-",		true },
		{ "[a",		"[a",		true },
		{ "[a-",	"[a-",		true },
		{ "[",		"[",		true },
		{ "*[b-d]x",	"abcx",		true },
		{ "\\*",	"*",		true },
		{ "\\*",	"a",		false },
		{ "\\[a]",	"[a]",		true },
		{ "a\\",	"a\\",		false },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cases); i++)
		if (matches_exactly(cases[i].glob, cases[i].string) != cases[i].match)
			fail_msg("'%s' on '%s' is not %d", cases[i].glob, cases[i].string,
				 cases[i].match);
}

/* The C library's matcher as the reference, on what both mean the same by. */
static void agrees_with_fnmatch(void **state)
{
	unsigned int seed = 1, i, matches = 0;
	char glob[9], string[13];

	for (i = 0; i < 200000; i++) {
		bool expect;

		random_string(&seed, "abc*?", glob, 8);
		random_string(&seed, "abc", string, 12);
		expect = !fnmatch(glob, string, 0);
		matches += expect;
		if (matches_exactly(glob, string) != expect)
			fail_msg("'%s' on '%s' is not %d", glob, string, expect);
	}
	assert_in_range(matches, 10000, 190000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(globs),
		cmocka_unit_test(agrees_with_fnmatch),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
