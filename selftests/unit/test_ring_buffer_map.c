// SPDX-License-Identifier: GPL-2.0
/*
 * The ring buffer as a program sees it that has mapped it, with one caller at a time. The memory that
 * is mapped is looked at by the numbers that the program knows.
 */
#include "ring_buffer_events.h"

#define LARGE	2030	/* two a page */

static const struct ring_buffer_meta *meta;
static struct subbuf_chunk seen;	/* events of the reader's sub-buffer that were not looked at */

static struct ring_buffer *mapped_buffer(unsigned int pages, bool overwrite)
{
	struct ring_buffer *rb = test_buffer(pages, overwrite);

	assert_int_equal(ring_buffer_map(rb, 0), 0);
	meta = ring_buffer_map_page(rb, 0, 0);
	test_tick = 1;
	return rb;
}

static void unmap_and_destroy(struct ring_buffer *rb)
{
	ring_buffer_unmap(rb, 0);
	assert_null(rb->cpus[0]->map);
	ring_buffer_destroy(rb);
}

static u8 *reader_page(struct ring_buffer *rb)
{
	return ring_buffer_map_page(rb, 0, 1 + meta->reader.id);
}

/* Looks at the reader's sub-buffer from its beginning. */
static void look(struct ring_buffer *rb)
{
	u8 *at = reader_page(rb);
	const struct subbuf_header *header = (const void *)at;
	u32 i;

	seen = (struct subbuf_chunk){ .page = at, .time = header->time_stamp };
	seen.end = header->commit & (BIT(27) - 1);
	i = seen.end;
	if (header->commit & HEADER_LOST_STORED) {
		memcpy(&seen.lost, at + SUBBUF_HEADER + seen.end, 8);
		i += 8;
	} else if (header->commit & HEADER_LOST) {	/* without room for the number */
		assert_in_range(seen.end, CAPACITY - 7, CAPACITY);
		seen.lost = meta->reader.lost_events;
	}
	assert_int_equal(meta->reader.lost_events, seen.lost);
	assert_int_equal(meta->reader.read, seen.end);
	for (; seen.end && i < CAPACITY; i++)
		assert_int_equal(at[SUBBUF_HEADER + i], 0);
}

/* Asks for the next sub-buffer; true when there is one. */
static bool next(struct ring_buffer *rb)
{
	u32 id = meta->reader.id;

	assert_int_equal(ring_buffer_map_get_reader(rb, 0), 0);
	assert_in_range(meta->reader.id, 0, meta->nr_subbufs - 1);
	if (meta->reader.id == id)
		return false;
	look(rb);
	return true;
}

static void expect_seen(u32 id, u64 lost)
{
	struct subbuf_event event;

	assert_true(subbuf_chunk_peek(&seen, &event));
	assert_int_equal(id_of(&event), id);
	assert_int_equal(event.lost, lost);
	subbuf_chunk_pass(&seen, &event);
}

static void expect_end(void)
{
	assert_true(subbuf_chunk_is_empty(&seen));
}

static void check_meta(struct ring_buffer *rb)
{
	struct ring_buffer_stats stats = stats_of(rb);

	assert_int_equal(meta->entries, stats.written);
	assert_int_equal(meta->overrun, stats.overrun);
	assert_int_equal(meta->read, stats.read);
}

static void an_empty_buffer_has_numbers(void **state)
{
	struct ring_buffer *rb = mapped_buffer(4, true);

	assert_int_equal(meta->meta_page_size, SUBBUF);
	assert_int_equal(meta->meta_struct_len, 80);
	assert_int_equal(sizeof(*meta), 80);
	assert_int_equal(meta->subbuf_size, SUBBUF);
	assert_int_equal(meta->nr_subbufs, 5);
	assert_int_equal(meta->flags, 0);
	assert_int_equal(meta->reader.id, 0);
	assert_false(next(rb));
	look(rb);
	expect_end();
	check_meta(rb);
	assert_non_null(ring_buffer_map_page(rb, 0, 5));
	assert_null(ring_buffer_map_page(rb, 0, 6));
	unmap_and_destroy(rb);
}

/* As mainline numbers them; a program that looks again finds nothing new. */
static void the_page_that_is_written_comes_piece_by_piece(void **state)
{
	struct ring_buffer *rb = mapped_buffer(4, true);
	u32 i;

	for (i = 0; i < 16; i++)
		put(rb, i, 8);
	assert_true(next(rb));
	assert_int_equal(meta->reader.id, 1);
	for (i = 0; i < 16; i++)
		expect_seen(i, 0);
	expect_end();
	check_meta(rb);
	assert_int_equal(meta->read, 16);
	assert_int_equal(meta->pages_touched, 0);
	assert_false(next(rb));
	put(rb, 16, 8);
	put(rb, 17, 300);
	assert_true(next(rb));
	expect_seen(16, 0);
	expect_seen(17, 0);
	expect_end();
	check_meta(rb);
	/* The rest of a page that is complete by now, and part of the next one. */
	put(rb, 18, 8);
	put(rb, 19, 4000);
	assert_true(next(rb));
	expect_seen(18, 0);
	expect_end();
	assert_true(next(rb));
	expect_seen(19, 0);
	expect_end();
	assert_int_equal(meta->pages_touched, 1);
	assert_false(next(rb));
	unmap_and_destroy(rb);
}

