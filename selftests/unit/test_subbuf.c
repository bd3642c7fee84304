// SPDX-License-Identifier: GPL-2.0
/*
 * One sub-buffer without a ring: events as writers write them, walked, counted, and given to
 * programs as an image. What no writer leaves behind is test_ring_buffer_damage.c's, but for how a
 * chunk ends there.
 */
#include <linux/kernel.h>
#include <linux/string.h>

#include "cmocka_all.h"
#include "kernel/subbuf/subbuf_chunk.h"
#include "kernel/subbuf/subbuf_format.h"
#include "kernel/subbuf/subbuf_page.h"
#include "kernel/subbuf/subbuf_racing.h"

#define SUBBUF		4096
#define CAPACITY	(SUBBUF - SUBBUF_HEADER)
#define START		1000	/* time stamp of the page */
#define LONG		(3ULL << EVENT_DELTA_BITS | 5)	/* a delta that needs an extend */
#define LARGE		(EVENT_SMALL_MAX + 4)

int standin_alloc_fail_at;

static u8 *page;
static u32 end;

/* Writes an event full of @fill, and a time extend before it when @delta needs one. */
static void put(u64 delta, u32 size, u8 fill)
{
	u8 *event = subbuf_data(page) + end;
	u8 data[SUBBUF];

	if (delta > EVENT_DELTA_MAX) {
		event = subbuf_write_extend(event, delta);
		end += EVENT_EXTEND_BYTES;
		delta = 0;
	}
	memset(data, fill, size);
	subbuf_write_payload(subbuf_write_header(event, round_up(size, 4), delta), data, size);
	end += subbuf_event_bytes(round_up(size, 4));
}

/* Five events: small, with slack, large, behind an extend, and one whose front is one store. */
static int write_events(void **state)
{
	u64 front = subbuf_front_at(subbuf_front(2, 0x05050505), 9);

	page = subbuf_page_alloc(0, SUBBUF);
	end = 0;
	subbuf_header_of(subbuf_data(page))->time_stamp = START;
	put(0, 8, 1);
	put(7, 5, 2);
	put(8, LARGE, 3);
	put(LONG, EVENT_SMALL_MAX, 4);
	memcpy(subbuf_data(page) + end, &front, 8);
	memset(subbuf_data(page) + end + 8, 5, 4);
	end += subbuf_event_bytes(8);
	return 0;
}

static int free_events(void **state)
{
	subbuf_page_free(page);
	return 0;
}

static struct subbuf_chunk whole(void)
{
	return (struct subbuf_chunk){ .page = page, .end = end, .time = START, .events = 10 };
}

static void expect(struct subbuf_chunk *chunk, u32 size, u64 time, u8 fill)
{
	struct subbuf_event event;

	assert_true(subbuf_chunk_peek(chunk, &event));
	assert_int_equal(event.size, size);
	assert_int_equal(event.time, time);
	assert_int_equal(*(u8 *)event.data, fill);
	subbuf_chunk_pass(chunk, &event);
}

static void events_are_walked(void **state)
{
	struct subbuf_chunk chunk = whole();
	struct subbuf_event event;

	chunk.lost = 3;
	assert_true(subbuf_chunk_peek(&chunk, &event));
	assert_int_equal(event.lost, 3);
	expect(&chunk, 8, START, 1);
	assert_true(subbuf_chunk_peek(&chunk, &event));
	assert_int_equal(event.lost, 0);
	assert_memory_equal(event.data, "\2\2\2\2\2\0\0\0", 8);
	expect(&chunk, 8, START + 7, 2);
	expect(&chunk, LARGE, START + 15, 3);
	expect(&chunk, EVENT_SMALL_MAX, START + 15 + LONG, 4);
	expect(&chunk, 8, START + 24 + LONG, 5);
	assert_true(subbuf_chunk_is_empty(&chunk));
	assert_false(subbuf_chunk_peek(&chunk, &event));
	assert_null(chunk.damage);
}

