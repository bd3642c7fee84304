// SPDX-License-Identifier: GPL-2.0
/*
 * Format files byte for byte, and records that are damaged.
 */
#include "cmocka_all.h"
#include "fake_kernel.h"
#include "fetch_test.h"

static int no_symbol(const char *symbol, unsigned long *address)
{
	return -ENOENT;
}

#define COMMON									\
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"	\
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"	\
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n" \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n"

/* As a 6.1 kernel prints them */
static const struct {
	const char *definition;
	const char *format;
} formats[] = {
	{ "p:ev f",
	  "name: ev\nID: 1500\nformat:\n" COMMON "\n"
	  "\tfield:unsigned long __probe_ip;\toffset:8;\tsize:8;\tsigned:0;\n"
	  "\nprint fmt: \"(%lx)\", REC->__probe_ip\n" },
	{ "p:ev f %di b=%si:s32 name=+0(%dx):string c=%di:x8 sym=%di:symbol d=%di:b4@4/16 e=%si:s64",
	  "name: ev\nID: 1500\nformat:\n" COMMON "\n"
	  "\tfield:unsigned long __probe_ip;\toffset:8;\tsize:8;\tsigned:0;\n"
	  "\tfield:u64 arg1;\toffset:16;\tsize:8;\tsigned:0;\n"
	  "\tfield:s32 b;\toffset:24;\tsize:4;\tsigned:1;\n"
	  "\tfield:__data_loc char[] name;\toffset:28;\tsize:4;\tsigned:1;\n"
	  "\tfield:u8 c;\toffset:32;\tsize:1;\tsigned:0;\n"
	  "\tfield:u64 sym;\toffset:33;\tsize:8;\tsigned:0;\n"
	  "\tfield:u16 d;\toffset:41;\tsize:2;\tsigned:0;\n"
	  "\tfield:s64 e;\toffset:43;\tsize:8;\tsigned:1;\n"
	  "\nprint fmt: \"(%lx) arg1=0x%Lx b=%d name=\\\"%s\\\" c=0x%x sym=%pS d=%u e=%Ld\", "
	  "REC->__probe_ip, REC->arg1, REC->b, __get_str(name), REC->c, REC->sym, REC->d, REC->e\n" },
	{ "r:ev f $retval a=+0($retval):u8[3] s=+0($retval):string[2] c=$retval:char",
	  "name: ev\nID: 1500\nformat:\n" COMMON "\n"
	  "\tfield:unsigned long __probe_func;\toffset:8;\tsize:8;\tsigned:0;\n"
	  "\tfield:unsigned long __probe_ret_ip;\toffset:16;\tsize:8;\tsigned:0;\n"
	  "\tfield:u64 arg1;\toffset:24;\tsize:8;\tsigned:0;\n"
	  "\tfield:u8 a[];\toffset:32;\tsize:3;\tsigned:0;\n"
	  "\tfield:__data_loc char[][2] s;\toffset:35;\tsize:8;\tsigned:1;\n"
	  "\tfield:u8 c;\toffset:43;\tsize:1;\tsigned:0;\n"
	  "\nprint fmt: \"(%lx <- %lx) arg1=0x%Lx a={%u,%u,%u} s={\\\"%s\\\",\\\"%s\\\"} c='%c'\", "
	  "REC->__probe_func, REC->__probe_ret_ip, REC->arg1, REC->a[0], REC->a[1], REC->a[2], "
	  "__get_str(s[0]), __get_str(s[1]), REC->c\n" },
};

static void format_files(void **state)
{
	struct text_buffer text;
	struct fetch_test test;
	char page[4096];

	for (size_t i = 0; i < ARRAY_SIZE(formats); i++) {
		assert_int_equal(fetch_test_create(&test, formats[i].definition, no_symbol), 0);
		text_buffer_init(&text, page, sizeof(page));
		fetch_print_format(&text, test.def.event, 1500, test.layout);
		assert_string_equal(page, formats[i].format);
		fetch_test_destroy(&test);
	}
}

struct damage {
	u32 loc;
	const char *text;
};

