// SPDX-License-Identifier: GPL-2.0
/*
 * Programs: every kind of argument over registers and memory that are made up, seen as the text a
 * reader would get.
 */
#include <linux/ptrace.h>
#include <linux/thread_info.h>

#include "cmocka_all.h"
#include "fake_kernel.h"
#include "fetch_test.h"
#include "fetch/fetch_inline.h"
#include "fetch/fetch_measure.h"

#define KERNEL_PAGES	2
#define STACK		0xffffc90000004000UL	/* the lowest address of a kernel stack */
#define STACK_POINTER	(STACK + THREAD_SIZE - 64)
#define NOWHERE		0xffff999900000000UL
#define STRING_AT	0x100
#define POINTERS_AT	0x200
#define NUMBERS_AT	0x300

static u8 kernel_memory[KERNEL_PAGES * PAGE_SIZE];
static u8 user_memory[PAGE_SIZE];
static u64 stack_memory[THREAD_SIZE / 8];

static struct pt_regs regs = {
	.di = 0x1122334455667788,
	.si = FAKE_KERNEL,
	.dx = FAKE_USER,
	.cx = NOWHERE,
	.r8 = -1,
	.r9 = 9,
	.r10 = FAKE_KERNEL + sizeof(kernel_memory) - 4,
	.ax = -22,
	.bx = FAKE_KERNEL + NUMBERS_AT,
	.sp = STACK_POINTER,
	.ip = FAKE_KERNEL + 0x42,
};

static unsigned long symbol_at;

static int find_symbol(const char *symbol, unsigned long *address)
{
	if (strcmp(symbol, "numbers") == 0)
		*address = FAKE_KERNEL + NUMBERS_AT;
	else if (strcmp(symbol, "moving") == 0 && symbol_at)
		*address = symbol_at;
	else
		return -ENOENT;
	return 0;
}

static void put_u64(u8 *to, u64 value)
{
	memcpy(to, &value, sizeof(value));
}

static int setup(void **state)
{
	static const u8 numbers[] = { 0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0xf1,
				      0xff, 0xfe, 0xfd, 0xfc, 1, 2, 3, 4 };

	fake_unmap_all();
	fake_map(FAKE_KERNEL, kernel_memory, sizeof(kernel_memory));
	fake_map(FAKE_USER, user_memory, sizeof(user_memory));
	fake_map(STACK, stack_memory, sizeof(stack_memory));

	memset(kernel_memory, 0, sizeof(kernel_memory));
	strcpy((char *)kernel_memory + STRING_AT, "kernel");
	put_u64(kernel_memory + POINTERS_AT, FAKE_KERNEL + STRING_AT);
	put_u64(kernel_memory + POINTERS_AT + 8, FAKE_USER + STRING_AT);
	put_u64(kernel_memory + POINTERS_AT + 16, NOWHERE);
	put_u64(kernel_memory + POINTERS_AT + 24, FAKE_KERNEL + POINTERS_AT);
	memcpy(kernel_memory + NUMBERS_AT, numbers, sizeof(numbers));
	memset(kernel_memory + sizeof(kernel_memory) - 4, 'z', 4);

	memset(user_memory, 0, sizeof(user_memory));
	strcpy((char *)user_memory + STRING_AT, "user");
	put_u64(user_memory + POINTERS_AT, FAKE_USER + STRING_AT);
	put_u64(user_memory + POINTERS_AT + 8, FAKE_KERNEL + STRING_AT);
	memcpy(user_memory + NUMBERS_AT, numbers, sizeof(numbers));

	for (size_t i = 0; i < ARRAY_SIZE(stack_memory); i++)
		stack_memory[i] = 0x5000 + i;
	return 0;
}

/* A name of a task: at @at, in room of its own, of which nothing is left as it was. */
static void check_name(const u8 *bounded, u32 location, size_t at)
{
	u32 i;

	assert_int_equal(location & 0xffff, at);
	for (i = location >> 16; i < TASK_COMM_LEN; i++)
		assert_int_equal(bounded[at + i], 0);
}

/* Two records of a hit print the same, however they are laid out. */
static void check_same_text(const struct fetch_test *test, const u8 *record, size_t len,
			    const u8 *other, size_t other_len)
{
	char text[1024], other_text[1024];
	struct text_buffer buffer;

	text_buffer_init(&buffer, text, sizeof(text));
	fetch_print_arguments(&buffer, test->layout, record, len, NULL);
	text_buffer_init(&buffer, other_text, sizeof(other_text));
	fetch_print_arguments(&buffer, test->layout, other, other_len, NULL);
	assert_string_equal(text, other_text);
}

