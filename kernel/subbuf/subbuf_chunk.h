/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Events of one sub-buffer that a reader has for itself: subbuf_chunk.c.
 */
#ifndef KERNEL_SUBBUF_CHUNK_H
#define KERNEL_SUBBUF_CHUNK_H

#include <linux/types.h>

/**
 * struct subbuf_event - one event as a reader sees it
 * @data: points to the payload, in the chunk's page or in a copy of the reader
 * @size: bytes of payload, which the writer has rounded up to 4
 * @length: bytes that the event takes in its sub-buffer, header and time extends included
 * @time: absolute time stamp of the event
 * @lost: number of events that were lost immediately before this one
 */
struct subbuf_event {
	const void *data;
	u32 size;
	u32 length;
	u64 time;
	u64 lost;
};

/**
 * struct subbuf_chunk - events that one reader has for itself
 * @page: the sub-buffer that has the events
 * @offset: offset of the first unread event
 * @end: offset behind the last event
 * @time: time stamp of the event before the first unread one; at offset 0 that of the page
 * @events: number of the first unread event
 * @events_end: number of the event behind the last one
 * @lost: number of events that were lost before the first unread one
 * @damage: describes for the log what stood at @end when that was no event, until the reader has
 *	reported it; NULL as a rule
 */
struct subbuf_chunk {
	void *page;
	u32 offset;
	u32 end;
	u64 time;
	u64 events;
	u64 events_end;
	u64 lost;
	const char *damage;
};

static inline bool subbuf_chunk_is_empty(const struct subbuf_chunk *chunk)
{
	return chunk->offset >= chunk->end;
}

/* Passes the chunk's first event, which is what subbuf_chunk_peek() has found. */
static inline void subbuf_chunk_pass(struct subbuf_chunk *chunk, const struct subbuf_event *event)
{
	chunk->offset += event->length;
	chunk->time = event->time;
	chunk->events++;
	chunk->lost = 0;
}

bool subbuf_chunk_peek(struct subbuf_chunk *chunk, struct subbuf_event *event);
u64 subbuf_chunk_measure(struct subbuf_chunk *chunk);
void subbuf_chunk_settle(struct subbuf_chunk *chunk, u32 capacity);
u32 subbuf_chunk_copy(struct subbuf_chunk *chunk, void *page, u32 capacity);
u32 subbuf_chunk_image(struct subbuf_chunk *chunk, void **page, u32 capacity);

#endif
