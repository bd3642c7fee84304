// SPDX-License-Identifier: GPL-2.0
/*
 * Words, places, names and deletions that are accepted, and what comes of them.
 */
#include "place_test.h"

#define NAME_63	"n23456789_123456789_123456789_123456789_123456789_123456789_123"

static void words_are_joined_by_one_blank(void **state)
{
	struct parse_command cmd;
	char line[64];

	split(&cmd, line, sizeof(line), " \tp:a\v foo\xa0 x=%di  # and \"more\" # text");
	assert_string_equal(cmd.text, "p:a foo x=%di");
	assert_int_equal(cmd.nr_words, 3);
	assert_int_equal(cmd.word[2].pos, 8);
	assert_int_equal(cmd.word[2].len, 5);
	assert_int_equal(cmd.error.code, PARSE_OK);
}

static void lines_without_words(void **state)
{
	static const char * const lines[] = { "", " \t ", "#", "  # p foo", "\n" };
	struct parse_command cmd;
	char line[64];

	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		split(&cmd, line, sizeof(line), lines[i]);
		assert_int_equal(cmd.nr_words, 0);
		assert_string_equal(cmd.text, "");
	}
}

static void comment_ends_a_word(void **state)
{
	struct parse_command cmd;
	char line[64];

	split(&cmd, line, sizeof(line), "p foo#bar %di");
	assert_string_equal(cmd.text, "p foo");
	assert_int_equal(cmd.nr_words, 2);
}

static void line_length_limit(void **state)
{
	static char line[2 * PROBE_COMMAND_MAX];
	struct parse_command cmd;

	memset(line, 'p', PROBE_COMMAND_MAX - 1);
	assert_int_equal(parse_command_split(&cmd, line), 0);
	line[PROBE_COMMAND_MAX - 1] = 'p';
	assert_int_equal(parse_command_split(&cmd, line), -EINVAL);

	/* Blanks do not count. */
	memset(line, ' ', sizeof(line) - 1);
	line[5000] = 'p';
	assert_int_equal(parse_command_split(&cmd, line), 0);
	assert_string_equal(line, "p");
}

static void error_columns(void **state)
{
	struct parse_command cmd;
	char line[64];

	split(&cmd, line, sizeof(line), "p:a  foo   %di");
	assert_int_equal(parse_error_column(&cmd, 0), 0);
	assert_int_equal(parse_error_column(&cmd, 1), 4);
	assert_int_equal(parse_error_column(&cmd, 2), 8);
	assert_int_equal(parse_error_column(&cmd, 3), 12);
	assert_int_equal(parse_error_column(&cmd, 9), 12);
}

struct place_case {
	const char *command;
	enum probe_kind kind;
	unsigned int maxactive;
	const char *module;
	const char *symbol;
	long offset;
	unsigned long address;
};