/* In the room that the program's bound says, the same comes out. */
static void check_bounded(const struct fetch_test *test, struct fetch_source source,
			  const u8 *record, size_t len)
{
	size_t bound = fetch_program_bound(test->program), at = test->layout->static_size;
	u8 *bounded = kmalloc(bound, GFP_KERNEL);
	unsigned int i;

	assert_true(len <= bound);
	memset(bounded, 0xff, bound);
	fetch_program_run_bounded(test->program, &source, bounded);
	for (i = 0; i < test->layout->nr_fields; i++) {
		const struct fetch_field *field = &test->layout->field[i];
		u32 location;

		if (!field->dynamic) {
			assert_memory_equal(bounded + field->offset, record + field->offset,
					    field->size);
			continue;
		}
		memcpy(&location, bounded + field->offset, sizeof(location));
		check_name(bounded, location, at);
		at += TASK_COMM_LEN;
	}
	assert_int_equal(at, bound);
	check_same_text(test, record, len, bounded, bound);
	kfree(bounded);
}

/*
 * Where the strings are short and there, the record gets just the room that it takes. False: they
 * are not.
 */
static bool check_measured(const struct fetch_test *test, struct fetch_source source,
			   const u8 *record, size_t len)
{
	const struct fetch_program *program = test->program;
	const struct fetch_op *op = program->op;
	struct fetch_addresses addresses;
	struct fetch_lengths lengths;
	bool follows = program->follows;
	unsigned long addr;
	unsigned int used = program->named_size, size;
	enum fetch_tried tried;
	u8 *measured;

	pagefault_disable();
	size = fetch_measure(program, source.frame, &lengths, follows ? &addresses : NULL);
	if (size) {
		measured = kmalloc(size, GFP_KERNEL);
		for (; op != program->strings; op++) {
			tried = fetch_try(op, source.frame, source.entry_data, measured);
			if (tried)
				fetch_run_other(op, tried, &source, measured);
		}
		for (unsigned int i = 0; op != program->end; used += lengths.len[i++], op++) {
			addr = follows ? addresses.addr[i] : fetch_string_address(op, source.frame, false);
			assert_true(fetch_store_measured(op, measured, addr, lengths.len[i], used));
		}
		assert_int_equal(used, size);
		check_same_text(test, record, len, measured, size);
		kfree(measured);
	}
	pagefault_enable();
	return size;
}

/* Runs the program of @test; bytes that no argument writes are 0x5a. Returns the record. */
static u8 *run_record(const struct fetch_test *test, struct fetch_source *source, size_t *len)
{
	u8 *record = kmalloc(FETCH_RECORD_MAX, GFP_KERNEL);

	memset(record, 0x5a, FETCH_RECORD_MAX);
	*len = fetch_program_run_dynamic(test->program, source, record, FETCH_RECORD_MAX);
	return record;
}

/*
 * The function for FETCH_FORM_ANY writes the bytes and counts the faults that those for the other forms do, which the
 * program was compiled for. This changes the program.
 */
static void check_forms(const struct fetch_test *test, struct fetch_source source)
{
	struct fetch_source any_source = source;
	size_t len, any_len;
	u8 *record = run_record(test, &source, &len), *any_record;

	for (struct fetch_op *op = test->program->op; op < test->program->end; op++)
		if (op->code == FETCH_GENERAL)
			op->general->form = FETCH_FORM_ANY;
	any_record = run_record(test, &any_source, &any_len);
	assert_int_equal(any_len, len);
	assert_memory_equal(any_record, record, len);
	assert_int_equal(any_source.faults, source.faults);
	kfree(any_record);
	kfree(record);
}

/* A hit, and its record as text. The entry was at the same registers. */
static void run_text(struct fetch_test *test, char *line, size_t size, unsigned int *faults)
{
	u8 entry_data[512], *record = kmalloc(FETCH_RECORD_MAX, GFP_KERNEL);
	const struct fetch_source fresh = { .frame = &regs, .entry_data = entry_data };
	struct fetch_source source = fresh;
	size_t len = test->layout->static_size;
	struct text_buffer text;

	assert_true(fetch_program_entry_size(test->program) <= sizeof(entry_data));
	fetch_program_run_entry(test->program, &regs, entry_data);
	if (test->layout->dynamic)
		len = fetch_program_run_dynamic(test->program, &source, record, FETCH_RECORD_MAX);
	else
		fetch_program_run(test->program, &source, record);
	if (fetch_program_bound(test->program))
		check_bounded(test, fresh, record, len);
	if (fetch_program_is_measurable(test->program))
		check_measured(test, fresh, record, len);
	check_forms(test, fresh);
	assert_int_equal(fake_pagefaults_disabled, 0);
	text_buffer_init(&text, line, size);
	fetch_print_arguments(&text, test->layout, record, len, NULL);
	assert_false(text.overflow);
	*faults = source.faults;
	kfree(record);
}

struct run_case {
	const char *definition;
	const char *text;
	unsigned int faults;
};

static void run_cases(const struct run_case *cases, size_t nr_cases)
{
	static struct fetch_test test;
	unsigned int faults;
	char line[2048];

	for (size_t i = 0; i < nr_cases; i++) {
		assert_int_equal(fetch_test_create(&test, cases[i].definition, find_symbol), 0);
		run_text(&test, line, sizeof(line), &faults);
		if (strcmp(line, cases[i].text) || faults != cases[i].faults)
			print_error("%s: %u faults\n", cases[i].definition, faults);
		assert_string_equal(line, cases[i].text);
		assert_int_equal(faults, cases[i].faults);
		fetch_test_destroy(&test);
	}
}

