// SPDX-License-Identifier: GPL-2.0
/*
 * Filters as text: what is refused, with which error and where. The columns were read off a 6.1
 * kernel's error_log, except for .function and CPUS{}, which it does not have.
 */
#include "filter_test.h"
#include "cmocka_all.h"

struct bad_filter {
	const char *text;
	enum filter_error_code code;
	unsigned int pos;
};

static struct fetch_layout *layout;

static int create_layout(void **state)
{
	layout = filter_test_layout(&probe_entry_head);
	return 0;
}

static int destroy_layout(void **state)
{
	kfree(layout);
	return 0;
}

static void refuse(const char *text, enum filter_error_code code, unsigned int pos)
{
	struct filter_error error = { .code = FILTER_NR_ERRORS };
	struct event_filter *filter = NULL;
	int ret = event_filter_create(layout, text, &filter, &error);

	if (ret != -EINVAL || filter || error.code != code || error.pos != pos)
		fail_msg("%s: %d, %s at %u", text, ret,
			 error.code < FILTER_NR_ERRORS ? filter_error_text(error.code) : "?",
			 error.pos);
}

static void refuse_all(const struct bad_filter *bad, size_t nr)
{
	for (; nr; bad++, nr--)
		refuse(bad->text, bad->code, bad->pos);
}

static void accept(const char *text)
{
	struct event_filter *filter = NULL;
	struct filter_error error;
	int ret = event_filter_create(layout, text, &filter, &error);

	if (ret)
		fail_msg("%s: %d, %s at %u", text, ret, filter_error_text(error.code), error.pos);
	assert_int_equal(error.code, FILTER_OK);
	assert_string_equal(event_filter_text(filter), text);
	event_filter_destroy(filter);
}

static void quotes_and_parentheses(void **state)
{
	static const struct bad_filter bad[] = {
		{ "s == \"abc",			FILTER_MISSING_QUOTE, 5 },
		{ "s == \"abc'",		FILTER_MISSING_QUOTE, 5 },
		{ "s == 'abc",			FILTER_MISSING_QUOTE, 5 },
		{ "s == '(' && s == '",		FILTER_MISSING_QUOTE, 17 },
		{ "(u8 == 1",			FILTER_TOO_MANY_OPEN, 0 },
		{ "((u8 == 1)",			FILTER_TOO_MANY_OPEN, 0 },
		{ "((u8 == 1) && (s8 == 2)",	FILTER_TOO_MANY_OPEN, 0 },
		{ "(u8 == 1) && ((s8 == 2)",	FILTER_TOO_MANY_OPEN, 13 },
		{ "(u8 == 1) && (s8 == 2",	FILTER_TOO_MANY_OPEN, 13 },
		{ "((u8 == 1 && ((s8 == 2)",	FILTER_TOO_MANY_OPEN, 13 },
		{ "(s == '(' && s == \")\"",	FILTER_TOO_MANY_OPEN, 0 },
		{ "u8 == 1)",			FILTER_TOO_MANY_CLOSE, 7 },
		{ "(u8 == 1))",			FILTER_TOO_MANY_CLOSE, 9 },
		{ "u8 == 1) && s == 'abc",	FILTER_TOO_MANY_CLOSE, 7 },
		{ ")",				FILTER_TOO_MANY_CLOSE, 0 },
		{ "(",				FILTER_TOO_MANY_OPEN, 0 },
	};

	refuse_all(bad, ARRAY_SIZE(bad));
}

