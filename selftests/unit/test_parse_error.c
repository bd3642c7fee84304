// SPDX-License-Identifier: GPL-2.0
/*
 * The table of errors, and every error that the parser raises: the '^' in a command is not part of
 * it but shows where the caret goes, as in the kernel's own selftests.
 */
#include "cmocka_all.h"
#include "parse_stub.h"

struct error_case {
	const char *command;
	enum parse_error_code code;
};

#define NAME_63	"n23456789_123456789_123456789_123456789_123456789_123456789_123"
#define NAME_64	NAME_63 "4"
#define DEREF_5	"+0(+0(+0(+0(+0("
#define CLOSE_5	")))))"

static const struct error_case place_cases[] = {
	{ "p^5 vfs_read", PARSE_BAD_MAXACT_TYPE },
	{ "p^5:e vfs_read%return", PARSE_BAD_MAXACT_TYPE },
	{ "r^5x vfs_read", PARSE_BAD_MAXACT },
	{ "r^0 vfs_read", PARSE_BAD_MAXACT },
	{ "r^08:grp/e vfs_read", PARSE_BAD_MAXACT },
	{ "r^99999999999 vfs_read", PARSE_BAD_MAXACT },
	{ "r^2147483647 vfs_read", PARSE_MAXACT_TOO_BIG },
	{ "r^4097 vfs_read", PARSE_MAXACT_TOO_BIG },
	{ "r^0x1001:e vfs_read", PARSE_MAXACT_TOO_BIG },
	{ "p ^foo-bar", PARSE_BAD_PROBE_ADDR },
	{ "p ^foo+1-1", PARSE_BAD_PROBE_ADDR },
	{ "p ^foo+-1", PARSE_BAD_PROBE_ADDR },
	{ "p ^foo+", PARSE_BAD_PROBE_ADDR },
	{ "p ^foo+0x100000000", PARSE_BAD_PROBE_ADDR },
	{ "p ^foo-0x100000000", PARSE_BAD_PROBE_ADDR },
	{ "p ^foo+0x10000000000000000", PARSE_BAD_PROBE_ADDR },
	{ "p ^-5", PARSE_BAD_PROBE_ADDR },
	{ "p ^%return", PARSE_BAD_PROBE_ADDR },
	{ "p ^:", PARSE_BAD_PROBE_ADDR },
	{ "p ^:foo", PARSE_BAD_PROBE_ADDR },
	{ "p ^" NAME_64 ":foo", PARSE_BAD_PROBE_ADDR },
	{ "p:g/e   foo^%hoge", PARSE_BAD_ADDR_SUFFIX },
	{ "p foo+4^%", PARSE_BAD_ADDR_SUFFIX },
	{ "p foo^%returnx", PARSE_BAD_ADDR_SUFFIX },
};

static const struct error_case name_cases[] = {
	{ "p:^/bar foo", PARSE_NO_GROUP_NAME },
	{ "p:^.bar foo", PARSE_NO_GROUP_NAME },
	{ "p:^" NAME_64 "/bar foo", PARSE_GROUP_TOO_LONG },
	{ "r12:^" NAME_64 ".bar foo", PARSE_GROUP_TOO_LONG },
	{ "p:^a.1/bar foo", PARSE_BAD_GROUP_NAME },
	{ "p:^1a/bar foo", PARSE_BAD_GROUP_NAME },
	{ "p:^ foo", PARSE_NO_EVENT_NAME },
	{ "p:grp/^" NAME_64 " foo", PARSE_EVENT_TOO_LONG },
	{ "p:^" NAME_64 " foo", PARSE_EVENT_TOO_LONG },
	{ "p:grp/^bar.1 foo", PARSE_BAD_EVENT_NAME },
	{ "p:grp.^bar.1 foo", PARSE_BAD_EVENT_NAME },
	{ "p:grp/^a/b foo", PARSE_BAD_EVENT_NAME },
	{ "p:^a-b foo", PARSE_BAD_EVENT_NAME },
	{ "r3:^7 foo", PARSE_BAD_EVENT_NAME },
};

