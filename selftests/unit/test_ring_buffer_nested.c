// SPDX-License-Identifier: GPL-2.0
/*
 * The ring buffer with somebody coming in between any two steps: nested writers of higher levels in
 * a writer, writers in a reader, readers in a writer, and one in the other in a third.
 *
 * A case is a buffer, what is in it beforehand, an operation, and two intruders with the number of
 * the step each comes in at; all combinations are run.
 */
#include "ring_buffer_history.h"

enum operation {
	WRITE_SMALL,
	WRITE_MEDIUM,
	WRITE_LARGEST,
	WRITE_TOO_LARGE,
	WRITE_MANY,
	WRITE_LATE,
	CONSUME,
	CONSUME_MANY,
	READ_FULL,
	READ_PART,
	ITERATE,
	STATS,
	NR_OPERATIONS,
};

static void operate(enum operation operation)
{
	int i;

	switch (operation) {
	case WRITE_SMALL:
		write_event(6);
		break;
	case WRITE_MEDIUM:
		write_event(1500);
		break;
	case WRITE_LARGEST:
		write_event(MAX_PAYLOAD);
		break;
	case WRITE_TOO_LARGE:
		write_event(MAX_PAYLOAD + 1);
		break;
	case WRITE_MANY:
		for (i = 0; i < 14; i++)
			write_event(1300);
		break;
	case WRITE_LATE:
		test_time += 1ULL << 40;
		write_event(16);
		break;
	case CONSUME:
		consume();
		break;
	case CONSUME_MANY:
		for (i = 0; i < 4; i++)
			consume();
		break;
	case READ_FULL:
		read_image(true);
		break;
	case READ_PART:
		read_image(false);
		break;
	case ITERATE:
		iterate();
		break;
	case STATS:
		check_stats();
		break;
	default:
		fail();
	}
}

static struct {
	unsigned int at;
	enum operation operation;
} intruders[2];

static unsigned int steps;
static const char *last_steps[2];

static void intrude(const struct ring_buffer_cpu *cpu, const char *step)
{
	int i;

	if (cpu->cpu != 0)
		return;
	steps++;
	for (i = 0; i < 2; i++) {
		if (steps != intruders[i].at)
			continue;
		last_steps[i] = step;
		operate(intruders[i].operation);
	}
}

/* What is in the buffer beforehand: events of a size, some of them read. */
struct before {
	unsigned int events;
	unsigned int size;
	unsigned int consumed;
};

static const struct before befores[] = {
	{ 0 },
	{ 1, 8, 0 },
	{ 1, 4060, 0 },
	{ 2, 2030, 1 },
	{ 3, 2000, 1 },
	{ 9, 2030, 2 },
	{ 9, 2030, 0 },
	{ 12, 1000, 12 },
};

static void start(unsigned int pages, bool overwrite, const struct before *before)
{
	unsigned int i;

	begin_history(pages, overwrite);
	steps = 0;
	for (i = 0; i < before->events; i++)
		write_event(before->size);
	for (i = 0; i < before->consumed; i++)
		consume();
}

static unsigned long cases;

/* Returns the number of steps. */
static unsigned int run(unsigned int pages, bool overwrite, const struct before *before,
			enum operation operation)
{
	start(pages, overwrite, before);
	test_step = intrude;
	operate(operation);
	test_step = NULL;
	end_history(cases++ & 1);
	return steps;
}

static void run_with_intruders(unsigned int pages, bool overwrite, const struct before *before,
			       enum operation operation, enum operation first,
			       enum operation second)
{
	unsigned int n, i, j;

	intruders[0].operation = first;
	intruders[1].operation = second;
	intruders[0].at = intruders[1].at = 0;
	n = run(pages, overwrite, before, operation);
	for (i = 1; i <= n; i++) {
		unsigned int m;

		intruders[0].at = i;
		intruders[1].at = 0;
		m = run(pages, overwrite, before, operation);
		/* The second one inside the first, or at the steps behind it. */
		if (second == NR_OPERATIONS)
			continue;
		for (j = i + 1; j <= m && j <= i + 20; j++) {
			intruders[1].at = j;
			run(pages, overwrite, before, operation);
		}
	}
}

static void all_with_one(bool overwrite)
{
	unsigned int pages, b;
	enum operation outer, inner;

	for (pages = 2; pages <= 4; pages++)
		for (b = 0; b < ARRAY_SIZE(befores); b++)
			for (outer = 0; outer < NR_OPERATIONS; outer++)
				for (inner = 0; inner < NR_OPERATIONS; inner++)
					run_with_intruders(pages, overwrite, &befores[b], outer,
							   inner, NR_OPERATIONS);
}

/* The buffer of two sub-buffers, where everything meets. */
static void all_with_two(bool overwrite)
{
	static const enum operation outers[] = { WRITE_SMALL, WRITE_MEDIUM, CONSUME, READ_PART,
						 ITERATE, STATS };
	static const enum operation inners[] = { WRITE_SMALL, WRITE_MEDIUM, WRITE_MANY, WRITE_LATE,
						 CONSUME, READ_FULL };
	unsigned int b, o, i, j;

	for (b = 0; b < ARRAY_SIZE(befores); b += 2)
		for (o = 0; o < ARRAY_SIZE(outers); o++)
			for (i = 0; i < ARRAY_SIZE(inners); i++)
				for (j = 0; j < ARRAY_SIZE(inners); j++)
					run_with_intruders(2, overwrite, &befores[b], outers[o],
							   inners[i], inners[j]);
}

static void one_intruder_overwriting(void **state)
{
	all_with_one(true);
}

static void one_intruder_discarding(void **state)
{
	all_with_one(false);
}

static void two_intruders_overwriting(void **state)
{
	all_with_two(true);
}

static void two_intruders_discarding(void **state)
{
	all_with_two(false);
}

/* The steps are there at all, and intruders do come in. */
static void intruders_come_in(void **state)
{
	static const struct before nothing;

	intruders[0].operation = WRITE_SMALL;
	intruders[0].at = 3;
	intruders[1].at = 0;
	last_steps[0] = NULL;
	start(2, true, &nothing);
	test_step = intrude;
	operate(WRITE_SMALL);
	assert_true(steps > 10);
	assert_non_null(last_steps[0]);
	assert_int_equal(nr_events, 2);
	test_step = NULL;
	end_history(false);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(intruders_come_in),
		cmocka_unit_test(one_intruder_overwriting),
		cmocka_unit_test(one_intruder_discarding),
		cmocka_unit_test(two_intruders_overwriting),
		cmocka_unit_test(two_intruders_discarding),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
