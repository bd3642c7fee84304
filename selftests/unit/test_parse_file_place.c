// SPDX-License-Identifier: GPL-2.0
/*
 * Places in files: what is accepted, what comes of it, and the column of each error.
 */
#include "cmocka_all.h"
#include "parse_stub.h"

struct place {
	struct parse_command cmd;
	struct probe_definition def;
	char line[256];
};

/* Does what the kernel layer does when the file is there. */
static int parse(struct place *place, const char *text)
{
	const struct probe_naming naming = { .group = "uprobes", .prefix = "p" };
	int ret;

	snprintf(place->line, sizeof(place->line), "%s", text);
	ret = parse_command_split(&place->cmd, place->line);
	if (!ret)
		ret = parse_file_place(&place->cmd, &place->def);
	if (!ret)
		ret = parse_file_offset(&place->cmd, &place->def);
	return ret ?: parse_probe_names(&place->cmd, &place->def, &naming);
}

static void places_are_listed(void **state)
{
	static const struct {
		const char *text, *place, *group, *event;
		enum probe_kind kind;
	} rows[] = {
		{ "p /bin/sh:10", "/bin/sh:0x000000000000000a", "uprobes", "p_sh_0xa", PROBE_USER_ENTRY },
		{ "r /bin/sh:0x10", "/bin/sh:0x0000000000000010", "uprobes", "p_sh_0x10", PROBE_USER_RETURN },
		{ "p:e /bin/sh:010%return", "/bin/sh:0x0000000000000008", "uprobes", "e", PROBE_USER_RETURN },
		{ "p:g/e /bin/sh:1(0x20)", "/bin/sh:0x0000000000000001(0x20)", "g", "e", PROBE_USER_ENTRY },
		{ "p:g/ /l/libc.so.6:1%return(2)", "/l/libc.so.6:0x0000000000000001(0x2)", "g", "p_libc_0x1",
		  PROBE_USER_RETURN },
		{ "p /a:b/c:1", "/a:b/c:0x0000000000000001", "uprobes", "p_c_0x1", PROBE_USER_ENTRY },
		{ "p ./.x:1(0)", "./.x:0x0000000000000001", "uprobes", "p__0x1", PROBE_USER_ENTRY },
		{ "p5:e /bin/x+y:1", "/bin/x+y:0x0000000000000001", "uprobes", "p_x+y_0x1", PROBE_USER_ENTRY },
		{ "rfoo:e a/b-c:1", "a/b-c:0x0000000000000001", "uprobes", "p_b_0x1", PROBE_USER_RETURN },
	};
	struct place place;

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		assert_int_equal(parse(&place, rows[i].text), 0);
		assert_string_equal(place.def.place, rows[i].place);
		assert_string_equal(place.def.group, rows[i].group);
		assert_string_equal(place.def.event, rows[i].event);
		assert_int_equal(place.def.kind, rows[i].kind);
	}
}