static const struct error_case argument_cases[] = {
	{ "p foo ^a23456789_123456789_123456789_123=%di", PARSE_ARG_NAME_TOO_LONG },
	{ "p foo ^=%di", PARSE_NO_ARG_NAME },
	{ "p foo ^a.1=%di", PARSE_BAD_ARG_NAME },
	{ "p foo a=%di ^1a=%di", PARSE_BAD_ARG_NAME },
	{ "p foo ^\\\"a=b\"", PARSE_BAD_ARG_NAME },
	{ "p foo a=%di ^a=%si", PARSE_USED_ARG_NAME },
	{ "p foo arg2=%di ^%si", PARSE_USED_ARG_NAME },
	{ "p foo ^common_pid=%di", PARSE_USED_ARG_NAME },
	{ "p foo ^__probe_ip=%di", PARSE_USED_ARG_NAME },
	{ "p foo ^%64di", PARSE_ARG_TOO_LONG },
	{ "p foo a=^%64di", PARSE_ARG_TOO_LONG },
	{ "p foo a=^", PARSE_NO_ARG_BODY },

	{ "p foo +0(%di):u8[10^", PARSE_ARRAY_NO_CLOSE },
	{ "p foo a=+0(%di):u]8[^", PARSE_ARRAY_NO_CLOSE },
	{ "p foo +0(%di):u8[10]^a", PARSE_BAD_ARRAY_SUFFIX },
	{ "p foo +0(%di):u8[1]^[2]", PARSE_BAD_ARRAY_SUFFIX },
	{ "p foo +0(%di):u8[^10a]", PARSE_BAD_ARRAY_NUM },
	{ "p foo +0(%di):u8[^]", PARSE_BAD_ARRAY_NUM },
	{ "p foo a=+0(%di):u8[^0]", PARSE_BAD_ARRAY_NUM },
	{ "p foo +0(%di):nope[^-1]", PARSE_BAD_ARRAY_NUM },
	{ "p foo +0(%di):u8[^65]", PARSE_ARRAY_TOO_BIG },
	{ "p foo %nope:^nope", PARSE_BAD_TYPE },
	{ "p foo a=%di:^", PARSE_BAD_TYPE },
	{ "p foo a=%di:^[4]", PARSE_BAD_TYPE },
	{ "p foo a=%di:^u8:u8", PARSE_BAD_TYPE },
	{ "p foo +0($comm):^:%pd", PARSE_BAD_TYPE },
	{ "p foo $comm:^u8", PARSE_NEED_STRING_TYPE },
	{ "p foo $COMM:^ustring", PARSE_NEED_STRING_TYPE },
	{ "p foo $comm:^string[2]", PARSE_NEED_STRING_TYPE },
	{ "p foo a=\\\"b\":^u8", PARSE_NEED_STRING_TYPE },
	{ "p foo a=\\\"b:^\"", PARSE_NEED_STRING_TYPE },
	{ "p foo $comm:^", PARSE_NEED_STRING_TYPE },
};

