// SPDX-License-Identifier: GPL-2.0
/*
 * The ring buffer: sub-buffers of other sizes than a page.
 */
#include "ring_buffer_test.h"

#define LARGEST		(512 * 1024)
#define ROOM(size)	((size) - SUBBUF_HEADER - 8)	/* for the longest payload */

static u8 payload[LARGEST];
static u8 copy[LARGEST];

static enum ring_buffer_status put(struct ring_buffer *rb, u32 id, size_t size)
{
	size_t i;

	for (i = 0; i < size; i++)
		payload[i] = id + i / 3;
	memcpy(payload, &id, min(size, sizeof(id)));
	return probefs_ring_buffer_write(rb, payload, size);
}

static void check_event(const struct subbuf_event *event, u32 id, size_t size)
{
	const u8 *data = event->data;
	size_t i;

	assert_int_equal(event->size, round_up(size, 4));
	assert_memory_equal(data, &id, 4);
	for (i = 4; i < size; i++)
		assert_int_equal(data[i], (u8)(id + i / 3));
}

static void expect(struct ring_buffer *rb, u32 id, size_t size, u64 lost)
{
	struct subbuf_event event;

	assert_true(probefs_ring_buffer_consume(rb, 0, copy, sizeof(copy), &event));
	check_event(&event, id, size);
	assert_int_equal(event.lost, lost);
}

static void expect_none(struct ring_buffer *rb)
{
	struct subbuf_event event;

	assert_false(probefs_ring_buffer_consume(rb, 0, copy, sizeof(copy), &event));
	assert_int_equal(event.size, 0);
	assert_false(probefs_ring_buffer_peek(rb, 0, &event));
	assert_true(probefs_ring_buffer_empty(rb, 0));
}

/* A buffer of @bytes for each CPU, with sub-buffers of @size. */
static struct ring_buffer *buffer_of(size_t bytes, size_t size)
{
	struct ring_buffer *rb = test_buffer(2, true);

	assert_int_equal(probefs_ring_buffer_resize(rb, bytes, -1), 0);
	assert_int_equal(ring_buffer_set_subbuf_size(rb, size, NULL, NULL), 0);
	assert_int_equal(ring_buffer_subbuf_size(rb), size);
	assert_int_equal(ring_buffer_max_payload(rb), ROOM(size));
	return rb;
}

static void sizes_and_errors(void **state __always_unused)
{
	static const size_t wrong[] = { 0, 1, 4095, 4097, 6144, LARGEST + 1, 2 * LARGEST, 1UL << 32, 1UL << 63 };
	struct ring_buffer *rb = test_buffer(2, true);
	struct ring_buffer_stats stats;
	size_t size;
	int i;

	assert_int_equal(probefs_ring_buffer_resize(rb, 1 << 20, -1), 0);
	for (size = 4096; size <= LARGEST; size *= 2) {
		assert_int_equal(put(rb, 1, 8), RING_BUFFER_OK);
		assert_int_equal(ring_buffer_set_subbuf_size(rb, ring_buffer_subbuf_size(rb), NULL, NULL), 0);
		ring_buffer_get_stats(rb, 0, &stats);
		assert_int_equal(stats.entries, 1);	/* the same size is no change */
		for (i = 0; i < ARRAY_SIZE(wrong); i++)
			assert_int_equal(ring_buffer_set_subbuf_size(rb, wrong[i], NULL, NULL), -EINVAL);
		expect(rb, 1, 8, 0);
		put(rb, 2, 8);
		assert_int_equal(ring_buffer_set_subbuf_size(rb, size, NULL, NULL), 0);
		assert_int_equal(ring_buffer_bytes(rb, 0), 1 << 20);
		if (size > 4096)
			expect_none(rb);
		else
			expect(rb, 2, 8, 0);
	}
	/* Sizes that were asked for survive sub-buffers that are too large for them. */
	assert_int_equal(probefs_ring_buffer_resize(rb, 10000, 1), 0);
	assert_int_equal(ring_buffer_bytes(rb, 1), 1 << 20);
	assert_int_equal(ring_buffer_set_subbuf_size(rb, 4096, NULL, NULL), 0);
	assert_int_equal(ring_buffer_bytes(rb, 1), 3 * 4096);
	assert_int_equal(ring_buffer_bytes(rb, 0), 1 << 20);
	ring_buffer_destroy(rb);
}

/* Says what a writer finds that comes while the size changes. */
struct found {
	struct ring_buffer *rb;
	enum ring_buffer_status status;
	size_t room;
};

static void look(void *data)
{
	struct found *found = data;

	found->status = put(found->rb, 1, 8);
	found->room = ring_buffer_max_payload(found->rb);
}

