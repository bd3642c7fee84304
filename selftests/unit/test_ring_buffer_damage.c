// SPDX-License-Identifier: GPL-2.0
/*
 * The ring buffer's readers on sub-buffers that no writer leaves behind: they stay within the
 * sub-buffer, say what they found once, refuse writers until the buffer is reset, and hand out what
 * stands before the damage.
 *
 * AddressSanitizer watches over every read: a sub-buffer is an allocation of its own.
 */
#include "ring_buffer_events.h"

#define WHOLE	3	/* events before the damaged one */

enum reader {
	CONSUME,
	PEEK,
	ITERATE,
	TAKE_PAGE,
	STATS,
	NR_READERS,
};

/* The words of an event; what is left of the sub-buffer behind it is @room bytes, header included. */
struct damage {
	u32 words[2];
	u32 room;
};

static const struct damage damages[] = {
	{ { 29 | 1 << 5 }, 64 },			/* padding, which nobody writes */
	{ { 31 | 1 << 5, 5 }, 64 },			/* an absolute time, likewise */
	{ { EVENT_LARGE, 0 }, 64 },
	{ { EVENT_LARGE, 3 }, 64 },
	{ { EVENT_LARGE, 4 }, 64 },
	{ { EVENT_LARGE, 7 }, 64 },
	{ { EVENT_LARGE, 64 - 4 + 4 }, 64 },		/* one word too long */
	{ { EVENT_LARGE, 0x7ffffffc }, 64 },
	{ { EVENT_LARGE, 0xfffffffc }, 64 },
	{ { EVENT_LARGE }, 4 },				/* the length is behind the end */
	{ { 28 }, 28 * 4 },				/* a small event, one word too long */
	{ { 1 }, 4 },
	{ { EVENT_EXTEND | 7 << 5 }, 4 },		/* an extend of which half is there */
	{ { EVENT_EXTEND | 7 << 5, 1 }, 8 },		/* an extend and nothing behind it */
};

/* A page with WHOLE events and a damaged one; the last when @complete, another follows. */
static struct ring_buffer *damaged_buffer(const struct damage *damage, bool complete)
{
	struct ring_buffer *rb = test_buffer(4, true);
	u32 i, before = WHOLE * 16, at = complete ? CAPACITY - damage->room : before;
	struct ring_buffer_cpu *cpu = rb->cpus[0];
	u8 *data;

	for (i = 0; i < WHOLE; i++)
		put(rb, i, 12);
	data = mark_read(cpu->marks, cpu->tail).data;
	if (complete) {
		put(rb, WHOLE, at - before - 8);
		put(rb, WHOLE + 1, damage->room - 4);	/* both end with the page, more or less */
		put(rb, WHOLE + 2, 1500);
		assert_int_equal(position_page(cpu->commit), 3);
	} else if (damage->room == 4) {
		/* No event has one word: one of three becomes one of two and the damage. */
		put(rb, WHOLE, 8);
		*(u32 *)(data + at) = 1;
		at += 8;
	} else {
		put(rb, WHOLE, damage->room - 4);
	}
	assert_true(complete || position_offset(cpu->commit) == at + damage->room);
	memcpy(data + at, damage->words, damage->room < 8 ? 4 : 8);
	return rb;
}

static unsigned int read_events(struct ring_buffer *rb, enum reader reader)
{
	struct ring_buffer_iterator *it = NULL;
	struct subbuf_event event;
	unsigned int nr = 0;
	void *taken = NULL;

	switch (reader) {
	case CONSUME:
		while (probefs_ring_buffer_consume(rb, 0, copy, sizeof(copy), &event))
			assert_int_equal(id_of(&event), nr++);
		break;
	case PEEK:
		while (probefs_ring_buffer_peek(rb, 0, &event)) {
			probefs_ring_buffer_consume(rb, 0, copy, sizeof(copy), &event);
			assert_int_equal(id_of(&event), nr++);
		}
		break;
	case ITERATE:
		it = ring_buffer_iterator_create(rb, 0);
		for (; ring_buffer_iterator_peek(it, &event); ring_buffer_iterator_next(it))
			assert_int_equal(id_of(&event), nr++);
		ring_buffer_iterator_destroy(it);
		break;
	case TAKE_PAGE:
		while (probefs_ring_buffer_read_page(rb, 0, &taken, false) > 0)
			nr++;
		subbuf_page_free(taken);
		break;
	default:
		stats_of(rb);
	}
	return nr;
}