/* The record is 28 bytes: head, location word, "abcdefgh" without an end. */
static void damaged_locations(void **state)
{
	static const struct damage cases[] = {
		{ 3 << 16 | 20, " arg1=\"abc\"" },
		{ 8 << 16 | 20, " arg1=\"abcdefgh\"" },
		{ 9 << 16 | 20, " arg1=\"abcdefgh\"" },
		{ 0xffff0000 | 20, " arg1=\"abcdefgh\"" },
		{ 0xffff0000 | 27, " arg1=\"h\"" },
		{ 0xffff0000 | 28, " arg1=(fault)" },
		{ 0xffffffff, " arg1=(fault)" },
		{ 0 << 16 | 20, " arg1=(fault)" },
	};
	u8 *record = kmalloc(28, GFP_KERNEL);
	struct text_buffer text;
	struct fetch_test test;
	char line[64];

	memcpy(record + 20, "abcdefgh", 8);
	assert_int_equal(fetch_test_create(&test, "p f +0(%di):string", no_symbol), 0);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		memcpy(record + 16, &cases[i].loc, 4);
		text_buffer_init(&text, line, sizeof(line));
		fetch_print_arguments(&text, test.layout, record, 28, NULL);
		assert_string_equal(line, cases[i].text);
	}
	fetch_test_destroy(&test);
	kfree(record);
}

/* Records that end too early, at every byte */
static void short_records(void **state)
{
	struct text_buffer text;
	struct fetch_test test;
	char line[256];

	assert_int_equal(fetch_test_create(&test, "p f %di:x32 +0(%di):u8[4] +0(%di):string "
					   "+0(%di):string[2] %di:symbol", no_symbol), 0);
	for (size_t size = 1; size < test.layout->static_size; size++) {
		u8 *record = kzalloc(size, GFP_KERNEL);

		text_buffer_init(&text, line, sizeof(line));
		fetch_print_arguments(&text, test.layout, record, size, NULL);
		assert_false(text.overflow);
		assert_int_equal(!!strstr(line, "arg1=(fault)"), size < 20);
		assert_non_null(strstr(line, "arg5=(fault)"));
		kfree(record);
	}
	fetch_test_destroy(&test);
}

static void tiny_text(void **state)
{
	struct text_buffer text;
	struct fetch_test test;
	char whole[64];
	u8 record[32] = { };

	assert_int_equal(fetch_test_create(&test, "p f a=%di b=%si:u32", no_symbol), 0);
	text_buffer_init(&text, whole, sizeof(whole));
	fetch_print_arguments(&text, test.layout, record, sizeof(record), NULL);
	assert_string_equal(whole, " a=0x0 b=0");
	for (size_t size = 1; size <= strlen(whole) + 1; size++) {
		char *line = kmalloc(size, GFP_KERNEL);

		text_buffer_init(&text, line, size);
		fetch_print_arguments(&text, test.layout, record, sizeof(record), NULL);
		assert_int_equal(text.overflow, size <= strlen(whole));
		assert_memory_equal(line, whole, size - 1);
		assert_int_equal(line[size - 1], 0);
		kfree(line);
	}
	fetch_test_destroy(&test);
}

/* As the kernel does, up to 7.2: the character itself, whatever it is. */
static void characters(void **state)
{
	static const char want[] = " c='\0' d='A' e='\xc8'";
	struct text_buffer text;
	struct fetch_test test;
	u8 record[19] = { [16] = 0, [17] = 'A', [18] = 0xc8 };
	char line[64];

	assert_int_equal(fetch_test_create(&test, "p f c=%di:char d=%di:char e=%di:char", no_symbol), 0);
	text_buffer_init(&text, line, sizeof(line));
	fetch_print_arguments(&text, test.layout, record, sizeof(record), NULL);
	assert_int_equal(text.len, sizeof(want) - 1);
	assert_memory_equal(line, want, sizeof(want));
	fetch_test_destroy(&test);
}

static void print_number_as_symbol(const struct fetch_symbols *symbols, struct text_buffer *text,
				   unsigned long address)
{
	text_printf(text, "<%lx>", address);
}

