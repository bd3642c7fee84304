// SPDX-License-Identifier: GPL-2.0
/*
 * The ring buffer, one caller at a time: layout of sub-buffers, what readers get, accounting.
 */
#include "ring_buffer_events.h"

/* --- layout --- */

static void small_events(void **state)
{
	struct ring_buffer *rb = test_buffer(2, true);
	static const u8 zero[8];
	u32 offset = 0;
	u32 size;

	test_time = 5000;
	for (size = 1; size <= 112; size++) {
		assert_int_equal(put(rb, 0x01020304, size), RING_BUFFER_OK);
		test_time += 3;
	}
	assert_true(test_read_page(rb, 0, page, false) > 0);
	assert_int_equal(page_head()->time_stamp, 5000);
	assert_int_equal(page_head()->commit, page_bytes());
	for (size = 1; offset < page_bytes(); size++) {
		u32 rounded = (size + 3) / 4 * 4;

		assert_int_equal(word_at(offset), header_word(rounded / 4, size == 1 ? 0 : 3));
		assert_int_equal(page[SUBBUF_HEADER + offset + 4], 4);
		assert_memory_equal(page + SUBBUF_HEADER + offset + 4 + size, zero,
				    rounded - size);
		offset += 4 + rounded;
	}
	assert_int_equal(offset, page_bytes());
	assert_true(size > 80);
	ring_buffer_destroy(rb);
}

static void an_empty_event_has_one_word(void **state)
{
	struct ring_buffer *rb = test_buffer(2, true);

	assert_int_equal(probefs_ring_buffer_write(rb, "", 0), RING_BUFFER_OK);
	assert_int_equal(test_read_page(rb, 0, page, false), 8);
	assert_int_equal(word_at(0), header_word(1, 0));
	assert_int_equal(word_at(4), 0);
	ring_buffer_destroy(rb);
}

static void large_events(void **state)
{
	struct ring_buffer *rb = test_buffer(2, true);

	put(rb, 1, 113);
	test_time += 9;
	put(rb, 2, 200);
	assert_int_equal(test_read_page(rb, 0, page, false), 8 + 116 + 8 + 200);
	assert_int_equal(word_at(0), header_word(0, 0));
	assert_int_equal(word_at(4), 116 + 4);
	assert_int_equal(word_at(8), 1);
	assert_int_equal(word_at(8 + 112) >> 8, 0);	/* 113 bytes and three of slack */
	assert_int_equal(word_at(124), header_word(0, 9));
	assert_int_equal(word_at(128), 200 + 4);
	assert_int_equal(word_at(132), 2);
	ring_buffer_destroy(rb);
}

static void the_largest_event_fills_a_page(void **state)
{
	struct ring_buffer *rb = test_buffer(3, true);

	assert_int_equal(ring_buffer_max_payload(rb), MAX_PAYLOAD);
	assert_int_equal(put(rb, 1, MAX_PAYLOAD), RING_BUFFER_OK);
	assert_int_equal(put(rb, 2, MAX_PAYLOAD - 1), RING_BUFFER_OK);
	assert_int_equal(put(rb, 3, MAX_PAYLOAD + 1), RING_BUFFER_TOO_LARGE);
	assert_int_equal(probefs_ring_buffer_write(rb, copy, (size_t)-1), RING_BUFFER_TOO_LARGE);
	assert_int_equal(probefs_ring_buffer_write(rb, copy, 1UL << 32), RING_BUFFER_TOO_LARGE);
	assert_int_equal(test_read_page(rb, 0, page, true), CAPACITY);
	assert_int_equal(word_at(4), MAX_PAYLOAD + 4);
	assert_int_equal(test_read_page(rb, 0, page, true), 0);
	assert_int_equal(test_read_page(rb, 0, page, false), CAPACITY);
	expect_none(rb);
	ring_buffer_destroy(rb);
}

static void long_gaps_get_an_extend(void **state)
{
	struct ring_buffer *rb = test_buffer(2, true);
	u64 gap = (5ULL << 27) + 77;

	put(rb, 1, 8);
	test_time += BIT(27) - 1;
	put(rb, 2, 8);
	test_time += BIT(27);
	put(rb, 3, 8);
	test_time += gap;
	put(rb, 4, 8);
	assert_int_equal(test_read_page(rb, 0, page, false), 12 + 12 + 20 + 20);
	assert_int_equal(page_head()->time_stamp, 1000);
	assert_int_equal(word_at(12), header_word(2, BIT(27) - 1));
	assert_int_equal(word_at(24), header_word(30, 0));
	assert_int_equal(word_at(28), 1);
	assert_int_equal(word_at(32), header_word(2, 0));
	assert_int_equal(word_at(44), header_word(30, 77));
	assert_int_equal(word_at(48), 5);
	assert_int_equal(word_at(52), header_word(2, 0));
	assert_int_equal(word_at(56), 4);
	ring_buffer_destroy(rb);
}

