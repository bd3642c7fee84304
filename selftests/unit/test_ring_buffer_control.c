// SPDX-License-Identifier: GPL-2.0
/*
 * The ring buffer: switching, clearing, resizing, and waking who waits.
 */
#include "ring_buffer_events.h"

static void recording_off(void **state)
{
	struct ring_buffer *rb = test_buffer(2, true);

	assert_true(ring_buffer_is_on(rb));
	probefs_ring_buffer_record_on(rb, false);
	probefs_ring_buffer_record_on(rb, false);
	assert_false(ring_buffer_is_on(rb));
	assert_int_equal(put(rb, 1, 8), RING_BUFFER_OFF);
	probefs_ring_buffer_record_on(rb, true);
	assert_int_equal(put(rb, 2, 8), RING_BUFFER_OK);
	ring_buffer_pause(rb);
	ring_buffer_pause(rb);
	ring_buffer_resume(rb);
	assert_true(ring_buffer_is_on(rb));
	assert_int_equal(put(rb, 3, 8), RING_BUFFER_OFF);
	ring_buffer_resume(rb);
	assert_int_equal(put(rb, 4, 8), RING_BUFFER_OK);
	ring_buffer_record_cpu(rb, 0, false);
	assert_int_equal(put(rb, 5, 8), RING_BUFFER_OFF);
	standin_cpu = 1;
	assert_int_equal(put(rb, 6, 8), RING_BUFFER_OK);
	standin_cpu = 0;
	ring_buffer_record_cpu(rb, -1, true);
	assert_int_equal(put(rb, 7, 8), RING_BUFFER_OK);
	assert_int_equal(stats_of(rb).written, 3);
	assert_int_equal(stats_of(rb).dropped, 0);
	assert_int_equal(rb->cpus[0]->nest, 0);
	ring_buffer_destroy(rb);
}

static void cpus_are_separate(void **state)
{
	struct ring_buffer *rb = test_buffer(2, true);
	struct subbuf_event event;

	put(rb, 1, 8);
	assert_true(probefs_ring_buffer_empty(rb, 1));
	assert_false(probefs_ring_buffer_empty(rb, -1));
	standin_cpu = 1;
	put(rb, 2, 8);
	assert_true(probefs_ring_buffer_consume(rb, 1, copy, sizeof(copy), &event));
	assert_int_equal(id_of(&event), 2);
	expect(rb, 1, 0);
	assert_true(probefs_ring_buffer_empty(rb, -1));
	ring_buffer_destroy(rb);
}

static void reset_forgets(void **state)
{
	struct ring_buffer *rb = test_buffer(2, true);
	struct ring_buffer_iterator *it = ring_buffer_iterator_create(rb, 0);
	struct subbuf_event event;
	struct ring_buffer_stats stats;
	u32 i, round;

	for (round = 0; round < 5; round++) {
		for (i = 0; i < 5 + round; i++)
			put(rb, i, 1500);
		assert_true(probefs_ring_buffer_peek(rb, 0, &event));
		ring_buffer_iterator_rewind(it);
		assert_true(ring_buffer_iterator_peek(it, &event));
		probefs_ring_buffer_reset(rb, round & 1 ? 0 : -1);
		expect_none(rb);
		stats = stats_of(rb);
		assert_int_equal(stats.written + stats.overrun + stats.read + stats.bytes, 0);
		assert_int_equal(stats.oldest_time, 0);
		put(rb, 77, 8);
		/* The iterator forgets its copy with the buffer. */
		assert_true(ring_buffer_iterator_is_stale(it));
		assert_true(ring_buffer_iterator_peek(it, &event));
		assert_false(ring_buffer_iterator_is_stale(it));
		assert_int_equal(id_of(&event), 77);
		assert_int_equal(event.lost, 0);
		ring_buffer_iterator_next(it);
		assert_false(ring_buffer_iterator_peek(it, &event));
		assert_int_equal(stats_of(rb).written, 1);
		expect(rb, 77, 0);
		expect_none(rb);
		probefs_ring_buffer_reset(rb, 0);
	}
	ring_buffer_iterator_destroy(it);
	ring_buffer_destroy(rb);
}