static void what_the_program_reads_is_not_written_to(void **state)
{
	struct ring_buffer *rb = mapped_buffer(3, true);
	u8 before[SUBBUF];
	u32 i;

	put(rb, 0, 8);
	assert_true(next(rb));
	memcpy(before, reader_page(rb), SUBBUF);
	for (i = 1; i < 100; i++)
		put(rb, i, LARGE);
	assert_memory_equal(before, reader_page(rb), SUBBUF);
	unmap_and_destroy(rb);
}

static void lost_events_and_pages_are_counted(void **state)
{
	struct ring_buffer *rb = mapped_buffer(4, true);
	u32 i;

	for (i = 0; i < 20; i++)
		put(rb, i, LARGE);
	assert_true(next(rb));
	expect_seen(12, 12);
	expect_seen(13, 0);
	expect_end();
	check_meta(rb);
	assert_int_equal(meta->overrun, 12);
	assert_int_equal(meta->pages_lost, 6);
	assert_int_equal(meta->pages_touched, 9);
	for (i = 14; i < 20; i += 2) {
		assert_true(next(rb));
		expect_seen(i, 0);
		expect_seen(i + 1, 0);
		expect_end();
	}
	assert_false(next(rb));
	assert_int_equal(meta->read, 8);
	unmap_and_destroy(rb);
}

static void what_others_left_comes_first(void **state)
{
	struct ring_buffer *rb = test_buffer(4, true);
	u32 i;

	for (i = 0; i < 5; i++)
		put(rb, i, LARGE);
	expect(rb, 0, 0);
	assert_int_equal(ring_buffer_map(rb, 0), 0);
	meta = ring_buffer_map_page(rb, 0, 0);
	/* The program may look at it as it is, or ask first. */
	assert_int_equal(meta->reader.id, 0);
	assert_int_equal(meta->reader.read, 0);
	assert_false(next(rb));
	look(rb);
	expect_seen(1, 0);
	expect_end();
	assert_true(next(rb));
	expect_seen(2, 0);
	expect_seen(3, 0);
	assert_true(next(rb));
	expect_seen(4, 0);
	/* What the program has had is gone for others, what it has not had is not. */
	put(rb, 5, 8);
	ring_buffer_unmap(rb, 0);
	expect(rb, 5, 0);
	expect_none(rb);
	ring_buffer_destroy(rb);
}

/* Others read copies: all memory stays where programs know it. */
static void the_memory_stays(void **state)
{
	struct ring_buffer *rb = mapped_buffer(3, true);
	struct ring_buffer_cpu *cpu = rb->cpus[0];
	void *pages[4], *taken = NULL;
	u32 i, round;

	for (i = 0; i < 4; i++)
		pages[i] = cpu->pages[i];
	for (round = 0; round < 50; round++) {
		for (i = 0; i <= round % 7; i++)
			put(rb, i, round % 3 ? LARGE : 8);
		switch (round % 4) {
		case 0:
			next(rb);
			break;
		case 1:
			while (probefs_ring_buffer_read_page(rb, 0, &taken, false) > 0)
				assert_true(((struct subbuf_header *)taken)->commit);
			break;
		case 2:
			assert_in_range(test_read_page(rb, 0, page, true), 0, CAPACITY);
			break;
		default:
			i = 0;
			while (probefs_ring_buffer_consume(rb, 0, copy, sizeof(copy), &(struct subbuf_event){}))
				i++;
			assert_true(i > 0);
		}
		for (i = 0; i < 4; i++) {
			assert_ptr_equal(cpu->pages[i], pages[i]);
			assert_ptr_not_equal(taken, pages[i]);
		}
		assert_int_equal(ring_buffer_map_get_reader(rb, 0), 0);
		check_meta(rb);
	}
	subbuf_page_free(taken);
	unmap_and_destroy(rb);
}

static void a_reset_shows(void **state)
{
	struct ring_buffer *rb = mapped_buffer(3, true);
	u32 i;

	for (i = 0; i < 12; i++)
		put(rb, i, 2000);
	assert_true(next(rb));
	expect_seen(6, 6);
	put(rb, 12, LARGE);
	probefs_ring_buffer_reset(rb, 0);
	check_meta(rb);
	look(rb);
	expect_end();
	assert_int_equal(meta->entries, 0);
	assert_int_equal(meta->pages_touched, 0);
	assert_false(next(rb));
	put(rb, 2, 8);
	assert_true(next(rb));
	expect_seen(2, 0);
	expect_end();
	unmap_and_destroy(rb);
}

