// SPDX-License-Identifier: GPL-2.0
/*
 * Filters, evaluated on records.
 */
#include "filter_test.h"
#include "cmocka_all.h"
#include "fetch/fetch_op.h"

int standin_alloc_fail_at;

static struct fetch_layout *layout;
static struct filter_test_record record;

static int create_layout(void **state)
{
	layout = filter_test_layout(&probe_entry_head);
	filter_test_fill(&record, layout);
	return 0;
}

static int destroy_layout(void **state)
{
	kfree(layout);
	return 0;
}

static struct event_filter *create(const char *text)
{
	struct event_filter *filter = NULL;
	struct filter_error error;
	int ret = event_filter_create(layout, text, &filter, &error);

	if (ret)
		fail_msg("%s: %d, %s at %u", text, ret, filter_error_text(error.code), error.pos);
	return filter;
}

/*
 * A probe that stores a register in each field that is a plain number. Above a field it has other
 * bits.
 */
static struct fetch_program *create_program(const struct filter_test_record *from, u64 *regs)
{
	struct fetch_program *program;
	unsigned int i;

	program = kzalloc(struct_size(program, op, layout->nr_fields), GFP_KERNEL);
	for (i = 0; i < layout->nr_fields; i++) {
		const struct fetch_field *field = &layout->field[i];
		struct fetch_op *op = &program->op[program->nr_ops++];

		op->to = field->offset;
		op->from = i * sizeof(*regs);
		op->code = field->count || field->dynamic ? FETCH_GENERAL :
			   field->size == 8 ? FETCH_REGISTER : FETCH_NARROW;
		regs[i] = 0x5a5a5a5a5a5a5a5a;
		memcpy(&regs[i], from->bytes + field->offset, min_t(size_t, field->size, 8));
	}
	return program;
}

/* What can be said by the registers alone is the same. */
static void check_registers(const struct event_filter *filter,
			    const struct filter_test_record *from, bool expect)
{
	u64 regs[ARRAY_SIZE(filter_test_fields)];
	struct fetch_program *program = create_program(from, regs);
	int ret = event_filter_match_registers(filter, program, regs);

	if (event_filter_reads_registers(filter, program))
		assert_int_equal(ret, expect);
	else if (ret != -1)	/* what it can't say was not asked for */
		assert_int_equal(ret, expect);
	kfree(program);
}

static void registers_decide(void **state)
{
	static const char *const yes[] = {
		"u64 == 5", "s8 < 0 && u16 > 3", "cpu == 3 || u32 & 4", "comm == \"cat\"", "sym != 0",
	};
	static const char *const no[] = {
		"s == \"hello\"", "common_pid == 3", "__probe_ip != 0", "u64 == 5 && cs == 97", "ar == 3",
	};
	u64 regs[ARRAY_SIZE(filter_test_fields)];
	struct fetch_program *program = create_program(&record, regs);
	struct event_filter *filter;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(yes); i++) {
		filter = create(yes[i]);
		assert_true(event_filter_reads_registers(filter, program));
		event_filter_destroy(filter);
	}
	for (i = 0; i < ARRAY_SIZE(no); i++) {
		filter = create(no[i]);
		assert_false(event_filter_reads_registers(filter, program));
		event_filter_destroy(filter);
	}
	kfree(program);
}

/* The record is given in memory of just its size. */
static bool match_record(const struct event_filter *filter, const struct filter_test_record *from)
{
	void *bytes = malloc(from->size);
	bool ret;

	memcpy(bytes, from->bytes, from->size);
	ret = event_filter_match(filter, bytes, from->size);
	free(bytes);
	if (from->size >= layout->static_size)
		check_registers(filter, from, ret);
	return ret;
}

static bool match(const char *text)
{
	struct event_filter *filter = create(text);
	bool ret = match_record(filter, &record);

	event_filter_destroy(filter);
	return ret;
}

static void check_all(const char *const *text, size_t nr, bool expect)
{
	for (; nr; text++, nr--)
		if (match(*text) != expect)
			fail_msg("%s: %s", *text, expect ? "no match" : "matches");
}

#define MATCH(...) do {							\
	static const char *const text[] = { __VA_ARGS__ };		\
									\
	check_all(text, ARRAY_SIZE(text), true);			\
} while (0)

#define DIFFER(...) do {						\
	static const char *const text[] = { __VA_ARGS__ };		\
									\
	check_all(text, ARRAY_SIZE(text), false);			\
} while (0)