static void reset_of_one_cpu_leaves_the_other(void **state)
{
	struct ring_buffer *rb = test_buffer(2, false);

	put(rb, 1, 8);
	probefs_ring_buffer_reset(rb, 1);
	expect(rb, 1, 0);
	ring_buffer_destroy(rb);
}

static void reset_clears_refusals(void **state)
{
	struct ring_buffer *rb = test_buffer(2, false);
	u32 i;

	for (i = 0; i < 10; i++)
		put(rb, i, 2000);
	assert_int_equal(stats_of(rb).dropped, 6);
	probefs_ring_buffer_reset(rb, -1);
	assert_int_equal(stats_of(rb).dropped, 0);
	for (i = 0; i < 4; i++)
		assert_int_equal(put(rb, i, 2000), RING_BUFFER_OK);
	ring_buffer_destroy(rb);
}

static struct ring_buffer *small_buffer(void)
{
	struct ring_buffer *rb = ring_buffer_create(2 * SUBBUF, true, test_clock);

	assert_non_null(rb);
	return rb;
}

/* Events, places and statistics go together, there and back; each buffer goes on from what it has got. */
static void swap_exchanges_all(void **state)
{
	struct ring_buffer *rb = test_buffer(4, true), *other = small_buffer();
	u32 i;

	for (i = 1; i <= 12; i++)
		put(rb, i, 1500);
	expect(rb, 5, 4);
	assert_int_equal(ring_buffer_swap(rb, other, -1), 0);
	expect_none(rb);
	assert_int_equal(stats_of(rb).written, 0);
	assert_int_equal(stats_of(other).read, 1);
	assert_int_equal(stats_of(other).written, 12);
	assert_int_equal(stats_of(other).overrun, 4);
	for (i = 21; i <= 24; i++)
		assert_int_equal(put(rb, i, 1500), RING_BUFFER_OK);
	expect(other, 6, 0);
	assert_int_equal(ring_buffer_swap(rb, other, -1), 0);
	expect(rb, 7, 0);
	assert_int_equal(put(rb, 13, 8), RING_BUFFER_OK);
	for (i = 8; i <= 13; i++)
		expect(rb, i, 0);
	expect_none(rb);
	for (i = 21; i <= 24; i++)
		expect(other, i, 0);
	expect_none(other);
	ring_buffer_destroy(other);
	ring_buffer_destroy(rb);
}

static void swap_of_one_cpu_leaves_the_other(void **state)
{
	struct ring_buffer *rb = test_buffer(2, true), *other = small_buffer();

	put(rb, 1, 8);
	assert_int_equal(ring_buffer_swap(rb, other, 1), 0);
	expect(rb, 1, 0);
	ring_buffer_destroy(other);
	ring_buffer_destroy(rb);
}

static void swap_takes_the_refusals_along(void **state)
{
	struct ring_buffer *rb = test_buffer(2, false), *other = small_buffer();
	u32 i;

	for (i = 0; i < 10; i++)
		put(rb, i, 2000);
	assert_int_equal(stats_of(rb).dropped, 6);
	assert_int_equal(ring_buffer_swap(rb, other, 0), 0);
	assert_int_equal(stats_of(rb).dropped, 0);
	assert_int_equal(stats_of(other).dropped, 6);
	assert_int_equal(put(rb, 20, 2000), RING_BUFFER_OK);
	expect(rb, 20, 0);
	expect(other, 0, 0);
	ring_buffer_destroy(other);
	ring_buffer_destroy(rb);
}

static void swap_moves_iterators(void **state)
{
	struct ring_buffer *rb = test_buffer(2, true), *other = small_buffer();
	struct ring_buffer_iterator *it = ring_buffer_iterator_create(rb, 0);
	struct subbuf_event event;

	put(rb, 1, 8);
	assert_true(ring_buffer_iterator_peek(it, &event));
	ring_buffer_iterator_next(it);
	assert_int_equal(ring_buffer_swap(rb, other, 0), 0);
	assert_false(ring_buffer_iterator_peek(it, &event));
	put(rb, 2, 8);
	assert_true(ring_buffer_iterator_peek(it, &event));
	assert_int_equal(id_of(&event), 2);
	ring_buffer_iterator_destroy(it);
	ring_buffer_destroy(other);
	ring_buffer_destroy(rb);
}