static void terms(void **state)
{
	static const struct bad_filter bad[] = {
		{ "",				FILTER_ERRNO, 0 },
		{ "  ",				FILTER_ERRNO, 0 },
		{ "()",				FILTER_ERRNO, 0 },
		{ "!",				FILTER_NO_FILTER, 1 },
		{ "!!",				FILTER_NO_FILTER, 2 },
		{ "(!)",			FILTER_ERRNO, 0 },
		{ "!=1",			FILTER_ERRNO, 0 },
		{ "!~1",			FILTER_ERRNO, 0 },
		{ "u8 == 1 & s8 == 2",		FILTER_TOO_MANY_PREDS, 8 },
		{ "u8 == 1 | s8 == 2",		FILTER_TOO_MANY_PREDS, 8 },
		{ "u8 == 1 s8 == 2",		FILTER_TOO_MANY_PREDS, 8 },
		{ "u8 == 1.5",			FILTER_TOO_MANY_PREDS, 7 },
		{ "u8 == 1 ; s8 == 2",		FILTER_TOO_MANY_PREDS, 8 },
		{ "u8 == 1 !s8 == 2",		FILTER_TOO_MANY_PREDS, 8 },
		{ "(u8 == 1)(s8 == 2)",		FILTER_TOO_MANY_PREDS, 9 },
		{ "(u8 == 1) s8 == 2",		FILTER_TOO_MANY_PREDS, 10 },
		{ "u8 == 1 &&",			FILTER_INVALID_FILTER, 10 },
		{ "u8 == 1 ||",			FILTER_INVALID_FILTER, 10 },
		{ "u8 == 1 && !",		FILTER_INVALID_FILTER, 12 },
		{ "(u8 == 1) || !!",		FILTER_INVALID_FILTER, 15 },
		{ "&& u8 == 1",			FILTER_ERRNO, 0 },
		{ "|| u8 == 1",			FILTER_ERRNO, 0 },
		{ "&&",				FILTER_ERRNO, 0 },
		{ "|",				FILTER_ERRNO, 0 },
		{ "u8 == 1 && && s8 == 2",	FILTER_ERRNO, 0 },
		{ "u8 == 1 && ()",		FILTER_ERRNO, 0 },
		{ "(u8 == 1 &&)",		FILTER_ERRNO, 0 },
		{ "== 1",			FILTER_ERRNO, 0 },
	};

	refuse_all(bad, ARRAY_SIZE(bad));
}

static void fields_and_operators(void **state)
{
	static const struct bad_filter bad[] = {
		{ "nosuch == 1",		FILTER_FIELD_NOT_FOUND, 7 },
		{ "nosuch",			FILTER_FIELD_NOT_FOUND, 7 },
		{ " nosuch  == 1",		FILTER_FIELD_NOT_FOUND, 8 },
		{ "u8 == 1 && nosuch == 2",	FILTER_FIELD_NOT_FOUND, 18 },
		{ "1 == 1",			FILTER_FIELD_NOT_FOUND, 2 },
		{ "00",				FILTER_FIELD_NOT_FOUND, 3 },
		{ "U8 == 1",			FILTER_FIELD_NOT_FOUND, 3 },
		{ "u == 1",			FILTER_FIELD_NOT_FOUND, 2 },
		{ "common_pi == 1",		FILTER_FIELD_NOT_FOUND, 10 },
		{ "__probe_func == 1",		FILTER_FIELD_NOT_FOUND, 13 },
		{ "u8 =",			FILTER_INVALID_OP, 4 },
		{ "u8 = 1",			FILTER_INVALID_OP, 4 },
		{ "u8",				FILTER_INVALID_OP, 3 },
		{ "u8 !",			FILTER_INVALID_OP, 4 },
		{ "u8 => 1",			FILTER_INVALID_OP, 4 },
		{ "u8.foo == 1",		FILTER_INVALID_OP, 3 },
		{ "u8 .ustring == 1",		FILTER_INVALID_OP, 4 },
		{ "u8 <> 1",			FILTER_INVALID_NUMBER, 5 },
		{ "u8 === 1",			FILTER_INVALID_NUMBER, 6 },
		{ "u8 ==! 1",			FILTER_INVALID_NUMBER, 6 },
		{ "u8 == (1)",			FILTER_INVALID_NUMBER, 7 },
		{ "u8 == +1",			FILTER_INVALID_NUMBER, 7 },
		{ "u8 == abc",			FILTER_INVALID_NUMBER, 7 },
		{ "u8 ==",			FILTER_INVALID_NUMBER, 6 },
		{ "s == abc",			FILTER_INVALID_VALUE, 6 },
	};

	refuse_all(bad, ARRAY_SIZE(bad));
}

