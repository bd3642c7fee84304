// SPDX-License-Identifier: GPL-2.0
/*
 * Patterns of filters, on strings that end where the memory ends.
 */
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "cmocka_all.h"
#include "glob_test.h"
#include "kernel/filter/filter_pattern.h"

/* @size bytes are there to be read, and no more. */
static bool match_bytes(const char *text, bool glob, const void *bytes, size_t size)
{
	struct filter_pattern *pattern = filter_pattern_create(text, strlen(text), glob);
	char *string = malloc(size);
	bool ret;

	if (size)
		memcpy(string, bytes, size);
	ret = filter_pattern_match(pattern, string, size) != pattern->inverted;
	free(string);
	filter_pattern_destroy(pattern);
	return ret;
}

static void globs(void **state)
{
	static const struct glob_case cases[] = {
		{ "abc",	"abc",		true },
		{ "abc",	"abcd",		false },
		{ "abc",	"ab",		false },
		{ "",		"",		true },
		{ "",		"a",		false },
		{ "*",		"",		true },
		{ "*",		"abc",		true },
		{ "**",		"abc",		true },
		{ "***",	"",		true },
		{ "ab*",	"abc",		true },
		{ "ab*",	"ab",		true },
		{ "ab*",	"a",		false },
		{ "ab*",	"xab",		false },
		{ "*bc",	"abc",		true },
		{ "*bc",	"bc",		true },
		{ "*bc",	"bcd",		false },
		{ "*b*",	"abc",		true },
		{ "*b*",	"acd",		false },
		{ "*abc*",	"ababc",	true },
		{ "a*c",	"abbbc",	true },
		{ "a*c",	"abbb",		false },
		{ "a*b*c",	"aXbXbXc",	true },
		{ "*ab*cd",	"abxcdabcd",	true },
		{ "*a*a*a*b",	"aaaaaaaaaaaa",	false },
		{ "a?c",	"abc",		true },
		{ "a?c",	"ac",		false },
		{ "?",		"",		false },
		{ "??",		"a",		false },
		{ "[abc]x",	"bx",		true },
		{ "[abc]x",	"dx",		false },
		{ "[a-c]",	"b",		true },
		{ "[a-c]",	"-",		false },
		{ "[a-]",	"-",		true },
		{ "[c-a]",	"b",		false },
		{ "[!a-c]",	"d",		true },
		{ "[!a-c]",	"a",		false },
		{ "[!a]",	"",		false },
		{ "[]]",	"]",		true },
		{ "[!]]",	"]",		false },
		{ "[!]]",	"a",		true },
		{ "[]-a]",	"^",		true },
		{ "[x-]-]",	"x-]",		true },
		{ "[ab",	"[ab",		true },
		{ "[ab",	"a",		false },
		{ "[",		"[",		true },
		{ "[!",		"[!",		true },
		{ "*[0-9]",	"cpu12",	true },
		{ "\\*",	"*",		true },
		{ "\\*",	"a",		false },
		{ "\\[a]",	"[a]",		true },
		{ "a\\?",	"a?",		true },
		{ "1*",		"123",		true },
		{ "[\x80-\xff]", "\xe9",	true },
		{ "!abc",	"abc",		false },
		{ "!abc",	"abd",		true },
		{ "!a*",	"abc",		false },
		{ "!",		"",		false },
		{ "!",		"a",		true },
		{ "a!b",	"a!b",		true },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		const struct glob_case *c = &cases[i];
		size_t len = strlen(c->string);

		if (match_bytes(c->glob, true, c->string, len + 1) != c->match ||
		    match_bytes(c->glob, true, c->string, len) != c->match)
			fail_msg("'%s' ~ '%s'", c->string, c->glob);
	}
}

static void literal_strings(void **state)
{
	assert_true(match_bytes("a*", false, "a*", 3));
	assert_false(match_bytes("a*", false, "ab", 3));
	assert_true(match_bytes("!a", false, "!a", 3));
	assert_true(match_bytes("", false, "", 1));
	assert_true(match_bytes("", false, "", 0));
	assert_true(match_bytes("ab", false, "ab\0cd", 6));
	assert_false(match_bytes("abc", false, "ab", 2));
}

/* What stands behind the NUL is not part of the string. */
static void strings_end_at_their_nul(void **state)
{
	assert_true(match_bytes("*at", true, "cat\0xxxxxxxxxxxx", 16));
	assert_false(match_bytes("*x", true, "cat\0xxxxxxxxxxxx", 16));
	assert_false(match_bytes("*x*", true, "cat\0xxxxxxxxxxxx", 16));
	assert_false(match_bytes("c*t?x", true, "cat\0xxxxxxxxxxxx", 16));
}

/* The plain definition, with recursion; no classes. */
static bool reference(const char *glob, const char *s)
{
	if (!*glob)
		return !*s;
	if (*glob == '*')
		return reference(glob + 1, s) || (*s && reference(glob, s + 1));
	return *s && (*glob == '?' || *glob == *s) && reference(glob + 1, s + 1);
}

static void agrees_with_the_definition(void **state)
{
	unsigned int seed = 1, i, matches = 0;
	char glob[9], string[13];

	for (i = 0; i < 200000; i++) {
		bool expect;

		random_string(&seed, "ab*?", glob, 8);
		random_string(&seed, "ab", string, 12);
		expect = reference(glob, string);
		matches += expect;
		if (match_bytes(glob, true, string, strlen(string) + 1) != expect)
			fail_msg("'%s' ~ '%s' is %d", string, glob, expect);
	}
	assert_in_range(matches, 10000, 190000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(globs),
		cmocka_unit_test(literal_strings),
		cmocka_unit_test(strings_end_at_their_nul),
		cmocka_unit_test(agrees_with_the_definition),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