static void numbers(void **state)
{
	static const struct run_case cases[] = {
		{ "p f", "" },
		{ "p f %di", " arg1=0x1122334455667788" },
		{ "p f %di:x64 %di:x32 %di:x16 %di:x8",
		  " arg1=0x1122334455667788 arg2=0x55667788 arg3=0x7788 arg4=0x88" },
		{ "p f %di:u64 %di:u32 %di:u16 %di:u8",
		  " arg1=1234605616436508552 arg2=1432778632 arg3=30600 arg4=136" },
		{ "p f %di:s64 %di:s32 %di:s16 %di:s8",
		  " arg1=1234605616436508552 arg2=1432778632 arg3=30600 arg4=-120" },
		{ "p f %r8:s64 %r8:s32 %r8:s16 %r8:s8", " arg1=-1 arg2=-1 arg3=-1 arg4=-1" },
		{ "p f %r8:u64 %r8:u8", " arg1=18446744073709551615 arg2=255" },
		{ "p f %r8:x8 %r8:x64", " arg1=0xff arg2=0xffffffffffffffff" },
		{ "p f \\65:char", " arg1='A'" },
		{ "p f %ip:symbol %di:symbol",
		  " arg1=sym_1+0x42/0x1000 arg2=0x1122334455667788" },
		{ "p f \\1 \\-1:s8 \\0x10:u16 \\-1", " arg1=0x1 arg2=-1 arg3=16 arg4=0xffffffffffffffff" },
		{ "p f $stack", " arg1=0xffffc90000007fc0" },
		{ "p f $stack0 $stack7 $stack1:u8", " arg1=0x57f8 arg2=0x57ff arg3=249" },
		{ "p f $stack8 $stack2047", " arg1=0x0 arg2=0x0" },
		{ "r f $retval $retval:s32", " arg1=0xffffffffffffffea arg2=-22" },
	};

	run_cases(cases, ARRAY_SIZE(cases));
}

/* The variables of the CPU are STANDIN_THIS_CPU_OFFSET behind their addresses. */
static void per_cpu_variables(void **state)
{
	static const struct run_case cases[] = {
		{ "p f this_cpu_ptr(%di) this_cpu_ptr(%di):u8 this_cpu_ptr(\\0x10)",
		  " arg1=0x1122334455668788 arg2=136 arg3=0x1010" },
		{ "p f this_cpu_read(\\0xffff888000000300):x32 +0(this_cpu_ptr(\\0xffff888000000300)):x32",
		  " arg1=0x55667788 arg2=0x55667788" },
		{ "p f this_cpu_read(@numbers-0x1000):x8[2] this_cpu_ptr(@numbers)",
		  " arg1={0x88,0x77} arg2=0xffff888000002300" },
		{ "p f this_cpu_read(@0xffff888000000100):string this_cpu_ptr(%ip):symstr",
		  " arg1=\"kernel\" arg2=\"sym_2+0x42/0x1000\"" },
		{ "p f +1(this_cpu_read(\\0xffff888000000200)):char", " arg1='e'" },
		{ "p f this_cpu_read(%cx) this_cpu_read(\\0x10):u8 \\7", " arg1=0x0 arg2=0 arg3=0x7", 2 },
	};

	run_cases(cases, ARRAY_SIZE(cases));
}

static void current_task(void **state)
{
	char text[64];
	struct run_case cases[] = {
		{ "p f a=$current", text },
		{ "r f+0 a=$current", text },
	};

	snprintf(text, sizeof(text), " a=0x%lx", (unsigned long)&standin_current);
	run_cases(cases, ARRAY_SIZE(cases));
}

static void function_arguments(void **state)
{
	static const struct run_case cases[] = {
		{ "p f $arg1 $arg6:u8 $arg7 $arg8:u8", " arg1=0x1122334455667788 arg2=9 arg3=0x57f9 arg4=250" },
		{ "r f $arg1:u8 $arg6 $arg7 $retval", " arg1=136 arg2=0x9 arg3=0x57f9 arg4=0xffffffffffffffea" },
		{ "r f +0x300($arg2):u8 +0($arg4)", " arg1=136 arg2=0x0", 1 },
		{ "p f +0x300($arg2):u8[2] +0($arg7)", " arg1={136,119} arg2=0x0", 1 },
	};

	run_cases(cases, ARRAY_SIZE(cases));
}

