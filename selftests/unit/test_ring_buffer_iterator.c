// SPDX-License-Identifier: GPL-2.0
/*
 * The ring buffer: readers that take nothing.
 */
#include "ring_buffer_events.h"

static void iterators_take_nothing(void **state)
{
	struct ring_buffer *rb = test_buffer(3, true);
	struct ring_buffer_iterator *a = ring_buffer_iterator_create(rb, 0);
	struct subbuf_event event;
	u32 i, round;

	assert_false(ring_buffer_iterator_peek(a, &event));
	for (i = 0; i < 6; i++)
		put(rb, i, 1500);
	for (round = 0; round < 2; round++) {
		for (i = 0; i < 6; i++) {
			assert_true(ring_buffer_iterator_peek(a, &event));
			assert_true(ring_buffer_iterator_peek(a, &event));
			assert_int_equal(id_of(&event), i);
			assert_int_equal(event.lost, 0);
			ring_buffer_iterator_next(a);
		}
		assert_false(ring_buffer_iterator_peek(a, &event));
		ring_buffer_iterator_next(a);
		ring_buffer_iterator_rewind(a);
	}
	assert_int_equal(stats_of(rb).entries, 6);
	ring_buffer_iterator_destroy(a);
	ring_buffer_iterator_destroy(NULL);
	ring_buffer_destroy(rb);
}

static void iterators_see_what_comes_later(void **state)
{
	struct ring_buffer *rb = test_buffer(3, true);
	struct ring_buffer_iterator *it = ring_buffer_iterator_create(rb, 0);
	struct subbuf_event event;
	u32 i;

	for (i = 0; i < 50; i++) {
		test_time += 1ULL << (i % 35);
		put(rb, i, 400);
		assert_true(ring_buffer_iterator_peek(it, &event));
		assert_int_equal(id_of(&event), i);
		assert_int_equal(event.time, test_time);
		ring_buffer_iterator_next(it);
		assert_false(ring_buffer_iterator_peek(it, &event));
		ring_buffer_iterator_go_on(it);
	}
	ring_buffer_iterator_destroy(it);
	ring_buffer_destroy(rb);
}

/* Reads until the end, while the reader and a writer take turns. Returns how many events came. */
static u32 read_beside(struct ring_buffer *rb, struct ring_buffer_iterator *it, u32 size)
{
	struct subbuf_event event;
	u32 n;

	for (n = 0; n < 1000 && ring_buffer_iterator_peek(it, &event); n++) {
		ring_buffer_iterator_next(it);
		put(rb, 0, size);
	}
	return n;
}

/* Two events a page of three: at the start there are four, of which each is handed out. */
static void iterators_end_when_writers_do_not(void **state)
{
	struct ring_buffer *rb = test_buffer(3, true);
	struct ring_buffer_iterator *it = ring_buffer_iterator_create(rb, 0);
	u32 i, n;

	for (i = 0; i < 4; i++)
		put(rb, i, 2000);
	n = read_beside(rb, it, 2000);
	assert_in_range(n, 4, 2 * (3 + 2));
	assert_int_equal(read_beside(rb, it, 2000), 0);
	ring_buffer_iterator_go_on(it);
	n = read_beside(rb, it, 2000);
	assert_in_range(n, 3, 2 * (3 + 2));
	ring_buffer_iterator_rewind(it);
	assert_in_range(read_beside(rb, it, 2000), 4, 2 * (3 + 2));
	ring_buffer_iterator_destroy(it);
	ring_buffer_destroy(rb);
}

/* Each look finds other contents, of another generation. */
static void iterators_end_when_resets_do_not(void **state)
{
	struct ring_buffer *rb = test_buffer(3, true);
	struct ring_buffer_iterator *it = ring_buffer_iterator_create(rb, 0);
	struct subbuf_event event;
	u32 n;

	put(rb, 0, 100);
	for (n = 0; n < 1000 && ring_buffer_iterator_peek(it, &event); n++) {
		assert_int_equal(id_of(&event), n);
		probefs_ring_buffer_reset(rb, -1);
		put(rb, n + 1, 100);
	}
	assert_int_equal(n, 3 + 2);
	ring_buffer_iterator_destroy(it);
	ring_buffer_destroy(rb);
}

