// SPDX-License-Identifier: GPL-2.0
/*
 * The consuming reader of the ring buffer, of which each CPU has one (`trace_pipe`, raw reads and
 * splices of that CPU take turns). Its chunk is the last part of a page that it took. It takes
 *
 *	a complete page	by exchanging its memory for that of the last chunk, with one cmpxchg of the
 *			slot word. If the cmpxchg fails, a writer has claimed the slot, the page is
 *			overwritten, and the oldest page that is left comes next
 *	a part of the page that writers are on
 *			by copying what is committed and looking whether the slot still has the
 *			page; the page stays, and the reader's place says how far it was read
 *
 * into the memory that the last chunk used, or, while programs have the buffer mapped, into another
 * one, because a program may still be reading that (ring_buffer_map.c). The reader stores in cpu->taken
 * how far it got, for writers in discard mode and for callers that ask
 * whether there is anything to read. Events that it took are not overwritten any more. They count
 * as read when they are handed out, and as unread entries until then; iterators see them first.
 *
 * All functions hold cpu->mutex (ring_buffer_read.c). Process context.
 */
#include <linux/mutex.h>
#include <linux/string.h>

#include "kernel/buffer/ring_buffer.h"
#include "kernel/buffer/ring_buffer_internal.h"
#include "kernel/buffer/ring_buffer_map.h"
#include "kernel/buffer/ring_buffer_read.h"
#include "kernel/subbuf/subbuf_chunk.h"
#include "kernel/subbuf/subbuf_format.h"
#include "kernel/subbuf/subbuf_page.h"

/*
 * Tells writers in discard mode what they may overwrite. A caller that asks whether the buffer is
 * empty sees events in the chunk, too, through cpu->rest.
 */
static void publish_taken(struct ring_buffer_cpu *cpu)
{
	WRITE_ONCE(cpu->rest, true);
	/* Release pairs with slot_is_read() and ring_buffer_cpu_empty(). */
	smp_store_release(&cpu->taken, position_make(cpu->place.page, cpu->place.offset));
}

/* Makes the complete page at cpu->place the chunk; returns false when the page was overwritten. */
static bool take_page(struct ring_buffer_cpu *cpu)
{
	struct ring_buffer_place *place = &cpu->place;
	struct ring_buffer_slot *slot = ring_buffer_slot(cpu, place->page);
	struct subbuf_chunk *chunk = &cpu->chunk;
	u64 word = READ_ONCE(slot->word);
	u64 first = READ_ONCE(slot->first);
	u64 end = READ_ONCE(slot->end);
	const struct subbuf_header *header;
	u64 bytes;

	if (slot_page(word) != place->page)
		return false;
	ring_buffer_step(cpu, "page to be taken");
	/* Pairs with claim_slot(): either it finds our old memory here or we find its claim. */
	if (cmpxchg(&slot->word, word, slot_make(0, cpu->chunk_id)) != word)
		return false;
	cpu->chunk_id = slot_id(word);
	chunk->page = cpu->pages[cpu->chunk_id];
	header = chunk->page;
	bytes = header->commit;
	if (unlikely(bytes > ring_buffer_capacity(cpu)))
		ring_buffer_is_damaged(cpu, "a sub-buffer has more bytes than room for them");
	ring_buffer_begin_chunk(chunk, place, first, ring_buffer_bounded(cpu, bytes));
	chunk->events_end = end;
	ring_buffer_next_page(place, chunk);
	ring_buffer_step(cpu, "page taken");
	publish_taken(cpu);
	return true;
}

/*
 * Exchanges the memory of an empty chunk for that of a slot whose events were read or lost. The reader
 * has seen a commit in @page: all pages before that are done with, and writers write there no more.
 * The slot of the page before comes first, because writers claim it last. Returns false when writers
 * have claimed all of them.
 */
static bool take_blank(struct ring_buffer_cpu *cpu, u64 page)
{
	u64 back;

	for (back = 1; back < cpu->nr_pages; back++) {
		struct ring_buffer_slot *slot = ring_buffer_slot(cpu, page + cpu->nr_pages - back);
		u64 word = READ_ONCE(slot->word);

		if (slot_page(word) > page)
			continue;
		ring_buffer_step(cpu, "blank page to be taken");
		/* Pairs as in take_page(). */
		if (cmpxchg(&slot->word, word, slot_make(0, cpu->chunk_id)) != word)
			continue;
		ring_buffer_step(cpu, "blank page taken");
		cpu->chunk_id = slot_id(word);
		cpu->chunk.page = cpu->pages[cpu->chunk_id];
		return true;
	}
	return false;
}