static void unsigned_numbers(void **state)
{
	MATCH("u8 == 200", "u8 == 0xc8", "u8 == 0310", "u8 != 199", "u8 > 199", "u8 >= 200",
	      "u8 < 201", "u8 <= 200", "u8 & 8", "u8 & 0xff", "ch == 120",
	      "u16 == 60000", "u16 > 1000", "u16 & 0x8000",
	      "u32 == 4000000000", "u32 >= 4000000000", "u32 > 2000000000",
	      "u64 == 0xffff888000000010", "u64 > 0x7fffffffffffffff", "u64 & 0x10",
	      "u64 <= 18446744073709551615", "sym > 0", "x64 < 0x8000000000000000");
	DIFFER("u8 == 201", "u8 != 200", "u8 > 200", "u8 >= 201", "u8 < 200", "u8 <= 199",
	       "u8 & 7", "u8 & 0", "u16 < 1000", "u32 < 2000000000", "u64 < 0x7fffffffffffffff",
	       "u64 == 0x10", "x64 > 0x8000000000000000");
}

static void signed_numbers(void **state)
{
	MATCH("s8 == -56", "s8 < 0", "s8 <= -56", "s8 > -57", "s8 >= -128", "s8 & 0x80",
	      "s16 == -5536", "s16 < 1000", "s16 >= -5536", "s16 != 5536",
	      "s32 == -2", "s32 < -1", "s32 > -3", "s32 & 0x80000000",
	      "s64 == -5", "s64 < 0", "s64 <= -5", "s64 >= -9223372036854775808", "s64 & 1");
	DIFFER("s8 == 56", "s8 > 0", "s8 < -56", "s16 > 1000", "s32 > 0", "s32 >= -1",
	       "s32 <= -3", "s64 > 9223372036854775807", "s64 > -5", "s64 & 4");
}

/* As the kernel does it: cut to the width of the field. */
static void numbers_out_of_range(void **state)
{
	MATCH("u8 == 456", "u8 == 0xffc8", "u8 < 511", "s8 == 200", "s8 == 0xffffc8",
	      "s8 > 128", "u16 == 125536", "u32 == 0x1ee6b2800", "s32 == 0xfffffffe",
	      "u8 & 0x108");
	DIFFER("u8 == 400", "u8 < 256", "s8 < 128", "u8 & 0x100");
}

static void arrays(void **state)
{
	MATCH("ar == 0x04030201", "ar & 0x200", "ar > 0x03ffffff");
	DIFFER("ar == 1", "ar3 == 0x030201", "ar3 != 0x030201", "ar3 & 1", "ar3 >= 0");
	MATCH("!ar3 == 0", "!ar3 != 0", "sa == 'one'", "cs == 97");
	DIFFER("sa == 'two'");
}

static void common_fields(void **state)
{
	MATCH("common_type == 300", "common_flags == 0x41", "common_flags & 1",
	      "common_preempt_count == 2", "common_pid == 1234", "common_pid > -1",
	      "cpu == 3", "CPU != 4", "common_cpu < 4", "cpu >= 3", "cpu > -1", "cpu & 2",
	      "comm == \"cat\"", "COMM ~ \"c*\"", "comm ~ '*at'", "comm != 'dog'",
	      "__probe_ip == 0xffffffff81001004");
	DIFFER("common_pid == 1235", "cpu == 2", "cpu < 3", "cpu == -1", "cpu & 4",
	       "comm == 'ca'", "comm ~ '*og'", "COMM != \"cat\"", "__probe_ip == 0");
	/* trace-cmd keeps its own recorders out like that */
	MATCH("((u8 == 200))&&((common_pid<500||common_pid>502))");
	DIFFER("((u8 == 200))&&((common_pid<1234||common_pid>1235))");
}

static void strings(void **state)
{
	MATCH("s == \"hello world\"", "s == 'hello world'", "s != 'hello'", "s ~ 'hello*'",
	      "s ~ '*world'", "s ~ '*lo wo*'", "s ~ 'h*o?wor[k-m]d'", "s ~ '!bye*'",
	      "us ~ '/etc/*'", "us.ustring == '/etc/passwd'", "ss ~ 'vfs_read*'",
	      "none == ''", "none ~ '*'", "none != 'x'");
	DIFFER("s == 'hello'", "s == 'hello worlds'", "s != 'hello world'", "s ~ 'world*'",
	       "s ~ '*hello'", "s ~ '!hello*'", "s ~ 'hello'", "none ~ '?*'", "none == 'x'",
	       "s == 'h*'");
}