static const struct error_case operand_cases[] = {
	{ "p foo ^$retval", PARSE_RETVAL_ON_PROBE },
	{ "p foo+4 +0(^$retval):u8", PARSE_RETVAL_ON_PROBE },
	{ "r 0x1000 ^$retval", PARSE_RETVAL_ON_PROBE },
	{ "r foo ^$retvalx", PARSE_BAD_VAR },
	{ "p foo ^$stack2049", PARSE_BAD_STACK_NUM },
	{ "p foo a=^$stack10000", PARSE_BAD_STACK_NUM },
	{ "p foo ^$arg0", PARSE_BAD_ARG_NUM },
	{ "p foo +0(^$arg2049)", PARSE_BAD_ARG_NUM },
	{ "p foo ^$", PARSE_BAD_VAR },
	{ "p foo ^$none", PARSE_BAD_VAR },
	{ "p foo ^$stackx", PARSE_BAD_VAR },
	{ "p foo ^$stack-1", PARSE_BAD_VAR },
	{ "p foo ^$stack0x1", PARSE_BAD_VAR },
	{ "p foo ^$stack99999999999999999999", PARSE_BAD_VAR },
	{ "p foo ^$arg", PARSE_BAD_VAR },
	{ "p foo ^$argx", PARSE_BAD_VAR },
	{ "p foo a=^$arg*", PARSE_BAD_VAR },
	{ "p foo ^$commx", PARSE_BAD_VAR },
	{ "p foo ^$currentx", PARSE_BAD_VAR },
	{ "p foo ^$current->pid", PARSE_BAD_VAR },
	{ "p foo this_cpu_ptr(%di^", PARSE_DEREF_OPEN_BRACE },
	{ "p foo this_cpu_read(^)", PARSE_BAD_FETCH_ARG },
	{ "p foo this_cpu_read(^$comm)", PARSE_COMM_CANT_DEREF },
	{ "p foo ^this_cpu_write(%di)", PARSE_NOSUP_BTFARG },
	{ "p foo+4 ^$arg1", PARSE_NOFENTRY_ARGS },
	{ "p foo+4 a=^$arg1", PARSE_NOFENTRY_ARGS },
	{ "p 0x1000 ^$arg1", PARSE_NOFENTRY_ARGS },
	{ "p foo+4 %none ^$argx", PARSE_NOFENTRY_ARGS },
	{ "p foo ^$arg*", PARSE_NOSUP_BTFARG },
	{ "p foo $arg* ^$arg1", PARSE_NOSUP_BTFARG },
	{ "p foo %none $arg* ^$arg*", PARSE_DOUBLE_ARGS },
	{ "p foo $arg*:u8 ^$arg*x", PARSE_DOUBLE_ARGS },
	{ "p foo %none ^$argx", PARSE_BAD_VAR },
	{ "p foo ^%", PARSE_BAD_REG_NAME },
	{ "p foo -8(^%none):u8", PARSE_BAD_REG_NAME },
	{ "p foo ^@12345678abcde", PARSE_BAD_MEM_ADDR },
	{ "p foo ^@1+1", PARSE_BAD_MEM_ADDR },
	{ "p foo @sym^+x", PARSE_BAD_SYMBOL_OFFS },
	{ "p foo a=+0(@sym^+1+1)", PARSE_BAD_SYMBOL_OFFS },
	{ "p foo a=+u0(@sym^-)", PARSE_BAD_SYMBOL_OFFS },
	{ "p foo a=@sym^-x:%pd", PARSE_BAD_SYMBOL_OFFS },
	{ "p foo a=+0(^@1)) ", PARSE_BAD_MEM_ADDR },
	{ "p foo ^@+10", PARSE_FILE_ON_KPROBE },
	{ "p foo \\^x", PARSE_BAD_IMM },
	{ "p foo a=\\^", PARSE_BAD_IMM },
	{ "p foo \\^1x", PARSE_BAD_IMM },
	{ "p foo \\^--1", PARSE_BAD_IMM },
	{ "p foo \\^-0x8000000000000001", PARSE_BAD_IMM },
	{ "p foo a=\\\"abcd^", PARSE_IMMSTR_NO_CLOSE },
	{ "p foo a=\\\"^", PARSE_IMMSTR_NO_CLOSE },
	{ "p foo +0(\\\"abc^)", PARSE_IMMSTR_NO_CLOSE },
	{ "p foo ^&1", PARSE_BAD_FETCH_ARG },
	{ "p foo ^(file)%di->f_mode", PARSE_NOSUP_BTFARG },
	{ "p foo ^file", PARSE_NOSUP_BTFARG },
	{ "p foo +0(^file->f_mode)", PARSE_NOSUP_BTFARG },
	{ "r foo a=^file", PARSE_NOSUP_BTFARG },
	{ "p foo+4 ^file", PARSE_NOSUP_BTFARG_HERE },
	{ "p 0x1000 +0(^file)", PARSE_NOSUP_BTFARG_HERE },
	{ "p foo ^common_pid", PARSE_USED_ARG_NAME },
	{ "p foo a=+0(^)", PARSE_BAD_FETCH_ARG },
	{ "p foo a=^:u8", PARSE_BAD_FETCH_ARG },
};