static bool is_stopped(struct ring_buffer *rb)
{
	return atomic_read(&rb->cpus[0]->stopped) & STOPPED_DAMAGED;
}

static void check_stopped(struct ring_buffer *rb)
{
	assert_true(is_stopped(rb));
	assert_int_equal(put(rb, 100, 8), RING_BUFFER_OFF);
	assert_int_equal(rb->cpus[0]->open, 0);
	assert_int_equal(rb->cpus[0]->nest, 0);
	/* Everybody can still look, and nobody waits for ever. */
	read_events(rb, ITERATE);
	read_events(rb, CONSUME);
	read_events(rb, TAKE_PAGE);
	read_events(rb, STATS);
	probefs_ring_buffer_reset(rb, 0);
	assert_false(is_stopped(rb));
	assert_int_equal(put(rb, 7, 8), RING_BUFFER_OK);
	expect(rb, 7, 0);
}

/* In the page that writers are on, which readers copy and count. */
static void in_the_page_that_is_written(void **state)
{
	enum reader reader;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(damages); i++) {
		for (reader = CONSUME; reader < STATS; reader++) {
			struct ring_buffer *rb = damaged_buffer(&damages[i], false);
			unsigned int whole = WHOLE + (damages[i].room == 4);

			assert_int_equal(read_events(rb, reader), reader == TAKE_PAGE ? 1 : whole);
			check_stopped(rb);
			ring_buffer_destroy(rb);
		}
	}
}

/* In a page that is complete, which the consuming reader takes as it is. */
static void in_a_complete_page(void **state)
{
	static const struct damage last = { { EVENT_LARGE, 0x7ffffffc }, 64 };
	struct ring_buffer *rb = damaged_buffer(&last, true);
	struct subbuf_event event;
	u32 i;

	for (i = 0; i <= WHOLE; i++)
		expect(rb, i, 0);
	assert_false(is_stopped(rb));
	/* What cannot be read counts as lost; what is in the next page is still there. */
	assert_false(probefs_ring_buffer_consume(rb, 0, copy, sizeof(copy), &event));
	assert_true(is_stopped(rb));
	expect(rb, WHOLE + 2, 0);
	stats_of(rb);
	check_stopped(rb);
	ring_buffer_destroy(rb);
}

/* The number of bytes in the head of a sub-buffer. */
static void in_the_head_of_a_page(void **state)
{
	static const u64 lengths[] = { CAPACITY + 1, SUBBUF, 1 << 20, ~0ULL };
	enum reader reader;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(lengths); i++) {
		for (reader = CONSUME; reader < NR_READERS; reader++) {
			struct ring_buffer *rb = test_buffer(4, true);
			struct ring_buffer_cpu *cpu = rb->cpus[0];
			u8 *data;

			put(rb, 0, 3000);
			data = mark_read(cpu->marks, cpu->tail).data;
			put(rb, 1, 3000);
			subbuf_header_of(data)->commit = lengths[i];
			read_events(rb, reader);
			probefs_ring_buffer_reset(rb, -1);
			assert_int_equal(put(rb, 7, 8), RING_BUFFER_OK);
			expect(rb, 7, 0);
			ring_buffer_destroy(rb);
		}
	}
}

/* What is committed is in no sub-buffer: nobody waits for it. */
static void a_commit_that_names_no_page(void **state)
{
	struct ring_buffer *rb = test_buffer(4, true);
	struct ring_buffer_cpu *cpu = rb->cpus[0];
	struct ring_buffer_stats stats;

	put(rb, 0, 8);
	put(rb, 1, 8);
	cpu->commit += BIT_ULL(POSITION_PAGE_SHIFT);
	ring_buffer_get_stats(rb, 0, &stats);
	assert_int_equal(stats.written, stats.read + stats.overrun + stats.entries);
	check_stopped(rb);
	ring_buffer_destroy(rb);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(in_the_page_that_is_written),
		cmocka_unit_test(in_a_complete_page),
		cmocka_unit_test(in_the_head_of_a_page),
		cmocka_unit_test(a_commit_that_names_no_page),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