static void dereferences(void **state)
{
	static const struct run_case cases[] = {
		{ "p f +0(%bx) +0(%bx):x32 +0(%bx):x16 +0(%bx):x8",
		  " arg1=0xf122334455667788 arg2=0x55667788 arg3=0x7788 arg4=0x88" },
		{ "p f +8(%bx):s32 +8(%bx):s16 +8(%bx):s8 +7(%bx):s8",
		  " arg1=-50462977 arg2=-257 arg3=-1 arg4=-15" },
		{ "p f -0x300(%bx) -1(%cx)", " arg1=0x0 arg2=0x0", 1 },
		{ "p f +0x300(%dx):x32 +u0x300(%dx):x32", " arg1=0x55667788 arg2=0x55667788" },
		{ "p f +u0(%bx):x32 +0(%cx):u8 +0(%cx):u16 +0(%cx):u32 +0(%cx):u64",
		  " arg1=0x0 arg2=0 arg3=0 arg4=0 arg5=0", 5 },
		{ "p f +0(%r10):x32 +1(%r10):x32 +4(%r10):x8", " arg1=0x7a7a7a7a arg2=0x0 arg3=0x0", 2 },
		{ "p f +0x100(+0x218(%si)):u8", " arg1=136" },
		{ "p f +0x100(+0(+0x218(%si))):u8 +0(+0(%cx)):u8 +0(+0x10(+0x218(%si)))",
		  " arg1=0 arg2=0 arg3=0x0", 2 },
		{ "p f +u0x300(-u0x100(+0x208(%si))):x8 +0(+u0x208(%dx)):x8",
		  " arg1=0x0 arg2=0x6b", 1 },
		{ "p f @0xffff888000001300:x16 +0(@0xffff888000001200):char",
		  " arg1=0x7788 arg2='k'" },
		{ "p f @numbers @numbers+7:x8 +0(@numbers-0x100):char",
		  " arg1=0xf122334455667788 arg2=0xf1 arg3='k'" },
		{ "p f +0($stack):u16 +8($stack7):u8", " arg1=22520 arg2=0", 1 },
		{ "r f +0($retval)", " arg1=0x0", 1 },
		{ "p f +0(\\0xffff888000001300):x8", " arg1=0x88" },
	};

	run_cases(cases, ARRAY_SIZE(cases));
}

static void symbols(void **state)
{
	static struct fetch_test test;
	unsigned int faults;
	char line[64];

	symbol_at = 0;
	assert_int_equal(fetch_test_create(&test, "p f @moving+4:x8", find_symbol), -ENOENT);
	assert_int_equal(test.cmd.error.code, PARSE_OK);

	symbol_at = FAKE_KERNEL + NUMBERS_AT;
	assert_int_equal(fetch_test_create(&test, "p f @moving+4:x8 +1(@numbers):x8 @numbers",
					   find_symbol), 0);
	run_text(&test, line, sizeof(line), &faults);
	assert_string_equal(line, " arg1=0x44 arg2=0x0 arg3=0xf122334455667788");
	assert_int_equal(faults, 1);

	symbol_at += 2;
	assert_true(fetch_program_update_symbols(test.program, find_symbol));
	run_text(&test, line, sizeof(line), &faults);
	assert_string_equal(line, " arg1=0x22 arg2=0x0 arg3=0xf122334455667788");

	symbol_at = 0;
	assert_false(fetch_program_update_symbols(test.program, find_symbol));
	run_text(&test, line, sizeof(line), &faults);
	assert_string_equal(line, " arg1=0x0 arg2=0x0 arg3=0xf122334455667788");
	assert_int_equal(faults, 2);
	fetch_test_destroy(&test);
}

static void bitfields(void **state)
{
	static const struct run_case cases[] = {
		/* 0x88, 0x7788, 0x55667788, 0x1122334455667788 */
		{ "p f %di:b1@3/8 %di:b4@4/8 %di:b3@5/8 %di:b8@0/8", " arg1=1 arg2=8 arg3=4 arg4=136" },
		{ "p f %di:b4@4/16 %di:b12@4/16 %di:b1@15/16", " arg1=8 arg2=1912 arg3=0" },
		{ "p f %di:b31@1/32 %di:b5@7/32", " arg1=716389316 arg2=15" },
		{ "p f %di:b64@0/64 %di:b8@56/64 %di:b1@63/64", " arg1=1234605616436508552 arg2=17 arg3=0" },
		{ "p f +0(%bx):b4@4/8 +0(%bx):b4@60/64 +0(%cx):b1@0/8", " arg1=8 arg2=15 arg3=0", 1 },
		{ "p f +0(%bx):b4@4/8[4] +0(%bx):b4@0/16[2]", " arg1={8,7,6,5} arg2={8,6}" },
		{ "r f $retval:b4@1/8 $stack0:b4@4/8", " arg1=5 arg2=15" },
	};

	run_cases(cases, ARRAY_SIZE(cases));
}

static void arrays(void **state)
{
	static const struct run_case cases[] = {
		{ "p f +0(%bx):x8[3] %di:x8", " arg1={0x88,0x77,0x66} arg2=0x88" },
		{ "p f +0(%bx):x16[2] +0(%bx):x32[2] +0(%bx):x64[1]",
		  " arg1={0x7788,0x5566} arg2={0x55667788,0xf1223344} arg3={0xf122334455667788}" },
		{ "p f +7(%bx):s8[3]", " arg1={-15,-1,-2}" },
		{ "p f +0x300(%dx):x8[2]", " arg1={0x88,0x77}" },
		{ "p f +2(%r10):x8[4] +0(%cx):u64[2]", " arg1={0x7a,0x7a,0x0,0x0} arg2={0,0}", 4 },
		{ "p f +0(+0(%cx)):u8[3]", " arg1={0,0,0}", 3 },
		{ "p f @numbers+4:x8[2]", " arg1={0x44,0x33}" },
		{ "p f +0x100(%si):char[3]", " arg1={'k','e','r'}" },
		{ "p f +0x200(%si):symbol[2]",
		  " arg1={sym_1+0x100/0x1000,0x7f0000001100}" },
	};

	run_cases(cases, ARRAY_SIZE(cases));
}

