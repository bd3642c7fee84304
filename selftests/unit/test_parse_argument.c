// SPDX-License-Identifier: GPL-2.0
/*
 * Fetch arguments that are accepted, and what comes of them.
 */
#include "cmocka_all.h"
#include "parse_stub.h"

/* What is left out of a row is 0, or not looked at when it is NULL. */
struct argument_case {
	const char *command;	/* the last argument is looked at */
	const char *name;
	const char *body;
	enum operand_kind operand;
	unsigned int number;
	long value;
	const char *text;
	unsigned int nr_derefs;
	struct dereference deref[3];	/* innermost first */
	int type;
	bool has_type;
	unsigned int count;
};

static const struct argument_case cases[] = {
	{ "p f %di", "arg1", "%di", OPERAND_REGISTER },
	{ "p f a=%si", "a", "%si", OPERAND_REGISTER, .number = 1 },
	{ "p f %di %ax:u8", "arg2", "%ax:u8", OPERAND_REGISTER, .number = 2, .type = STUB_TYPE_U8,
	  .has_type = true },
	{ "p f a23456789_123456789_123456789_12=%di", "a23456789_123456789_123456789_12" },
	{ "p f $stack", .operand = OPERAND_STACK_POINTER },
	{ "p f $stack0", .operand = OPERAND_STACK },
	{ "p f $stack2048", .operand = OPERAND_STACK, .number = 2048 },
	{ "p f $arg1", .operand = OPERAND_ARGUMENT, .number = 1 },
	{ "p f $arg08", .operand = OPERAND_ARGUMENT, .number = 8 },
	{ "r f $arg2048", .operand = OPERAND_ARGUMENT, .number = 2048 },
	{ "r f $retval", .operand = OPERAND_RETVAL },
	{ "p f%return x=$retval:u8", "x", "$retval:u8", OPERAND_RETVAL, .type = STUB_TYPE_U8,
	  .has_type = true },
	{ "p f $comm", .operand = OPERAND_COMM, .type = STUB_TYPE_STRING },
	{ "p f $COMM:string", .operand = OPERAND_COMM, .type = STUB_TYPE_STRING, .has_type = true },
	{ "p f \\1", .operand = OPERAND_IMMEDIATE, .value = 1 },
	{ "p f \\+0x10", .operand = OPERAND_IMMEDIATE, .value = 16 },
	{ "p f \\-0x8000000000000000", .operand = OPERAND_IMMEDIATE, .value = LONG_MIN },
	{ "p f \\0xffffffffffffffff", .operand = OPERAND_IMMEDIATE, .value = -1 },
	{ "p f \\\"hello\"", "arg1", "\\\"hello\"", OPERAND_STRING, .text = "hello",
	  .type = STUB_TYPE_STRING },
	{ "p f \\\"\":string", .operand = OPERAND_STRING, .text = "", .type = STUB_TYPE_STRING,
	  .has_type = true },
	{ "p f \\\"a\"b\"", .operand = OPERAND_STRING, .text = "a\"b", .type = STUB_TYPE_STRING },
	{ "p f @0x1000", .operand = OPERAND_ADDRESS, .value = 4096, .nr_derefs = 1,
	  .deref = { { 0, false, .pos = 4 } } },
	{ "p f @jiffies", .operand = OPERAND_SYMBOL, .text = "jiffies", .nr_derefs = 1,
	  .deref = { { 0, false, .pos = 4 } } },
	{ "p f a=@sym.1+0x10:u8", .operand = OPERAND_SYMBOL, .text = "sym.1", .value = 16,
	  .nr_derefs = 1, .deref = { { 0, false, .pos = 6 } }, .type = STUB_TYPE_U8, .has_type = true },
	{ "p f @", .operand = OPERAND_SYMBOL, .text = "", .nr_derefs = 1,
	  .deref = { { 0, false, .pos = 4 } } },
	{ "p f @sym-4", .operand = OPERAND_SYMBOL, .text = "sym", .value = -4, .nr_derefs = 1,
	  .deref = { { 0, false, .pos = 4 } } },
	{ "p f +8(%di):u8[4]", .nr_derefs = 1, .deref = { { 8, false, .pos = 4 } }, .type = STUB_TYPE_U8,
	  .has_type = true, .count = 4 },
	{ "p f +u0(+0x10(-u8(%si))):string[64]", .number = 1, .nr_derefs = 3,
	  .deref = { { -8, true, .pos = 14 }, { 16, false, .pos = 8 }, { 0, true, .pos = 4 } },
	  .type = STUB_TYPE_STRING, .has_type = true, .count = 64 },
	{ "p f -8(@sym)", .operand = OPERAND_SYMBOL, .text = "sym", .nr_derefs = 2,
	  .deref = { { 0, false, .pos = 7 }, { -8, false, .pos = 4 } } },
	{ "p f ++8(%di)", .nr_derefs = 1, .deref = { { 8, false, .pos = 4 } } },
	{ "p f +-8(%di)", .nr_derefs = 1, .deref = { { -8, false, .pos = 4 } } },
	{ "p f $current", "arg1", "$current", OPERAND_CURRENT },
	{ "p f+4 a=+8($current):u8", .operand = OPERAND_CURRENT, .nr_derefs = 1,
	  .deref = { { 8, .pos = 8 } }, .type = STUB_TYPE_U8, .has_type = true },
	{ "p f this_cpu_ptr(%di)", "arg1", "this_cpu_ptr(%di)", .nr_derefs = 1,
	  .deref = { { .per_cpu = true, .pos = 4 } } },
	{ "p f a=this_cpu_read(%di):u8[4]", .nr_derefs = 2,
	  .deref = { { .per_cpu = true, .pos = 6 }, { .pos = 6 } }, .type = STUB_TYPE_U8,
	  .has_type = true, .count = 4 },
	{ "p f this_cpu_read(@sym+8)", .operand = OPERAND_SYMBOL, .text = "sym", .value = 8,
	  .nr_derefs = 2, .deref = { { .per_cpu = true, .pos = 4 }, { .pos = 4 } } },
	{ "p f this_cpu_ptr(@0x10)", .operand = OPERAND_ADDRESS, .value = 16, .nr_derefs = 1,
	  .deref = { { .per_cpu = true, .pos = 4 } } },
	{ "p f +8(this_cpu_ptr(+0(@sym)))", .operand = OPERAND_SYMBOL, .text = "sym", .nr_derefs = 4,
	  .deref = { { .pos = 23 }, { .pos = 20 }, { .per_cpu = true, .pos = 7 } } },
	{ "p f this_cpu_ptr(this_cpu_read(%di))tail", .nr_derefs = 3,
	  .deref = { { .per_cpu = true, .pos = 17 }, { .pos = 17 }, { .per_cpu = true, .pos = 4 } } },
	{ "p f +0(%di)tail", .body = "+0(%di)tail", .nr_derefs = 1, .deref = { { 0, false, .pos = 4 } } },
	{ "p f +0(%di):b4@2/8", .nr_derefs = 1, .deref = { { 0, false, .pos = 4 } },
	  .type = STUB_TYPE_BITFIELD, .has_type = true },
	{ "p f %di:%pd", "arg1", "+0x0(+0x28(%di)):string", .nr_derefs = 2,
	  .deref = { { 0x28, false, .pos = 4 }, { 0, false, .pos = 4 } }, .type = STUB_TYPE_STRING,
	  .has_type = true },
	{ "p f name=+8(%di):%pD", "name", "+0x0(+0x28(+0x48(+8(%di)))):string", .nr_derefs = 4,
	  .deref = { { 8, false, .pos = 9 }, { 0x48, false, .pos = 9 }, { 0x28, false, .pos = 9 } },
	  .type = STUB_TYPE_STRING, .has_type = true },
};

