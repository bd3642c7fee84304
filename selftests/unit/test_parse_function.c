// SPDX-License-Identifier: GPL-2.0
/*
 * Places and names of the kinds f and t, what they refuse, and the registers that they do not have.
 */
#include "place_test.h"

static void places(void **state)
{
	static const struct {
		const char *line;
		enum probe_kind kind;
		const char *symbol, *place, *event;
	} cases[] = {
		{ "f foo", PROBE_FUNCTION_ENTRY, "foo", "", "foo__entry" },
		{ "f:g/ foo.isra.0", PROBE_FUNCTION_ENTRY, "foo.isra.0", "", "foo_isra_0__entry" },
		{ "f foo%return", PROBE_FUNCTION_EXIT, "foo", "", "foo__exit" },
		{ "f foo $retval", PROBE_FUNCTION_EXIT, "foo", "", "foo__exit" },
		{ "f foo x=$stack y=+8($retval):string", PROBE_FUNCTION_EXIT, "foo", "", "foo__exit" },
		{ "f foo $retvalx", PROBE_FUNCTION_ENTRY, "foo", "", "foo__entry" },
		{ "f foo $retval_", PROBE_FUNCTION_ENTRY, "foo", "", "foo__entry" },
		{ "f foo$retval", PROBE_FUNCTION_ENTRY, "foo$retval", "", "foo_retval__entry" },
		{ "f foo+4", PROBE_FUNCTION_ENTRY, "foo+4", "", "foo_4__entry" },
		{ "f mod:foo", PROBE_FUNCTION_ENTRY, "mod:foo", "", "mod_foo__entry" },
		{ "f 0foo", PROBE_FUNCTION_ENTRY, "0foo", "", "_0foo__entry" },
		{ "f %return", PROBE_FUNCTION_EXIT, "", "", "__exit" },
		{ "f foo_*", PROBE_FUNCTION_ENTRY, "", "foo_*", "foo____entry" },
		{ "f foo,!b?r%return", PROBE_FUNCTION_EXIT, "", "foo,!b?r", "foo__b_r__exit" },
		{ "f *foo $retval", PROBE_FUNCTION_EXIT, "", "*foo", "_foo__exit" },
		{ "t foo", PROBE_TRACEPOINT, "", "foo", "foo" },
		{ "t:g/ foo $arg1", PROBE_TRACEPOINT, "", "foo", "foo" },
		{ "t 3foo_4", PROBE_TRACEPOINT, "", "3foo_4", "_3foo_4" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		static const char * const suffix[] = {
			[PROBE_FUNCTION_ENTRY] = "__entry",
			[PROBE_FUNCTION_EXIT] = "__exit",
			[PROBE_TRACEPOINT] = "",
		};
		static struct probe_definition def;
		struct probe_naming naming = { .group = "group" };
		struct parse_command cmd;
		char line[64];

		split(&cmd, line, sizeof(line), cases[i].line);
		print_message("%s\n", line);
		memset(&def, 0xff, sizeof(def));
		assert_int_equal(stub_parse_place(&cmd, &def), 0);
		assert_int_equal(cmd.error.code, PARSE_OK);
		assert_int_equal(def.kind, cases[i].kind);
		assert_string_equal(def.symbol, cases[i].symbol);
		assert_string_equal(def.place, cases[i].place);
		assert_string_equal(def.module, "");
		assert_false(def.by_address);
		assert_int_equal(def.offset, 0);
		naming.suffix = suffix[def.kind];
		assert_int_equal(parse_probe_names(&cmd, &def, &naming), 0);
		assert_string_equal(def.event, cases[i].event);
	}
}

static void refusals(void **state)
{
	static const struct refused_place cases[] = {
		{ "f", -ECANCELED, PARSE_NO_PLACE, 2 },
		{ "t:a/b", -ECANCELED, PARSE_NO_PLACE, 6 },
		{ "f5", -ECANCELED, PARSE_NO_PLACE, 3 },
		{ "f5 foo", -EINVAL, PARSE_BAD_MAXACT, 1 },
		{ "foo bar", -EINVAL, PARSE_BAD_MAXACT, 1 },
		{ "t5:a foo", -EINVAL, PARSE_BAD_MAXACT, 1 },
		{ "f foo%", -EINVAL, PARSE_BAD_ADDR_SUFFIX, 5 },
		{ "f foo%returns", -EINVAL, PARSE_BAD_ADDR_SUFFIX, 5 },
		{ "f foo%x $retval", -EINVAL, PARSE_BAD_ADDR_SUFFIX, 5 },
		{ "t foo%return", -EINVAL, PARSE_BAD_ADDR_SUFFIX, 5 },
		{ "t a/foo%return", -EINVAL, PARSE_BAD_ADDR_SUFFIX, 7 },
		{ "t a/foo", -EINVAL, PARSE_BAD_TP_NAME, 3 },
		{ "t:x foo+4 $retval", -EINVAL, PARSE_BAD_TP_NAME, 7 },
		{ "t foo*", -EINVAL, PARSE_BAD_TP_NAME, 5 },
		{ "t foo $retval", -EINVAL, PARSE_RETVAL_ON_PROBE, 6 },
		{ "t foo $stack x=+0($retval)", -EINVAL, PARSE_RETVAL_ON_PROBE, 18 },
	};

	check_refused_places(cases, ARRAY_SIZE(cases));
}

static void symbol_length_limit(void **state)
{
	static struct probe_definition def;
	char line[PROBE_SYMBOL_SIZE + 16] = "f ";
	struct parse_command cmd;

	memset(line + 2, 's', PROBE_SYMBOL_SIZE - 1);
	assert_int_equal(parse_command_split(&cmd, line), 0);
	assert_int_equal(parse_function_place(&cmd, &def), 0);
	assert_int_equal(strlen(def.symbol), PROBE_SYMBOL_SIZE - 1);

	line[PROBE_SYMBOL_SIZE + 1] = 's';
	assert_int_equal(parse_command_split(&cmd, line), 0);
	assert_int_equal(parse_function_place(&cmd, &def), -EINVAL);
	assert_int_equal(cmd.error.code, PARSE_BAD_PROBE_ADDR);
	assert_int_equal(cmd.error.pos, 2);
}

static void registers(void **state)
{
	static const unsigned int flags = PARSE_FUNCTION_ENTRY | PARSE_NO_REGISTERS;
	static const struct {
		const char *line;
		unsigned int pos;
	} cases[] = {
		{ "f foo %di", 6 },
		{ "f foo %none", 6 },
		{ "t foo a=+0(%di):string", 11 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct probe_argument args[1];
		struct parse_command cmd;
		char line[64];

		split(&cmd, line, sizeof(line), cases[i].line);
		assert_int_equal(parse_expand_arguments(&cmd, flags, NULL), 0);
		assert_int_equal(parse_probe_argument(&cmd, 0, flags, &stub_lookup, args), -EINVAL);
		assert_int_equal(cmd.error.code, PARSE_REGISTERS_MISSING);
		assert_int_equal(cmd.error.pos, cases[i].pos);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(places),
		cmocka_unit_test(refusals),
		cmocka_unit_test(symbol_length_limit),
		cmocka_unit_test(registers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
