// SPDX-License-Identifier: GPL-2.0
/*
 * Globs where the kernel has none.
 */
#include <linux/kernel.h>
#include <linux/string.h>

#include <fnmatch.h>

#include "cmocka_all.h"
#include "kernel/compat/glob.h"

struct glob_case {
	const char *glob;
	const char *string;
	bool match;
};

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
		if (compat_glob_match(cases[i].glob, cases[i].string) != cases[i].match)
			fail_msg("'%s' on '%s' is not %d", cases[i].glob, cases[i].string,
				 cases[i].match);
}

static void random_string(unsigned int *seed, const char *alphabet, char *to, unsigned int max)
{
	unsigned int i, len = rand_r(seed) % (max + 1);

	for (i = 0; i < len; i++)
		to[i] = alphabet[rand_r(seed) % strlen(alphabet)];
	to[len] = '\0';
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
		if (compat_glob_match(glob, string) != expect)
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