static void cpu_lists(void **state)
{
	MATCH("cpu == CPUS{3}", "cpu & CPUS{3}", "cpu & CPUS{0-3}", "cpu & CPUS{1,3,5}",
	      "cpu != CPUS{2}", "cpu != CPUS{3,4}", "cpu != CPUS{0-2}",
	      "i1 == CPUS{3}", "i1 & CPUS{2-4}", "i1 != CPUS{2-4}",
	      "i3 == CPUS{63}", "i3 & CPUS{60-63}", "i4 != CPUS{0}", "i2 != CPUS{1}");
	DIFFER("cpu == CPUS{2}", "cpu == CPUS{3,4}", "cpu & CPUS{0-2}", "cpu & CPUS{2}",
	       "cpu != CPUS{3}", "cpu & CPUS{,}", "i1 == CPUS{2-4}", "i1 & CPUS{4-8}",
	       "i1 != CPUS{3}");
	/* These are no CPUs: neither equal to a set of several nor different from one. */
	DIFFER("i2 & CPUS{0-63}", "i2 == CPUS{0-63}", "i2 != CPUS{0-1}", "i4 & CPUS{0-1}",
	       "i4 == CPUS{0}", "i4 != CPUS{0-1}", "ar3 != CPUS{1}", "ar3 & CPUS{0-3}");
}

static void functions(void **state)
{
	MATCH("__probe_ip.function == vfs_read", "sym.function == mod:init",
	      "sym.function == 0xffffffff81001080", "u64.function != vfs_read",
	      "!u64.function == vfs_read");
	DIFFER("__probe_ip.function != vfs_read", "u64.function == vfs_read");
	filter_test_set(&record, layout, "u64", FUNCTION_START + FUNCTION_SIZE);
	DIFFER("u64.function == vfs_read");
	filter_test_set(&record, layout, "u64", FUNCTION_START);
	MATCH("u64.function == vfs_read");
	filter_test_set(&record, layout, "u64", FUNCTION_START - 1);
	DIFFER("u64.function == vfs_read");
	filter_test_fill(&record, layout);
}

static void logic(void **state)
{
	MATCH("u8 == 200 && s8 == -56", "u8 == 1 || s8 == -56", "u8 == 200 || s8 == 1",
	      "u8 == 1 && s8 == 1 || u16 == 60000", "u16 == 60000 || u8 == 1 && s8 == 1",
	      "!u8 == 1", "!(u8 == 1)", "!!u8 == 200", "!(u8 == 200 && s8 == 1)",
	      "!(u8 == 1 || s8 == 1)", "!u8 == 1 && u16 == 60000", "!(!(u8 == 200))",
	      "(u8 == 1 || u8 == 200) && (s8 == 1 || s8 == -56)");
	DIFFER("u8 == 200 && s8 == 1", "u8 == 1 || s8 == 1", "!u8 == 200",
	       "(u8 == 200 || u8 == 1) && s8 == 1", "!(u8 == 200 || s8 == 1)",
	       "!u8 == 200 || s8 == 1", "!(!(u8 == 1))");
}

/* A random expression over four fields; what appends a part of it returns that part's value. */
struct generator {
	char text[20000];
	size_t len;
	unsigned int seed;
};

static unsigned int next_random(struct generator *g, unsigned int below)
{
	g->seed = g->seed * 1664525 + 1013904223;
	return (g->seed >> 16) % below;
}

static void append(struct generator *g, const char *text)
{
	assert_true(strlen(text) < sizeof(g->text) - g->len);
	strcpy(g->text + g->len, text);
	g->len += strlen(text);
}

/* Bit N of a value: the value in assignment N of 16. */
static u16 append_or(struct generator *g, unsigned int depth);

static u16 append_test(struct generator *g)
{
	static const char *const tests[] = { " == 1", "!=0", " > 0", "&1" };
	static const char *const names[] = { "u8", "s16", "u32", "s64" };
	static const u16 values[] = { 0xaaaa, 0xcccc, 0xf0f0, 0xff00 };
	unsigned int variable = next_random(g, 4);

	append(g, names[variable]);
	append(g, tests[next_random(g, 4)]);
	return values[variable];
}

