// SPDX-License-Identifier: GPL-2.0
/*
 * Questions about what is in the ring buffer: whether there is anything to read, or enough, and the
 * statistics. The answers take nothing away and make no writer wait.
 *
 * Whether there is any event is answered in any context without a lock. Whatever needs a look at
 * the shared pages takes cpu->mutex, as readers do (ring_buffer_read.c), and what is read in a page
 * counts after a second look at the slot.
 */
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/string.h>

#include "kernel/buffer/ring_buffer.h"
#include "kernel/buffer/ring_buffer_internal.h"
#include "kernel/buffer/ring_buffer_read.h"
#include "kernel/subbuf/subbuf_chunk.h"
#include "kernel/subbuf/subbuf_format.h"
#include "kernel/subbuf/subbuf_racing.h"

static bool cpu_ready(struct ring_buffer_cpu *cpu, unsigned int percent)
{
	struct ring_buffer_place place;
	u64 commit, pages = 0;

	if (ring_buffer_cpu_empty(cpu))
		return false;
	if (!percent)
		return true;
	mutex_lock(&cpu->mutex);
	place = cpu->place;
	if (ring_buffer_find_unread(cpu, &commit, &place))
		pages = position_page(commit) - place.page;
	pages += !subbuf_chunk_is_empty(&cpu->chunk);
	mutex_unlock(&cpu->mutex);
	/* The page that writers are on counts, too, or the watermark would never reach 100 %. */
	return pages && (pages + 1) * 100 >= cpu->nr_pages * percent;
}

/**
 * probefs_ring_buffer_empty - ask whether there is nothing to read
 * @rb: the buffer that is asked about
 * @cpu: number of the CPU, or -1 to ask whether all of them are empty
 *
 * Any context.
 */
bool probefs_ring_buffer_empty(struct ring_buffer *rb, int cpu)
{
	if (cpu >= 0)
		return ring_buffer_cpu_empty(rb->cpus[cpu]);
	for_each_possible_cpu(cpu)
		if (!ring_buffer_cpu_empty(rb->cpus[cpu]))
			return false;
	return true;
}

/**
 * ring_buffer_watermark - ask whether there is enough to read
 * @rb: the buffer that is asked about
 * @cpu: number of the CPU, or -1 for any
 * @percent: share of the buffer's sub-buffers that have to be filled; 0 asks for any event
 *
 * With a @percent the sub-buffers in question are complete, and there is at least one:
 * probefs_ring_buffer_read_page() with @full finds it. Process context.
 */
bool ring_buffer_watermark(struct ring_buffer *rb, int cpu, unsigned int percent)
{
	if (cpu >= 0)
		return cpu_ready(rb->cpus[cpu], percent);
	for_each_possible_cpu(cpu)
		if (cpu_ready(rb->cpus[cpu], percent))
			return true;
	return false;
}

/*
 * Counts the events before @commit. Returns false when writers have overtaken the reader: they
 * published another commit before they claimed the slot.
 */
static bool events_at_commit(const struct ring_buffer_cpu *cpu, u64 commit, u64 *events)
{
	const struct ring_buffer_slot *slot = ring_buffer_slot(cpu, position_page(commit));
	u64 word = READ_ONCE(slot->word);

	if (commit == cpu->start) {
		*events = cpu->start_events;
		return true;
	}
	*events = READ_ONCE(slot->first) +
		  subbuf_count_racing(cpu->pages[slot_id(word)],
				      ring_buffer_bounded(cpu, position_offset(commit)));
	smp_rmb();	/* orders as in ring_buffer_copy_events() */
	return slot_page(word) == position_page(commit) && READ_ONCE(slot->word) == word;
}

/*
 * Finds the oldest unread event in the shared pages: its place, its number in @place->events, and
 * the time stamp of its page. Returns false when there is none.
 */
static bool oldest_shared(const struct ring_buffer_cpu *cpu, u64 commit,
			  struct ring_buffer_place *place)
{
	*place = cpu->place;
	while (ring_buffer_find_unread_before(cpu, commit, place)) {
		const struct ring_buffer_slot *slot = ring_buffer_slot(cpu, place->page);
		u64 word = READ_ONCE(slot->word);
		const struct subbuf_header *header = cpu->pages[slot_id(word)];

		if (place->offset)
			return true;
		ring_buffer_step(cpu, "oldest page found");
		place->events = READ_ONCE(slot->first);
		place->time = READ_ONCE(header->time_stamp);
		smp_rmb();	/* orders as in ring_buffer_copy_events() */
		if (slot_page(word) == place->page && READ_ONCE(slot->word) == word)
			return true;
	}
	return false;
}