static void iterators_that_are_overtaken_say_so(void **state)
{
	struct ring_buffer *rb = test_buffer(2, true);
	struct ring_buffer_iterator *it = ring_buffer_iterator_create(rb, 0);
	struct subbuf_event event;
	u32 i;

	for (i = 0; i < 3; i++)
		put(rb, i, 2000);
	assert_true(ring_buffer_iterator_peek(it, &event));
	for (; i < 11; i++)
		put(rb, i, 2000);
	/* 0 and 1 it has got already. */
	ring_buffer_iterator_next(it);
	assert_true(ring_buffer_iterator_peek(it, &event));
	assert_int_equal(id_of(&event), 1);
	ring_buffer_iterator_next(it);
	assert_true(ring_buffer_iterator_peek(it, &event));
	assert_int_equal(id_of(&event), 8);
	assert_int_equal(event.lost, 6);
	ring_buffer_iterator_next(it);
	assert_true(ring_buffer_iterator_peek(it, &event));
	assert_int_equal(event.lost, 0);
	/* One that starts has missed nothing. */
	ring_buffer_iterator_rewind(it);
	assert_true(ring_buffer_iterator_peek(it, &event));
	assert_int_equal(id_of(&event), 8);
	assert_int_equal(event.lost, 0);
	ring_buffer_iterator_destroy(it);
	ring_buffer_destroy(rb);
}

static void iterators_see_what_the_reader_took_but_did_not_hand_out(void **state)
{
	struct ring_buffer *rb = test_buffer(4, true);
	struct ring_buffer_iterator *it = ring_buffer_iterator_create(rb, 0);
	struct subbuf_event event;
	u32 i;

	for (i = 0; i < 7; i++) {
		test_time += 100;
		put(rb, i, 1300);	/* three a page */
	}
	expect(rb, 0, 0);
	for (i = 1; i < 7; i++) {
		assert_true(ring_buffer_iterator_peek(it, &event));
		assert_int_equal(id_of(&event), i);
		assert_int_equal(event.time, 1100 + 100 * i);
		ring_buffer_iterator_next(it);
		/* The reader overtakes it, within the page that it has a copy of. */
		if (i == 3) {
			u32 j;

			for (j = 1; j < 6; j++)
				expect(rb, j, 0);
		}
	}
	assert_false(ring_buffer_iterator_peek(it, &event));
	ring_buffer_iterator_destroy(it);
	ring_buffer_destroy(rb);
}

/* The iterator is at event @seen when the reader takes 3 to 5 in one and hands out 3. */
static void iterator_among_the_rest(u32 seen)
{
	struct ring_buffer *rb = test_buffer(4, true);
	struct ring_buffer_iterator *it = ring_buffer_iterator_create(rb, 0);
	struct subbuf_event event;
	u32 i, next;

	for (i = 0; i < 7; i++) {
		put(rb, i, 1300);	/* three a page */
		if (i >= seen)
			continue;
		assert_true(ring_buffer_iterator_peek(it, &event));
		assert_int_equal(id_of(&event), i);
		ring_buffer_iterator_next(it);
		ring_buffer_iterator_go_on(it);
	}
	for (i = 0; i < 4; i++)
		expect(rb, i, 0);
	for (next = max(seen, 4U); next < 7; next++) {
		assert_true(ring_buffer_iterator_peek(it, &event));
		assert_int_equal(id_of(&event), next);
		assert_int_equal(event.lost, 0);
		ring_buffer_iterator_next(it);
	}
	assert_false(ring_buffer_iterator_peek(it, &event));
	ring_buffer_iterator_destroy(it);
	ring_buffer_destroy(rb);
}

static void iterators_that_the_reader_overtook_go_on_behind_it(void **state)
{
	u32 seen;

	for (seen = 0; seen < 7; seen++)
		iterator_among_the_rest(seen);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(iterators_take_nothing),
		cmocka_unit_test(iterators_see_what_comes_later),
		cmocka_unit_test(iterators_end_when_writers_do_not),
		cmocka_unit_test(iterators_end_when_resets_do_not),
		cmocka_unit_test(iterators_that_are_overtaken_say_so),
		cmocka_unit_test(iterators_see_what_the_reader_took_but_did_not_hand_out),
		cmocka_unit_test(iterators_that_the_reader_overtook_go_on_behind_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
