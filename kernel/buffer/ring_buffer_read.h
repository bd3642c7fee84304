/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What readers of the ring buffer have in common, see ring_buffer_read.c. The caller holds
 * cpu->mutex, but for functions that only look at a chunk of the caller's own.
 */
#ifndef KERNEL_RING_BUFFER_READ_H
#define KERNEL_RING_BUFFER_READ_H

#include <linux/compiler.h>
#include <linux/kernel.h>
#include <linux/types.h>

#include "kernel/buffer/ring_buffer.h"
#include "kernel/buffer/ring_buffer_internal.h"
#include "kernel/subbuf/subbuf_chunk.h"
#include "kernel/subbuf/subbuf_format.h"

static inline u64 ring_buffer_load_commit(const struct ring_buffer_cpu *cpu)
{
	/* Acquire pairs with ring_buffer_publish(). */
	return smp_load_acquire(&cpu->commit) & ~POSITION_MARK_MASK;
}

/*
 * Have writers published another commit than @commit? Callers ask when they found a slot claimed
 * for a later page. Writers publish first and claim then, so a reader must not see the claim
 * together with the old commit: an acquire orders what comes after it, not the loads before.
 */
static inline bool ring_buffer_is_overtaken(const struct ring_buffer_cpu *cpu, u64 commit)
{
	smp_rmb();	/* the slot's word, then commit; pairs with the cmpxchg in claim_slot() */
	return ring_buffer_load_commit(cpu) != commit;
}

/* Limits @bytes, which a page or a position says about its events, to the room for events. */
static inline u32 ring_buffer_bounded(const struct ring_buffer_cpu *cpu, u64 bytes)
{
	return min_t(u64, bytes, ring_buffer_capacity(cpu));
}

/* Returns the bytes of events in a complete page, if the slot still has that page. */
static inline u32 ring_buffer_complete_bytes(const struct ring_buffer_cpu *cpu, u64 word)
{
	const struct subbuf_header *header = cpu->pages[slot_id(word)];

	return ring_buffer_bounded(cpu, READ_ONCE(header->commit));
}

/*
 * Sets the time and number of the chunk's first event: from @place when a part of the page was read
 * before, else from the page's own time stamp and @first, the number of events before the page.
 */
static inline void ring_buffer_begin_chunk(struct subbuf_chunk *chunk,
					   const struct ring_buffer_place *place, u64 first,
					   u32 end)
{
	const struct subbuf_header *header = chunk->page;

	chunk->offset = place->offset;
	chunk->end = end;
	chunk->time = place->offset ? place->time : header->time_stamp;
	chunk->events = place->offset ? place->events : first;
	chunk->lost = chunk->events - place->events;
}

/* Moves @place to the page behind the one whose events the chunk has got. */
static inline void ring_buffer_next_page(struct ring_buffer_place *place,
					 const struct subbuf_chunk *chunk)
{
	place->page++;
	place->offset = 0;
	place->events = chunk->events_end;
}

bool ring_buffer_find_unread_before(const struct ring_buffer_cpu *cpu, u64 commit,
				    struct ring_buffer_place *place);
bool ring_buffer_find_unread(const struct ring_buffer_cpu *cpu, u64 *commit,
			     struct ring_buffer_place *place);
bool ring_buffer_copy_events(struct ring_buffer_cpu *cpu, u64 commit,
			     struct ring_buffer_place *place, struct subbuf_chunk *chunk);
bool ring_buffer_count_events(struct ring_buffer_cpu *cpu, struct ring_buffer_stats *stats,
			      u64 *commit, struct ring_buffer_place *oldest);
void ring_buffer_report_damage(struct ring_buffer_cpu *cpu, struct subbuf_chunk *chunk);

/*
 * Finds the first event of a chunk. When this returns false, the chunk is used up, even if it was
 * damaged: then the damage is reported, and the buffer stopped.
 */
static inline bool ring_buffer_peek_chunk(struct ring_buffer_cpu *cpu, struct subbuf_chunk *chunk,
					  struct subbuf_event *event)
{
	if (likely(subbuf_chunk_peek(chunk, event)))
		return true;
	ring_buffer_report_damage(cpu, chunk);
	return false;
}

#endif
