// SPDX-License-Identifier: GPL-2.0
/*
 * Walks the events of one sub-buffer.
 *
 * No length that is read from a sub-buffer is trusted: an event ends where the chunk ends at the
 * latest. What no writer leaves behind ends the chunk before it, and chunk->damage says what it is;
 * events before it are whole. Reporting it, and stopping the buffer that has the sub-buffer, is for
 * the reader whose chunk it is.
 *
 * A chunk and its page belong to one caller at a time, and no writer writes there: what writers may
 * be writing is for subbuf_racing.c. Any context.
 */
#include <linux/compiler.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "kernel/subbuf/subbuf_chunk.h"
#include "kernel/subbuf/subbuf_format.h"

/*
 * Finds the payload of the event at @word, which is no extend and has @room bytes to the end of the
 * events. Returns NULL, or the reason why there can be no such event.
 */
static const char *measure_payload(struct subbuf_event *event, const u32 *word, u32 room)
{
	u32 type = word[0] & EVENT_TYPE_MASK;
	u32 header = type == EVENT_LARGE ? EVENT_LARGE_HEADER : EVENT_SMALL_HEADER;

	if (type * 4 > EVENT_SMALL_MAX)
		return "an event of a type that is never written";
	if (header > room)
		return "an event ends behind its sub-buffer";
	event->data = (const u8 *)word + header;
	event->size = type * 4;
	if (type == EVENT_LARGE) {
		if (word[1] <= 4 || word[1] % 4)
			return "an event has an impossible length";
		event->size = word[1] - 4;
	}
	return event->size > room - header ? "an event ends behind its sub-buffer" : NULL;
}

static bool ends_at_damage(struct subbuf_chunk *chunk, const char *damage)
{
	chunk->damage = damage;
	chunk->end = chunk->offset;
	chunk->events_end = chunk->events;
	return false;
}

/**
 * subbuf_chunk_peek - find the first event of a chunk
 * @chunk: the chunk that is looked at; it ends here when it is damaged here
 * @event: receives the event, whose @data points into the chunk's page
 *
 * Returns false when the chunk is used up, and then chunk->damage says whether that is because of
 * damage.
 */
bool subbuf_chunk_peek(struct subbuf_chunk *chunk, struct subbuf_event *event)
{
	struct subbuf_event found = { .time = chunk->time, .lost = chunk->lost };
	const u8 *data = subbuf_data(chunk->page);
	u32 offset = chunk->offset;
	const char *damage;

	for (; offset + sizeof(u32) <= chunk->end; offset += EVENT_EXTEND_BYTES) {
		const u32 *word = (const u32 *)(data + offset);

		found.time += word[0] >> EVENT_TYPE_BITS;
		if ((word[0] & EVENT_TYPE_MASK) != EVENT_EXTEND) {
			damage = measure_payload(&found, word, chunk->end - offset);
			if (unlikely(damage))
				return ends_at_damage(chunk, damage);
			found.length = found.data + found.size - (void *)data - chunk->offset;
			*event = found;
			return true;
		}
		if (chunk->end - offset < EVENT_EXTEND_BYTES)
			break;
		found.time += (u64)word[1] << EVENT_DELTA_BITS;
	}
	if (unlikely(!subbuf_chunk_is_empty(chunk)))
		return ends_at_damage(chunk, "the last event of a sub-buffer is cut");
	return false;
}

/**
 * subbuf_chunk_measure - count the events of a chunk whose @events_end is not known
 * @chunk: the chunk, whose @events_end is set; it ends before what is damaged
 *
 * Returns the time stamp of the last event.
 */
u64 subbuf_chunk_measure(struct subbuf_chunk *chunk)
{
	struct subbuf_chunk walk = *chunk;
	struct subbuf_event event;

	while (subbuf_chunk_peek(&walk, &event))
		subbuf_chunk_pass(&walk, &event);
	chunk->end = walk.end;
	chunk->events_end = walk.events;
	chunk->damage = walk.damage;
	return walk.time;
}