/*
 * Does take_part() for a buffer that is mapped: the events go to other memory than the last chunk's. That
 * is exchanged once, when nothing can fail any more: by a second exchange the reader might get the same
 * memory again, and programs would not know that it is new. Returns false when the page was overwritten,
 * or there is no other memory.
 */
static bool take_part_mapped(struct ring_buffer_cpu *cpu, u64 commit)
{
	struct subbuf_chunk copy = { .page = cpu->map->scratch };
	struct ring_buffer_place place = cpu->place;
	void *page;

	if (!ring_buffer_copy_events(cpu, commit, &place, &copy) || !take_blank(cpu, cpu->place.page))
		return false;
	page = cpu->chunk.page;
	memcpy(page, copy.page, SUBBUF_HEADER + copy.end);
	cpu->chunk = copy;
	cpu->chunk.page = page;
	cpu->place = place;
	publish_taken(cpu);
	return true;
}

/*
 * Copies into the chunk what is committed of the page that writers are on. Returns false when the
 * page was overwritten, or when take_part_mapped() finds no memory.
 */
static bool take_part(struct ring_buffer_cpu *cpu, u64 commit)
{
	if (cpu->map)
		return take_part_mapped(cpu, commit);
	if (!ring_buffer_copy_events(cpu, commit, &cpu->place, &cpu->chunk))
		return false;
	ring_buffer_step(cpu, "events copied");
	publish_taken(cpu);
	return true;
}

/*
 * Fills the consuming reader's chunk, with @full only from a complete page. Returns false when
 * there is nothing to read, or when writers have all the memory that there is and publish later.
 */
static bool reader_fill(struct ring_buffer_cpu *cpu, bool full)
{
	u64 commit;

	if (!subbuf_chunk_is_empty(&cpu->chunk))
		return true;
	while (ring_buffer_find_unread(cpu, &commit, &cpu->place)) {
		bool complete = cpu->place.page < position_page(commit);

		if (!complete && full)
			return false;
		if (complete ? take_page(cpu) : take_part(cpu, commit)) {
			if (cpu->map)
				subbuf_chunk_settle(&cpu->chunk, ring_buffer_capacity(cpu));
			return true;
		}
		if (!complete && !ring_buffer_is_overtaken(cpu, commit))
			return false;
	}
	return false;
}

/* Accounts for @events of the chunk that were handed out. */
static void reader_handed_out(struct ring_buffer_cpu *cpu, u64 events)
{
	cpu->read += events;
	if (subbuf_chunk_is_empty(&cpu->chunk))
		WRITE_ONCE(cpu->rest, false);
}

/* Finds the next event, and does not return it when it has more than @room bytes. */
static bool reader_find(struct ring_buffer_cpu *cpu, size_t room, struct subbuf_event *event)
{
	event->size = 0;
	return reader_fill(cpu, false) && ring_buffer_peek_chunk(cpu, &cpu->chunk, event) &&
	       event->size <= room;
}

static bool reader_consume(struct ring_buffer_cpu *cpu, void *copy, size_t room,
			   struct subbuf_event *event)
{
	bool found;

	mutex_lock(&cpu->mutex);
	found = reader_find(cpu, room, event);
	if (found) {
		event->data = memcpy(copy, event->data, event->size);
		subbuf_chunk_pass(&cpu->chunk, event);
	}
	reader_handed_out(cpu, found);
	mutex_unlock(&cpu->mutex);
	return found;
}

/**
 * probefs_ring_buffer_peek - look at the oldest unread event without taking it
 * @rb: the buffer that is read
 * @nr: number of the CPU
 * @event: receives the event without its payload: @data is NULL
 *
 * The event stays, and writers do not overwrite it from now on. Process context. Returns false if
 * there is no unread event.
 */
bool probefs_ring_buffer_peek(struct ring_buffer *rb, int nr, struct subbuf_event *event)
{
	struct ring_buffer_cpu *cpu = rb->cpus[nr];
	bool found;

	mutex_lock(&cpu->mutex);
	found = reader_find(cpu, SUBBUF_MAX, event);
	event->data = NULL;
	reader_handed_out(cpu, 0);
	mutex_unlock(&cpu->mutex);
	return found;
}