static void events_are_counted(void **state)
{
	struct subbuf_chunk chunk = whole();
	u8 *copy = subbuf_page_alloc(0, SUBBUF);

	assert_int_equal(subbuf_chunk_measure(&chunk), START + 24 + LONG);
	assert_int_equal(chunk.events_end, 15);
	assert_int_equal(chunk.end, end);
	assert_int_equal(subbuf_count_racing(page, end), 5);
	assert_int_equal(subbuf_count_racing(page, 0), 0);
	subbuf_copy_racing(copy, page, end);
	assert_memory_equal(copy, page, SUBBUF_HEADER + end);
	subbuf_page_free(copy);
}

/* The chunk ends before the damage, wherever the walk meets it. */
static void damage_ends_a_chunk(void **state)
{
	struct subbuf_chunk chunk = whole(), counted = whole();
	struct subbuf_event event;

	chunk.end = counted.end = end - 4;
	subbuf_chunk_measure(&counted);
	assert_string_equal(counted.damage, "an event ends behind its sub-buffer");
	assert_int_equal(counted.events_end, 14);
	assert_int_equal(counted.end, end - 12);
	while (subbuf_chunk_peek(&chunk, &event))
		subbuf_chunk_pass(&chunk, &event);
	assert_string_equal(chunk.damage, counted.damage);
	assert_int_equal(chunk.end, end - 12);
	assert_int_equal(chunk.events_end, 14);
	assert_true(subbuf_chunk_is_empty(&chunk));
}

/* Makes an image of @chunk, which has @lost, and returns the image. */
static struct subbuf_header *image_of(struct subbuf_chunk *chunk, u64 lost, u32 bytes)
{
	void *image = subbuf_page_alloc(0, SUBBUF);

	memset(image, 0xa5, SUBBUF);
	chunk->lost = lost;
	assert_int_equal(subbuf_chunk_image(chunk, &image, CAPACITY), bytes);
	assert_true(subbuf_chunk_is_empty(chunk));
	return image;
}

static void an_image_of_all_is_the_page(void **state)
{
	struct subbuf_chunk chunk = whole();
	struct subbuf_header *image = image_of(&chunk, 0, end);
	u32 i;

	assert_ptr_equal(image, page);
	assert_ptr_not_equal(chunk.page, page);
	assert_int_equal(image->time_stamp, START);
	assert_int_equal(image->commit, end);
	for (i = end; i < CAPACITY; i++)
		assert_int_equal(subbuf_data(image)[i], 0);
	subbuf_page_free(chunk.page);
}

static void an_image_of_the_rest_is_a_copy(void **state)
{
	u32 rest = subbuf_event_bytes(EVENT_SMALL_MAX) + subbuf_event_bytes(8);
	struct subbuf_chunk chunk = whole();
	struct subbuf_event event;
	struct subbuf_header *image;
	u64 lost;
	int i;

	for (i = 0; i < 3; i++) {
		assert_true(subbuf_chunk_peek(&chunk, &event));
		subbuf_chunk_pass(&chunk, &event);
	}
	image = image_of(&chunk, 77, rest);
	assert_ptr_not_equal(image, page);
	assert_ptr_equal(chunk.page, page);
	/* The extend is part of the page's time, for programs look at the first event. */
	assert_int_equal(image->time_stamp, START + 15 + LONG);
	assert_int_equal(image->commit, rest | HEADER_LOST | HEADER_LOST_STORED);
	assert_int_equal(*(u32 *)subbuf_data(image), EVENT_SMALL_MAX / 4);
	memcpy(&lost, subbuf_data(image) + rest, sizeof(lost));
	assert_int_equal(lost, 77);
	assert_int_equal(subbuf_data(image)[rest + sizeof(lost)], 0);
	subbuf_page_free(image);
}

int main(void)
{
#define WITH_EVENTS(test)	cmocka_unit_test_setup_teardown(test, write_events, free_events)
	const struct CMUnitTest tests[] = {
		WITH_EVENTS(events_are_walked),
		WITH_EVENTS(events_are_counted),
		WITH_EVENTS(damage_ends_a_chunk),
		WITH_EVENTS(an_image_of_all_is_the_page),
		WITH_EVENTS(an_image_of_the_rest_is_a_copy),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