static const struct error_case nesting_cases[] = {
	{ "p foo ^+0@0)", PARSE_DEREF_NEED_BRACE },
	{ "p foo ^+", PARSE_DEREF_NEED_BRACE },
	{ "p foo +0(^+u)", PARSE_DEREF_NEED_BRACE },
	{ "p foo ^+0ab1(@0)", PARSE_BAD_DEREF_OFFS },
	{ "p foo ^+(%di)", PARSE_BAD_DEREF_OFFS },
	{ "p foo ^-u(%di)", PARSE_BAD_DEREF_OFFS },
	{ "p foo ^--1(%di)", PARSE_BAD_DEREF_OFFS },
	{ "p foo +8(^+x(%di))", PARSE_BAD_DEREF_OFFS },
	{ "p foo +0(+0(@0^)", PARSE_DEREF_OPEN_BRACE },
	{ "p foo a=+0(^:u8", PARSE_DEREF_OPEN_BRACE },
	{ "p foo +0(^$comm)", PARSE_COMM_CANT_DEREF },
	/* The kernel's carets are one column early inside +u0( ) and +-0( ) */
	{ "p foo +u0^($comm)", PARSE_COMM_CANT_DEREF },
	{ "p foo +u0(-u^8($COMM)):string", PARSE_COMM_CANT_DEREF },
	{ "p foo +0(+-8^($comm))", PARSE_COMM_CANT_DEREF },
	{ "p foo ++8(^$comm)", PARSE_COMM_CANT_DEREF },
	{ "p foo a=+u0(%s^i", PARSE_DEREF_OPEN_BRACE },
	{ "p foo +u8^(+x(%di))", PARSE_BAD_DEREF_OFFS },
	{ "p foo +0(^\\\"abc\")", PARSE_COMM_CANT_DEREF },
	/* 15 levels around a register, 14 around an address, 13 around a symbol */
	{ "p foo +0(^+0(+0(+0(+0(" DEREF_5 DEREF_5 "%di" CLOSE_5 CLOSE_5 CLOSE_5, PARSE_TOO_MANY_OPS },
	{ "p foo +0(^+0(+0(+0(" DEREF_5 DEREF_5 "@0" CLOSE_5 CLOSE_5 "))))", PARSE_TOO_MANY_OPS },
	{ "p foo +0(^+0(+0(" DEREF_5 DEREF_5 "@s" CLOSE_5 CLOSE_5 ")))", PARSE_TOO_MANY_OPS },
	{ "p foo +0(+0(^+0(+0(" DEREF_5 DEREF_5 "@s" CLOSE_5 CLOSE_5 "))))", PARSE_TOO_MANY_OPS },
	/* What is wrong further in comes first */
	{ "p foo +0(+0(+0(+0(+0(" DEREF_5 DEREF_5 "^%xx" CLOSE_5 CLOSE_5 CLOSE_5, PARSE_BAD_REG_NAME },
	/* :%pd and :%pD are rewritten; columns are those of the text that was written */
	{ "p foo a=^nope:%pd", PARSE_NOSUP_BTFARG },
	{ "p foo a=^:%pD", PARSE_BAD_FETCH_ARG },
	{ "p foo +8(^$comm):%pD", PARSE_COMM_CANT_DEREF },
	{ "p foo +8(%di^:%pd", PARSE_DEREF_OPEN_BRACE },
	{ "p foo a=^+8(+8(+8(+8(" DEREF_5 "%di" CLOSE_5 ")))):%pD", PARSE_ARG_TOO_LONG },
};

/* Takes the caret out, and replaces "%64di" by a body of 64 bytes. */
static unsigned int take_caret(const char *command, char *line, size_t size)
{
	const char *caret = strchr(command, '^'), *pad = strstr(command, "%64di");
	int head = caret - command, tail = pad ? pad - caret - 1 : (int)strlen(caret + 1);

	snprintf(line, size, "%.*s%.*s", head, command, tail, caret + 1);
	if (pad)
		snprintf(line + head + tail, size - head - tail, "%%%063d%s", 0, pad + 5);
	return caret - command;
}