static void check_text(const struct probe_argument *arg, const char *text)
{
	assert_int_equal(arg->text.len, strlen(text));
	assert_memory_equal(arg->body + arg->text.pos, text, arg->text.len);
}

static void check_levels(const struct probe_argument *arg, const struct argument_case *c)
{
	assert_int_equal(arg->nr_derefs, c->nr_derefs);
	for (size_t i = 0; i < min_t(size_t, arg->nr_derefs, ARRAY_SIZE(c->deref)); i++) {
		assert_int_equal(arg->deref[i].offset, c->deref[i].offset);
		assert_int_equal(arg->deref[i].user, c->deref[i].user);
		assert_int_equal(arg->deref[i].per_cpu, c->deref[i].per_cpu);
		assert_int_equal(arg->deref[i].pos, c->deref[i].pos);
	}
}

static void check_argument(const struct probe_argument *arg, const struct argument_case *c)
{
	if (c->name)
		assert_string_equal(arg->name, c->name);
	if (c->body)
		assert_string_equal(arg->body, c->body);
	if (c->text)
		check_text(arg, c->text);
	assert_int_equal(arg->operand, c->operand);
	assert_int_equal(arg->number, c->number);
	assert_int_equal(arg->value, c->value);
	assert_int_equal(arg->type, c->type);
	assert_int_equal(arg->has_type, c->has_type);
	assert_int_equal(arg->count, c->count);
	check_levels(arg, c);
}

