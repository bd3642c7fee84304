// SPDX-License-Identifier: GPL-2.0
/*
 * The steps of programs, as dynamic_events shows them.
 */
#include <linux/ptrace.h>

#include "cmocka_all.h"
#include "fake_kernel.h"
#include "fetch_test.h"
#include "fetch/fetch_dump.h"

static unsigned long symbol_at = 0xffffffff81000000UL;

static int find_symbol(const char *symbol, unsigned long *address)
{
	if (strcmp(symbol, "known"))
		return -ENOENT;
	*address = symbol_at;
	return 0;
}

/* @definition has one argument. */
static void check_dump(const char *definition, const char *expected)
{
	char line[256];
	struct text_buffer text;
	struct fetch_test test;

	assert_int_equal(fetch_test_create(&test, definition, find_symbol), 0);
	text_buffer_init(&text, line, sizeof(line));
	fetch_dump(&text, test.program, &test.layout->field[0], false);
	assert_string_equal(line, expected);
	fetch_test_destroy(&test);
}

static char *reg(const char *format)
{
	static char line[256];

	snprintf(line, sizeof(line), format, (unsigned int)offsetof(struct pt_regs, di));
	return line;
}

static void operations_of_their_own(void **state)
{
	check_dump("p f a=%di", reg("REG(%u) -> ST_RAW(size=8) -> END"));
	check_dump("p f a=%di:u16", reg("REG(%u) -> ST_RAW(size=2) -> END"));
	check_dump("p f a=+8(%di):x32", reg("REG(%u) -> ST_MEM(offset=8,size=4) -> END"));
	check_dump("p f a=-8(%di):s8", reg("REG(%u) -> ST_MEM(offset=-8,size=1) -> END"));
	check_dump("p f a=+4(%di):string", reg("REG(%u) -> ST_STRING(offset=4,size=4) -> END"));
	check_dump("p f a=+u4(%di):ustring", reg("REG(%u) -> ST_USTRING(offset=4,size=4) -> END"));
	check_dump("p f $comm", "COMM -> ST_STRING(offset=0,size=4) -> END");
	check_dump("p f $stack3", "STACK(3) -> ST_RAW(size=8) -> END");
	check_dump("p f a=\\42", "IMM(0x2a) -> ST_RAW(size=8) -> END");
	check_dump("r f a=$arg1", "EDATA(offset=0) -> ST_RAW(size=8) -> END");
}

static void general_operations(void **state)
{
	check_dump("p f a=+8(+16(%di))", reg("REG(%u) -> DEREF(offset=16) -> ST_MEM(offset=8,size=8) -> END"));
	check_dump("p f a=+u8(+0(%di))", reg("REG(%u) -> DEREF(offset=0) -> ST_UMEM(offset=8,size=8) -> END"));
	check_dump("p f a=+0(%di):u16[3]", reg("REG(%u) -> ST_MEM(offset=0,size=2) -> LP_ARRAY(3) -> END"));
	check_dump("p f a=+0(%di):string[2]",
		   reg("REG(%u) -> DEREF(offset=0) -> ST_STRING(offset=0,size=4) -> LP_ARRAY(2) -> END"));
	check_dump("p f a=%di:symstr", reg("REG(%u) -> ST_SYMSTR(offset=0,size=4) -> END"));
	check_dump("p f a=\\\"text\"", "IMMSTR(text) -> ST_STRING(offset=0,size=4) -> END");
	check_dump("p f a=@known", "IMM(0xffffffff81000000) -> ST_MEM(offset=0,size=8) -> END");
	check_dump("p f a=@known+8", "IMM(0xffffffff81000008) -> ST_MEM(offset=0,size=8) -> END");
	check_dump("p f a=+0($current)", "CURRENT -> ST_MEM(offset=0,size=8) -> END");
	check_dump("p f a=this_cpu_read(@known)", "IMM(0xffffffff81000000) -> CPU_PTR -> ST_MEM(offset=0,size=8) -> END");
}

static int find_nothing(const char *symbol, unsigned long *address)
{
	return -ENOENT;
}

/* The module of a symbol has gone. */
static void symbols_that_are_unknown(void **state)
{
	struct text_buffer text;
	struct fetch_test test;
	char line[256];

	assert_int_equal(fetch_test_create(&test, "p f a=@known+8:u32", find_symbol), 0);
	fetch_program_update_symbols(test.program, find_nothing);
	text_buffer_init(&text, line, sizeof(line));
	fetch_dump(&text, test.program, &test.layout->field[0], false);
	assert_string_equal(line, "NOP_SYMBOL(known) -> ST_MEM(offset=0,size=4) -> END");
	fetch_test_destroy(&test);
}

/* Mainline has the same shifts for a bitfield whose container has less than 64 bits. */
static void bitfields(void **state)
{
	check_dump("p f a=%di:b4@2/8", reg("REG(%u) -> ST_RAW(size=1) -> MOD_BF(basesize=1,lshift=2,rshift=4) -> END"));
	check_dump("p f a=+0(%di):b5@3/32", reg("REG(%u) -> ST_MEM(offset=0,size=4) -> MOD_BF(basesize=4,lshift=24,rshift=27) -> END"));
}

/* Strings stand behind the other operations of a program, and are found nevertheless. */
static void operations_that_moved(void **state)
{
	struct text_buffer text;
	struct fetch_test test;
	char line[256];

	assert_int_equal(fetch_test_create(&test, "p f a=+0(%di):string b=%di", find_symbol), 0);
	text_buffer_init(&text, line, sizeof(line));
	fetch_dump(&text, test.program, &test.layout->field[0], false);
	assert_string_equal(line, reg("REG(%u) -> ST_STRING(offset=0,size=4) -> END"));
	text_buffer_init(&text, line, sizeof(line));
	fetch_dump(&text, test.program, &test.layout->field[1], false);
	assert_string_equal(line, reg("REG(%u) -> ST_RAW(size=8) -> END"));
	fetch_test_destroy(&test);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(operations_of_their_own),
		cmocka_unit_test(general_operations),
		cmocka_unit_test(symbols_that_are_unknown),
		cmocka_unit_test(bitfields),
		cmocka_unit_test(operations_that_moved),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
