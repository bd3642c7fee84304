// SPDX-License-Identifier: GPL-2.0
/*
 * Places that are lists of patterns: what each pattern means, the names of the events, and what is refused.
 */
#include "place_test.h"

static void lists(void **state)
{
	static const struct {
		const char *line;
		enum probe_kind kind;
		unsigned int maxactive;
		const char *place, *event;
	} cases[] = {
		{ "p vfs_*", PROBE_ENTRY, 0, "vfs_*", "p_vfs___0" },
		{ "r vfs_rea?", PROBE_RETURN, 0, "vfs_rea?", "p_vfs_rea__0" },
		{ "r16:g/ev a,b", PROBE_RETURN, 16, "a,b", "ev" },
		{ "p a,!b*%return", PROBE_RETURN, 0, "a,!b*", "p_a__b__0" },
		{ "p name[1]", PROBE_ENTRY, 0, "name[1]", "p_name_1__0" },
		{ "p [a-z]*", PROBE_ENTRY, 0, "[a-z]*", "p__a_z___0" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		static struct probe_definition def;
		const struct probe_naming naming = { .group = "group", .prefix = "p" };
		struct parse_command cmd;
		char line[64];

		split(&cmd, line, sizeof(line), cases[i].line);
		print_message("%s\n", line);
		memset(&def, 0xff, sizeof(def));
		assert_int_equal(stub_parse_place(&cmd, &def), 0);
		assert_true(def.several);
		assert_int_equal(def.kind, cases[i].kind);
		assert_int_equal(def.maxactive, cases[i].maxactive);
		assert_string_equal(def.place, cases[i].place);
		assert_string_equal(def.symbol, "");
		assert_string_equal(def.module, "");
		assert_false(def.by_address);
		assert_int_equal(def.offset, 0);
		assert_int_equal(parse_probe_names(&cmd, &def, &naming), 0);
		assert_string_equal(def.event, cases[i].event);
	}
}

static void single_places(void **state)
{
	static const char * const lines[] = { "p foo", "r foo.isra.0", "p mod:foo+4", "p 0x1000", "f foo" };

	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		static struct probe_definition def;
		struct parse_command cmd;
		char line[64];

		split(&cmd, line, sizeof(line), lines[i]);
		memset(&def, 0xff, sizeof(def));
		assert_int_equal(stub_parse_place(&cmd, &def), 0);
		assert_false(def.several);
		assert_string_equal(def.place, "");
	}
}

struct expected_pattern {
	const char *text;
	bool leaves_out;
	enum place_pattern_kind kind;
	unsigned int index;
};

static void check_patterns(const char *place, const struct expected_pattern *expected, size_t nr)
{
	struct place_pattern pattern;
	unsigned int pos = 0;

	for (size_t i = 0; i < nr; i++) {
		assert_true(parse_next_pattern(place, &pos, &pattern));
		assert_int_equal(pattern.text.len, strlen(expected[i].text));
		assert_memory_equal(place + pattern.text.pos, expected[i].text, pattern.text.len);
		assert_int_equal(pattern.leaves_out, expected[i].leaves_out);
		assert_int_equal(pattern.kind, expected[i].kind);
		if (pattern.kind == PLACE_NTH)
			assert_int_equal(pattern.index, expected[i].index);
	}
	assert_false(parse_next_pattern(place, &pos, &pattern));
}

static void patterns(void **state)
{
	static const struct expected_pattern several[] = {
		{ "vfs_*", false, PLACE_GLOB, 0 },
		{ "vfs_fstat*", true, PLACE_GLOB, 0 },
		{ "ksys_read", false, PLACE_NAME, 0 },
		{ "foo.part.0", true, PLACE_NAME, 0 },
		{ "foo.*", false, PLACE_GLOB, 0 },
		{ "show", false, PLACE_NTH, 12 },
		{ "show", true, PLACE_EACH, 0 },
	};
	static const struct expected_pattern brackets[] = {
		{ "tcp_v[46]_*", false, PLACE_GLOB, 0 },
		{ "tcp_v[a-c]", false, PLACE_GLOB, 0 },
		{ "foo[]", false, PLACE_GLOB, 0 },
		{ "[0]", false, PLACE_GLOB, 0 },
		{ "a*[0]", false, PLACE_GLOB, 0 },
		{ "foo[-1]", false, PLACE_GLOB, 0 },
		{ "foo[0", false, PLACE_GLOB, 0 },
		{ "foo[99999999999]", false, PLACE_GLOB, 0 },
	};

	check_patterns("vfs_*,!vfs_fstat*,ksys_read,!foo.part.0,foo.*,show[12],!show[*]", several,
		       ARRAY_SIZE(several));
	check_patterns("tcp_v[46]_*,tcp_v[a-c],foo[],[0],a*[0],foo[-1],foo[0,foo[99999999999]", brackets,
		       ARRAY_SIZE(brackets));
}

static void refusals(void **state)
{
	static const struct refused_place cases[] = {
		{ "p a,,b", -EINVAL, PARSE_NO_PATTERN, 4 },
		{ "p a,", -EINVAL, PARSE_NO_PATTERN, 4 },
		{ "f ,a", -EINVAL, PARSE_NO_PATTERN, 2 },
		{ "p a,!", -EINVAL, PARSE_NO_PATTERN, 5 },
		{ "r !a*", -EINVAL, PARSE_NOTHING_BEFORE, 2 },
		{ "p a*+4", -EINVAL, PARSE_BAD_PATTERN, 4 },
		{ "p mod:a*", -EINVAL, PARSE_BAD_PATTERN, 5 },
		{ "f a,mod:b", -EINVAL, PARSE_BAD_PATTERN, 7 },
		{ "p a*%entry", -EINVAL, PARSE_BAD_ADDR_SUFFIX, 4 },
		{ "p5 a*", -EINVAL, PARSE_BAD_MAXACT_TYPE, 1 },
	};

	check_refused_places(cases, ARRAY_SIZE(cases));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(lists),
		cmocka_unit_test(single_places),
		cmocka_unit_test(patterns),
		cmocka_unit_test(refusals),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