static void strings(void **state)
{
	static const struct run_case cases[] = {
		{ "p f +0x100(%si):string", " arg1=\"kernel\"" },
		{ "p f +0x100(%dx):string +u0x100(%dx):string +0x100(%dx):ustring",
		  " arg1=\"user\" arg2=\"user\" arg3=\"user\"" },
		{ "p f +0x100(%si):ustring +u0x100(%si):string +0(%cx):string",
		  " arg1=(fault) arg2=(fault) arg3=(fault)", 3 },
		{ "p f +0(+0x200(%si)):string +0(+0x208(%si)):string +0(+0x210(%si)):string",
		  " arg1=\"kernel\" arg2=\"user\" arg3=(fault)", 1 },
		{ "p f a=%di:u8 b=+0x100(%si):string c=%di:u8 d=+0x107(%si):string",
		  " a=136 b=\"kernel\" c=136 d=\"\"" },
		{ "p f +0(%r10):string \\\"after\"", " arg1=(fault) arg2=\"after\"", 1 },
		{ "p f +0x200(%si):string[3]", " arg1={\"kernel\",\"user\",(fault)}", 1 },
		{ "p f +0x200(%si):ustring[2]", " arg1={(fault),\"user\"}", 1 },
		{ "p f +u0x200(%dx):string[2] +u0x200(%dx):ustring[2]",
		  " arg1={\"user\",\"kernel\"} arg2={\"user\",(fault)}", 1 },
		{ "p f +0(%cx):string[2] +0(+0(%cx)):string[1]", " arg1={(fault),(fault)} arg2={(fault)}", 3 },
		{ "p f +0(%r10):string[2]", " arg1={(fault),(fault)}", 2 },
		{ "p f $comm $COMM:string", " arg1=\"cat\" arg2=\"cat\"" },
		{ "p f \\\"text\" \\\"\"", " arg1=\"text\" arg2=\"\"" },
		{ "p f \\0xffff888000001100:string", " arg1=\"kernel\"" },
		{ "p f @0xffff888000001100:string @numbers-0x200:string",
		  " arg1=\"kernel\" arg2=\"kernel\"" },
		{ "p f %ip:symstr %di:symstr +0x200(%si):symstr +0(%cx):symstr",
		  " arg1=\"sym_1+0x42/0x1000\" arg2=\"0x1122334455667788\""
		  " arg3=\"sym_1+0x100/0x1000\" arg4=(fault)", 1 },
		{ "r f $retval:symstr $arg2:symstr +0x100($arg2):string",
		  " arg1=\"sym_777ffffff+0xfea/0x1000\" arg2=\"sym_1+0x0/0x1000\" arg3=\"kernel\"" },
	};

	run_cases(cases, ARRAY_SIZE(cases));
}

static void longest_name(void **state)
{
	static const struct run_case cases[] = {
		{ "p f $comm", " arg1=\"fifteen_letters\"" },
	};

	memcpy(standin_current.comm, "fifteen_letters", 16);
	run_cases(cases, 1);
	/* A name without an end is cut. */
	memset(standin_current.comm, 'x', 16);
	static const struct run_case cut[] = {
		{ "p f $comm", " arg1=\"xxxxxxxxxxxxxxx\"" },
	};
	run_cases(cut, 1);
	memcpy(standin_current.comm, "cat", 4);
}

/* The bound of a record may be more than the record takes, and more than there can be. */
static void bounds(void **state)
{
	static const struct {
		unsigned int words, comms;
		size_t bound;
	} cases[] = {
		{ 0, 1, 16 + 20 },
		{ 64, 70, 16 + 512 + 70 * 20 },
		{ 320, 74, 16 + 2560 + 74 * 20 },	/* 4056 */
		{ 320, 75, 0 },				/* 4076 */
		{ 320, 80, 0 },
	};
	static struct fetch_test test;
	char line[PROBE_COMMAND_MAX];

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char *to = stpcpy(line, "p f");

		for (unsigned int n = 0; n < cases[i].words; n += 64)
			to = stpcpy(to, " +0(%bx):x64[64]");
		for (unsigned int n = 0; n < cases[i].comms; n++)
			to = stpcpy(to, " $comm");
		assert_int_equal(fetch_test_create(&test, line, find_symbol), 0);
		assert_int_equal(fetch_program_bound(test.program), cases[i].bound);
		fetch_test_destroy(&test);
	}
}

