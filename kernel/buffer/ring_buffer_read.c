// SPDX-License-Identifier: GPL-2.0
/*
 * What readers of the ring buffer have in common: finding unread events in the pages that they
 * share with writers, and copying them. Readers run in process context, and none of them ever makes
 * a writer wait.
 *
 * There is a consuming reader (ring_buffer_consume.c) and an iterating one (ring_buffer_iterator.c).
 * Both work on a chunk, which is events that the reader has for itself, and get the next chunk when
 * that one is used up. They hold cpu->mutex while they do, so readers of one CPU and control exclude
 * each other; only writers go on. The functions that find and copy events want that mutex held.
 *
 * No reader trusts a length that it reads from a page: an event ends where the page's events end at
 * the latest, and these end where the page ends. A reader reports what no writer leaves behind, and
 * stops the buffer until it is reset (ring_buffer_is_damaged()); events before the damage are still
 * read.
 *
 * A page is known to be whole if commit, loaded with acquire, is beyond it. It is known to be still
 * there if its slot has its number, which the reader checks after the copy (smp_rmb()) or by the
 * cmpxchg. What is read in between is not used for anything before that check.
 */
#include <linux/compiler.h>
#include <linux/kernel.h>

#include "kernel/buffer/ring_buffer.h"
#include "kernel/buffer/ring_buffer_internal.h"
#include "kernel/buffer/ring_buffer_read.h"
#include "kernel/subbuf/subbuf_chunk.h"
#include "kernel/subbuf/subbuf_format.h"
#include "kernel/subbuf/subbuf_racing.h"

/**
 * ring_buffer_find_unread_before - find the next page that has unread events
 * @cpu: the buffer that is read
 * @commit: where the reader takes the events to end, from ring_buffer_load_commit()
 * @place: moved to that page, past pages that are gone; its @events stays the number of the event
 *	that is expected next
 *
 * Returns false when there is no such page.
 */
bool ring_buffer_find_unread_before(const struct ring_buffer_cpu *cpu, u64 commit,
				    struct ring_buffer_place *place)
{
	u64 last = position_page(commit);
	u64 page = place->page;

	if (last >= cpu->nr_pages)
		page = max(page, last - cpu->nr_pages + 1);
	for (; page <= last; page++) {
		u64 word = READ_ONCE(ring_buffer_slot(cpu, page)->word);

		if (slot_page(word) != page)
			continue;
		if (page != place->page) {
			/* A page of which something was read is not lost, even if the rest is. */
			place->pages_lost += page - place->page - !!place->offset;
			place->page = page;
			place->offset = 0;
		}
		if (page == last ? place->offset < position_offset(commit) :
				   place->offset < ring_buffer_complete_bytes(cpu, word))
			return true;
	}
	return false;
}

/**
 * ring_buffer_find_unread - find the next page that has unread events
 * @cpu: the buffer that is read
 * @commit: receives the commit that the answer belongs to
 * @place: moved as by ring_buffer_find_unread_before()
 *
 * Looks again while writers overtake the commit. Returns false when there is no such page.
 */
bool ring_buffer_find_unread(const struct ring_buffer_cpu *cpu, u64 *commit,
			     struct ring_buffer_place *place)
{
	do {
		*commit = ring_buffer_load_commit(cpu);
		ring_buffer_step(cpu, "commit loaded");
		if (ring_buffer_find_unread_before(cpu, *commit, place))
			return true;
	} while (ring_buffer_is_overtaken(cpu, *commit));
	return false;
}

/**
 * ring_buffer_report_damage - report what the walk of a chunk has found, and stop the buffer
 * @cpu: the buffer that is read
 * @chunk: the chunk, which ends before the damage if there is any
 */
void ring_buffer_report_damage(struct ring_buffer_cpu *cpu, struct subbuf_chunk *chunk)
{
	if (likely(!chunk->damage))
		return;
	ring_buffer_is_damaged(cpu, chunk->damage);
	chunk->damage = NULL;
}

/**
 * ring_buffer_copy_events - copy the unread events of a page
 * @cpu: the buffer that is read
 * @commit: where the events end, from ring_buffer_find_unread()
 * @place: the page, and how far it was read; moved behind the events, damaged ones included
 * @chunk: gets the events in its own page
 *
 * Returns false when the page was overwritten; @place stays then.
 */
bool ring_buffer_copy_events(struct ring_buffer_cpu *cpu, u64 commit,
			     struct ring_buffer_place *place, struct subbuf_chunk *chunk)
{
	const struct ring_buffer_slot *slot = ring_buffer_slot(cpu, place->page);
	bool complete = place->page < position_page(commit);
	u64 word = READ_ONCE(slot->word);
	u64 first = READ_ONCE(slot->first);
	u64 last_time;
	u32 end;

	if (slot_page(word) != place->page)
		return false;
	end = complete ? ring_buffer_complete_bytes(cpu, word) :
			 ring_buffer_bounded(cpu, position_offset(commit));
	ring_buffer_step(cpu, "page to be copied");
	subbuf_copy_racing(chunk->page, cpu->pages[slot_id(word)], end);
	ring_buffer_step(cpu, "page copied");
	smp_rmb();	/* the copy, then the second look; pairs with the cmpxchg in claim_slot() */
	if (READ_ONCE(slot->word) != word)
		return false;
	ring_buffer_begin_chunk(chunk, place, first, end);
	last_time = subbuf_chunk_measure(chunk);
	ring_buffer_report_damage(cpu, chunk);
	if (complete) {
		ring_buffer_next_page(place, chunk);
		return true;
	}
	place->offset = end;
	place->time = last_time;
	place->events = chunk->events_end;
	return true;
}
