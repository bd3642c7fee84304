// SPDX-License-Identifier: GPL-2.0
/*
 * The front of a line of trace: numbers of every width, each flag alone and together, both kinds of
 * clock. printf() with the format that ftrace.rst implies says what is right.
 */
#include <linux/kernel.h>
#include <linux/string.h>

#include "cmocka_all.h"
#include "kernel/record/record.h"
#include "kernel/output/trace_front.h"

static struct record_header header;
static struct trace_front front;
static char text[TRACE_FRONT_MAX];

static int start(void **state)
{
	header = (struct record_header){ .type = 5, .pid = 1977 };
	front = (struct trace_front){
		.comm	= "            bash",
		.header	= &header,
		.cpu	= 0,
		.time	= 17284993000ULL,
		.in_ns	= true,
		.flags	= true,
	};
	return 0;
}

static const char *shown(void)
{
	size_t len;

	memset(text, 'x', sizeof(text));
	len = trace_front_write(text, &front);
	assert_true(len < sizeof(text));
	assert_int_equal(len, strlen(text));
	return text;
}

static void whole_line(void **state)
{
	assert_string_equal(shown(), "            bash-1977    [000] .....    17.284993: ");
}

static void no_flags(void **state)
{
	front.flags = false;
	assert_string_equal(shown(), "            bash-1977    [000]     17.284993: ");
}

static void tgids(void **state)
{
	front.tgids = true;
	assert_string_equal(shown(),
			    "            bash-1977    (-------) [000] .....    17.284993: ");
	front.tgid = 1970;
	assert_string_equal(shown(),
			    "            bash-1977    (   1970) [000] .....    17.284993: ");
	front.tgid = 4194304;
	assert_string_equal(shown(),
			    "            bash-1977    (4194304) [000] .....    17.284993: ");
}

static void pids(void **state)
{
	static const int pids[] = { 0, 9, 10, 32768, 999999, 1000000, 4194304, 9999999, 10000000,
				    2147483647 };
	char expected[TRACE_FRONT_MAX];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(pids); i++) {
		header.pid = pids[i];
		snprintf(expected, sizeof(expected), "%16s-%-7d [000] .....    17.284993: ", "bash",
			 pids[i]);
		assert_string_equal(shown(), expected);
	}
}

static void cpus(void **state)
{
	static const unsigned int cpus[] = { 1, 10, 99, 100, 999, 1000, 8191 };
	char expected[TRACE_FRONT_MAX];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(cpus); i++) {
		front.cpu = cpus[i];
		snprintf(expected, sizeof(expected), "%16s-1977    [%03u] .....    17.284993: ",
			 "bash", cpus[i]);
		assert_string_equal(shown(), expected);
	}
}

/* Nanoseconds are rounded to microseconds, halves up. */
static void times_in_seconds(void **state)
{
	static const struct {
		u64 time;
		const char *shown;
	} times[] = {
		{ 0,				"    0.000000" },
		{ 499,				"    0.000000" },
		{ 500,				"    0.000001" },
		{ 999999499,			"    0.999999" },
		{ 999999500,			"    1.000000" },
		{ 12345678901234ULL,		"12345.678901" },
		{ 123456789012345678ULL,	"123456789.012346" },
	};
	char expected[TRACE_FRONT_MAX];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(times); i++) {
		front.time = times[i].time;
		snprintf(expected, sizeof(expected), "            bash-1977    [000] ..... %s: ",
			 times[i].shown);
		assert_string_equal(shown(), expected);
	}
}

static void times_as_they_are(void **state)
{
	static const u64 times[] = { 0, 9, 10, 999999999999ULL, 1000000000000ULL,
				     9999999999999999999ULL, 10000000000000000000ULL, U64_MAX };
	char expected[TRACE_FRONT_MAX];
	unsigned int i;

	front.in_ns = false;
	for (i = 0; i < ARRAY_SIZE(times); i++) {
		front.time = times[i];
		snprintf(expected, sizeof(expected), "%16s-1977    [000] ..... %12llu: ", "bash",
			 (unsigned long long)times[i]);
		assert_string_equal(shown(), expected);
	}
}

static void longest(void **state)
{
	header.pid = 2147483647;
	front.cpu = 4294967295U;
	front.time = U64_MAX;
	front.in_ns = false;
	assert_string_equal(shown(), "            bash"
			    "-2147483647 [4294967295] ..... 18446744073709551615: ");
}