/* What is missing is read once, whatever it is that is missing: a fault runs what may be probed. */
static void one_fault(void **state)
{
	static const struct {
		const char *line;
		unsigned int reads, faults;
	} cases[] = {
		{ "p f +0(%r11)", 1, 1 },
		{ "p f +0(%r11):u8 +0(%r11):u16 +0(%r11):u32", 3, 3 },
		{ "p f +0(%r11):x64[64]", 1, 64 },
		{ "p f +0(%r11):u8[64]", 1, 64 },
		{ "p f +0xffc(%r11):x16[4]", 2, 4 },
		{ "p f +0xffd(%r11):x16[4]", 2, 4 },
		{ "p f +0(+0(%r11)):x32[64]", 1, 64 },
		{ "p f +0(%r11):string[8]", 1, 8 },
		{ "p f +0(\\8):x64[64] +0(\\-8):x64 @0x1234567812345678", 0, 66 },
	};
	static struct fetch_test test;
	u8 record[1024];

	regs.r11 = FAKE_KERNEL + 0x40000000;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct fetch_source source = { .frame = &regs };

		assert_int_equal(fetch_test_create(&test, cases[i].line, find_symbol), 0);
		fake_reads = 0;
		if (fetch_program_bound(test.program))
			fetch_program_run_bounded(test.program, &source, record);
		else
			fetch_program_run_dynamic(test.program, &source, record, sizeof(record));
		assert_int_equal(fake_reads, cases[i].reads);
		assert_int_equal(source.faults, cases[i].faults);
		fetch_test_destroy(&test);
	}
}

/* Words saved at entry are shared, and the values are those of the entry. */
static void entry_data(void **state)
{
	static struct fetch_test test;
	struct pt_regs at_entry = { .di = 1, .si = 2, .sp = STACK_POINTER };
	struct fetch_source source = { .frame = &regs };
	u64 saved[3], record[16];

	assert_int_equal(fetch_test_create(&test, "r f $arg1 $arg2:u8 $arg1:u32 +0($arg7):u8 $arg7",
					   find_symbol), 0);
	assert_int_equal(fetch_program_entry_size(test.program), sizeof(saved));
	fetch_program_run_entry(test.program, &at_entry, saved);
	assert_int_equal(saved[0], 1);
	assert_int_equal(saved[1], 2);
	assert_int_equal(saved[2], 0x57f9);

	source.entry_data = saved;
	fetch_program_run(test.program, &source, record);
	assert_int_equal(record[3], 1);
	assert_int_equal(*((u8 *)record + 32), 2);
	assert_int_equal(source.faults, 1);

	/* Entries that were missed */
	source.entry_data = NULL;
	source.faults = 0;
	fetch_program_run(test.program, &source, record);
	assert_int_equal(record[3], 0);
	assert_int_equal(source.faults, 5);
	fetch_test_destroy(&test);

	assert_int_equal(fetch_test_create(&test, "p f $arg1", find_symbol), 0);
	assert_int_equal(fetch_program_entry_size(test.program), 0);
	fetch_test_destroy(&test);
}

/* Numbers of all widths next to each other, in a record that ends where it ends. */
static void neighbours(void **state)
{
	static const char * const types[] = { "x8", "x16", "x32", "x64" };
	static const char * const sources[] = {
		"%di", "+0(%bx)", "+8(%bx)", "\\-1", "$stack0", "+0(%cx)",
	};
	static struct fetch_test test, single;
	char line[256], word[32], text[512], expected[512];
	unsigned int seed = 1, faults;

	for (int round = 0; round < 3000; round++) {
		int nr = 1 + rand_r(&seed) % 5;
		size_t at = 0;

		strcpy(line, "p f");
		for (int i = 0; i < nr; i++) {
			int source = rand_r(&seed) % ARRAY_SIZE(sources);

			snprintf(word, sizeof(word), "a%d=%s:%s", i, sources[source],
				 types[rand_r(&seed) % ARRAY_SIZE(types)]);
			strcat(strcat(line, " "), word);
			snprintf(text, sizeof(text), "p f %s", word);
			assert_int_equal(fetch_test_create(&single, text, find_symbol), 0);
			run_text(&single, expected + at, sizeof(expected) - at, &faults);
			at += strlen(expected + at);
			fetch_test_destroy(&single);
		}

		assert_int_equal(fetch_test_create(&test, line, find_symbol), 0);
		struct fetch_source source = { .frame = &regs };
		struct text_buffer buffer;
		u8 *record = kmalloc(test.layout->static_size, GFP_KERNEL);

		fetch_program_run(test.program, &source, record);
		for (int i = 0; i < 16; i++)
			assert_int_equal(record[i], 0x6b);
		text_buffer_init(&buffer, text, sizeof(text));
		fetch_print_arguments(&buffer, test.layout, record, test.layout->static_size, NULL);
		assert_string_equal(text, expected);
		kfree(record);
		fetch_test_destroy(&test);
	}
}