static void swap_leaves_what_is_mapped(void **state)
{
	struct ring_buffer *rb = test_buffer(2, true), *other = small_buffer();

	put(rb, 1, 8);
	assert_int_equal(ring_buffer_map(rb, 1), 0);
	assert_int_equal(ring_buffer_swap(rb, other, 0), -EBUSY);
	ring_buffer_unmap(rb, 1);
	expect(rb, 1, 0);
	ring_buffer_destroy(other);
	ring_buffer_destroy(rb);
}

static void holding_refuses_writers(void **state)
{
	struct ring_buffer *rb = test_buffer(2, true);

	assert_true(ring_buffer_hold_in_hit(rb));
	assert_false(ring_buffer_hold_in_hit(rb));
	assert_true(ring_buffer_is_on(rb));
	assert_int_equal(put(rb, 1, 8), RING_BUFFER_OFF);
	probefs_ring_buffer_record_on(rb, true);
	assert_int_equal(put(rb, 2, 8), RING_BUFFER_OFF);
	ring_buffer_let_go(rb);
	assert_int_equal(put(rb, 3, 8), RING_BUFFER_OK);
	assert_true(ring_buffer_hold_in_hit(rb));
	ring_buffer_destroy(rb);
}

static u64 other_clock(void)
{
	return 5;
}

static void another_clock_resets(void **state)
{
	struct ring_buffer *rb = test_buffer(2, true);
	struct subbuf_event event;

	put(rb, 1, 8);
	probefs_ring_buffer_set_clock(rb, other_clock);
	expect_none(rb);
	put(rb, 2, 8);
	assert_true(probefs_ring_buffer_consume(rb, 0, copy, sizeof(copy), &event));
	assert_int_equal(event.time, 5);
	ring_buffer_destroy(rb);
}

static void sizes_are_rounded_up(void **state)
{
	struct ring_buffer *rb = test_buffer(1, true);

	assert_int_equal(ring_buffer_bytes(rb, 0), 2 * SUBBUF);
	assert_int_equal(ring_buffer_bytes(rb, -1), 2 * 2 * SUBBUF);
	assert_int_equal(probefs_ring_buffer_resize(rb, 3 * SUBBUF + 1, 0), 0);
	assert_int_equal(ring_buffer_bytes(rb, 0), 4 * SUBBUF);
	assert_int_equal(ring_buffer_bytes(rb, 1), 2 * SUBBUF);
	assert_int_equal(probefs_ring_buffer_resize(rb, 5 * SUBBUF, -1), 0);
	assert_int_equal(ring_buffer_bytes(rb, -1), 10 * SUBBUF);
	assert_int_equal(probefs_ring_buffer_resize(rb, (size_t)-1, -1), -EINVAL);
	assert_int_equal(probefs_ring_buffer_resize(rb, 1UL << 45, 0), -EINVAL);
	assert_int_equal(ring_buffer_subbuf_size(rb), SUBBUF);
	assert_null(ring_buffer_create((size_t)-1, true, test_clock));
	assert_int_equal(ring_buffer_bytes(rb, 0), 5 * SUBBUF);
	ring_buffer_destroy(rb);
	ring_buffer_destroy(NULL);
}