static u16 append_term(struct generator *g, unsigned int depth)
{
	bool inverted = !next_random(g, 3);
	u16 value;

	if (inverted)
		append(g, next_random(g, 2) ? "! " : "!!!");
	if (depth && next_random(g, 2)) {
		append(g, "(");
		value = append_or(g, depth - 1);
		append(g, ")");
	} else {
		value = append_test(g);
	}
	return inverted ? ~value : value;
}

static u16 append_and(struct generator *g, unsigned int depth)
{
	u16 value = append_term(g, depth);

	while (!next_random(g, 3)) {
		append(g, " && ");
		value &= append_term(g, depth);
	}
	return value;
}

static u16 append_or(struct generator *g, unsigned int depth)
{
	u16 value = append_and(g, depth);

	while (!next_random(g, 3)) {
		append(g, "||");
		value |= append_and(g, depth);
	}
	return value;
}

static void set_assignment(unsigned int n)
{
	filter_test_set(&record, layout, "u8", n & 1);
	filter_test_set(&record, layout, "s16", n >> 1 & 1);
	filter_test_set(&record, layout, "u32", n >> 2 & 1);
	filter_test_set(&record, layout, "s64", n >> 3 & 1);
}

static void agrees_with_the_truth_table(void **state)
{
	static struct generator g = { .seed = 7 };
	unsigned int i, n, mixed = 0;

	for (i = 0; i < 3000; i++) {
		struct event_filter *filter;
		u16 values;

		g.len = 0;
		values = append_or(&g, 3);
		mixed += values && values != 0xffff;
		filter = create(g.text);
		for (n = 0; n < 16; n++) {
			set_assignment(n);
			if (match_record(filter, &record) != (values >> n & 1))
				fail_msg("%s with %u", g.text, n);
		}
		event_filter_destroy(filter);
	}
	assert_in_range(mixed, 1000, 3000);
	filter_test_fill(&record, layout);
}

/* A location that points out of the record is an empty string; nothing outside is read. */
static void bad_locations(void **state)
{
	static const u32 locations[] = {
		0xffffffff, 0x00010fff, 0x7fff0010, 0x00020000 | 511, 0x0000ffff,
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(locations); i++) {
		filter_test_set(&record, layout, "s", locations[i]);
		MATCH("s == ''", "s ~ '*'", "s != 'x'");
		DIFFER("s ~ '?*'", "s == 'x'");
	}
	filter_test_set(&record, layout, "s", 5 << 16 | (record.size - 5));
	MATCH("s == '' || s != 'x'");
	filter_test_fill(&record, layout);
}

/* A string without its NUL ends where its location says. */
static void unterminated_string(void **state)
{
	u32 location = filter_test_add(&record, "abcd");

	record.size--;
	filter_test_set(&record, layout, "s", 4 << 16 | (location & 0xffff));
	MATCH("s == 'abcd'", "s ~ '*cd'", "s ~ 'a?c?'");
	DIFFER("s == 'abc'", "s == 'abcde'");
	filter_test_set(&record, layout, "s", 2 << 16 | (location & 0xffff));
	MATCH("s == 'ab'");
	filter_test_fill(&record, layout);
}

/* Not all fields are there: never a match, whatever is asked. */
static void short_record(void **state)
{
	struct filter_test_record cut = record;
	struct event_filter *filter = create("u8 != 1");

	assert_true(match_record(filter, &cut));
	cut.size = layout->static_size;
	assert_true(match_record(filter, &cut));
	cut.size--;
	assert_false(match_record(filter, &cut));
	cut.size = 1;
	assert_false(match_record(filter, &cut));
	event_filter_destroy(filter);
}

static void comm_fills_its_room(void **state)
{
	memset(standin_current.comm, 'x', TASK_COMM_LEN);
	MATCH("comm == 'xxxxxxxxxxxxxxxx'", "comm ~ '*x'");
	DIFFER("comm == 'xxxxxxxxxxxxxxx'", "comm == 'xxxxxxxxxxxxxxxxx'");
	strcpy(standin_current.comm, "cat");
	DIFFER("comm ~ '*x*'");
}

static void event_fields_hide_common_ones(void **state)
{
	struct fetch_field *field = &layout->field[0];
	const char *name = field->name;

	field->name = "common_pid";
	MATCH("common_pid == 200");
	field->name = "comm";
	MATCH("comm == 200");
	field->name = name;
}