static void a_page_never_begins_with_an_extend(void **state)
{
	struct ring_buffer *rb = test_buffer(3, true);

	put(rb, 1, 4000);
	test_time += 1ULL << 40;
	put(rb, 2, 100);	/* does not fit */
	assert_int_equal(test_read_page(rb, 0, page, true), 4008);
	assert_int_equal(test_read_page(rb, 0, page, false), 104);
	assert_int_equal(page_head()->time_stamp, 1000 + (1ULL << 40));
	assert_int_equal(word_at(0), header_word(25, 0));
	ring_buffer_destroy(rb);
}

static void an_extend_that_does_not_fit_starts_a_page(void **state)
{
	struct ring_buffer *rb = test_buffer(3, true);

	put(rb, 1, CAPACITY - 8 - 12);
	test_time += 1ULL << 30;
	put(rb, 2, 8);		/* 12 bytes would, 20 do not */
	assert_int_equal(test_read_page(rb, 0, page, true), CAPACITY - 12);
	assert_int_equal(test_read_page(rb, 0, page, false), 12);
	assert_int_equal(page_head()->time_stamp, 1000 + (1ULL << 30));
	ring_buffer_destroy(rb);
}

static void a_gap_beyond_an_extend_starts_a_page(void **state)
{
	struct ring_buffer *rb = test_buffer(3, true);

	put(rb, 1, 8);
	test_time += BIT_ULL(59) - 1;
	put(rb, 2, 8);
	test_time += BIT_ULL(59);
	put(rb, 3, 8);
	assert_int_equal(test_read_page(rb, 0, page, true), 12 + 20);
	assert_int_equal(word_at(12), header_word(30, BIT(27) - 1));
	assert_int_equal(word_at(16), 0xffffffff);
	assert_int_equal(test_read_page(rb, 0, page, false), 12);
	assert_int_equal(page_head()->time_stamp, 1000 + BIT_ULL(60) - 1);
	ring_buffer_destroy(rb);
}

static void a_clock_that_steps_back(void **state)
{
	struct ring_buffer *rb = test_buffer(3, true);
	struct ring_buffer_reservation res;
	struct subbuf_event event;

	put(rb, 1, 8);
	test_time = 900;
	assert_int_equal(ring_buffer_reserve(rb, 8, &res), RING_BUFFER_OK);
	assert_int_equal(res.time, 1000);
	memset(res.data, 0, 8);
	ring_buffer_commit(&res);
	test_time = 1010;
	put(rb, 3, 8);
	test_time = 10;
	put(rb, 4, 4040);	/* the next page: absolute */
	expect(rb, 1, 0);
	assert_true(probefs_ring_buffer_consume(rb, 0, copy, sizeof(copy), &event));
	assert_int_equal(event.time, 1000);
	assert_true(probefs_ring_buffer_consume(rb, 0, copy, sizeof(copy), &event));
	assert_int_equal(event.time, 1010);
	assert_true(probefs_ring_buffer_consume(rb, 0, copy, sizeof(copy), &event));
	assert_int_equal(event.time, 10);
	ring_buffer_destroy(rb);
}

static void slack_and_tails_are_zero(void **state)
{
	struct ring_buffer *rb = test_buffer(2, true);
	struct ring_buffer_reservation res;
	u32 i, round;

	/* Old bytes in every sub-buffer. */
	for (round = 0; round < 8; round++) {
		assert_int_equal(ring_buffer_reserve(rb, MAX_PAYLOAD, &res), RING_BUFFER_OK);
		memset(res.data, 0xff, MAX_PAYLOAD);
		ring_buffer_commit(&res);
		test_read_page(rb, 0, page, false);
	}
	for (i = 1; i <= 3; i++) {
		assert_int_equal(ring_buffer_reserve(rb, 112 + i, &res), RING_BUFFER_OK);
		memset(res.data, 0xee, 112 + i);
		ring_buffer_commit(&res);
	}
	memset(page, 0xdd, sizeof(page));
	assert_int_equal(test_read_page(rb, 0, page, false), 3 * 124);
	for (i = 0; i < 3; i++)
		assert_int_equal(word_at(124 * i + 120), 0xeeeeeeU >> 8 * (2 - i));
	for (i = SUBBUF_HEADER + 3 * 124; i < SUBBUF; i++)
		assert_int_equal(page[i], 0);
	ring_buffer_destroy(rb);
}