static void flags(void **state)
{
	static const struct {
		u8 flags;
		u8 preempt_count;
		const char *shown;
	} rows[] = {
		{ RECORD_IRQS_OFF,				0,	"d...." },
		{ RECORD_BH_OFF,				0,	"b...." },
		{ RECORD_IRQS_OFF | RECORD_BH_OFF,		0,	"D...." },
		{ RECORD_NEED_RESCHED,				0,	".n..." },
		{ RECORD_PREEMPT_RESCHED,			0,	".p..." },
		{ RECORD_NEED_RESCHED | RECORD_PREEMPT_RESCHED,	0,	".N..." },
		{ RECORD_NEED_RESCHED_LAZY,			0,	".l..." },
		{ RECORD_NEED_RESCHED_LAZY | RECORD_NEED_RESCHED,
								0,	".b..." },
		{ RECORD_NEED_RESCHED_LAZY | RECORD_PREEMPT_RESCHED,
								0,	".L..." },
		{ RECORD_NEED_RESCHED_LAZY | RECORD_NEED_RESCHED | RECORD_PREEMPT_RESCHED,
								0,	".B..." },
		{ RECORD_SOFTIRQ,				0,	"..s.." },
		{ RECORD_HARDIRQ,				0,	"..h.." },
		{ RECORD_HARDIRQ | RECORD_SOFTIRQ,		0,	"..H.." },
		{ RECORD_NMI,					0,	"..z.." },
		{ RECORD_NMI | RECORD_SOFTIRQ,			0,	"..z.." },
		{ RECORD_NMI | RECORD_HARDIRQ,			0,	"..Z.." },
		{ RECORD_NMI | RECORD_HARDIRQ | RECORD_SOFTIRQ,	0,	"..Z.." },
		{ 0,						0x01,	"...1." },
		{ 0,						0x0f,	"...f." },
		{ 0,						0x10,	"....1" },
		{ 0,						0xfa,	"...af" },
		{ 0xff,						0xff,	"DBZff" },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		header.flags = rows[i].flags;
		header.preempt_count = rows[i].preempt_count;
		assert_memory_equal(shown() + strlen("            bash-1977    [000] "),
				    rows[i].shown, 5);
	}
}

/* Where the bit of "preempt" says "lazily", the letters are those that this has elsewhere. */
static void lazy_for_preempt(void **state)
{
	static const struct {
		u8 flags;
		char shown;
	} rows[] = {
		{ 0,						'.' },
		{ RECORD_NEED_RESCHED,				'n' },
		{ RECORD_PREEMPT_RESCHED,			'l' },
		{ RECORD_NEED_RESCHED | RECORD_PREEMPT_RESCHED,	'b' },
	};
	unsigned int i;

	front.lazy_for_preempt = true;
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		header.flags = rows[i].flags;
		assert_int_equal(shown()[strlen("            bash-1977    [000] .")], rows[i].shown);
	}
}

/* The strokes of the titles point at the columns. */
static void titles(void **state)
{
	const char *last = strstr(trace_front_titles(true, false), "#              | |");

	assert_non_null(last);
	assert_int_equal(strstr(last, "|||||") - last, strstr(shown(), ".....") - text);
	assert_null(strstr(trace_front_titles(false, false), "|||||"));
	assert_non_null(strstr(trace_front_titles(false, false), "CPU#     TIMESTAMP"));
	assert_null(strstr(trace_front_titles(true, false), "TGID"));
	assert_null(strstr(trace_front_titles(false, false), "TGID"));
}

static void titles_with_tgids(void **state)
{
	const char *last = strstr(trace_front_titles(true, true), "#              | |");

	front.tgids = true;
	assert_non_null(last);
	assert_int_equal(strstr(last, "|||||") - last, strstr(shown(), ".....") - text);
	assert_null(strstr(trace_front_titles(false, true), "|||||"));
	assert_non_null(strstr(trace_front_titles(false, true), "TGID    CPU#     TIMESTAMP"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(whole_line, start),
		cmocka_unit_test_setup(no_flags, start),
		cmocka_unit_test_setup(tgids, start),
		cmocka_unit_test_setup(pids, start),
		cmocka_unit_test_setup(cpus, start),
		cmocka_unit_test_setup(times_in_seconds, start),
		cmocka_unit_test_setup(times_as_they_are, start),
		cmocka_unit_test_setup(longest, start),
		cmocka_unit_test_setup(flags, start),
		cmocka_unit_test_setup(lazy_for_preempt, start),
		cmocka_unit_test_setup(titles, start),
		cmocka_unit_test_setup(titles_with_tgids, start),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
