// SPDX-License-Identifier: GPL-2.0
/*
 * The ring buffer with somebody coming in between any two steps: nested writers of higher levels in
 * a writer, writers in a reader, readers in a writer, and one in the other in a third.
 *
 * A case is a buffer, what is in it beforehand, an operation, and two intruders with the number of
 * the step each comes in at; all combinations are run. Every look at the clock gives another time,
 * so that the times of the events written tell in what order they were reserved. Afterwards
 *
 *	what readers got are events that were written, unchanged, in that order, and the number lost
 *	before each is exactly what was written between it and the one before
 *	written = read + overrun + entries, by the statistics and by our own count
 *	nothing is refused without reason, and the last event written is always there
 */
#include "ring_buffer_test.h"

#include <stdio.h>

#define MAX_EVENTS	512

/* What was written, in the order in which it was finished. */
struct written {
	u64 time;
	u32 size;
	u32 id;
};

static struct ring_buffer *rb;
static struct written events[MAX_EVENTS];
static unsigned int nr_events;
static unsigned int refused;
static u64 read_times[MAX_EVENTS];
static u64 read_lost[MAX_EVENTS];
static unsigned int nr_read;

static int level = -1;		/* of the writer that runs */
static bool reading;		/* a reader holds the mutex */

static void fill(u8 *data, u32 size, u32 id)
{
	u32 i;

	for (i = 0; i < size; i++)
		data[i] = id * 7 + i;
}

static void check_payload(const struct ring_buffer_event *event, const struct written *w)
{
	const u8 *data = event->data;
	u32 i;

	assert_int_equal(event->size, round_up(w->size, 4));
	for (i = 0; i < w->size; i++)
		assert_int_equal(data[i], (u8)(w->id * 7 + i));
	for (; i < event->size; i++)
		assert_int_equal(data[i], 0);
}

static void write_event(u32 size)
{
	struct ring_buffer_reservation res;
	enum ring_buffer_status status;

	if (level + 1 >= RING_BUFFER_LEVELS)
		return;
	level++;
	status = ring_buffer_reserve(rb, size, level, &res);
	if (status == RING_BUFFER_OK) {
		struct written w = { res.time, size, nr_events };

		assert_true(nr_events < MAX_EVENTS);
		events[nr_events++] = w;
		fill(res.data, size, w.id);
		ring_buffer_commit(rb, &res);
	} else if (size > MAX_PAYLOAD) {
		assert_int_equal(status, RING_BUFFER_TOO_LARGE);
	} else {
		assert_int_equal(status, RING_BUFFER_FULL);
		refused++;
	}
	level--;
}

static const struct written *find_event(u64 time)
{
	unsigned int i;

	for (i = 0; i < nr_events; i++)
		if (events[i].time == time)
			return &events[i];
	fail_msg("no event was written at %llu", (unsigned long long)time);
	return NULL;
}

static void note_read(const struct ring_buffer_event *event)
{
	check_payload(event, find_event(event->time));
	assert_true(nr_read < MAX_EVENTS);
	read_times[nr_read] = event->time;
	read_lost[nr_read++] = event->lost;
}

static bool consume(void)
{
	static u8 copy[SUBBUF];
	bool nothing = ring_buffer_empty(rb, 0);
	struct ring_buffer_event event;
	bool found;

	if (reading)
		return false;
	reading = true;
	found = ring_buffer_consume(rb, 0, copy, &event);
	reading = false;
	assert_true(found || nothing);	/* writers may take what is there, and leave newer */
	if (found)
		note_read(&event);
	return found;
}

/* An image, decoded as a client would. */
static bool read_image(bool full)
{
	static u8 page[SUBBUF] __aligned(8);
	const struct ring_buffer_header *header = (const void *)page;
	struct ring_buffer_chunk chunk = { .page = page };
	struct ring_buffer_record record;
	size_t bytes;

	if (reading)
		return false;
	reading = true;
	bytes = ring_buffer_read_page(rb, 0, page, full);
	reading = false;
	if (!bytes)
		return false;
	chunk.end = header->commit & (BIT(27) - 1);
	assert_int_equal(chunk.end, bytes);
	chunk.time = header->time_stamp;
	if (header->commit & HEADER_LOST_STORED)
		memcpy(&chunk.lost, page + RING_BUFFER_HEADER + bytes, 8);
	else
		assert_false(header->commit & HEADER_LOST && CAPACITY - bytes >= 8);
	if (header->commit & HEADER_LOST && !chunk.lost)
		chunk.lost = ~0ULL;
	assert_int_not_equal(page[RING_BUFFER_HEADER] & EVENT_TYPE_MASK, EVENT_EXTEND);
	while (chunk_record(&chunk, &record)) {
		struct ring_buffer_event event;

		chunk_show(&chunk, &record, &event);
		note_read(&event);
		chunk_pass(&chunk, &record);
	}
	return true;
}