/* --- partial reads --- */

static void a_partial_page_goes_on_where_the_last_ended(void **state)
{
	struct ring_buffer *rb = test_buffer(2, true);

	put(rb, 1, 8);
	test_time = 1100;
	put(rb, 2, 8);
	assert_int_equal(test_read_page(rb, 0, page, false), 24);
	assert_int_equal(test_read_page(rb, 0, page, false), 0);
	test_time = 1250;
	put(rb, 3, 8);
	assert_int_equal(test_read_page(rb, 0, page, false), 12);
	assert_int_equal(page_head()->time_stamp, 1100);
	assert_int_equal(word_at(0), header_word(2, 150));
	assert_int_equal(word_at(4), 3);
	/* An extend at the start goes into the time stamp. */
	test_time += 1ULL << 33;
	put(rb, 4, 8);
	assert_int_equal(test_read_page(rb, 0, page, false), 12);
	assert_int_equal(page_head()->time_stamp, 1250 + (1ULL << 33));
	assert_int_equal(word_at(0), header_word(2, 0));
	/* The rest of the page after it was completed. */
	test_time += 5;
	put(rb, 5, 8);
	put(rb, 6, 4050);
	assert_int_equal(test_read_page(rb, 0, page, true), 12);
	assert_int_equal(page_head()->time_stamp, 1250 + (1ULL << 33));
	assert_int_equal(word_at(0), header_word(2, 5));
	assert_false(page_head()->commit & HEADER_LOST);
	ring_buffer_destroy(rb);
}

static void pages_and_events_mix(void **state)
{
	struct ring_buffer *rb = test_buffer(4, true);
	struct subbuf_event event;
	u32 i;

	for (i = 0; i < 20; i++) {
		test_time += 10;
		put(rb, i, 1000);
	}
	expect(rb, 4, 4);	/* the first four pages of five are full */
	assert_true(probefs_ring_buffer_peek(rb, 0, &event));
	assert_int_equal(test_read_page(rb, 0, page, true), 3 * 1008);
	assert_int_equal(page_head()->time_stamp, 1050);
	assert_int_equal(word_at(8), 5);
	assert_false(page_head()->commit & HEADER_LOST);
	expect(rb, 8, 0);
	assert_int_equal(stats_of(rb).read, 5);
	assert_int_equal(stats_of(rb).entries, 11);
	ring_buffer_destroy(rb);
}

static void peek_leaves_the_event(void **state)
{
	struct ring_buffer *rb = test_buffer(2, true);
	struct subbuf_event event;
	int i;

	put(rb, 7, 12);
	for (i = 0; i < 3; i++) {
		assert_true(probefs_ring_buffer_peek(rb, 0, &event));
		assert_null(event.data);
		assert_int_equal(event.size, 12);
	}
	assert_int_equal(stats_of(rb).entries, 1);
	assert_false(probefs_ring_buffer_empty(rb, 0));
	expect(rb, 7, 0);
	expect_none(rb);
	ring_buffer_destroy(rb);
}

/* --- lost events --- */

static void an_image_tells_how_many_were_lost(void **state)
{
	struct ring_buffer *rb = test_buffer(2, true);
	u64 lost;
	u32 i;

	for (i = 0; i < 7; i++)
		put(rb, i, 2000);	/* two a page */
	assert_int_equal(test_read_page(rb, 0, page, true), 2 * 2008);
	assert_int_equal(word_at(8), 4);
	assert_true(page_head()->commit & HEADER_LOST);
	assert_true(page_head()->commit & HEADER_LOST_STORED);
	memcpy(&lost, page + SUBBUF_HEADER + 2 * 2008, 8);
	assert_int_equal(lost, 4);
	assert_int_equal(page_head()->commit & ~(HEADER_LOST | HEADER_LOST_STORED), 2 * 2008);
	/* Once is enough. */
	assert_int_equal(test_read_page(rb, 0, page, false), 2008);
	assert_int_equal(page_head()->commit, 2008);
	ring_buffer_destroy(rb);
}

static void an_image_without_room_for_the_number(void **state)
{
	struct ring_buffer *rb = test_buffer(2, true);
	u32 i;

	for (i = 0; i < 3; i++)
		put(rb, i, MAX_PAYLOAD - 4);	/* 4 bytes are left */
	assert_int_equal(test_read_page(rb, 0, page, true), CAPACITY - 4);
	assert_int_equal(page_head()->commit, (CAPACITY - 4) | HEADER_LOST);
	assert_int_equal(word_at(CAPACITY - 4), 0);
	ring_buffer_destroy(rb);
}

