/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What was written to a ring buffer and what readers got, remembered and compared. For one source
 * of a test that lets writers and readers intrude on each other.
 *
 * Every look at the clock gives another time, so that the times of the events written tell in what
 * order they were reserved. In the end
 *
 *	what readers got are events that were written, unchanged, in that order, and the number lost
 *	before each is exactly what was written between it and the one before
 *	written = read + overrun + entries, by the statistics and by our own count
 *	what was written before a reset is not there any more, what was written after it is
 *	nothing is refused without reason, and the last event written is always there
 */
#ifndef UNIT_RING_BUFFER_HISTORY_H
#define UNIT_RING_BUFFER_HISTORY_H

#include "ring_buffer_test.h"

#define MAX_EVENTS	512
#define MAX_DEPTH	4	/* of writers on top of each other */

/* What was written, in the order in which it was finished. */
struct written {
	u64 time;
	u32 size;
	u32 id;
};

static struct ring_buffer *rb;
static struct ring_buffer *snapshot;	/* what rb had, after swap_snapshot(); else NULL */
static struct written events[MAX_EVENTS];
static unsigned int nr_events;
static unsigned int refused;
static unsigned int refused_off;	/* while control had stopped the writers */
static u64 read_times[MAX_EVENTS];
static u64 read_lost[MAX_EVENTS];
static unsigned int nr_read;

/* By the last reset: of events in order of time, and of those read. */
static struct {
	bool any;
	unsigned int events;
	unsigned int read;
} forgotten;

static unsigned int controls;	/* counts their begins and ends: odd while control is at work */
static bool shrunk;		/* events may be lost by that */
static int depth = -1;		/* of the writer that runs */
static bool reading;		/* a reader holds the mutex */

static void fill(u8 *data, u32 size, u32 id)
{
	u32 i;

	for (i = 0; i < size; i++)
		data[i] = id * 7 + i;
}

static void check_payload(const struct subbuf_event *event, const struct written *w)
{
	static u8 expected[MAX_PAYLOAD + 4];

	assert_int_equal(event->size, round_up(w->size, 4));
	memset(expected + event->size - 4, 0, 4);
	fill(expected, w->size, w->id);
	assert_memory_equal(event->data, expected, event->size);
}

static void note_written(u64 time, u32 size, void *payload)
{
	struct written w = { time, size, nr_events };

	assert_true(nr_events < MAX_EVENTS);
	events[nr_events++] = w;
	fill(payload, size, w.id);
}

/* As hits are recorded (kernel/record/record_inline.h); false: no common case. */
static bool write_quickly(u32 size)
{
	struct ring_buffer_cpu *cpu = raw_cpu_read(*ring_buffer_local(rb));
	struct ring_buffer_room room = ring_buffer_room(round_up(size, 4), 0);
	void *payload;
	u64 time;

	if (!ring_buffer_enter_first(cpu))
		return false;
	if (!ring_buffer_begin_quick(cpu, &room, &payload, &time)) {
		ring_buffer_refuse(cpu);
		return false;
	}
	*(u32 *)(payload + round_up(size, 4) - 4) = 0;
	note_written(time, size, payload);
	ring_buffer_end_first(cpu);
	return true;
}

/* @since: `controls` when the write began */
static void write_slowly(u32 size, unsigned int since)
{
	struct ring_buffer_reservation res;
	enum ring_buffer_status status;

	status = ring_buffer_reserve(rb, size, &res);
	if (status == RING_BUFFER_OK) {
		note_written(res.time, size, res.data);
		ring_buffer_commit(&res);
	} else if (size > MAX_PAYLOAD) {
		assert_int_equal(status, RING_BUFFER_TOO_LARGE);
	} else if (status == RING_BUFFER_OFF) {
		assert_true(since & 1 || controls != since);
		refused_off++;
	} else {
		assert_int_equal(status, RING_BUFFER_FULL);
		refused++;
	}
}