/* @written events of 1300 bytes, three a page, @read of them consumed, then another size. */
static void resize_case(u32 from, u32 to, u32 written, u32 read)
{
	struct ring_buffer *rb = test_buffer(from, true);
	struct ring_buffer_stats before, after;
	struct subbuf_event event;
	struct ring_buffer_iterator *it = ring_buffer_iterator_create(rb, 0);
	u64 lost = 0;
	u32 i, got = 0, next;

	for (i = 0; i < written; i++)
		put(rb, i, 1300);
	for (i = 0; i < read; i++)
		assert_true(probefs_ring_buffer_consume(rb, 0, copy, sizeof(copy), &event));
	ring_buffer_iterator_peek(it, &event);
	before = stats_of(rb);
	assert_int_equal(probefs_ring_buffer_resize(rb, to * SUBBUF, 0), 0);
	assert_int_equal(ring_buffer_bytes(rb, 0), to * SUBBUF);
	after = stats_of(rb);
	assert_int_equal(after.written, before.written);
	assert_int_equal(after.read, before.read);
	if (to >= from)
		assert_int_equal(after.entries, before.entries);
	else
		assert_true(after.entries >= min_t(u64, before.entries, 3 * (to - 1)));
	for (i = 0; i < 2; i++)
		assert_int_equal(put(rb, written + i, 1300), RING_BUFFER_OK);
	next = read ? id_of(&event) : 0;
	while (probefs_ring_buffer_consume(rb, 0, copy, sizeof(copy), &event)) {
		lost += event.lost;
		next = id_of(&event);
		got++;
	}
	assert_int_equal(next, written + 1);
	assert_int_equal(stats_of(rb).read, read + got);
	assert_int_equal(stats_of(rb).overrun + read + got, written + 2);
	assert_int_equal(stats_of(rb).overrun, lost + (read ? before.overrun : 0));
	/* And it still goes round. */
	for (i = 0; i < 100; i++)
		assert_int_equal(put(rb, 1000 + i, 1300), RING_BUFFER_OK);
	assert_in_range(stats_of(rb).entries, 3 * (to - 1) + 1, 3 * to);
	while (ring_buffer_iterator_peek(it, &event))
		ring_buffer_iterator_next(it);
	while (probefs_ring_buffer_consume(rb, 0, copy, sizeof(copy), &event))
		;
	assert_int_equal(id_of(&event), 1099);
	ring_buffer_iterator_destroy(it);
	ring_buffer_destroy(rb);
}

static void resize_keeps_the_newest_that_fit(void **state)
{
	u32 from, to, written, read;

	for (from = 2; from <= 5; from++)
		for (to = 2; to <= 6; to++)
			for (written = 0; written < 20; written++)
				for (read = 0; read <= min_t(u32, written, 5); read++)
					if (read <= min_t(u32, written, 3 * from - 2))
						resize_case(from, to, written, read);
}

/* What an empty buffer takes until it refuses: a page is that of the writers, the rest is free. */
static void takes_a_whole_ring(struct ring_buffer *rb, u32 nr_pages)
{
	u32 taken = 0;

	while (put(rb, taken, 4000) == RING_BUFFER_OK)
		assert_true(++taken <= nr_pages);
	assert_in_range(taken, nr_pages - 1, nr_pages);
}

static u32 random_state;

static u32 draw(u32 below)
{
	random_state = random_state * 1664525 + 1013904223;
	return (random_state >> 10) % below;
}

static void read_all(struct ring_buffer *rb, bool as_pages)
{
	struct subbuf_event event;

	while (as_pages ? test_read_page(rb, 0, page, false) > 0 :
	       probefs_ring_buffer_consume(rb, 0, copy, sizeof(copy), &event))
		;
	assert_true(probefs_ring_buffer_empty(rb, 0));
}

/* Discard mode: whatever was written, read and resized, what was read does not keep writers out. */
static void a_buffer_that_was_read_takes_a_whole_ring(void **state)
{
	struct subbuf_event event;
	struct ring_buffer *rb;
	u32 seed, step, nr_pages;

	for (seed = 0; seed < 3000; seed++) {
		random_state = seed;
		nr_pages = 2 + draw(4);
		rb = test_buffer(nr_pages, false);
		for (step = 0; step < 30; step++) {
			u32 i, n = draw(8);

			switch (draw(6)) {
			case 0:
				for (i = 0; i < n; i++)
					put(rb, i, 4 + draw(2500));
				break;
			case 1:
				for (i = 0; i < n; i++)
					probefs_ring_buffer_consume(rb, 0, copy, sizeof(copy), &event);
				break;
			case 2:
				test_read_page(rb, 0, page, draw(2));
				break;
			case 3:
				read_all(rb, draw(2));
				break;
			case 4:
				ring_buffer_set_overwrite(rb, !draw(4));
				break;
			default:
				nr_pages = 2 + draw(8);
				assert_int_equal(probefs_ring_buffer_resize(rb, nr_pages * SUBBUF, 0), 0);
			}
		}
		ring_buffer_set_overwrite(rb, false);
		read_all(rb, draw(2));
		takes_a_whole_ring(rb, nr_pages);
		ring_buffer_destroy(rb);
	}
}