static void errors_have_columns(void **state)
{
	static const struct {
		const char *text;
		int ret;
		enum parse_error_code code;
		unsigned int pos;
	} rows[] = {
		{ "q /b:1", -ECANCELED, PARSE_NO_KIND, 0 },
		{ "p", -ECANCELED, PARSE_NO_PLACE, 2 },
		{ "p vfs_read", -ECANCELED, PARSE_FILE_PLACE_WANTED, 2 },
		{ "p /bin/sh", -ECANCELED, PARSE_FILE_PLACE_WANTED, 2 },
		{ "p /bin/sh:", -ECANCELED, PARSE_FILE_PLACE_WANTED, 2 },
		{ "p /bin/sh:x", -ECANCELED, PARSE_FILE_PLACE_WANTED, 2 },
		{ "p sh:1", -ECANCELED, PARSE_FILE_PLACE_WANTED, 2 },
		{ "p /b:1x", -EINVAL, PARSE_BAD_UPROBE_OFFS, 5 },
		{ "p /b:0x10000000000000000", -ERANGE, PARSE_BAD_UPROBE_OFFS, 5 },
		{ "p /b:10(1a)", -EINVAL, PARSE_BAD_REFCNT, 8 },
		{ "p /b:10()", -EINVAL, PARSE_BAD_REFCNT, 8 },
		{ "p /b:10(99999999999999999999)", -ERANGE, PARSE_BAD_REFCNT, 8 },
		{ "p /b:10(10", -EINVAL, PARSE_REFCNT_OPEN_BRACE, 10 },
		{ "p /b:10(10)a", -EINVAL, PARSE_BAD_REFCNT_SUFFIX, 11 },
		{ "p /b:10(10)%return", -EINVAL, PARSE_BAD_REFCNT_SUFFIX, 11 },
		{ "p /b:10%ret", -EINVAL, PARSE_BAD_ADDR_SUFFIX, 7 },
		{ "p:9 /b:10", -EINVAL, PARSE_BAD_EVENT_NAME, 2 },
	};
	struct place place;

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		assert_int_equal(parse(&place, rows[i].text), rows[i].ret);
		assert_int_equal(place.cmd.error.code, rows[i].code);
		assert_int_equal(place.cmd.error.pos, rows[i].pos);
	}
}

static int parse_one(struct place *place, const char *text, unsigned int flags, struct probe_argument *arg)
{
	snprintf(place->line, sizeof(place->line), "p /b:1 %s", text);
	assert_int_equal(parse_command_split(&place->cmd, place->line), 0);
	assert_int_equal(parse_expand_arguments(&place->cmd, flags, NULL), 0);
	return parse_probe_argument(&place->cmd, 0, flags, &stub_lookup, arg);
}

static void arguments_of_programs(void **state)
{
	static const struct {
		const char *text;
		unsigned int flags;
		enum parse_error_code code;
	} rows[] = {
		{ "@+ab", PARSE_USER, PARSE_BAD_FILE_OFFS },
		{ "@+", PARSE_USER, PARSE_BAD_FILE_OFFS },
		{ "@symbol", PARSE_USER, PARSE_SYM_ON_UPROBE },
		{ "@", PARSE_USER, PARSE_SYM_ON_UPROBE },
		{ "this_cpu_ptr(%di)", PARSE_USER, PARSE_NOSUP_PERCPU },
		{ "this_cpu_read(%di)", PARSE_FIELDS, PARSE_NOSUP_PERCPU },
		{ "$current", PARSE_USER, PARSE_BAD_VAR },
		{ "$arg1", PARSE_USER | PARSE_RETURN, PARSE_BAD_VAR },
		{ "$retval", PARSE_USER, PARSE_RETVAL_ON_PROBE },
	};
	struct probe_argument arg;
	struct place place;

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		assert_int_equal(parse_one(&place, rows[i].text, rows[i].flags, &arg), -EINVAL);
		assert_int_equal(place.cmd.error.code, rows[i].code);
		assert_int_equal(place.cmd.error.pos, 7);
	}
	assert_int_equal(parse_one(&place, "@+0x10", PARSE_USER, &arg), 0);
	assert_int_equal(arg.operand, OPERAND_FILE);
	assert_int_equal(arg.nr_derefs, 1);
	assert_int_equal(arg.deref[0].offset, 0x10);
	assert_int_equal(parse_one(&place, "+8(@+-1)", PARSE_USER, &arg), 0);
	assert_int_equal(arg.nr_derefs, 2);
	assert_int_equal(arg.deref[0].offset, -1);
	assert_int_equal(parse_one(&place, "$stack4000", PARSE_USER, &arg), 0);
	assert_int_equal(arg.number, 4000);
	assert_int_equal(parse_one(&place, "$retvalX", PARSE_USER | PARSE_RETURN, &arg), 0);
	assert_int_equal(arg.operand, OPERAND_RETVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(places_are_listed),
		cmocka_unit_test(errors_have_columns),
		cmocka_unit_test(arguments_of_programs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
