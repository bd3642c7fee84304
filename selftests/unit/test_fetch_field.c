// SPDX-License-Identifier: GPL-2.0
/*
 * Programs of event probes: fields of records that are made up, seen as the text a reader would get, with
 * records of every size down to the common header, and with typecasts.
 */
#include <linux/ptrace.h>

#include "cmocka_all.h"
#include "btf_sample.h"
#include "fake_kernel.h"
#include "fetch_test.h"
#include "fetch/fetch_inline.h"
#include "fetch/fetch_run.h"
#include "fetch/field_names.h"

/* The record of the attached event, whose texts lie behind it */
struct sample_record {
	struct record_header header;
	s32 number;
	u16 half;
	u8 byte;
	u8 pad;
	s64 wide;
	char chars[16];
	char four[4];
	u32 location;
	u32 relative;
	u64 pointer;
	char text[8];
};

#define FIELD(type_name, member, signedness, what) {				\
	.type = type_name, .name = #member, .array = "",			\
	.offset = offsetof(struct sample_record, member),			\
	.size = sizeof(((struct sample_record *)NULL)->member),			\
	.is_signed = signedness, .kind = what,					\
}

static const struct head_field sample_fields[] = {
	FIELD("int", number, true, HEAD_NUMBER),
	FIELD("u16", half, false, HEAD_NUMBER),
	FIELD("u8", byte, false, HEAD_NUMBER),
	FIELD("s64", wide, true, HEAD_NUMBER),
	FIELD("char", chars, true, HEAD_CHARS),
	FIELD("u8", four, false, HEAD_NUMBER),
	FIELD("__data_loc char[]", location, false, HEAD_LOCATION),
	FIELD("__rel_loc char[]", relative, false, HEAD_RELATIVE),
	FIELD("void *", pointer, false, HEAD_NUMBER),
};

static const struct record_head sample_head = {
	.size = sizeof(struct sample_record),
	.nr_fields = ARRAY_SIZE(sample_fields),
	.field = sample_fields,
};

static struct fetch_layout *sample_layout;
static struct btf_build build;
static struct fetch_btf *btf;

static const struct sample_record sample = {
	.number = -7,
	.half = 0xfedc,
	.byte = 0x80,
	.wide = -2,
	.chars = "characters",
	.four = { 1, 2, 3, 4 },
	.location = 5 << 16 | offsetof(struct sample_record, text),
	.relative = 4 << 16 | (offsetof(struct sample_record, text) + 1 -
			       offsetof(struct sample_record, relative) - 4),
	.pointer = FAKE_KERNEL,
	.text = "text",
};

static u8 kernel_memory[PAGE_SIZE];

static int setup(void **state)
{
	struct parse_error error;
	s32 count = 42;

	fake_unmap_all();
	fake_map(FAKE_KERNEL, kernel_memory, sizeof(kernel_memory));
	strcpy((char *)kernel_memory, "memory");
	memcpy(kernel_memory + 24, &count, sizeof(count));
	sample_layout = fetch_layout_create(&sample_head, NULL, 0, &error);
	assert_false(IS_ERR(sample_layout));
	btf_sample_build(&build);
	btf = btf_build_open(&build);
	assert_false(IS_ERR(btf));
	return 0;
}

static int teardown(void **state)
{
	fetch_layout_destroy(sample_layout);
	btf_build_close(&build, btf);
	return 0;
}

static int parse(struct fetch_test *test, const char *arguments, const struct fetch_btf *types)
{
	static struct field_names names;
	const unsigned int flags = PARSE_FIELDS | PARSE_NO_REGISTERS;
	const struct parse_lookup lookup = {
		.find_type = fetch_find_type,
		.names = &names.types.names,
	};
	int ret;

	field_names_init(&names, sample_layout, types);
	memset(test, 0, sizeof(*test));
	snprintf(test->line, sizeof(test->line), "e a.b %s", arguments);
	ret = parse_command_split(&test->cmd, test->line);
	ret = ret ?: parse_event_place(&test->cmd, &test->def);
	ret = ret ?: parse_expand_arguments(&test->cmd, flags, lookup.names);
	for (; !ret && test->nr_args < test->cmd.nr_args; test->nr_args++) {
		ret = parse_probe_argument(&test->cmd, test->nr_args, flags, &lookup, test->args);
		ret = ret ?: fetch_check_argument(&test->args[test->nr_args], &test->cmd.error);
	}
	return ret;
}