static void numbers(void **state)
{
	static const struct bad_filter bad[] = {
		{ "u8 == -1",				FILTER_ILLEGAL_INTVAL, 7 },
		{ "s64 == 0xffffffffffffffff",		FILTER_ILLEGAL_INTVAL, 8 },
		{ "u64 == 18446744073709551616",	FILTER_ILLEGAL_INTVAL, 8 },
		{ "u64 == 12345678901234567890123",	FILTER_ILLEGAL_INTVAL, 8 },
		{ "u64 == 123456789012345678901234",	FILTER_OPERAND_TOO_LONG, 32 },
		{ "u8 == 1x",				FILTER_ILLEGAL_INTVAL, 7 },
		{ "u8 == 0x",				FILTER_ILLEGAL_INTVAL, 7 },
		{ "u8 == 09",				FILTER_ILLEGAL_INTVAL, 7 },
		{ "u8 == -",				FILTER_ILLEGAL_INTVAL, 7 },
		{ "s8 == --1",				FILTER_ILLEGAL_INTVAL, 7 },
		{ "u8 ~ 1",				FILTER_ILLEGAL_FIELD_OP, 6 },
		{ "u8 ~ \"1\"",				FILTER_EXPECT_DIGIT, 6 },
		{ "u8 == \"1\"",			FILTER_EXPECT_DIGIT, 7 },
		{ "u8 < \"1\"",				FILTER_ILLEGAL_FIELD_OP, 6 },
		{ "u8.ustring == \"abc\"",		FILTER_EXPECT_DIGIT, 15 },
		{ "cpu ~ \"0\"",			FILTER_EXPECT_DIGIT, 7 },
		{ "cpu == \"0\"",			FILTER_EXPECT_DIGIT, 8 },
	};

	refuse_all(bad, ARRAY_SIZE(bad));
	accept("u8 == 256");
	accept("s8 == 200");
	accept("s64 == -9223372036854775808");
	accept("u64 == 18446744073709551615");
	accept("u8.ustring == 1");
	accept("u8==0x1f&&s8<-010");
}

static void strings(void **state)
{
	static const struct bad_filter bad[] = {
		{ "s == 1",		FILTER_EXPECT_STRING, 6 },
		{ "s == -1",		FILTER_EXPECT_STRING, 6 },
		{ "comm == 1",		FILTER_EXPECT_STRING, 9 },
		{ "sa == 1",		FILTER_EXPECT_STRING, 7 },
		{ "s < \"abc\"",	FILTER_ILLEGAL_FIELD_OP, 5 },
		{ "s & \"abc\"",	FILTER_ILLEGAL_FIELD_OP, 5 },
	};
	char text[300] = "s == \"";

	refuse_all(bad, ARRAY_SIZE(bad));
	memset(text + 6, 'a', FILTER_STRING_MAX - 1);
	text[6 + FILTER_STRING_MAX - 1] = '"';
	accept(text);
	strcpy(text + 6 + FILTER_STRING_MAX - 1, "a\"");
	refuse(text, FILTER_OPERAND_TOO_LONG, 6 + FILTER_STRING_MAX + 1);
}

static void cpu_lists(void **state)
{
	static const struct bad_filter bad[] = {
		{ "cpu == CPUS",	FILTER_MISSING_BRACE_OPEN, 13 },
		{ "cpu == CPUS(1)",	FILTER_MISSING_BRACE_OPEN, 13 },
		{ "cpu == CPUS {1}",	FILTER_MISSING_BRACE_OPEN, 13 },
		{ "cpu == CPUS{1",	FILTER_MISSING_BRACE_CLOSE, 14 },
		{ "cpu == CPUS{}",	FILTER_INVALID_CPULIST, 13 },
		{ "cpu == CPUS{a}",	FILTER_INVALID_CPULIST, 14 },
		{ "u8 == CPUS{1-}",	FILTER_INVALID_CPULIST, 14 },
		{ "u8 == CPUS{64}",	FILTER_INVALID_CPULIST, 14 },
		{ "cpu < CPUS{1}",	FILTER_ILLEGAL_FIELD_OP, 7 },
		{ "cpu ~ CPUS{1}",	FILTER_ILLEGAL_FIELD_OP, 7 },
		{ "s == CPUS{1}",	FILTER_ILLEGAL_FIELD_OP, 6 },
		{ "comm == CPUS{1}",	FILTER_ILLEGAL_FIELD_OP, 9 },
		{ "cpu == CPUS{1}x",	FILTER_TOO_MANY_PREDS, 14 },
	};

	refuse_all(bad, ARRAY_SIZE(bad));
	accept("(cpu & CPUS{0-1,3})&&u8==1");
}