static struct ring_buffer *interrupted;

/* On top of a writer that has claimed the next page for its late time, which was a mistake. */
static void write_on_top(const struct ring_buffer_cpu *cpu, const char *step)
{
	if (strcmp(step, "slot claimed"))
		return;
	test_step = NULL;
	test_time -= 1ULL << 60;
	put(interrupted, 0, 4);
}

/*
 * A page that was claimed and then not entered has left its number in its slot. That slot is as free
 * as the others when the ring grows.
 */
static void a_page_that_was_claimed_in_vain_does_not_shorten_the_ring(void **state)
{
	u32 before, nr_pages;

	for (before = 0; before < 3; before++) {
		for (nr_pages = 4; nr_pages < 9; nr_pages++) {
			struct ring_buffer *rb = test_buffer(3, false);
			struct ring_buffer_cpu *cpu = rb->cpus[0];
			u64 last;
			u32 i;

			for (i = 0; i < before; i++) {
				assert_int_equal(put(rb, i, MAX_PAYLOAD), RING_BUFFER_OK);
				expect(rb, i, 0);
			}
			put(rb, i, 8);
			last = position_page(cpu->tail);
			test_time += 1ULL << 60;
			interrupted = rb;
			test_step = write_on_top;
			put(rb, 0, 8);
			assert_null(test_step);
			assert_int_equal(position_page(cpu->tail), last);
			assert_int_equal(slot_page(ring_buffer_slot(cpu, last + 1)->word), last + 1);
			assert_int_equal(probefs_ring_buffer_resize(rb, nr_pages * SUBBUF, 0), 0);
			for (i = 1; i < nr_pages; i++)
				assert_int_equal(put(rb, 1, MAX_PAYLOAD), RING_BUFFER_OK);
			assert_int_equal(put(rb, 1, MAX_PAYLOAD), RING_BUFFER_FULL);
			ring_buffer_destroy(rb);
		}
	}
}

static void resize_without_memory_changes_nothing(void **state)
{
	int n;

	for (n = 1; n < 30; n++) {
		struct ring_buffer *rb = test_buffer(2, true);
		int ret;

		put(rb, 1, 8);
		standin_alloc_fail_at = n;
		ret = probefs_ring_buffer_resize(rb, 6 * SUBBUF, -1);
		if (standin_alloc_fail_at) {	/* all allocations were done */
			standin_alloc_fail_at = 0;
			assert_int_equal(ret, 0);
			ring_buffer_destroy(rb);
			break;
		}
		assert_int_equal(ret, -ENOMEM);
		assert_int_equal(ring_buffer_bytes(rb, -1), 4 * SUBBUF);
		expect(rb, 1, 0);
		ring_buffer_destroy(rb);
	}
	assert_in_range(n, 5, 29);
}

static void create_without_memory(void **state)
{
	int n;

	for (n = 1; n < 30; n++) {
		struct ring_buffer *rb;

		standin_alloc_fail_at = n;
		rb = ring_buffer_create(2 * SUBBUF, true, test_clock);
		if (rb) {
			standin_alloc_fail_at = 0;
			ring_buffer_destroy(rb);
			break;
		}
	}
	assert_in_range(n, 5, 29);
	assert_null(ring_buffer_create(1UL << 33, true, test_clock));	/* more than there is */
}

/* --- waiting --- */

static void the_watermark_counts_complete_pages(void **state)
{
	struct ring_buffer *rb = test_buffer(4, true);
	u32 i;

	assert_false(ring_buffer_watermark(rb, 0, 0));
	put(rb, 0, 4000);
	assert_true(ring_buffer_watermark(rb, 0, 0));
	assert_true(ring_buffer_watermark(rb, -1, 0));
	assert_false(ring_buffer_watermark(rb, 1, 0));
	assert_false(ring_buffer_watermark(rb, 0, 1));	/* none is complete */
	put(rb, 1, 4000);
	assert_true(ring_buffer_watermark(rb, 0, 1));
	assert_true(ring_buffer_watermark(rb, 0, 50));
	assert_false(ring_buffer_watermark(rb, 0, 51));
	for (i = 2; i < 12; i++)
		put(rb, i, 4000);
	assert_true(ring_buffer_watermark(rb, 0, 100));
	for (i = 0; i < 3; i++) {
		assert_true(ring_buffer_watermark(rb, 0, 1));
		assert_true(test_read_page(rb, 0, page, true) > 0);
	}
	assert_false(ring_buffer_watermark(rb, 0, 1));
	assert_int_equal(test_read_page(rb, 0, page, true), 0);
	assert_true(ring_buffer_watermark(rb, 0, 0));
	ring_buffer_destroy(rb);
}