static void the_size_stays(void **state)
{
	struct ring_buffer *rb = mapped_buffer(3, true);

	assert_int_equal(probefs_ring_buffer_resize(rb, 4 * SUBBUF, 0), -EBUSY);
	assert_int_equal(probefs_ring_buffer_resize(rb, 3 * SUBBUF, 0), 0);
	assert_int_equal(probefs_ring_buffer_resize(rb, 3 * SUBBUF, -1), -EBUSY);
	assert_int_equal(probefs_ring_buffer_resize(rb, 4 * SUBBUF, 1), 0);
	ring_buffer_unmap(rb, 0);
	assert_int_equal(probefs_ring_buffer_resize(rb, 4 * SUBBUF, -1), 0);
	assert_int_equal(ring_buffer_map(rb, 0), 0);
	meta = ring_buffer_map_page(rb, 0, 0);
	assert_int_equal(meta->nr_subbufs, 5);
	unmap_and_destroy(rb);
}

static void mappings_are_counted(void **state)
{
	struct ring_buffer *rb = mapped_buffer(2, true);

	assert_int_equal(ring_buffer_map(rb, 0), 0);
	ring_buffer_map_again(rb, 0);
	ring_buffer_unmap(rb, 0);
	ring_buffer_unmap(rb, 0);
	assert_int_equal(ring_buffer_map_get_reader(rb, 0), 0);
	assert_int_equal(ring_buffer_map_get_reader(rb, 1), -ENODEV);
	ring_buffer_unmap(rb, 0);
	assert_int_equal(ring_buffer_map_get_reader(rb, 0), -ENODEV);
	/* More than can be counted: for ever. */
	assert_int_equal(ring_buffer_map(rb, 0), 0);
	rb->cpus[0]->map->users = UINT_MAX;
	assert_int_equal(ring_buffer_map(rb, 0), -EBUSY);
	ring_buffer_map_again(rb, 0);
	ring_buffer_unmap(rb, 0);
	assert_int_equal(rb->cpus[0]->map->users, UINT_MAX);
	rb->cpus[0]->map->users = 1;
	unmap_and_destroy(rb);
}

static void a_cpu_that_never_was_there_is_refused(void **state)
{
	struct ring_buffer *rb = test_buffer(2, true);

	ring_buffer_set_present(rb, 0, false);
	assert_int_equal(ring_buffer_map(rb, 0), -EINVAL);
	ring_buffer_set_present(rb, 0, true);
	assert_int_equal(ring_buffer_map(rb, 0), 0);
	unmap_and_destroy(rb);
}

static void without_memory_nothing_has_changed(void **state)
{
	struct ring_buffer *rb = test_buffer(3, true);
	int at;

	put(rb, 0, 8);
	for (at = 1; ; at++) {
		standin_alloc_fail_at = at;
		if (!ring_buffer_map(rb, 0))
			break;
		assert_null(rb->cpus[0]->map);
		assert_int_equal(probefs_ring_buffer_resize(rb, 3 * SUBBUF, 0), 0);
	}
	standin_alloc_fail_at = 0;
	assert_int_equal(at, 6);
	ring_buffer_unmap(rb, 0);
	expect(rb, 0, 0);
	ring_buffer_destroy(rb);
}

/*
 * A writer that has not committed, and others on top of it that go round: the reader finds no memory but
 * that of the program, which it leaves alone.
 */
static void writers_may_have_all_memory(void **state)
{
	struct ring_buffer *rb = mapped_buffer(2, true);
	struct ring_buffer_reservation res;
	u8 before[SUBBUF];

	put(rb, 0, 8);
	assert_true(next(rb));
	memcpy(before, reader_page(rb), SUBBUF);
	put(rb, 1, 8);
	assert_int_equal(ring_buffer_reserve(rb, 8, &res), RING_BUFFER_OK);
	memset(res.data, 0, 8);
	put(rb, 3, LARGE);
	put(rb, 4, LARGE);
	assert_false(next(rb));
	assert_memory_equal(before, reader_page(rb), SUBBUF);
	ring_buffer_commit(&res);
	assert_true(next(rb));
	expect_seen(1, 0);
	expect_seen(0, 0);
	expect_seen(3, 0);
	expect_end();
	assert_true(next(rb));
	expect_seen(4, 0);
	unmap_and_destroy(rb);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_empty_buffer_has_numbers),
		cmocka_unit_test(the_page_that_is_written_comes_piece_by_piece),
		cmocka_unit_test(what_the_program_reads_is_not_written_to),
		cmocka_unit_test(lost_events_and_pages_are_counted),
		cmocka_unit_test(what_others_left_comes_first),
		cmocka_unit_test(the_memory_stays),
		cmocka_unit_test(a_reset_shows),
		cmocka_unit_test(the_size_stays),
		cmocka_unit_test(mappings_are_counted),
		cmocka_unit_test(a_cpu_that_never_was_there_is_refused),
		cmocka_unit_test(without_memory_nothing_has_changed),
		cmocka_unit_test(writers_may_have_all_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