static void who_is_told_of_the_size_is_told_before_writers(void **state __always_unused)
{
	struct found found = { .rb = buffer_of(1 << 20, 4096) };

	assert_int_equal(ring_buffer_set_subbuf_size(found.rb, 16384, look, &found), 0);
	assert_int_equal(found.status, RING_BUFFER_OFF);
	assert_int_equal(found.room, ROOM(16384));
	found.room = 0;
	assert_int_equal(ring_buffer_set_subbuf_size(found.rb, 16384, look, &found), 0);
	assert_int_equal(ring_buffer_set_subbuf_size(found.rb, 5000, look, &found), -EINVAL);
	assert_int_equal(found.room, 0);	/* nothing has changed */
	assert_int_equal(put(found.rb, 1, 8), RING_BUFFER_OK);
	ring_buffer_destroy(found.rb);
}

static void a_record_fills_a_subbuf(void **state __always_unused)
{
	size_t size;

	for (size = 4096; size <= LARGEST; size *= 2) {
		struct ring_buffer *rb = buffer_of(3 * size, size);
		void *page = NULL;

		assert_int_equal(put(rb, 1, ROOM(size)), RING_BUFFER_OK);
		assert_int_equal(put(rb, 2, ROOM(size) + 1), RING_BUFFER_TOO_LARGE);
		assert_int_equal(put(rb, 3, ROOM(size) - 4), RING_BUFFER_OK);
		assert_int_equal(put(rb, 4, 4), RING_BUFFER_OK);
		expect(rb, 1, ROOM(size), 0);
		assert_int_equal(probefs_ring_buffer_read_page(rb, 0, &page, true), size - SUBBUF_HEADER - 4);
		assert_int_equal(subbuf_page_size(page), size);
		subbuf_page_free(page);
		expect(rb, 4, 4, 0);
		expect_none(rb);
		ring_buffer_destroy(rb);
	}
}

/* Quick writers and others, in small events, over the ends of sub-buffers. */
static void small_events_go_round(void **state __always_unused)
{
	size_t size;

	for (size = 4096; size <= LARGEST; size *= 2) {
		struct ring_buffer *rb = buffer_of(4 * size, size);
		struct ring_buffer_iterator *it = ring_buffer_iterator_create(rb, 0);
		struct subbuf_event event;
		u32 id, nr = 6 * size / 100;
		struct ring_buffer_stats stats;
		u64 lost = 0;

		for (id = 0; id < nr; id++)
			assert_int_equal(put(rb, id, 4 + id % 140), RING_BUFFER_OK);
		ring_buffer_get_stats(rb, 0, &stats);
		assert_int_equal(stats.written, nr);
		assert_in_range(stats.bytes, 3 * (size - 200), 4 * size);
		id = stats.overrun;
		for (; ring_buffer_iterator_peek(it, &event); ring_buffer_iterator_next(it), id++)
			check_event(&event, id, 4 + id % 140);
		assert_int_equal(id, nr);
		for (id = 0; probefs_ring_buffer_consume(rb, 0, copy, sizeof(copy), &event); id++) {
			lost += event.lost;
			id += event.lost;
			check_event(&event, id, 4 + id % 140);
		}
		assert_int_equal(id, nr);
		assert_int_equal(lost, stats.overrun);
		ring_buffer_iterator_destroy(it);
		ring_buffer_destroy(rb);
	}
}

/* Readers that were there before have memory of another size. */
static void readers_follow(void **state __always_unused)
{
	struct ring_buffer *rb = buffer_of(1 << 20, 4096);
	struct ring_buffer_iterator *it = ring_buffer_iterator_create(rb, 0);
	static const size_t sizes[] = { LARGEST, 8192, 65536, 4096, 16384 };
	struct subbuf_event event;
	void *page = NULL;
	int i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		size_t size = sizes[i];

		put(rb, 7, 8);
		assert_true(ring_buffer_iterator_peek(it, &event));
		check_event(&event, 7, 8);
		ring_buffer_iterator_next(it);
		assert_int_equal(probefs_ring_buffer_read_page(rb, 0, &page, false), 12);
		put(rb, 8, 8);
		expect(rb, 8, 8, 0);
		put(rb, 9, 8);		/* goes away in the reader's hands */
		assert_true(probefs_ring_buffer_peek(rb, 0, &event));
		assert_int_equal(ring_buffer_set_subbuf_size(rb, size, NULL, NULL), 0);
		expect_none(rb);
		assert_false(ring_buffer_iterator_peek(it, &event));
		put(rb, 10, ROOM(size));
		put(rb, 11, ROOM(size));
		assert_true(ring_buffer_iterator_peek(it, &event));
		check_event(&event, 10, ROOM(size));
		ring_buffer_iterator_next(it);
		assert_true(ring_buffer_iterator_peek(it, &event));
		check_event(&event, 11, ROOM(size));
		ring_buffer_iterator_next(it);
		assert_false(ring_buffer_iterator_peek(it, &event));
		/* Too little room takes nothing. */
		assert_false(probefs_ring_buffer_consume(rb, 0, copy, ROOM(size) - 1, &event));
		assert_int_equal(event.size, ROOM(size));
		expect(rb, 10, ROOM(size), 0);
		assert_int_equal(probefs_ring_buffer_read_page(rb, 0, &page, false), size - SUBBUF_HEADER);
		assert_int_equal(subbuf_page_size(page), size);
		probefs_ring_buffer_reset(rb, -1);
		ring_buffer_iterator_rewind(it);
	}
	subbuf_page_free(page);
	ring_buffer_iterator_destroy(it);
	ring_buffer_destroy(rb);
}