/* @taken events are read when @there are in the buffer; the rest of their page is in the reader's memory then. */
static void watermarks_wake_who_may_read(unsigned int there, unsigned int taken)
{
	struct ring_buffer *rb = test_buffer(4, true);
	unsigned int percent;
	u32 i;

	for (i = 0; i < there; i++)
		put(rb, i, 900);
	for (i = 0; i < taken; i++)
		expect(rb, i, 0);
	for (i = there; i < 40; i++) {
		put(rb, i, 900);
		for (percent = 1; percent <= 100; percent++)
			assert_true(!ring_buffer_watermark(rb, 0, percent) ||
				    ring_buffer_cpu_nearly_full(rb->cpus[0], percent));
	}
	ring_buffer_destroy(rb);
}

/* The first page takes four events. */
static void who_may_read_is_woken(void **state)
{
	unsigned int there, taken;

	for (there = 4; there < 8; there++)
		for (taken = 0; taken < 4; taken++)
			watermarks_wake_who_may_read(there, taken);
}

static void commits_wake_who_asked_for_it(void **state)
{
	struct ring_buffer *rb = test_buffer(4, true);
	struct ring_buffer_cpu *cpu = rb->cpus[0];
	struct ring_buffer_reservation res;
	u32 i;

	put(rb, 0, 8);
	assert_int_equal(cpu->work.queued, 0);
	atomic_or(WAKE_DATA, &cpu->wake);
	/* Only when it is published. */
	ring_buffer_reserve(rb, 8, &res);
	put(rb, 1, 8);
	assert_int_equal(cpu->work.queued, 0);
	memset(res.data, 0, 8);
	ring_buffer_commit(&res);
	assert_int_equal(cpu->work.queued, 1);
	put(rb, 2, 8);
	assert_int_equal(cpu->work.queued, 1);
	/* A little early, as the page of the reset counts. */
	probefs_ring_buffer_reset(rb, 0);
	cpu->wake_percent = 75;
	atomic_or(WAKE_FULL, &cpu->wake);
	for (i = 0; i < 4; i++) {
		put(rb, i, 4000);
		assert_int_equal(cpu->work.queued, i < 1 ? 1 : 2);
		put(rb, i, 8);
		assert_int_equal(cpu->work.queued, i < 1 ? 1 : 2);
	}
	assert_int_equal(atomic_read(&cpu->wake), 0);
	ring_buffer_destroy(rb);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(recording_off),
		cmocka_unit_test(cpus_are_separate),
		cmocka_unit_test(reset_forgets),
		cmocka_unit_test(reset_of_one_cpu_leaves_the_other),
		cmocka_unit_test(reset_clears_refusals),
		cmocka_unit_test(swap_exchanges_all),
		cmocka_unit_test(swap_of_one_cpu_leaves_the_other),
		cmocka_unit_test(swap_takes_the_refusals_along),
		cmocka_unit_test(swap_moves_iterators),
		cmocka_unit_test(swap_leaves_what_is_mapped),
		cmocka_unit_test(holding_refuses_writers),
		cmocka_unit_test(another_clock_resets),
		cmocka_unit_test(sizes_are_rounded_up),
		cmocka_unit_test(resize_keeps_the_newest_that_fit),
		cmocka_unit_test(a_buffer_that_was_read_takes_a_whole_ring),
		cmocka_unit_test(a_page_that_was_claimed_in_vain_does_not_shorten_the_ring),
		cmocka_unit_test(resize_without_memory_changes_nothing),
		cmocka_unit_test(create_without_memory),
		cmocka_unit_test(the_watermark_counts_complete_pages),
		cmocka_unit_test(who_may_read_is_woken),
		cmocka_unit_test(commits_wake_who_asked_for_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