static void events_tell_how_many_were_lost(void **state)
{
	struct ring_buffer *rb = test_buffer(2, true);
	u32 i;

	for (i = 0; i < 3; i++)
		put(rb, i, 2000);
	expect(rb, 0, 0);	/* takes the page with 1, too */
	for (; i < 11; i++)
		put(rb, i, 2000);
	expect(rb, 1, 0);
	expect(rb, 8, 6);
	expect(rb, 9, 0);
	expect(rb, 10, 0);
	assert_int_equal(stats_of(rb).overrun, 6);
	ring_buffer_destroy(rb);
}

static void what_was_read_of_an_overwritten_page_is_not_lost(void **state)
{
	struct ring_buffer *rb = test_buffer(2, true);
	u32 i;

	put(rb, 0, 2000);
	expect(rb, 0, 0);	/* copied; the page stays */
	for (i = 1; i < 7; i++)
		put(rb, i, 2000);
	expect(rb, 4, 3);
	assert_int_equal(stats_of(rb).overrun, 3);
	ring_buffer_destroy(rb);
}

/* --- accounting --- */

static void overwriting_keeps_the_newest(void **state)
{
	struct ring_buffer *rb = test_buffer(4, true);
	struct ring_buffer_stats stats;
	u32 i;

	for (i = 0; i < 1000; i++) {
		assert_int_equal(put(rb, i, 500), RING_BUFFER_OK);
		test_time++;
		stats = stats_of(rb);
		assert_int_equal(stats.written, i + 1);
		assert_int_equal(stats.bytes, stats.entries * 508);
		assert_int_equal(stats.oldest_time, 1000 + i + 1 - stats.entries);
		assert_int_equal(stats.now, test_time);
	}
	stats = stats_of(rb);
	assert_int_equal(stats.entries, 3 * 8 + 1000 % 8 + (1000 % 8 ? 0 : 8));
	assert_int_equal(stats.dropped, 0);
	assert_int_equal(stats.commit_overrun, 0);
	expect(rb, 1000 - stats.entries, 1000 - stats.entries);
	for (i = 1000 - stats.entries + 1; i < 1000; i++)
		expect(rb, i, 0);
	expect_none(rb);
	stats = stats_of(rb);
	assert_int_equal(stats.entries, 0);
	assert_int_equal(stats.bytes, 0);
	ring_buffer_destroy(rb);
}

/* The writer is at a smaller offset of its page than the reader is of an earlier one. */
static void bytes_behind_what_was_read_of_a_page(void **state)
{
	struct ring_buffer *rb = test_buffer(4, true);
	u32 i;

	for (i = 0; i < 4; i++)
		put(rb, i, 500);
	for (i = 0; i < 3; i++)
		expect(rb, i, 0);
	assert_int_equal(stats_of(rb).bytes, 508);
	for (i = 4; i < 9; i++)	/* eight fill a page */
		put(rb, i, 500);
	assert_int_equal(stats_of(rb).entries, 6);
	assert_int_equal(stats_of(rb).bytes, 6 * 508);
	for (i = 9; i < 40; i++)	/* the page that was begun to be read is overwritten */
		put(rb, i, 500);
	assert_int_equal(stats_of(rb).bytes, stats_of(rb).entries * 508);
	ring_buffer_destroy(rb);
}

static void discarding_keeps_the_oldest(void **state)
{
	struct ring_buffer *rb = test_buffer(4, false);
	struct ring_buffer_stats stats;
	u32 i;

	for (i = 0; i < 100; i++)
		assert_int_equal(put(rb, i, 500), i < 32 ? RING_BUFFER_OK : RING_BUFFER_FULL);
	stats = stats_of(rb);
	assert_int_equal(stats.entries, 32);
	assert_int_equal(stats.written, 32);
	assert_int_equal(stats.dropped, 68);
	assert_int_equal(stats.overrun, 0);
	expect(rb, 0, 0);
	assert_int_equal(put(rb, 100, 500), RING_BUFFER_OK);	/* the page was taken */
	for (i = 1; i < 32; i++)
		expect(rb, i, 0);
	expect(rb, 100, 0);
	expect_none(rb);
	ring_buffer_destroy(rb);
}

static void discarding_with_a_reader_always_close(void **state)
{
	struct ring_buffer *rb = test_buffer(2, false);
	u32 i;

	/* No page is ever taken whole; what was read of each makes room nevertheless. */
	for (i = 0; i < 200; i++) {
		assert_int_equal(put(rb, i, 900), RING_BUFFER_OK);
		expect(rb, i, 0);
	}
	assert_int_equal(stats_of(rb).read, 200);
	ring_buffer_destroy(rb);
}