/**
 * probefs_ring_buffer_consume - take the oldest unread event
 * @rb: the buffer that is read
 * @cpu: number of the CPU
 * @copy: receives the payload
 * @room: number of bytes at @copy; ring_buffer_subbuf_size() are enough for as long as that does not
 *	change
 * @event: receives the event, whose @data points to @copy
 *
 * Process context. Returns false if there is no unread event, and then @event->size is 0; or if
 * there is no room for its payload, which has @event->size bytes: the event stays then.
 */
bool probefs_ring_buffer_consume(struct ring_buffer *rb, int cpu, void *copy, size_t room,
				 struct subbuf_event *event)
{
	return reader_consume(rb->cpus[cpu], copy, room, event);
}

static ssize_t read_page_locked(struct ring_buffer_cpu *cpu, void **page, bool full)
{
	struct subbuf_chunk *chunk = &cpu->chunk;
	u32 bytes;

	if (!reader_fill(cpu, full))
		return 0;
	if (*page && subbuf_page_size(*page) != cpu->subbuf_size) {
		subbuf_page_free(*page);
		*page = NULL;
	}
	if (!*page)
		*page = subbuf_page_alloc(cpu->cpu, cpu->subbuf_size);
	if (!*page)
		return -ENOMEM;
	if (cpu->map)
		bytes = subbuf_chunk_copy(chunk, *page, ring_buffer_capacity(cpu));
	else
		bytes = subbuf_chunk_image(chunk, page, ring_buffer_capacity(cpu));
	/* The id gets its new page before take_page() gives that page to the writers. */
	cpu->pages[cpu->chunk_id] = chunk->page;
	reader_handed_out(cpu, chunk->events_end - chunk->events);
	return bytes;
}

/**
 * probefs_ring_buffer_read_page - take a sub-buffer of events
 * @rb: the buffer that is read
 * @cpu_nr: number of the CPU
 * @page: points to a page from subbuf_page_alloc() that nobody else uses, or to NULL. One that has not
 *	the size of the buffer's sub-buffers is replaced by one that has
 * @full: take only a sub-buffer that no writer is on, or the rest of events that the reader took
 *	before
 *
 * *@page becomes a sub-buffer in the binary format, with those events only that were not read yet,
 * a time stamp to match, the lost marks, and zeros behind. As a rule *@page becomes the page of the
 * buffer, which gets the other one in exchange, so that nothing is copied; a buffer that is mapped keeps
 * its pages. *@page is untouched if
 * there is nothing to read; else a NULL is first replaced by a new page. Process context. Returns
 * the bytes of events or -ENOMEM.
 */
ssize_t probefs_ring_buffer_read_page(struct ring_buffer *rb, int cpu_nr, void **page, bool full)
{
	struct ring_buffer_cpu *cpu = rb->cpus[cpu_nr];
	ssize_t bytes;

	mutex_lock(&cpu->mutex);
	bytes = read_page_locked(cpu, page, full);
	mutex_unlock(&cpu->mutex);
	return bytes;
}

/**
 * ring_buffer_take_all - hand out all events that the reader has, or else those that come next
 * @cpu: the buffer; the caller holds its mutex, and reads the events in the reader's memory
 *
 * Afterwards the chunk has no unread event, and says what was lost before its first one.
 */
void ring_buffer_take_all(struct ring_buffer_cpu *cpu)
{
	struct subbuf_chunk *chunk = &cpu->chunk;
	u64 events;

	if (!reader_fill(cpu, false))
		return;
	events = chunk->events_end - chunk->events;
	chunk->offset = chunk->end;
	chunk->events = chunk->events_end;
	reader_handed_out(cpu, events);
}

/**
 * ring_buffer_reader_restart - forget what was read
 * @cpu: the buffer; the caller holds its mutex and has stopped its writers
 *
 * This is part of a reset: the consuming reader goes on at cpu->start, and what it had is gone for
 * programs, too.
 */
void ring_buffer_reader_restart(struct ring_buffer_cpu *cpu)
{
	memset(&cpu->chunk, 0, sizeof(cpu->chunk));
	cpu->chunk.page = cpu->pages[cpu->chunk_id];
	memset(cpu->chunk.page, 0, SUBBUF_HEADER);
	cpu->place = (struct ring_buffer_place){
		.page = position_page(cpu->start),
		.offset = position_offset(cpu->start),
		.events = cpu->start_events,
	};
	cpu->read = 0;
	WRITE_ONCE(cpu->generation, cpu->generation + 1);
	WRITE_ONCE(cpu->rest, false);
	smp_store_release(&cpu->taken, cpu->start);	/* pairs as in publish_taken() */
}