static void create(struct fetch_test *test, const char *arguments)
{
	assert_int_equal(parse(test, arguments, btf), 0);
	test->layout = fetch_layout_create(&probe_event_head, test->args, test->nr_args,
					   &test->cmd.error);
	assert_false(IS_ERR(test->layout));
	test->program = fetch_program_create(test->layout, &fetch_record_frame, test->args,
					     test->nr_args, NULL);
	assert_false(IS_ERR(test->program));
	/* A program does not need the arguments it was made of. */
	memset(test->args, 0x6b, sizeof(test->args));
}

/* A hit with the first @size bytes of the sample, alone in memory of that size. */
static unsigned int run(struct fetch_test *test, size_t size, char *line, size_t line_size)
{
	u8 *frame = kmalloc(size ?: 1, GFP_KERNEL), *record = kmalloc(FETCH_RECORD_MAX, GFP_KERNEL);
	struct fetch_source source = { .frame = frame, .frame_size = size };
	size_t len = test->layout->static_size;
	struct text_buffer text;

	memcpy(frame, &sample, size);
	if (test->layout->dynamic)
		len = fetch_program_run_dynamic(test->program, &source, record, FETCH_RECORD_MAX);
	else
		fetch_program_run(test->program, &source, record);
	assert_int_equal(fake_pagefaults_disabled, 0);
	text_buffer_init(&text, line, line_size);
	fetch_print_arguments(&text, test->layout, record, len, NULL);
	assert_false(text.overflow);
	kfree(record);
	kfree(frame);
	return source.faults;
}