static void arguments(void **state)
{
	static struct stub_result result;

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char line[128];

		snprintf(line, sizeof(line), "%s", cases[i].command);
		print_message("%s\n", line);
		assert_int_equal(stub_parse(&result, line), 0);
		check_argument(&result.args[result.nr_args - 1], &cases[i]);
	}
}

static void columns(void **state)
{
	static struct stub_result result;
	char line[] = "p  foo  $stack   name=+8(%di):u8[2] +8(%di):%pd";

	assert_int_equal(stub_parse(&result, line), 0);
	assert_string_equal(result.cmd.text, "p foo $stack name=+8(%di):u8[2] +8(%di):%pd");
	assert_int_equal(result.args[0].word_pos, 6);
	assert_int_equal(result.args[0].body_pos, 6);
	assert_int_equal(result.args[0].type_pos, 6);
	assert_int_equal(result.args[1].word_pos, 13);
	assert_int_equal(result.args[1].body_pos, 18);
	assert_int_equal(result.args[1].type_pos, 26);
	assert_int_equal(result.args[1].deref[0].pos, 18);
	assert_int_equal(result.args[2].body_pos, 32);
	assert_int_equal(result.args[2].type_pos, 40);
}

/*
 * As deep as the kernel goes: 14 levels around a register, 13 around an address, 12 around a symbol
 */
static void deepest_nesting(void **state)
{
	static const struct {
		const char *operand;
		unsigned int levels;
		unsigned int nr_derefs;
	} deepest[] = { { "%di", 14, 14 }, { "@0", 13, 14 }, { "@s", 12, 13 } };
	static struct stub_result result;

	for (size_t i = 0; i < ARRAY_SIZE(deepest); i++) {
		char line[128] = "p f ";

		for (unsigned int n = 0; n < deepest[i].levels; n++)
			sprintf(line + strlen(line), "+%u(", n % 10);
		strcat(line, deepest[i].operand);
		for (unsigned int n = 0; n < deepest[i].levels; n++)
			strcat(line, ")");
		assert_int_equal(stub_parse(&result, line), 0);
		assert_int_equal(result.args[0].nr_derefs, deepest[i].nr_derefs);
		assert_int_equal(result.args[0].deref[deepest[i].nr_derefs - 1].offset, 0);
		assert_int_equal(result.args[0].deref[deepest[i].nr_derefs - 2].offset, 1);
	}
}

static void no_such_word(void **state)
{
	struct probe_argument arg;
	struct parse_command cmd;
	char line[] = "p f";

	assert_int_equal(parse_command_split(&cmd, line), 0);
	assert_int_equal(parse_probe_argument(&cmd, 0, 0, &stub_lookup, &arg), -EINVAL);
	assert_int_equal(cmd.error.code, PARSE_OK);
}

static void pieces_of_text(void **state)
{
	static const char nul[] = { 'a', '\0', 'b' };
	unsigned long value = 3;
	char digits[100];

	assert_int_equal(parse_text_find("abc", 3, "cb"), 1);
	assert_int_equal(parse_text_find(nul, 3, "b"), 2);
	assert_int_equal(parse_text_find_word("a-->b->", 7, "->"), 2);
	assert_int_equal(parse_text_find_word("a-->", 3, "->"), 3);
	assert_int_equal(parse_text_find_word("-", 1, "->"), 1);
	assert_int_equal(parse_text_find_word("", 0, "->"), 0);
	assert_int_equal(parse_text_find_last("a)b)c", 5, ')'), 3);
	assert_int_equal(parse_text_find_last("abc", 3, ')'), 3);
	assert_false(parse_is_name(nul, 3));
	assert_true(parse_is_name("\xe9t\xe9", 3));
	assert_false(parse_is_group_name("", 0));

	memset(digits, '0', sizeof(digits));
	assert_int_equal(parse_ulong(digits, PARSE_NUMBER_LEN - 1, 0, &value), 0);
	assert_int_equal(value, 0);
	assert_int_equal(parse_ulong(digits, PARSE_NUMBER_LEN, 0, &value), -ERANGE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(arguments),
		cmocka_unit_test(columns),
		cmocka_unit_test(deepest_nesting),
		cmocka_unit_test(no_such_word),
		cmocka_unit_test(pieces_of_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