static void iterate(void)
{
	bool nothing = ring_buffer_empty(rb, 0);
	struct ring_buffer_iterator *it;
	struct ring_buffer_event event;
	u64 last = 0;

	if (reading)
		return;
	reading = true;
	it = ring_buffer_iterator_create(rb, 0);
	while (ring_buffer_iterator_peek(it, &event)) {
		check_payload(&event, find_event(event.time));
		assert_true(event.time > last);
		last = event.time;
		ring_buffer_iterator_next(it);
	}
	ring_buffer_iterator_destroy(it);
	reading = false;
	assert_true(last || nothing);
}

static void get_stats(struct ring_buffer_stats *stats)
{
	reading = true;
	ring_buffer_get_stats(rb, 0, stats);
	reading = false;
	assert_int_equal(stats->written, stats->read + stats->overrun + stats->entries);
	assert_true((s64)stats->entries >= 0 && (s64)stats->overrun >= 0);
	assert_true(stats->written <= nr_events);
}

/* What the statistics said before is true of a moment that is over. */
static void check_stats(void)
{
	void (*step)(const struct ring_buffer_cpu *cpu, const char *step) = test_step;
	struct ring_buffer_stats before, after;

	if (reading)
		return;
	get_stats(&before);
	test_step = NULL;
	get_stats(&after);
	test_step = step;
	assert_true(before.written <= after.written);
	assert_true(before.overrun <= after.overrun);
	assert_int_equal(before.read, after.read);
}

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

static int by_time(const void *a, const void *b)
{
	const struct written *x = a, *y = b;

	return x->time < y->time ? -1 : x->time > y->time;
}

/* Everything that readers got, against what was written in order of time. */
static void check_read(u64 overrun)
{
	unsigned int next = 0, i;
	u64 lost = 0;

	qsort(events, nr_events, sizeof(*events), by_time);
	for (i = 0; i < nr_read; i++) {
		unsigned int skipped = 0;

		while (next < nr_events && events[next].time != read_times[i])
			next++, skipped++;
		assert_true(next < nr_events);
		next++;
		lost += skipped;
		if (read_lost[i] != ~0ULL)
			assert_int_equal(read_lost[i], skipped);
		else
			assert_true(skipped > 0);
	}
	assert_int_equal(next, nr_events);
	assert_int_equal(lost, overrun);
}

static void check_quiet(void)
{
	struct ring_buffer_cpu *cpu = rb->cpus[0];

	assert_int_equal(cpu->nest, 0);
	assert_true(cpu->commit == cpu->tail);
	assert_int_equal(level, -1);
}

/* Reads the rest, half of the times as pages. */
static void finish(bool as_pages)
{
	struct ring_buffer_stats before, after;
	unsigned int had = nr_read;

	test_step = NULL;
	check_quiet();
	iterate();
	get_stats(&before);
	assert_int_equal(before.written, nr_events);
	assert_int_equal(before.read, nr_read);
	assert_int_equal(before.dropped + before.commit_overrun, refused);
	while (as_pages ? read_image(false) : consume())
		;
	assert_int_equal(before.entries, nr_read - had);
	get_stats(&after);
	assert_int_equal(after.overrun, before.overrun);
	assert_int_equal(after.read, nr_read);
	assert_int_equal(after.bytes, 0);
	assert_true(ring_buffer_empty(rb, 0));
	check_read(after.overrun);
	if (!rb->overwrite)
		assert_int_equal(after.overrun, 0);
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

	rb = test_buffer(pages, overwrite);
	test_tick = 1;
	nr_events = refused = nr_read = steps = 0;
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
	finish(cases++ & 1);
	ring_buffer_destroy(rb);
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
	finish(false);
	ring_buffer_destroy(rb);
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