static void the_mode_can_change(void **state)
{
	struct ring_buffer *rb = test_buffer(2, false);
	u32 i;

	for (i = 0; i < 5; i++)
		put(rb, i, 2000);
	assert_int_equal(stats_of(rb).dropped, 1);
	ring_buffer_set_overwrite(rb, true);
	assert_int_equal(put(rb, 10, 2000), RING_BUFFER_OK);
	expect(rb, 2, 2);
	ring_buffer_destroy(rb);
}

static void the_tail_meets_an_uncommitted_event(void **state)
{
	struct ring_buffer *rb = test_buffer(3, true);
	struct ring_buffer_reservation res;
	struct ring_buffer_stats stats;
	u32 i;

	put(rb, 100, 8);
	assert_int_equal(ring_buffer_reserve(rb, 8, &res), RING_BUFFER_OK);
	for (i = 0; i < 20; i++)
		assert_int_equal(put(rb, i, 2000),
				 i < 6 ? RING_BUFFER_OK : RING_BUFFER_FULL);
	/* Nothing of it is seen before the commit but what was there. */
	expect(rb, 100, 0);
	expect_none(rb);
	memcpy(res.data, &(u64){ 200 }, 8);
	ring_buffer_commit(&res);
	stats = stats_of(rb);
	assert_int_equal(stats.commit_overrun, 14);
	assert_int_equal(stats.written, 8);
	expect(rb, 200, 0);
	for (i = 0; i < 6; i++)
		expect(rb, i, 0);
	expect_none(rb);
	ring_buffer_destroy(rb);
}

static void times_of_nested_writers(void **state)
{
	struct ring_buffer *rb = test_buffer(2, true);
	struct ring_buffer_reservation res[RING_BUFFER_DEPTHS], other;
	struct subbuf_event event;
	int i;

	for (i = 0; i < RING_BUFFER_DEPTHS; i++) {
		test_time = 2000 + i * 10;
		assert_int_equal(ring_buffer_reserve(rb, 4, &res[i]), RING_BUFFER_OK);
		*(u32 *)res[i].data = i;
		assert_int_equal(res[i].time, test_time);
	}
	/* There are no marks for one more, which leaves everything as it was. */
	assert_int_equal(ring_buffer_reserve(rb, 4, &other), RING_BUFFER_NESTED);
	assert_int_equal(rb->cpus[0]->nest, RING_BUFFER_DEPTHS);
	while (i--)
		ring_buffer_commit(&res[i]);
	for (i = 0; i < RING_BUFFER_DEPTHS; i++) {
		assert_true(probefs_ring_buffer_consume(rb, 0, copy, sizeof(copy), &event));
		assert_int_equal(id_of(&event), i);
		assert_int_equal(event.time, 2000 + i * 10);
	}
	expect_none(rb);
	ring_buffer_destroy(rb);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(small_events),
		cmocka_unit_test(an_empty_event_has_one_word),
		cmocka_unit_test(large_events),
		cmocka_unit_test(the_largest_event_fills_a_page),
		cmocka_unit_test(long_gaps_get_an_extend),
		cmocka_unit_test(a_page_never_begins_with_an_extend),
		cmocka_unit_test(an_extend_that_does_not_fit_starts_a_page),
		cmocka_unit_test(a_gap_beyond_an_extend_starts_a_page),
		cmocka_unit_test(a_clock_that_steps_back),
		cmocka_unit_test(slack_and_tails_are_zero),
		cmocka_unit_test(a_partial_page_goes_on_where_the_last_ended),
		cmocka_unit_test(pages_and_events_mix),
		cmocka_unit_test(peek_leaves_the_event),
		cmocka_unit_test(an_image_tells_how_many_were_lost),
		cmocka_unit_test(an_image_without_room_for_the_number),
		cmocka_unit_test(events_tell_how_many_were_lost),
		cmocka_unit_test(what_was_read_of_an_overwritten_page_is_not_lost),
		cmocka_unit_test(overwriting_keeps_the_newest),
		cmocka_unit_test(bytes_behind_what_was_read_of_a_page),
		cmocka_unit_test(discarding_keeps_the_oldest),
		cmocka_unit_test(discarding_with_a_reader_always_close),
		cmocka_unit_test(the_mode_can_change),
		cmocka_unit_test(the_tail_meets_an_uncommitted_event),
		cmocka_unit_test(times_of_nested_writers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