static unsigned int normalised_column(const char *line, unsigned int pos)
{
	unsigned int column = 0;

	for (unsigned int i = 0; i < pos; i++)
		if (!isspace(line[i]) || !isspace(line[i + 1]))
			column++;
	return column;
}

static void check_cases(const struct error_case *cases, size_t count)
{
	static struct stub_result result;
	char line[PROBE_COMMAND_MAX];

	for (size_t i = 0; i < count; i++) {
		unsigned int pos = take_caret(cases[i].command, line, sizeof(line));
		int ret;

		pos = normalised_column(line, pos);
		ret = stub_parse(&result, line);
		if (ret != parse_error_errno(cases[i].code) || result.cmd.error.code != cases[i].code ||
		    result.cmd.error.pos != pos)
			fail_msg("%s: returned %d, error \"%s\" at %u of \"%s\"", cases[i].command, ret,
				 parse_error_text(result.cmd.error.code), result.cmd.error.pos,
				 result.cmd.text);
	}
}

static void errors_in_place(void **state)
{
	check_cases(place_cases, ARRAY_SIZE(place_cases));
}

static void errors_in_names(void **state)
{
	check_cases(name_cases, ARRAY_SIZE(name_cases));
}

static void errors_in_arguments(void **state)
{
	check_cases(argument_cases, ARRAY_SIZE(argument_cases));
}

static void errors_in_operands(void **state)
{
	check_cases(operand_cases, ARRAY_SIZE(operand_cases));
}

static void errors_in_nesting(void **state)
{
	check_cases(nesting_cases, ARRAY_SIZE(nesting_cases));
}

static void too_many_arguments(void **state)
{
	static struct stub_result result;
	char line[PROBE_COMMAND_MAX] = "p:e foo";
	size_t len = strlen(line);

	for (int i = 0; i < PROBE_ARGUMENTS_MAX; i++)
		len += sprintf(line + len, " %%di");
	assert_int_equal(stub_parse(&result, line), 0);
	assert_int_equal(result.nr_args, PROBE_ARGUMENTS_MAX);

	/* One more, and far more than there is room for */
	for (int i = 0; i < 300; i++) {
		len += sprintf(line + len, " %%di");
		assert_int_equal(stub_parse(&result, line), -E2BIG);
		assert_int_equal(result.cmd.error.code, PARSE_TOO_MANY_ARGS);
		assert_int_equal(result.cmd.error.pos, 8);
		assert_int_equal(result.nr_args, 0);
	}
}

static void table_is_complete(void **state)
{
	for (int code = PARSE_OK + 1; code < PARSE_NR_ERRORS; code++) {
		const char *text = parse_error_text(code);

		assert_true(strlen(text) > 0);
		assert_null(strchr(text, '\n'));
		assert_true(parse_error_errno(code) < 0);
		for (int other = PARSE_OK + 1; other < code; other++)
			assert_string_not_equal(text, parse_error_text(other));
	}
	assert_int_equal(parse_error_errno(PARSE_OK), 0);
	assert_string_equal(parse_error_text(PARSE_OK), "");
	assert_int_equal(parse_error_errno(PARSE_NR_ERRORS), -EINVAL);
	assert_string_equal(parse_error_text(PARSE_NR_ERRORS), "");
}

static void errnos(void **state)
{
	struct parse_error error;

	assert_int_equal(parse_fail(&error, PARSE_ARG_TOO_LONG, 7), -E2BIG);
	assert_int_equal(error.code, PARSE_ARG_TOO_LONG);
	assert_int_equal(error.pos, 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(table_is_complete),
		cmocka_unit_test(errnos),
		cmocka_unit_test(errors_in_place),
		cmocka_unit_test(errors_in_names),
		cmocka_unit_test(errors_in_arguments),
		cmocka_unit_test(errors_in_operands),
		cmocka_unit_test(errors_in_nesting),
		cmocka_unit_test(too_many_arguments),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