static void functions(void **state)
{
	static const struct bad_filter bad[] = {
		{ "u64.function == nosuch",	FILTER_NO_FUNCTION, 23 },
		{ "u64.function == ",		FILTER_NO_FUNCTION, 17 },
		{ "u64.function == 0x1000",	FILTER_NO_FUNCTION, 23 },
		{ "u64.function == 0xfg",	FILTER_INVALID_VALUE, 21 },
		{ "u64.function == 0x12345678901234567890123456", FILTER_OPERAND_TOO_LONG, 45 },
		{ "u64.function < vfs_read",	FILTER_INVALID_OP, 16 },
		{ "u64.function ~ \"vfs*\"",	FILTER_INVALID_OP, 16 },
		{ "u32.function == vfs_read",	FILTER_ILLEGAL_FIELD_OP, 17 },
		{ "s.function == vfs_read",	FILTER_ILLEGAL_FIELD_OP, 15 },
		{ "sa.function == vfs_read",	FILTER_ILLEGAL_FIELD_OP, 16 },
		{ "sa.function == 0xffffffff81001010", FILTER_ILLEGAL_FIELD_OP, 16 },
		{ "comm.function == vfs_read",	FILTER_ILLEGAL_FIELD_OP, 18 },
		{ "cpu.function == vfs_read",	FILTER_ILLEGAL_FIELD_OP, 17 },
		{ "u64.function == vfs_read x",	FILTER_TOO_MANY_PREDS, 25 },
	};

	refuse_all(bad, ARRAY_SIZE(bad));
	accept("u64.function == vfs_read");
	accept("__probe_ip.function != mod:init");
	accept("(__probe_ip.function==vfs_read)&&(u8==1)");
	accept("sym.function == 0xffffffff81001010");
	accept("sym.ustring.function == vfs_read&&u8==1");
}

static void accepted(void **state)
{
	static const char *const good[] = {
		"u8 == 1", "! u8 == 1", "!!(u8 == 1)", "!(!(u8 == 1))", " u8 == 1 ", "u8\n==\t1",
		"u8 == 1&&s8 == 2||u16==3", "s == 'a\"b'", "s ~ \"\"", "s.ustring == \"abc\"",
		"CPU == 0 || cpu == 0 || common_cpu == 0", "COMM ~ \"c*\" || comm == 'cat'",
		"cpu & 1", "common_type == 1 && common_flags & 1 && common_preempt_count == 0",
		"((u8 == 1))&&((common_pid<10||common_pid>20))",
		"u8==1||(s8==2&&(u16==3||!(s16==4&&u32==5)))", "ar == 1 && ar3 == 1",
		"sa == 'a'", "sym == 0xffffffff81000000", "ch == 0x78",
		"s == ')' && us == \"(\" && ss == '&& u8 =='",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(good); i++)
		accept(good[i]);
}

static void return_probes_have_other_fields(void **state)
{
	struct fetch_layout *entry = layout;

	layout = filter_test_layout(&probe_return_head);
	accept("__probe_func == 1 && __probe_ret_ip == 2");
	refuse("__probe_ip == 1", FILTER_FIELD_NOT_FOUND, 11);
	kfree(layout);
	layout = entry;
}

/* As many terms, and as deep, as a page of text can hold. */
static void large_filters(void **state)
{
	static char text[4096];
	unsigned int i;

	for (i = 0; i + 7 < sizeof(text); i += 7)
		memcpy(text + i, i / 7 % 3 ? "u8>1|| " : "u8<9&& ", 7);
	text[i - 3] = '\0';
	accept(text);

	memset(text, '(', 2000);
	strcpy(text + 2000, "u8>1");
	memset(text + 2004, ')', 2000);
	text[4004] = '\0';
	accept(text);
	text[4003] = '\0';
	refuse(text, FILTER_TOO_MANY_OPEN, 0);
}

static void every_error_has_a_text(void **state)
{
	enum filter_error_code code;

	for (code = FILTER_OK; code < FILTER_NR_ERRORS; code++)
		assert_non_null(filter_error_text(code));
	assert_string_equal(filter_error_text(FILTER_TOO_MANY_CLOSE), "Too few '('");
	assert_string_equal(filter_error_text(FILTER_BAD_SUBSYS_FILTER),
			    "Couldn't find or set field in one of a subsystem's events");
	assert_string_equal(filter_error_text(FILTER_ERRNO), "Error");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(quotes_and_parentheses),
		cmocka_unit_test(terms),
		cmocka_unit_test(fields_and_operators),
		cmocka_unit_test(numbers),
		cmocka_unit_test(strings),
		cmocka_unit_test(cpu_lists),
		cmocka_unit_test(functions),
		cmocka_unit_test(accepted),
		cmocka_unit_test(return_probes_have_other_fields),
		cmocka_unit_test(large_filters),
		cmocka_unit_test(every_error_has_a_text),
	};

	return cmocka_run_group_tests(tests, create_layout, destroy_layout);
}
