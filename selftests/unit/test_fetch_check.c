// SPDX-License-Identifier: GPL-2.0
/*
 * Types that do not go with their expressions: the error and its column.
 */
#include "cmocka_all.h"
#include "fake_kernel.h"
#include "fetch_test.h"

#define NEST_4(x)	"+0(+0(+0(+0(" x "))))"
#define NEST_12(x)	NEST_4(NEST_4(NEST_4(x)))

static const struct {
	const char *definition;
	enum parse_error_code code;
	const char *caret;	/* blanks up to the column */
} cases[] = {
	{ "p f %di:string", PARSE_BAD_STRING,
	  "        " },
	{ "p f a=%di:ustring", PARSE_BAD_STRING,
	  "          " },
	{ "p f $stack:string", PARSE_BAD_STRING,
	  "           " },
	{ "p f $stack1:string", PARSE_BAD_STRING,
	  "            " },
	{ "p f $arg1:string", PARSE_BAD_STRING,
	  "          " },
	{ "r f $retval:string", PARSE_BAD_STRING,
	  "            " },
	{ "p f %di:u8[2]", PARSE_BAD_STRING,
	  "        " },
	{ "p f \\1:u8[2]", PARSE_BAD_STRING,
	  "       " },
	{ "p f +u0(%di):u8[2]", PARSE_BAD_STRING,
	  "             " },
	{ "p f +0(%di):symstr[2]", PARSE_BAD_STRING,
	  "            " },
	{ "p f $stack:symstr", PARSE_BAD_SYMSTRING,
	  "           " },
	{ "p f \\1:symstr", PARSE_BAD_SYMSTRING,
	  "       " },
	{ "p f +u0(%di):symstr", PARSE_BAD_SYMSTRING,
	  "             " },
	{ "p f %di:b4@5/8", PARSE_BAD_BITFIELD,
	  "        " },
	{ "p f x=+0(%di):b0@0/8", PARSE_BAD_BITFIELD,
	  "              " },
	{ "p f %di:bogus/32", PARSE_BAD_BITFIELD,
	  "        " },
	{ "p f " NEST_12("@a") ":symstr", PARSE_TOO_MANY_OPS,
	  "    " },
	/* Steps are counted for the expression as a whole. */
	{ "p f x=" NEST_12("@a") ":u8[2]", PARSE_TOO_MANY_OPS,
	  "      " },
	{ "p f " NEST_12("+0(%di)") ":symstr", PARSE_OK },
};

static void errors(void **state)
{
	struct fetch_test test;

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		int ret = fetch_test_parse(&test, cases[i].definition);

		if (cases[i].code != test.cmd.error.code)
			print_error("%s: error %d\n", cases[i].definition, test.cmd.error.code);
		assert_int_equal(test.cmd.error.code, cases[i].code);
		assert_int_equal(ret, cases[i].code ? -EINVAL : 0);
		if (cases[i].code)
			assert_int_equal(test.cmd.error.pos, strlen(cases[i].caret));
	}
}

/* Arguments no definition of 63 characters can express come from the structure. */
static void too_many_steps(void **state)
{
	struct parse_error error;
	struct probe_argument arg = {
		.body_pos = 6,
		.type_pos = 70,
		.operand = OPERAND_REGISTER,
		.nr_derefs = 14,
		.type = fetch_find_type("u8", 2),
		.has_type = true,
	};

	assert_int_equal(fetch_check_argument(&arg, &error), 0);
	arg.count = 2;
	assert_int_equal(fetch_check_argument(&arg, &error), -EINVAL);
	assert_int_equal(error.code, PARSE_TOO_MANY_OPS);
	assert_int_equal(error.pos, 6);
	arg.count = 0;
	arg.type = fetch_find_type("b1@0/8", 6);
	assert_int_equal(fetch_check_argument(&arg, &error), -EINVAL);
	assert_int_equal(error.code, PARSE_BAD_BITFIELD);
	assert_int_equal(error.pos, 70);
	arg.nr_derefs = 13;
	assert_int_equal(fetch_check_argument(&arg, &error), 0);
	arg.count = 2;
	assert_int_equal(fetch_check_argument(&arg, &error), -EINVAL);
	assert_int_equal(error.code, PARSE_TOO_MANY_OPS);
	arg.nr_derefs = 12;
	assert_int_equal(fetch_check_argument(&arg, &error), 0);
	arg.type = fetch_find_type("string", 6);
	assert_int_equal(fetch_check_argument(&arg, &error), 0);
	arg.nr_derefs = 13;
	assert_int_equal(fetch_check_argument(&arg, &error), -EINVAL);
	assert_int_equal(error.code, PARSE_TOO_MANY_OPS);
	arg.count = 0;
	arg.nr_derefs = 14;
	assert_int_equal(fetch_check_argument(&arg, &error), 0);
	/* @SYM takes two steps before its own read. */
	arg.operand = OPERAND_SYMBOL;
	arg.nr_derefs = 13;
	assert_int_equal(fetch_check_argument(&arg, &error), 0);
	arg.type = fetch_find_type("symstr", 6);
	assert_int_equal(fetch_check_argument(&arg, &error), -EINVAL);
	assert_int_equal(error.code, PARSE_TOO_MANY_OPS);
}

static void accepted(void **state)
{
	static const char * const definitions[] = {
		"p f %di:u8 %di:symstr $stack1:symstr $arg1:symstr +0(%di):symstr @sym:symstr",
		"p f $comm $comm:string \\\"x\" \\\"x\":string \\1:string @1:string @1:ustring",
		"p f +0(%di):string +u0(%di):string +0(%di):ustring +0(%di):string[3]",
		"p f +u0(%di):string[3] +u0(%di):ustring[64] @sym:u8[64] +0(%di):b1@0/8[3]",
		"r f $retval:symstr $retval:b4@4/8 +0($retval):string $arg1",
		"p f $current this_cpu_ptr(%di):symstr this_cpu_read(%di):string this_cpu_read(@sym):u8[4]",
		"p f %di:symbol %di:char +0(%di):char[4] +0(%di):symbol[2]",
	};
	struct fetch_test test;

	for (size_t i = 0; i < ARRAY_SIZE(definitions); i++)
		assert_int_equal(fetch_test_parse(&test, definitions[i]), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(errors),
		cmocka_unit_test(too_many_steps),
		cmocka_unit_test(accepted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