/* Whatever the room is: nothing behind it is written and every string has an end. */
static void rooms(void **state)
{
	static struct fetch_test test;

	assert_int_equal(fetch_test_create(&test, "p f %di:u8 $comm +0x100(%si):string "
					   "+0x200(%si):string[2] +u0x100(%dx):string %ip:symstr "
					   "\\\"text\" %di:u8", find_symbol), 0);
	for (size_t room = test.layout->static_size; room < 200; room++) {
		struct fetch_source source = { .frame = &regs };
		u8 *record = kmalloc(room, GFP_KERNEL);
		size_t len = fetch_program_run_dynamic(test.program, &source, record, room);
		u32 used = test.layout->static_size;

		assert_true(len <= room);
		assert_int_equal(source.faults, 0);
		for (int i = 1; i < 7; i++) {
			const struct fetch_field *field = &test.layout->field[i];
			u32 loc;

			for (int j = 0; j < max_t(int, field->count, 1); j++) {
				memcpy(&loc, record + field->offset + j * 4, 4);
				assert_int_equal(loc & 0xffff, used);
				used += loc >> 16;
				assert_true(used <= room);
				if (loc >> 16)
					assert_int_equal(strlen((char *)record + (loc & 0xffff)) + 1,
							 loc >> 16);
			}
		}
		assert_int_equal(used, len);
		kfree(record);
	}
	fetch_test_destroy(&test);
}

/* A string longer than a record */
static void endless_string(void **state)
{
	static struct fetch_test test;
	struct fetch_source source = { .frame = &regs };
	u8 *record = kmalloc(FETCH_RECORD_MAX, GFP_KERNEL);
	u32 loc;

	memset(kernel_memory, 'x', sizeof(kernel_memory));
	assert_int_equal(fetch_test_create(&test, "p f +0(%si):string", find_symbol), 0);
	assert_int_equal(fetch_program_run_dynamic(test.program, &source, record, FETCH_RECORD_MAX),
			 FETCH_RECORD_MAX);
	memcpy(&loc, record + 16, 4);
	assert_int_equal(loc, (FETCH_RECORD_MAX - 20) << 16 | 20);
	assert_int_equal(record[FETCH_RECORD_MAX - 1], 0);
	kfree(record);

	record = kmalloc(6000, GFP_KERNEL);
	assert_int_equal(fetch_program_run_dynamic(test.program, &source, record, 6000),
			 20 + FETCH_STRING_MAX);
	kfree(record);
	fetch_test_destroy(&test);
}

/* A string of @len bytes with its NUL, at @at of the kernel's memory, between others. */
static bool string_is_measured(const struct fetch_test *test, size_t at, size_t len)
{
	struct pt_regs here = { .si = FAKE_KERNEL + at, .bx = FAKE_KERNEL + at, .di = 0x1234 };
	struct fetch_source source = { .frame = &here };
	u8 *record = kmalloc(FETCH_RECORD_MAX, GFP_KERNEL);
	size_t size, i;
	bool measured;

	memset(kernel_memory, 0, sizeof(kernel_memory));
	for (i = 0; i < len - 1; i++)
		kernel_memory[at + i] = 'a' + i % 26;
	if (at + len < sizeof(kernel_memory))
		memset(kernel_memory + at + len, 1, sizeof(kernel_memory) - at - len);
	size = fetch_program_run_dynamic(test->program, &source, record, FETCH_RECORD_MAX);
	measured = check_measured(test, (struct fetch_source){ .frame = &here }, record, size);
	kfree(record);
	return measured;
}

/* Strings of any length at any place, the end of memory among them */
static void measured_strings(void **state)
{
	static struct fetch_test test;
	size_t len, at;

	assert_int_equal(fetch_test_create(&test, "p f %di:u8 +0(%si):string $comm %di:u16 "
					   "+0(%bx):string", find_symbol), 0);
	assert_true(fetch_program_is_measurable(test.program));
	for (len = 1; len < 300; len++) {
		for (at = 0; at < 8; at++) {
			bool measured = string_is_measured(&test, at, len);

			/* It goes by words: of the last one not all may be wanted. */
			if (len <= FETCH_MEASURED_MAX - 7)
				assert_true(measured);
			else if (len > FETCH_MEASURED_MAX)
				assert_false(measured);
		}
		string_is_measured(&test, sizeof(kernel_memory) - len, len);
	}
	fetch_test_destroy(&test);
}

/* Strings to which pointers lead: they are measured when all of the way is in memory of the kernel. */
static void strings_behind_pointers(void **state)
{
	static const struct {
		const char *definition;
		bool measurable;
		bool measured;
	} rows[] = {
		{ "p f +0(+%u(%%si)):string", true, true },
		{ "p f %%di:u8 +0(+0(+%3$u(%%si))):string +%4$u(%%si):string $comm", true, true },
		{ "p f +1(+%u(%%si)):string %%di", true, true },
		{ "p f +0(+%2$u(%%si)):string", true, false },
		{ "p f +0(+0(+%5$u(%%si))):string", true, false },
		{ "p f +u0(+%u(%%si)):string", false, false },
		{ "p f +0(+u%u(%%dx)):string", false, false },
		{ "p f +0(+%u(%%si)):string[2]", false, false },
		{ "p f +0(+%u(%%si)):ustring", false, false },
	};
	static struct fetch_test test;
	u8 *record = kmalloc(FETCH_RECORD_MAX, GFP_KERNEL);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		struct fetch_source source = { .frame = &regs };
		char line[128];
		size_t size;

		snprintf(line, sizeof(line), rows[i].definition, POINTERS_AT, POINTERS_AT + 8,
			 POINTERS_AT + 24, STRING_AT, POINTERS_AT + 16);
		assert_int_equal(fetch_test_create(&test, line, find_symbol), 0);
		assert_int_equal(fetch_program_is_measurable(test.program), rows[i].measurable);
		size = fetch_program_run_dynamic(test.program, &source, record, FETCH_RECORD_MAX);
		if (rows[i].measurable)
			assert_int_equal(check_measured(&test, (struct fetch_source){ .frame = &regs },
							record, size), rows[i].measured);
		fetch_test_destroy(&test);
	}
	kfree(record);
}