static void places(void **state)
{
	static const struct place_case cases[] = {
		{ "p foo", PROBE_ENTRY, 0, "", "foo", 0, 0 },
		{ "pxyz foo", PROBE_ENTRY, 0, "", "foo", 0, 0 },
		{ "r foo", PROBE_RETURN, 0, "", "foo", 0, 0 },
		{ "r16 foo", PROBE_RETURN, 16, "", "foo", 0, 0 },
		{ "r0x1000:g/e foo", PROBE_RETURN, 4096, "", "foo", 0, 0 },
		{ "p foo%return", PROBE_RETURN, 0, "", "foo", 0, 0 },
		{ "r foo%return", PROBE_RETURN, 0, "", "foo", 0, 0 },
		{ "r foo+0%return", PROBE_RETURN, 0, "", "foo", 0, 0 },
		{ "p foo+0x10", PROBE_ENTRY, 0, "", "foo", 16, 0 },
		{ "p foo+010", PROBE_ENTRY, 0, "", "foo", 8, 0 },
		{ "p foo-4", PROBE_ENTRY, 0, "", "foo", -4, 0 },
		{ "p foo-0xffffffff", PROBE_ENTRY, 0, "", "foo", -0xffffffffL, 0 },
		{ "p foo+0xffffffff", PROBE_ENTRY, 0, "", "foo", 0xffffffffL, 0 },
		{ "p foo.isra.0+1", PROBE_ENTRY, 0, "", "foo.isra.0", 1, 0 },
		{ "p mod:foo", PROBE_ENTRY, 0, "mod", "foo", 0, 0 },
		{ "r mod:foo+4%return", PROBE_RETURN, 0, "mod", "foo", 4, 0 },
		{ "p " NAME_63 ":foo", PROBE_ENTRY, 0, NAME_63, "foo", 0, 0 },
		{ "p 0xffffffff81000000", PROBE_ENTRY, 0, "", "", 0, 0xffffffff81000000 },
		{ "p 4096", PROBE_ENTRY, 0, "", "", 0, 4096 },
		{ "r +4096", PROBE_RETURN, 0, "", "", 0, 4096 },
		{ "p 0xfoo", PROBE_ENTRY, 0, "", "0xfoo", 0, 0 },
		{ "p mod:", PROBE_ENTRY, 0, "mod", "", 0, 0 },
		{ "r2147483648 foo", PROBE_RETURN, 0, "", "foo", 0, 0 },
		{ "r4294967295:g/e foo", PROBE_RETURN, 0, "", "foo", 0, 0 },
		{ "p a/b", PROBE_ENTRY, 0, "", "a/b", 0, 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct probe_definition def;
		struct parse_command cmd;
		char line[256];

		split(&cmd, line, sizeof(line), cases[i].command);
		print_message("%s\n", line);
		assert_int_equal(parse_probe_place(&cmd, &def), 0);
		assert_int_equal(def.kind, cases[i].kind);
		assert_int_equal(def.maxactive, cases[i].maxactive);
		assert_string_equal(def.module, cases[i].module);
		assert_string_equal(def.symbol, cases[i].symbol);
		assert_int_equal(def.offset, cases[i].offset);
		assert_int_equal(def.by_address, !cases[i].module[0] && !cases[i].symbol[0]);
		assert_int_equal(def.address, cases[i].address);
	}
}

static void symbol_length_limit(void **state)
{
	static struct probe_definition def;
	char line[PROBE_SYMBOL_SIZE + 16] = "p ";
	struct parse_command cmd;

	memset(line + 2, 's', PROBE_SYMBOL_SIZE - 1);
	assert_int_equal(parse_command_split(&cmd, line), 0);
	assert_int_equal(parse_probe_place(&cmd, &def), 0);
	assert_int_equal(strlen(def.symbol), PROBE_SYMBOL_SIZE - 1);

	line[PROBE_SYMBOL_SIZE + 1] = 's';
	assert_int_equal(parse_command_split(&cmd, line), 0);
	assert_int_equal(parse_probe_place(&cmd, &def), -EINVAL);
	assert_int_equal(cmd.error.code, PARSE_BAD_PROBE_ADDR);
	assert_int_equal(cmd.error.pos, 2);
}

static void commands_of_others(void **state)
{
	static const struct {
		const char *line;
		enum parse_error_code code;
		unsigned int pos;
	} cases[] = {
		{ "", PARSE_NO_KIND, 0 },
		{ "P foo", PARSE_NO_KIND, 0 },
		{ "q:b foo", PARSE_NO_KIND, 0 },
		{ "-:foo bar", PARSE_NO_KIND, 0 },
		{ "foo", PARSE_NO_KIND, 0 },
		{ "foo bar", PARSE_NO_KIND, 0 },
		{ "s_read a=%di", PARSE_NO_KIND, 0 },
		{ "%di", PARSE_NO_KIND, 0 },
		{ "f foo", PARSE_KIND_MISSING, 0 },
		{ "f", PARSE_KIND_MISSING, 0 },
		{ "f:x foo", PARSE_KIND_MISSING, 0 },
		{ "f7:x foo", PARSE_KIND_MISSING, 0 },
		{ "t sched_switch", PARSE_KIND_MISSING, 0 },
		{ "e a.b", PARSE_KIND_MISSING, 0 },
		{ "s:name int x", PARSE_KIND_MISSING, 0 },
		{ "p", PARSE_NO_PLACE, 2 },
		{ "p5", PARSE_NO_PLACE, 3 },
		{ "p:x", PARSE_NO_PLACE, 4 },
		{ "r:a/b", PARSE_NO_PLACE, 6 },
		{ "p /bin/sh:0x100", PARSE_PLACE_IN_FILE, 2 },
		{ "r:x/y  /bin/sh:4%return", PARSE_PLACE_IN_FILE, 6 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct probe_definition def;
		struct parse_command cmd;
		char line[64];

		split(&cmd, line, sizeof(line), cases[i].line);
		print_message("%s\n", line);
		assert_int_equal(parse_probe_place(&cmd, &def), -ECANCELED);
		assert_int_equal(cmd.error.code, cases[i].code);
		assert_int_equal(cmd.error.pos, cases[i].pos);
	}
}

static void names(void **state)
{
	static const struct {
		const char *command;
		const char *group;
		const char *event;
	} cases[] = {
		{ "p:ev foo", "kprobes", "ev" },
		{ "p:_E9 foo", "kprobes", "_E9" },
		{ "p:grp/ev foo", "grp", "ev" },
		{ "p:grp.ev foo", "grp", "ev" },
		{ "r8:my-grp/ev foo", "my-grp", "ev" },
		{ "p:-/ev foo", "-", "ev" },
		{ "p:" NAME_63 "/" NAME_63 " foo", NAME_63, NAME_63 },
		{ "p:grp/ foo", "grp", "p_foo_0" },
		{ "p:grp. foo", "grp", "p_foo_0" },
		{ "pfoo foo", "kprobes", "p_foo_0" },
		{ "p foo+0x10", "kprobes", "p_foo_16" },
		{ "p foo-4", "kprobes", "p_foo__4" },
		{ "r foo", "kprobes", "r_foo_0" },
		{ "p foo%return", "kprobes", "r_foo_0" },
		{ "r100 mod:foo", "kprobes", "r_mod_foo_0" },
		{ "p foo.part.0*", "kprobes", "p_foo_part_0__0" },
		/* the host's %p, which has a 0x of its own; the kernel's hashes */
		{ "p 0xffffffff81000010", "kprobes", "p_0x0xffffffff81000010" },
		{ "r 16", "kprobes", "r_0x0x10" },
		{ "p x" NAME_63 "+5", "kprobes",
		  "p_xn23456789_123456789_123456789_123456789_123456789_123456789_" },
	};
	static struct stub_result result;

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char line[256];

		snprintf(line, sizeof(line), "%s", cases[i].command);
		assert_int_equal(stub_parse(&result, line), 0);
		assert_string_equal(result.def.group, cases[i].group);
		assert_string_equal(result.def.event, cases[i].event);
	}
}

struct deletion_case {
	const char *command;
	enum parse_error_code code;
	unsigned int name_pos;	/* or where the error is */
	const char *group;
	const char *event;
	const char *place;
	unsigned int first_argument;
};

static void check_deletion(const struct deletion_case *c)
{
	struct probe_deletion del = { .first_argument = 77 };
	struct parse_command cmd;
	char line[256];

	split(&cmd, line, sizeof(line), c->command);
	print_message("%s\n", line);
	assert_int_equal(parse_deletion(&cmd, &del), parse_error_errno(c->code));
	assert_int_equal(cmd.error.code, c->code);
	if (c->code) {
		assert_int_equal(cmd.error.pos, c->name_pos);
		assert_int_equal(del.first_argument, 77);
		return;
	}
	assert_int_equal(del.name_pos, c->name_pos);
	assert_string_equal(del.group, c->group);
	assert_string_equal(del.event, c->event);
	assert_int_equal(del.place.len, strlen(c->place));
	assert_memory_equal(line + del.place.pos, c->place, del.place.len);
	assert_int_equal(del.first_argument, c->first_argument);
}

static void deletions(void **state)
{
	static const struct deletion_case cases[] = {
		{ "-:ev", PARSE_OK, 2, "", "ev", "", 1 },
		{ "-:grp/ev", PARSE_OK, 2, "grp", "ev", "", 1 },
		{ "-:grp/", PARSE_OK, 2, "grp", "", "", 1 },
		{ "-:grp.ev", PARSE_OK, 2, "", "grp.ev", "", 1 },
		{ "-:grp/ev foo+4", PARSE_OK, 2, "grp", "ev", "foo+4", 2 },
		{ "-:grp/ev foo a=%di b=%si", PARSE_OK, 2, "grp", "ev", "foo", 2 },
		{ "!p:grp/ev foo a=%di", PARSE_OK, 3, "grp", "ev", "foo", 2 },
		{ "!r16:ev", PARSE_OK, 5, "", "ev", "", 1 },
		{ "!:ev", PARSE_OK, 2, "", "ev", "", 1 },
		{ "-", PARSE_BAD_DELETION, 1, },
		{ "-:", PARSE_BAD_DELETION, 2, },
		{ "- :ev", PARSE_BAD_DELETION, 1, },
		{ "-16:grp/ev", PARSE_BAD_DELETION, 1, },
		{ "-ev", PARSE_BAD_DELETION, 1, },
		{ "!", PARSE_BAD_DELETION, 1, },
		{ "!p foo", PARSE_BAD_DELETION, 2, },
		{ "!p: foo", PARSE_BAD_DELETION, 3, },
		{ "p:ev foo", PARSE_BAD_DELETION, 0, },
		{ "", PARSE_BAD_DELETION, 0, },
		{ "-:/", PARSE_NO_EVENT, 2, },
		{ "-:/ev", PARSE_NO_EVENT, 2, },
		{ "-:" NAME_63 "4/ev", PARSE_NO_EVENT, 2, },
		{ "!p:grp/" NAME_63 "4", PARSE_NO_EVENT, 3, },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		check_deletion(&cases[i]);
}

static void deletion_with_too_many_arguments(void **state)
{
	char line[PROBE_COMMAND_MAX] = "-:ev foo";
	struct probe_deletion del;
	struct parse_command cmd;
	size_t len = strlen(line);

	for (int i = 0; i <= PROBE_ARGUMENTS_MAX; i++)
		len += sprintf(line + len, " a=%%di");
	assert_int_equal(parse_command_split(&cmd, line), 0);
	assert_int_equal(parse_deletion(&cmd, &del), -ENOENT);
	assert_int_equal(cmd.error.code, PARSE_NO_PROBE);
	assert_int_equal(cmd.error.pos, 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_are_joined_by_one_blank),
		cmocka_unit_test(lines_without_words),
		cmocka_unit_test(comment_ends_a_word),
		cmocka_unit_test(line_length_limit),
		cmocka_unit_test(error_columns),
		cmocka_unit_test(places),
		cmocka_unit_test(symbol_length_limit),
		cmocka_unit_test(commands_of_others),
		cmocka_unit_test(names),
		cmocka_unit_test(deletions),
		cmocka_unit_test(deletion_with_too_many_arguments),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