/*
 * Programs look for lost events only before a first event that is no time extend, so an extend
 * there goes into the time stamp of the page.
 */
static void fold_extend(struct subbuf_chunk *chunk)
{
	const u32 *word = (const u32 *)(subbuf_data(chunk->page) + chunk->offset);

	if (chunk->end - chunk->offset < EVENT_EXTEND_BYTES ||
	    (word[0] & EVENT_TYPE_MASK) != EVENT_EXTEND)
		return;
	chunk->time += (word[0] >> EVENT_TYPE_BITS) + ((u64)word[1] << EVENT_DELTA_BITS);
	chunk->offset += EVENT_EXTEND_BYTES;
}

/* Writes all of an image but the @bytes of events, which are there. */
static void write_around(struct subbuf_header *header, u32 bytes, u32 capacity,
			 const struct subbuf_chunk *chunk)
{
	u8 *data = subbuf_data(header);
	u32 used = bytes;

	header->time_stamp = chunk->time;
	header->commit = bytes;
	if (chunk->lost) {
		header->commit |= HEADER_LOST;
		if (capacity - bytes >= sizeof(chunk->lost)) {
			header->commit |= HEADER_LOST_STORED;
			memcpy(data + bytes, &chunk->lost, sizeof(chunk->lost));
			used += sizeof(chunk->lost);
		}
	}
	memset(data + used, 0, capacity - used);
}

/**
 * subbuf_chunk_settle - make a chunk's own page an image of its unread events
 * @chunk: the chunk, whose events move to the beginning of its page
 * @capacity: room for events in the page
 *
 * The image is as that of subbuf_chunk_image(); the chunk keeps its events, and what they lost.
 */
void subbuf_chunk_settle(struct subbuf_chunk *chunk, u32 capacity)
{
	u8 *data = subbuf_data(chunk->page);
	u32 bytes;

	fold_extend(chunk);
	bytes = chunk->end - chunk->offset;
	memmove(data, data + chunk->offset, bytes);
	chunk->offset = 0;
	chunk->end = bytes;
	write_around(chunk->page, bytes, capacity, chunk);
}

/**
 * subbuf_chunk_copy - make another page an image of a chunk's unread events
 * @chunk: the chunk, which is used up then, and keeps its page
 * @page: a page that nobody else uses; becomes the image
 * @capacity: room for events in each of the two pages
 *
 * The image is as that of subbuf_chunk_image(). Returns the bytes of events in it.
 */
u32 subbuf_chunk_copy(struct subbuf_chunk *chunk, void *page, u32 capacity)
{
	u32 bytes;

	fold_extend(chunk);
	bytes = chunk->end - chunk->offset;
	memcpy(subbuf_data(page), subbuf_data(chunk->page) + chunk->offset, bytes);
	write_around(page, bytes, capacity, chunk);
	chunk->offset = chunk->end;
	return bytes;
}

/**
 * subbuf_chunk_image - make the unread events of a chunk a sub-buffer that programs can read
 * @chunk: the chunk, which is used up then; as a rule it gets the other page in exchange for its
 *	own, so that nothing is copied
 * @page: points to a page that nobody else uses; becomes the image
 * @capacity: room for events in each of the two pages
 *
 * The image has a time stamp to match, the lost marks, and zeros behind the events. Returns the
 * bytes of events in it.
 */
u32 subbuf_chunk_image(struct subbuf_chunk *chunk, void **page, u32 capacity)
{
	u32 bytes;

	fold_extend(chunk);
	if (chunk->offset)
		return subbuf_chunk_copy(chunk, *page, capacity);
	bytes = chunk->end;
	swap(*page, chunk->page);
	write_around(*page, bytes, capacity, chunk);
	chunk->offset = chunk->end;
	return bytes;
}