/* The head of a static event: an array, strings behind locations of both kinds, and one in memory. */
static const struct head_field static_fields[] = {
	{ "char", "array", "[4]", 8, 4, false, HEAD_CHARS },
	{ "__data_loc char[]", "located", "", 12, 4, false, HEAD_LOCATION },
	{ "__rel_loc char[]", "relative", "", 16, 4, false, HEAD_RELATIVE },
	{ "int", "comm", "", 20, 4, true, HEAD_NUMBER },
	{ "const char *", "pointer", "", 24, 8, false, HEAD_POINTER },
	{ "const char *", "nowhere", "", 32, 8, false, HEAD_POINTER },
};

static const struct record_head static_head = {
	.size = 40,
	.nr_fields = ARRAY_SIZE(static_fields),
	.field = static_fields,
	.print_text = "\"\"",
};

static const struct static_record {
	struct record_header header;
	char array[4];
	u32 located;
	u32 relative;
	s32 comm;
	u64 pointer;
	u64 nowhere;
	char text[8];
} static_record = {
	.array = "full",
	.located = 4 << 16 | offsetof(struct static_record, text),
	.relative = 4 << 16 | (offsetof(struct static_record, text) + 4 - 20),
	.comm = -7,
	.pointer = MEMORY_START,
	.nowhere = MEMORY_START + PAGE_SIZE,
	.text = "abc\0xyz",
};

static bool match_static(const char *text)
{
	struct fetch_layout of_head = {
		.head = &static_head,
		.static_size = sizeof(static_record),
	};
	struct event_filter *filter = NULL;
	struct filter_error error;
	bool ret;

	assert_int_equal(event_filter_create(&of_head, text, &filter, &error), 0);
	ret = event_filter_match(filter, &static_record, sizeof(static_record));
	event_filter_destroy(filter);
	return ret;
}

static void static_events(void **state)
{
	assert_true(match_static("array == 'full' && array ~ 'f*l'"));
	assert_false(match_static("array == 'ful'"));
	assert_true(match_static("located == 'abc'"));
	assert_false(match_static("located == 'xyz' || located == ''"));
	assert_true(match_static("relative == 'xyz'"));
	assert_false(match_static("relative ~ 'a*'"));
	assert_true(match_static("pointer == 'in memory' && pointer ~ '*mem*'"));
	assert_false(match_static("nowhere == 'in memory' || nowhere ~ '*'"));
	/* the event's own field, and not the name of the task */
	assert_true(match_static("comm == -7"));
}

/* Whichever allocation fails: an error, nothing leaked, the caller's pointer as it was. */
static void without_memory(void **state)
{
	static const char text[] =
		"u8 == 1 && s == 'x' && cpu & CPUS{1,2} || (u64.function == vfs_read && s ~ '*')";
	struct event_filter *filter = NULL;
	struct filter_error error;
	int n, ret;

	for (n = 1; ; n++) {
		standin_alloc_fail_at = n;
		ret = event_filter_create(layout, text, &filter, &error);
		if (!ret)
			break;
		assert_int_equal(ret, -ENOMEM);
		assert_null(filter);
		assert_int_equal(error.code, FILTER_ERRNO);
		assert_int_equal(error.pos, 0);
	}
	assert_int_equal(standin_alloc_fail_at, 1);
	standin_alloc_fail_at = 0;
	assert_true(n > 8);
	event_filter_destroy(filter);
	event_filter_destroy(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unsigned_numbers),
		cmocka_unit_test(registers_decide),
		cmocka_unit_test(signed_numbers),
		cmocka_unit_test(numbers_out_of_range),
		cmocka_unit_test(arrays),
		cmocka_unit_test(common_fields),
		cmocka_unit_test(strings),
		cmocka_unit_test(cpu_lists),
		cmocka_unit_test(functions),
		cmocka_unit_test(logic),
		cmocka_unit_test(agrees_with_the_truth_table),
		cmocka_unit_test(bad_locations),
		cmocka_unit_test(unterminated_string),
		cmocka_unit_test(short_record),
		cmocka_unit_test(comm_fills_its_room),
		cmocka_unit_test(event_fields_hide_common_ones),
		cmocka_unit_test(static_events),
		cmocka_unit_test(without_memory),
	};

	return cmocka_run_group_tests(tests, create_layout, destroy_layout);
}