/* run_text() says that all forms give the same record. */
static void forms(void **state)
{
	static const struct {
		const char *definition;
		enum fetch_form form;
	} cases[] = {
		{ "p f %di:b4@8/32", FETCH_FORM_NUMBER },
		{ "p f +0(%di):b4@8/32", FETCH_FORM_NUMBER },
		{ "p f +0(+0(+0(%si)))", FETCH_FORM_NUMBER },
		{ "p f @numbers:s16", FETCH_FORM_NUMBER },
		{ "p f +u0(%dx)", FETCH_FORM_NUMBER },
		{ "p f +0(%si):x8[1]", FETCH_FORM_NUMBER },
		{ "p f +0(%si):u8[2]", FETCH_FORM_NUMBERS },
		{ "p f +0(+0(%si)):b4@8/32[3]", FETCH_FORM_NUMBERS },
		{ "p f +0(+0(%si)):string", FETCH_FORM_STRINGS },
		{ "p f +0(%si):string[2]", FETCH_FORM_STRINGS },
		{ "p f %di:symstr", FETCH_FORM_STRINGS },
		{ "p f \\\"text\"", FETCH_FORM_STRINGS },
		{ "p f this_cpu_read(%di)", FETCH_FORM_ANY },
		{ "p f +0(this_cpu_read(%di)):string", FETCH_FORM_ANY },
	};
	static struct fetch_test test;
	const struct fetch_op *op;

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		assert_int_equal(fetch_test_create(&test, cases[i].definition, find_symbol), 0);
		op = test.program->op;
		if (op->code != FETCH_GENERAL || op->general->form != cases[i].form)
			print_error("%s: code %u\n", cases[i].definition, op->code);
		assert_int_equal(op->code, FETCH_GENERAL);
		assert_int_equal(op->general->form, cases[i].form);
		fetch_test_destroy(&test);
	}
}

/* Not measured: memory that faults, that is the user's, or that has other strings besides. */
static void not_measured(void **state)
{
	static const char *const definition[] = {
		"p f +0(%cx):string", "p f +0x100(%dx):string", "p f +0x100(%si):string +0(%cx):string",
		"p f +0(%r10):string",
	};
	static const char *const other[] = {
		"p f +0x100(%si):string +u0x100(%dx):string", "p f +0x100(%si):ustring",
		"p f +0x100(%si):string \\\"text\"", "p f $comm", "p f %di",
	};
	static struct fetch_test test;
	struct fetch_lengths lengths;
	unsigned int i;

	pagefault_disable();
	for (i = 0; i < ARRAY_SIZE(definition); i++) {
		assert_int_equal(fetch_test_create(&test, definition[i], find_symbol), 0);
		assert_true(fetch_program_is_measurable(test.program));
		assert_int_equal(fetch_measure(test.program, &regs, &lengths, NULL), 0);
		fetch_test_destroy(&test);
	}
	pagefault_enable();
	for (i = 0; i < ARRAY_SIZE(other); i++) {
		assert_int_equal(fetch_test_create(&test, other[i], find_symbol), 0);
		assert_false(fetch_program_is_measurable(test.program));
		fetch_test_destroy(&test);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(numbers, setup),
		cmocka_unit_test_setup(function_arguments, setup),
		cmocka_unit_test_setup(per_cpu_variables, setup),
		cmocka_unit_test_setup(current_task, setup),
		cmocka_unit_test_setup(dereferences, setup),
		cmocka_unit_test_setup(symbols, setup),
		cmocka_unit_test_setup(bitfields, setup),
		cmocka_unit_test_setup(arrays, setup),
		cmocka_unit_test_setup(strings, setup),
		cmocka_unit_test_setup(longest_name, setup),
		cmocka_unit_test_setup(bounds, setup),
		cmocka_unit_test_setup(one_fault, setup),
		cmocka_unit_test_setup(entry_data, setup),
		cmocka_unit_test_setup(neighbours, setup),
		cmocka_unit_test_setup(rooms, setup),
		cmocka_unit_test_setup(endless_string, setup),
		cmocka_unit_test_setup(measured_strings, setup),
		cmocka_unit_test_setup(strings_behind_pointers, setup),
		cmocka_unit_test_setup(forms, setup),
		cmocka_unit_test_setup(not_measured, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