static void values(void **state)
{
	static const struct {
		const char *arguments;
		const char *text;
		unsigned int faults;
	} cases[] = {
		{ "$number:s32 a=$number:u8 b=number:x16", " arg1=-7 a=249 b=0xfff9" },
		{ "number", " number=0xfffffffffffffff9" },
		{ "$half:x32 byte wide:s64", " arg1=0xfedc byte=0x80 wide=-2" },
		{ "byte:s8 low=$half:b4@4/16", " byte=-128 low=13" },
		{ "chars:string", " chars=\"characters\"" },
		{ "a=+4($chars):string b=+1($chars):char", " a=\"acters\" b='h'" },
		{ "a=+0($chars):u8[3] b=+14($chars):u8[4]", " a={99,104,97} b={0,0,1,2}" },
		{ "location:string rel=$relative:string", " location=\"text\" rel=\"ext\"" },
		{ "a=+2($location):char", " a='x'" },
		{ "four:x32", " four=0x4030201" },
		{ "text=+0($pointer):string", " text=\"memory\"" },
		{ "a=+0(pointer):char", " a='m'" },
		/* Behind the record, and before it */
		{ "a=+4096($chars):u8 b=-100($chars):u64", " a=0 b=0", 2 },
		{ "a=+4096($chars):string", " a=(fault)", 1 },
		/* The record is no memory of a program. */
		{ "a=+u0($chars):u8 b=$chars:ustring", " a=0 b=(fault)", 2 },
		{ "name=$comm:string \\\"text\":string c=\\42:u8", " name=\"cat\" arg2=\"text\" c=42" },
		{ "(outer)pointer->nested.count", " arg1=42" },
		{ "n=(outer)$pointer->nested.count", " n=42" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		static struct fetch_test test;
		char line[512];

		print_message("%s\n", cases[i].arguments);
		create(&test, cases[i].arguments);
		assert_int_equal(run(&test, sizeof(sample), line, sizeof(line)), cases[i].faults);
		assert_string_equal(line, cases[i].text);
		fetch_test_destroy(&test);
	}
}

/* What is not in the record is a fault, whatever the size; the address sanitizer sees what is read. */
static void short_records(void **state)
{
	static const struct {
		const char *argument;
		size_t needs;
	} cases[] = {
		{ "number:s32", offsetof(struct sample_record, number) + 4 },
		{ "half:u16", offsetof(struct sample_record, half) + 2 },
		{ "byte:u8", offsetof(struct sample_record, byte) + 1 },
		{ "wide:s64", offsetof(struct sample_record, wide) + 8 },
		{ "a=+3($chars):u8", offsetof(struct sample_record, chars) + 16 },
		{ "a=+15($chars):u32", offsetof(struct sample_record, chars) + 19 },
		{ "chars:string", offsetof(struct sample_record, chars) + 16 },
		{ "location:string", offsetof(struct sample_record, text) + 5 },
		{ "relative:string", offsetof(struct sample_record, text) + 5 },
		{ "a=+2($location):u8", offsetof(struct sample_record, text) + 5 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		static struct fetch_test test;

		create(&test, cases[i].argument);
		for (size_t size = sizeof(sample.header); size <= sizeof(sample); size++) {
			char line[128];

			assert_int_equal(run(&test, size, line, sizeof(line)), size < cases[i].needs);
		}
		fetch_test_destroy(&test);
	}
}

/* Runs a program of fields alone on the bytes that it says it reads. Returns the record, which is the caller's. */
static u8 *run_fields(const struct fetch_test *test)
{
	u8 *frame = kmalloc(test->program->fields_end, GFP_KERNEL);
	u8 *record = kmalloc(test->layout->static_size, GFP_KERNEL);

	memcpy(frame, &sample, test->program->fields_end);
	memset(record, 0x5a, test->layout->static_size);
	fetch_program_run_fields(test->program, frame, record);
	kfree(frame);
	return record;
}

/* The record of a program of fields alone is what the other ways to run the program make. */
static void fields_alone(void **state)
{
	static const char * const fields[] = { "number", "half", "byte", "wide", "pointer" };
	static const unsigned int end[] = {
		offsetofend(struct sample_record, number), offsetofend(struct sample_record, half),
		offsetofend(struct sample_record, byte), offsetofend(struct sample_record, wide),
		offsetofend(struct sample_record, pointer),
	};
	static const char * const types[] = { "u8", "s16", "x32", "u64", "s64", "s8", "u16" };
	const unsigned int nr = ARRAY_SIZE(fields) * ARRAY_SIZE(types);
	static struct fetch_test test;
	u8 expected[FETCH_RECORD_MAX], *record;
	char line[80];

	for (unsigned int i = 0; i < nr * nr; i++) {
		struct fetch_source source = { .frame = &sample, .frame_size = sizeof(sample) };
		unsigned int a = i % nr, b = i / nr;
		unsigned int field_a = a % ARRAY_SIZE(fields), field_b = b % ARRAY_SIZE(fields);

		snprintf(line, sizeof(line), "a=%s:%s b=%s:%s", fields[field_a],
			 types[a / ARRAY_SIZE(fields)], fields[field_b], types[b / ARRAY_SIZE(fields)]);
		create(&test, line);
		assert_true(fetch_program_is_fields(test.program));
		assert_int_equal(test.program->fields_end, max(end[field_a], end[field_b]));
		record = run_fields(&test);
		memset(expected, 0x5a, sizeof(expected));
		fetch_program_run_bounded(test.program, &source, expected);
		assert_memory_equal(record, expected, test.layout->static_size);
		memset(expected, 0x5a, sizeof(expected));
		fetch_program_run(test.program, &source, expected);
		assert_memory_equal(record, expected, test.layout->static_size);
		kfree(record);
		fetch_test_destroy(&test);
	}
}

static void not_fields_alone(void **state)
{
	static const char * const arguments[] = {
		"number half chars:string", "byte n=$comm", "n=\\1", "byte a=+0($pointer):u8", "number:b4@2/32",
		"byte a=+1($chars):u8", "location:string byte",
	};
	static struct fetch_test test;

	for (size_t i = 0; i < ARRAY_SIZE(arguments); i++) {
		print_message("%s\n", arguments[i]);
		create(&test, arguments[i]);
		assert_false(fetch_program_is_fields(test.program));
		fetch_test_destroy(&test);
	}
	create(&test, "");
	assert_true(fetch_program_is_fields(test.program));
	assert_int_equal(test.program->fields_end, 0);
	fetch_test_destroy(&test);
}

static void refused(void **state)
{
	static const struct {
		const char *argument;
		bool without_types;
		int ret;
		enum parse_error_code code;
		unsigned int pos;	/* in the argument */
	} cases[] = {
		{ "none", false, -EINVAL, PARSE_NO_EVENT_FIELD, 0 },
		{ "x=common_pid", false, -EINVAL, PARSE_NO_EVENT_FIELD, 2 },
		{ "x=(outer)none->half", false, -EINVAL, PARSE_BAD_ATTACH_ARG, 9 },
		{ "x=(outer)pointer", false, -EINVAL, PARSE_TYPECAST_REQ_FIELD, 16 },
		{ "x=(outer)pointer->none", false, -ENOENT, PARSE_NO_BTF_FIELD, 18 },
		{ "x=(outer)pointer->half", true, -EOPNOTSUPP, PARSE_NOSUP_BTFARG, 2 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		static struct fetch_test test;
		int ret = parse(&test, cases[i].argument, cases[i].without_types ? NULL : btf);

		print_message("%s\n", cases[i].argument);
		assert_int_equal(ret, cases[i].ret);
		assert_int_equal(test.cmd.error.code, cases[i].code);
		assert_int_equal(test.cmd.error.pos, strlen("e a.b ") + cases[i].pos);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values),
		cmocka_unit_test(short_records),
		cmocka_unit_test(fields_alone),
		cmocka_unit_test(not_fields_alone),
		cmocka_unit_test(refused),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
