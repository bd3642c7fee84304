/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the tests of the ring buffer with one caller at a time share: events that are known by a
 * number, put in, and taken out again.
 */
#ifndef UNIT_RING_BUFFER_EVENTS_H
#define UNIT_RING_BUFFER_EVENTS_H

#include "ring_buffer_test.h"

static u8 page[SUBBUF] __aligned(8);
static u8 copy[SUBBUF];

static inline u32 word_at(unsigned int offset)
{
	u32 word;

	memcpy(&word, page + SUBBUF_HEADER + offset, 4);
	return word;
}

static inline const struct subbuf_header *page_head(void)
{
	return (const void *)page;
}

static inline u32 page_bytes(void)
{
	return page_head()->commit & (BIT(27) - 1);
}

static inline u32 header_word(u32 type_len, u32 delta)
{
	return type_len | delta << 5;
}

/* An event of @size that starts with @id. */
static inline enum ring_buffer_status put(struct ring_buffer *rb, u32 id, size_t size)
{
	u8 data[SUBBUF * 2];
	size_t i;

	for (i = 0; i < size; i++)
		data[i] = id + i;
	memcpy(data, &id, min(size, sizeof(id)));
	return probefs_ring_buffer_write(rb, data, size);
}

static inline u32 id_of(const struct subbuf_event *event)
{
	u32 id;

	memcpy(&id, event->data, 4);
	return id;
}

static inline struct ring_buffer_stats stats_of(struct ring_buffer *rb)
{
	struct ring_buffer_stats stats;

	ring_buffer_get_stats(rb, 0, &stats);
	assert_int_equal(stats.written, stats.read + stats.overrun + stats.entries);
	return stats;
}

/* Takes one event, which must have this id and this many lost before it. */
static inline void expect(struct ring_buffer *rb, u32 id, u64 lost)
{
	struct subbuf_event event;

	assert_true(probefs_ring_buffer_consume(rb, 0, copy, sizeof(copy), &event));
	assert_int_equal(id_of(&event), id);
	assert_int_equal(event.lost, lost);
}

static inline void expect_none(struct ring_buffer *rb)
{
	struct subbuf_event event;

	assert_false(probefs_ring_buffer_consume(rb, 0, copy, sizeof(copy), &event));
	assert_false(probefs_ring_buffer_peek(rb, 0, &event));
	assert_int_equal(test_read_page(rb, 0, page, false), 0);
	assert_true(probefs_ring_buffer_empty(rb, 0));
}

#endif