static void write_event(u32 size)
{
	unsigned int since = controls;

	if (depth + 1 >= MAX_DEPTH)
		return;
	depth++;
	if (!subbuf_is_small(round_up(size, 4)) || !write_quickly(size))
		write_slowly(size, since);
	depth--;
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

static void note_read(const struct subbuf_event *event)
{
	check_payload(event, find_event(event->time));
	assert_true(nr_read < MAX_EVENTS);
	read_times[nr_read] = event->time;
	read_lost[nr_read++] = event->lost;
}

static bool consume(void)
{
	static u8 copy[SUBBUF];
	bool nothing = probefs_ring_buffer_empty(rb, 0);
	struct subbuf_event event;
	bool found;

	if (reading)
		return false;
	reading = true;
	found = probefs_ring_buffer_consume(rb, 0, copy, sizeof(copy), &event);
	reading = false;
	/* Writers may take what is there, and leave newer, or all memory but the mapped reader's. */
	assert_true(found || nothing || rb->cpus[0]->map);
	if (found)
		note_read(&event);
	return found;
}

/* An image, decoded as a client would. */
static void note_image(u8 *page)
{
	const struct subbuf_header *header = (const void *)page;
	struct subbuf_chunk chunk = { .page = page };
	struct subbuf_event event;
	size_t bytes;

	bytes = chunk.end = header->commit & (BIT(27) - 1);
	chunk.time = header->time_stamp;
	if (header->commit & HEADER_LOST_STORED)
		memcpy(&chunk.lost, page + SUBBUF_HEADER + bytes, 8);
	else
		assert_false(header->commit & HEADER_LOST && CAPACITY - bytes >= 8);
	if (header->commit & HEADER_LOST && !chunk.lost)
		chunk.lost = ~0ULL;
	assert_int_not_equal(page[SUBBUF_HEADER] & EVENT_TYPE_MASK, EVENT_EXTEND);
	while (subbuf_chunk_peek(&chunk, &event)) {
		note_read(&event);
		subbuf_chunk_pass(&chunk, &event);
	}
}

static bool read_image(bool full)
{
	static u8 page[SUBBUF] __aligned(8);
	const struct subbuf_header *header = (const void *)page;
	size_t bytes;

	if (reading)
		return false;
	reading = true;
	bytes = test_read_page(rb, 0, page, full);
	reading = false;
	if (!bytes)
		return false;
	assert_int_equal(header->commit & (BIT(27) - 1), bytes);
	note_image(page);
	return true;
}

/* Reads as a program that has mapped the buffer, which takes the same sub-buffer for the end. */
static inline bool read_mapped(void)
{
	const struct ring_buffer_meta *meta = ring_buffer_map_page(rb, 0, 0);
	u32 id = meta->reader.id;

	if (reading)
		return false;
	reading = true;
	assert_int_equal(ring_buffer_map_get_reader(rb, 0), 0);
	reading = false;
	if (meta->reader.id == id)
		return false;
	note_image(ring_buffer_map_page(rb, 0, 1 + meta->reader.id));
	return true;
}

static void iterate(void)
{
	bool nothing = probefs_ring_buffer_empty(rb, 0);
	struct ring_buffer_iterator *it;
	struct subbuf_event event;
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

static int by_time(const void *a, const void *b)
{
	const struct written *x = a, *y = b;

	return x->time < y->time ? -1 : x->time > y->time;
}

/* Reads number @from to @to against the events from @next on. Returns how many of them were lost. */
static u64 check_reads(unsigned int from, unsigned int to, unsigned int *next)
{
	u64 lost = 0;
	unsigned int i;

	for (i = from; i < to; i++) {
		unsigned int skipped = 0;

		while (*next < nr_events && events[*next].time != read_times[i])
			++*next, skipped++;
		assert_true(*next < nr_events);
		++*next;
		lost += skipped;
		if (read_lost[i] != ~0ULL)
			assert_int_equal(read_lost[i], skipped);
		else
			assert_true(skipped > 0);
	}
	return lost;
}

/* Everything that readers got, against what was written in order of time. */
static void check_read(u64 overrun)
{
	unsigned int next = 0;

	qsort(events, nr_events, sizeof(*events), by_time);
	check_reads(0, forgotten.read, &next);
	assert_true(next <= forgotten.events);
	next = forgotten.events;
	assert_int_equal(check_reads(forgotten.read, nr_read, &next), overrun);
	assert_int_equal(next, nr_events);
}

/* Of CPU 0, whose writers may be anywhere in between; one reset a history. */
static inline void reset(void)
{
	controls++;
	probefs_ring_buffer_reset(rb, 0);
	controls++;
	forgotten.any = true;
	forgotten.events = rb->cpus[0]->start_events;
	forgotten.read = nr_read;
}

/*
 * Exchanges what is in CPU 0's part for what is in a new buffer: for rb that is a reset, and end_history() looks
 * at the other one. One a history, and no reset beside it.
 */
static inline void swap_snapshot(void)
{
	struct ring_buffer_stats stats;

	snapshot = ring_buffer_create(rb->cpus[0]->nr_pages * SUBBUF, rb->overwrite, test_clock);
	assert_non_null(snapshot);
	controls++;
	assert_int_equal(ring_buffer_swap(rb, snapshot, 0), 0);
	controls++;
	ring_buffer_get_stats(snapshot, 0, &stats);
	forgotten.any = true;
	forgotten.events = stats.written;
	forgotten.read = nr_read;
}

/* What was recorded until the swap is there, if it was neither read nor overwritten, and nothing else. */
static inline void end_snapshot(void)
{
	static u8 copy[SUBBUF];
	struct ring_buffer_stats stats;
	struct subbuf_event event;
	u64 entries = 0;

	ring_buffer_get_stats(snapshot, 0, &stats);
	assert_int_equal(stats.written, stats.read + stats.overrun + stats.entries);
	assert_int_equal(stats.read, forgotten.read);
	while (probefs_ring_buffer_consume(snapshot, 0, copy, sizeof(copy), &event)) {
		unsigned int i = forgotten.events - stats.entries + entries++;

		assert_true(i < forgotten.events);
		assert_int_equal(event.time, events[i].time);
		check_payload(&event, &events[i]);
	}
	assert_int_equal(entries, stats.entries);
	ring_buffer_destroy(snapshot);
	snapshot = NULL;
}

static inline void resize(unsigned int pages)
{
	shrunk |= pages < rb->cpus[0]->nr_pages;
	controls++;
	assert_int_equal(probefs_ring_buffer_resize(rb, pages * SUBBUF, 0), 0);
	controls++;
	assert_int_equal(rb->cpus[0]->nr_pages, pages);
}

/* Recording is off for a while; nobody waits for anybody. */
static inline void switch_off_and_on(void)
{
	controls++;
	probefs_ring_buffer_record_on(rb, false);
	probefs_ring_buffer_record_on(rb, true);
	controls++;
}

static void check_quiet(void)
{
	struct ring_buffer_cpu *cpu = rb->cpus[0];

	assert_int_equal(cpu->nest, 0);
	assert_true(cpu->commit == cpu->tail);
	assert_int_equal(depth, -1);
}

/* Nobody is inside any more: reads the rest, checks everything, frees the buffer. */
static void end_history(bool as_pages)
{
	struct ring_buffer_stats before, after;
	unsigned int had = nr_read;
	u64 refusals;

	check_quiet();
	iterate();
	get_stats(&before);
	assert_int_equal(before.written, nr_events - forgotten.events);
	assert_int_equal(before.read, nr_read - forgotten.read);
	refusals = before.dropped + before.commit_overrun;
	assert_true(refusals == refused || (forgotten.any && refusals < refused));
	while (as_pages ? read_image(false) : consume())
		;
	assert_int_equal(before.entries, nr_read - had);
	get_stats(&after);
	assert_int_equal(after.overrun, before.overrun);
	assert_int_equal(after.read, nr_read - forgotten.read);
	assert_int_equal(after.bytes, 0);
	assert_true(probefs_ring_buffer_empty(rb, 0));
	check_read(after.overrun);	/* sorts the events */
	if (snapshot)
		end_snapshot();
	if (!rb->overwrite && !shrunk)
		assert_int_equal(after.overrun, 0);
	if (rb->cpus[0]->map)
		ring_buffer_unmap(rb, 0);
	ring_buffer_destroy(rb);
}

/* An empty buffer and history. */
static void begin_history(unsigned int pages, bool overwrite)
{
	rb = test_buffer(pages, overwrite);
	test_tick = 1;
	nr_events = refused = refused_off = nr_read = 0;
	memset(&forgotten, 0, sizeof(forgotten));
	shrunk = reading = false;
	controls = 0;
	depth = -1;
}

#endif