static void without_memory_nothing_changes(void **state __always_unused)
{
	struct ring_buffer_iterator *it;
	struct subbuf_event event;
	struct ring_buffer *rb;
	int n, ret = -ENOMEM;

	for (n = 1; ret; n++) {
		rb = test_buffer(3, true);
		it = ring_buffer_iterator_create(rb, 0);
		put(rb, 1, 8);
		standin_alloc_fail_at = n;
		ret = ring_buffer_set_subbuf_size(rb, 16384, NULL, NULL);
		standin_alloc_fail_at = 0;
		if (ret) {
			assert_int_equal(ret, -ENOMEM);
			assert_int_equal(ring_buffer_subbuf_size(rb), 4096);
			assert_int_equal(ring_buffer_bytes(rb, -1), 2 * 3 * 4096);
			expect(rb, 1, 8, 0);
		} else {
			put(rb, 2, 5000);
			standin_alloc_fail_at = 1;
			assert_false(ring_buffer_iterator_peek(it, &event));
			assert_true(ring_buffer_iterator_peek(it, &event));
			check_event(&event, 2, 5000);
		}
		ring_buffer_iterator_destroy(it);
		ring_buffer_destroy(rb);
	}
	assert_in_range(n, 8, 20);
}

static void mapped(void **state __always_unused)
{
	struct ring_buffer *rb = buffer_of(3 * 16384, 16384);
	const struct ring_buffer_meta *meta;
	unsigned int i;

	assert_int_equal(ring_buffer_map(rb, 1), 0);
	put(rb, 1, 8);
	assert_int_equal(ring_buffer_set_subbuf_size(rb, 4096, NULL, NULL), -EBUSY);
	assert_int_equal(ring_buffer_set_subbuf_size(rb, 16384, NULL, NULL), 0);
	expect(rb, 1, 8, 0);
	ring_buffer_unmap(rb, 1);

	assert_int_equal(ring_buffer_map(rb, 0), 0);
	meta = ring_buffer_map_page(rb, 0, 0);
	assert_int_equal(meta->meta_page_size, 16384);
	assert_int_equal(meta->subbuf_size, 16384);
	assert_int_equal(meta->nr_subbufs, 4);
	for (i = 1; i < 20; i++)
		assert_ptr_equal(ring_buffer_map_page(rb, 0, i),
				 i < 4 ? (u8 *)meta + i * 4096 :
					 (u8 *)ring_buffer_map_page(rb, 0, i & ~3) + i % 4 * 4096);
	assert_null(ring_buffer_map_page(rb, 0, 20));
	put(rb, 2, 10000);
	put(rb, 3, 10000);
	for (i = 2; i < 4; i++) {
		u8 *at;

		assert_int_equal(ring_buffer_map_get_reader(rb, 0), 0);
		at = ring_buffer_map_page(rb, 0, 4 * (meta->reader.id + 1));
		assert_int_equal(((struct subbuf_header *)at)->commit, 10008);
		assert_int_equal(*(u32 *)(at + SUBBUF_HEADER + 8), i);
	}
	ring_buffer_unmap(rb, 0);
	assert_int_equal(ring_buffer_set_subbuf_size(rb, 4096, NULL, NULL), 0);
	expect_none(rb);
	ring_buffer_destroy(rb);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sizes_and_errors),
		cmocka_unit_test(who_is_told_of_the_size_is_told_before_writers),
		cmocka_unit_test(a_record_fills_a_subbuf),
		cmocka_unit_test(small_events_go_round),
		cmocka_unit_test(readers_follow),
		cmocka_unit_test(without_memory_nothing_changes),
		cmocka_unit_test(mapped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