static const struct fetch_symbols bracket_symbols = { .print = print_number_as_symbol };

/* What print_event_fields() of Linux 7.2 printed of the same bytes, but for the symbols */
static void fields_by_size(void **state)
{
	static const char want[] =
		" __probe_ip=<fffffffffffffffe> (-2) a='A'(65) b=(10) c='\xa0'(160) d='\xff'(255) e=(159)"
		" f=0xffff (65535) g=0xfffffffe (-2) h=<0> (0) i=0x4030201 (67305985) j=<INVALID-SIZE>";
	struct text_buffer text;
	struct fetch_test test;
	u8 record[43] = { [16] = 'A', 10, 0xa0, 0xff, 0x9f, 0xff, 0xff, 0xfe, 0xff, 0xff, 0xff };
	char line[256];

	assert_int_equal(fetch_test_create(&test, "p f a=%di:u8 b=%di:s8 c=%di:x8 d=%di:char e=%di:b4@0/8 "
					   "f=%di:s16 g=%di:u32 h=%di:symbol i=+0(%di):u8[4] "
					   "j=+0(%di):u8[3]", no_symbol), 0);
	memset(record + 8, 0xff, 8);
	record[8] = 0xfe;
	memcpy(record + 35, (u8[]){ 1, 2, 3, 4 }, 4);
	text_buffer_init(&text, line, sizeof(line));
	fetch_print_fields(&text, test.layout, record, sizeof(record), &bracket_symbols);
	assert_string_equal(line, want);
	fetch_test_destroy(&test);
}

/* The record is 29 bytes: head, two location words, "ab\0\xe9\n". */
static void fields_that_are_strings(void **state)
{
	static const struct damage cases[] = {
		{ 3 << 16 | 24, "ab" },
		{ 2 << 16 | 24, "ab" },
		{ 0 << 16 | 24, "" },
		{ 0, "" },
		{ 5 << 16 | 24, "ab... (61:62:00:e9:0a)" },
		{ 1 << 16 | 28, ". (0a)" },
		{ 6 << 16 | 24, "<OVERFLOW>" },
		{ 0xffffffff, "<OVERFLOW>" },
	};
	u8 *record = kzalloc(29, GFP_KERNEL);
	struct text_buffer text;
	struct fetch_test test;
	char line[128];

	memcpy(record + 24, "ab\0\xe9\n", 5);
	assert_int_equal(fetch_test_create(&test, "p f +0(%di):string[2]", no_symbol), 0);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		memcpy(record + 16, &cases[i].loc, 4);
		text_buffer_init(&text, line, sizeof(line));
		fetch_print_fields(&text, test.layout, record, 29, &bracket_symbols);
		assert_ptr_equal(strstr(line, " __probe_ip=<0> (0) arg1="), line);
		assert_string_equal(strstr(line, "arg1=") + 5, cases[i].text);
	}
	fetch_test_destroy(&test);
	kfree(record);
}

static void fields_of_short_records(void **state)
{
	struct text_buffer text;
	struct fetch_test test;
	char line[256];

	assert_int_equal(fetch_test_create(&test, "p f %di:x32 +0(%di):u8[4] +0(%di):string "
					   "+0(%di):string[2] %di:symbol", no_symbol), 0);
	for (size_t size = 1; size < test.layout->static_size; size++) {
		u8 *record = kzalloc(size, GFP_KERNEL);

		text_buffer_init(&text, line, sizeof(line));
		fetch_print_fields(&text, test.layout, record, size, &bracket_symbols);
		assert_false(text.overflow);
		assert_int_equal(!!strstr(line, "arg1=<OVERFLOW>"), size < 20);
		assert_non_null(strstr(line, "arg5=<OVERFLOW>"));
		kfree(record);
	}
	fetch_test_destroy(&test);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(format_files),
		cmocka_unit_test(damaged_locations),
		cmocka_unit_test(short_records),
		cmocka_unit_test(tiny_text),
		cmocka_unit_test(characters),
		cmocka_unit_test(fields_by_size),
		cmocka_unit_test(fields_that_are_strings),
		cmocka_unit_test(fields_of_short_records),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