static u32 bytes_behind(u32 end, u32 taken)
{
	return end > taken ? end - taken : 0;
}

/* Returns the bytes of events from @place to @commit; pages that go away meanwhile do not count. */
static u64 bytes_between(const struct ring_buffer_cpu *cpu, const struct ring_buffer_place *place,
			 u64 commit)
{
	u32 taken = place->offset;	/* of the first page */
	u64 page, bytes = 0;

	for (page = place->page; page < position_page(commit); page++) {
		u64 word = READ_ONCE(ring_buffer_slot(cpu, page)->word);

		if (slot_page(word) == page)
			bytes += bytes_behind(ring_buffer_complete_bytes(cpu, word), taken);
		taken = 0;
	}
	return bytes + bytes_behind(position_offset(commit), taken);
}

/**
 * ring_buffer_count_events - count the events written, read, overwritten and unread, at one moment
 * @cpu: the buffer; the caller holds its mutex
 * @stats: receives the numbers; members that do not count events stay as they are
 * @commit: receives the position up to which events were written
 * @oldest: receives the place of the oldest event that no reader has taken
 *
 * Returns false when readers have taken all events.
 */
bool ring_buffer_count_events(struct ring_buffer_cpu *cpu, struct ring_buffer_stats *stats,
			      u64 *commit, struct ring_buffer_place *oldest)
{
	const struct subbuf_chunk *chunk = &cpu->chunk;
	u64 written, taken = 0;
	bool found, counted;

	do {
		*commit = ring_buffer_load_commit(cpu);
		ring_buffer_step(cpu, "commit loaded");
		found = oldest_shared(cpu, *commit, oldest);
		ring_buffer_step(cpu, "oldest event found");
		counted = events_at_commit(cpu, *commit, &written);
	} while (!counted && ring_buffer_is_overtaken(cpu, *commit));
	if (!subbuf_chunk_is_empty(chunk))
		taken = chunk->events_end - chunk->events;
	if (unlikely(!counted)) {
		ring_buffer_is_damaged(cpu, "what is committed is in no sub-buffer");
		written = cpu->start_events + cpu->read + taken;
		found = false;
	}
	stats->entries = taken + (found ? written - oldest->events : 0);
	stats->written = written - cpu->start_events;
	stats->read = cpu->read;
	stats->overrun = stats->written - stats->read - stats->entries;
	return found;
}

static void stats_locked(struct ring_buffer_cpu *cpu, struct ring_buffer_stats *stats)
{
	const struct subbuf_chunk *chunk = &cpu->chunk;
	struct ring_buffer_place oldest;
	u64 commit;

	if (ring_buffer_count_events(cpu, stats, &commit, &oldest)) {
		stats->bytes = bytes_between(cpu, &oldest, commit);
		stats->oldest_time = oldest.time;
	}
	if (!subbuf_chunk_is_empty(chunk)) {
		stats->bytes += chunk->end - chunk->offset;
		stats->oldest_time = chunk->time;
	}
}

/**
 * ring_buffer_get_stats - get the numbers of one CPU since the last reset
 * @rb: the buffer that is asked about
 * @cpu_nr: number of the CPU
 * @stats: receives the numbers
 *
 * The numbers of events belong to one moment: written = read + overrun + entries. Process context.
 */
void ring_buffer_get_stats(struct ring_buffer *rb, int cpu_nr, struct ring_buffer_stats *stats)
{
	struct ring_buffer_cpu *cpu = rb->cpus[cpu_nr];
	int depth;

	memset(stats, 0, sizeof(*stats));
	mutex_lock(&cpu->mutex);
	stats_locked(cpu, stats);
	for (depth = 0; depth < RING_BUFFER_DEPTHS; depth++) {
		stats->dropped += READ_ONCE(cpu->refusals[depth].dropped);
		stats->commit_overrun += READ_ONCE(cpu->refusals[depth].commit_overrun);
	}
	mutex_unlock(&cpu->mutex);
	stats->now = READ_ONCE(rb->clock)();
}
