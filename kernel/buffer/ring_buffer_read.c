// SPDX-License-Identifier: GPL-2.0
/*
 * The ring buffer's readers. They run in process context, and none of them ever makes a writer
 * wait.
 *
 * Both kinds of reader work on a chunk, which is events that the reader has for itself, and get the
 * next chunk when that one is used up. They hold cpu->mutex while they do, so readers of one CPU
 * and control exclude each other; only writers go on.
 *
 * The consuming reader takes
 *
 *	a complete page	by exchanging its memory for that of the last chunk, with one cmpxchg of the
 *			slot word. If the cmpxchg fails, a writer has claimed the slot, the page is
 *			overwritten, and the oldest page that is left comes next
 *	a part of the page that writers are on
 *			by copying what is committed and looking whether the slot still has the
 *			page; the page stays, and the reader's place says how far it was read
 *
 * and stores in cpu->taken how far it got, for writers in discard mode and for callers that ask
 * whether there is anything to read. Events that it took are not overwritten any more. They count
 * as read when they are handed out, and as unread entries until then; iterators see them first.
 *
 * An iterator copies, complete pages too. When the consuming reader has overtaken an iterator, the
 * iterator goes on behind it.
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
#include <linux/cpumask.h>
#include <linux/gfp.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "kernel/buffer/ring_buffer.h"
#include "kernel/buffer/ring_buffer_internal.h"
#include "kernel/subbuf/subbuf_chunk.h"
#include "kernel/subbuf/subbuf_format.h"
#include "kernel/subbuf/subbuf_page.h"
#include "kernel/subbuf/subbuf_racing.h"

/*
 * struct ring_buffer_iterator - an iterating reader
 * @cpu: the buffer that is read
 * @generation: generation of the buffer when the iterator started; NOT_STARTED before
 * @place: how far the iterator is in the shared pages
 * @chunk: a copy of events that the iterator has not passed yet
 */
struct ring_buffer_iterator {
	struct ring_buffer_cpu *cpu;
	u64 generation;
	struct ring_buffer_place place;
	struct subbuf_chunk chunk;
};

#define NOT_STARTED	(~0ULL)

static struct subbuf_header *header_of(void *page)
{
	return page;
}

static u64 load_commit(const struct ring_buffer_cpu *cpu)
{
	/* Acquire pairs with ring_buffer_publish(). */
	return smp_load_acquire(&cpu->commit) & ~POSITION_MARK_MASK;
}

/* Reports what the walk of a chunk has found, and stops the buffer. */
static void report_damage(struct ring_buffer_cpu *cpu, struct subbuf_chunk *chunk)
{
	if (likely(!chunk->damage))
		return;
	ring_buffer_is_damaged(cpu, chunk->damage);
	chunk->damage = NULL;
}

/*
 * Finds the first event of a chunk. When this returns false, the chunk is used up, even if it was
 * damaged.
 */
static bool peek_chunk(struct ring_buffer_cpu *cpu, struct subbuf_chunk *chunk,
		       struct subbuf_event *event)
{
	if (likely(subbuf_chunk_peek(chunk, event)))
		return true;
	report_damage(cpu, chunk);
	return false;
}

/*
 * Sets the time and number of the chunk's first event: from @place when a part of the page was read
 * before, else from the page's own time stamp and @first.
 */
static void chunk_begin(struct subbuf_chunk *chunk, const struct ring_buffer_place *place,
			u64 first, u32 end)
{
	chunk->offset = place->offset;
	chunk->end = end;
	chunk->time = place->offset ? place->time : header_of(chunk->page)->time_stamp;
	chunk->events = place->offset ? place->events : first;
	chunk->lost = chunk->events - place->events;
}

/* Limits @bytes, which a page or a position says about its events, to the room for events. */
static u32 bounded_bytes(const struct ring_buffer_cpu *cpu, u64 bytes)
{
	return min_t(u64, bytes, ring_buffer_capacity(cpu->rb));
}

/* Returns the bytes of events in a complete page, if the slot still has that page. */
static u32 complete_bytes(const struct ring_buffer_cpu *cpu, u64 word)
{
	return bounded_bytes(cpu, READ_ONCE(header_of(cpu->pages[slot_id(word)])->commit));
}

/*
 * Moves @place to the next page that has unread events, skipping pages that are gone; place->events
 * stays the number of the event that is expected next.
 */
static bool find_unread_before(const struct ring_buffer_cpu *cpu, u64 commit,
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
			place->page = page;
			place->offset = 0;
		}
		if (page == last ? place->offset < position_offset(commit) :
				   place->offset < complete_bytes(cpu, word))
			return true;
	}
	return false;
}

/*
 * Have writers published another commit than @commit? Callers ask when they found a slot claimed
 * for a later page. Writers publish first and claim then, so a reader must not see the claim
 * together with the old commit: an acquire orders what comes after it, not the loads before.
 */
static bool is_overtaken(const struct ring_buffer_cpu *cpu, u64 commit)
{
	smp_rmb();	/* the slot's word, then commit; pairs with the cmpxchg in claim_slot() */
	return load_commit(cpu) != commit;
}

/* Does find_unread_before() with a fresh commit, and again while writers overtake that commit. */
static bool find_unread(const struct ring_buffer_cpu *cpu, u64 *commit,
			struct ring_buffer_place *place)
{
	do {
		*commit = load_commit(cpu);
		ring_buffer_step(cpu, "commit loaded");
		if (find_unread_before(cpu, *commit, place))
			return true;
	} while (is_overtaken(cpu, *commit));
	return false;
}

/* @end: where the copied bytes end, which is behind the chunk's end when the chunk is damaged */
static void place_behind(struct ring_buffer_place *place, const struct subbuf_chunk *chunk,
			 bool complete, u32 end, u64 time)
{
	if (complete) {
		place->page++;
		place->offset = 0;
	} else {
		place->offset = end;
		place->time = time;
	}
	place->events = chunk->events_end;
}

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
	u64 bytes;

	if (slot_page(word) != place->page)
		return false;
	ring_buffer_step(cpu, "page to be taken");
	/* Pairs with claim_slot(): either it finds our old memory here or we find its claim. */
	if (cmpxchg(&slot->word, word, slot_make(0, cpu->chunk_id)) != word)
		return false;
	cpu->chunk_id = slot_id(word);
	chunk->page = cpu->pages[cpu->chunk_id];
	bytes = header_of(chunk->page)->commit;
	if (unlikely(bytes > ring_buffer_capacity(cpu->rb)))
		ring_buffer_is_damaged(cpu, "a sub-buffer has more bytes than room for them");
	chunk_begin(chunk, place, first, bounded_bytes(cpu, bytes));
	chunk->events_end = end;
	place_behind(place, chunk, true, 0, 0);
	ring_buffer_step(cpu, "page taken");
	publish_taken(cpu);
	return true;
}

/*
 * Copies the unread events of the page at @place into the chunk's memory; returns false when the
 * page was overwritten.
 */
static bool copy_events(struct ring_buffer_cpu *cpu, u64 commit, struct ring_buffer_place *place,
			struct subbuf_chunk *chunk)
{
	const struct ring_buffer_slot *slot = ring_buffer_slot(cpu, place->page);
	bool complete = place->page < position_page(commit);
	u64 word = READ_ONCE(slot->word);
	u64 first = READ_ONCE(slot->first);
	u64 last_time;
	u32 end;

	if (slot_page(word) != place->page)
		return false;
	end = complete ? complete_bytes(cpu, word) : bounded_bytes(cpu, position_offset(commit));
	ring_buffer_step(cpu, "page to be copied");
	subbuf_copy_racing(chunk->page, cpu->pages[slot_id(word)], end);
	ring_buffer_step(cpu, "page copied");
	smp_rmb();	/* the copy, then the second look; pairs with the cmpxchg in claim_slot() */
	if (READ_ONCE(slot->word) != word)
		return false;
	chunk_begin(chunk, place, first, end);
	last_time = subbuf_chunk_measure(chunk);
	report_damage(cpu, chunk);
	place_behind(place, chunk, complete, end, last_time);
	return true;
}

/*
 * Fills the consuming reader's chunk, with @full only from a complete page. Returns false when
 * there is nothing to read.
 */
static bool reader_fill(struct ring_buffer_cpu *cpu, bool full)
{
	u64 commit;

	if (!subbuf_chunk_is_empty(&cpu->chunk))
		return true;
	while (find_unread(cpu, &commit, &cpu->place)) {
		if (cpu->place.page < position_page(commit)) {
			if (take_page(cpu))
				return true;
		} else if (full) {
			return false;
		} else if (copy_events(cpu, commit, &cpu->place, &cpu->chunk)) {
			ring_buffer_step(cpu, "events copied");
			publish_taken(cpu);
			return true;
		}
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

static bool reader_event(struct ring_buffer_cpu *cpu, void *copy, struct subbuf_event *event,
			 bool consume)
{
	bool found;

	mutex_lock(&cpu->mutex);
	found = reader_fill(cpu, false) && peek_chunk(cpu, &cpu->chunk, event);
	if (found)
		event->data = memcpy(copy, event->data, event->size);
	if (found && consume)
		subbuf_chunk_pass(&cpu->chunk, event);
	reader_handed_out(cpu, found && consume);
	mutex_unlock(&cpu->mutex);
	return found;
}

/**
 * probefs_ring_buffer_peek - read the oldest unread event without taking it
 * @rb: the buffer that is read
 * @cpu: number of the CPU
 * @copy: receives the payload; ring_buffer_subbuf_size() bytes
 * @event: receives the event, whose @data points to @copy
 *
 * The event stays, and writers do not overwrite it from now on. Process context. Returns false if
 * there is no unread event.
 */
bool probefs_ring_buffer_peek(struct ring_buffer *rb, int cpu, void *copy,
			      struct subbuf_event *event)
{
	return reader_event(rb->cpus[cpu], copy, event, false);
}

/**
 * probefs_ring_buffer_consume - take the oldest unread event
 * @rb: the buffer that is read
 * @cpu: number of the CPU
 * @copy: receives the payload; ring_buffer_subbuf_size() bytes
 * @event: receives the event, whose @data points to @copy
 *
 * Process context. Returns false if there is no unread event.
 */
bool probefs_ring_buffer_consume(struct ring_buffer *rb, int cpu, void *copy,
				 struct subbuf_event *event)
{
	return reader_event(rb->cpus[cpu], copy, event, true);
}

static ssize_t read_page_locked(struct ring_buffer_cpu *cpu, void **page, bool full)
{
	struct subbuf_chunk *chunk = &cpu->chunk;
	u32 bytes;

	if (!reader_fill(cpu, full))
		return 0;
	if (!*page)
		*page = subbuf_page_alloc(cpu->cpu);
	if (!*page)
		return -ENOMEM;
	bytes = subbuf_chunk_image(chunk, page, ring_buffer_capacity(cpu->rb));
	/* The id gets its new page before take_page() gives that page to the writers. */
	cpu->pages[cpu->chunk_id] = chunk->page;
	reader_handed_out(cpu, chunk->events_end - chunk->events);
	return bytes;
}

/**
 * probefs_ring_buffer_read_page - take a sub-buffer of events
 * @rb: the buffer that is read
 * @cpu_nr: number of the CPU
 * @page: points to a page from subbuf_page_alloc() that nobody else uses, or to NULL
 * @full: take only a sub-buffer that no writer is on, or the rest of events that the reader took
 *	before
 *
 * *@page becomes a sub-buffer in the binary format, with those events only that were not read yet,
 * a time stamp to match, the lost marks, and zeros behind. As a rule *@page becomes the page of the
 * buffer, which gets the other one in exchange, so that nothing is copied. *@page is untouched if
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
 * ring_buffer_reader_restart - forget what was read
 * @cpu: the buffer; the caller holds its mutex and has stopped its writers
 *
 * This is part of a reset: the consuming reader goes on at cpu->start.
 */
void ring_buffer_reader_restart(struct ring_buffer_cpu *cpu)
{
	memset(&cpu->chunk, 0, sizeof(cpu->chunk));
	cpu->chunk.page = cpu->pages[cpu->chunk_id];
	cpu->place = (struct ring_buffer_place){
		.page = position_page(cpu->start),
		.offset = position_offset(cpu->start),
		.events = cpu->start_events,
	};
	cpu->read = 0;
	cpu->generation++;
	WRITE_ONCE(cpu->rest, false);
	smp_store_release(&cpu->taken, cpu->start);	/* pairs as in publish_taken() */
}

/**
 * ring_buffer_iterator_create - create a reader that takes nothing away
 * @rb: the buffer, which must outlive the iterator
 * @cpu: number of the CPU that is read
 *
 * The iterator starts at the oldest unread event. It serves one caller at a time. Returns NULL
 * without memory.
 */
struct ring_buffer_iterator *ring_buffer_iterator_create(struct ring_buffer *rb, int cpu)
{
	struct ring_buffer_iterator *it = kzalloc(sizeof(*it), GFP_KERNEL_ACCOUNT);

	if (!it)
		return NULL;
	it->cpu = rb->cpus[cpu];
	it->chunk.page = kmalloc(rb->subbuf_size, GFP_KERNEL_ACCOUNT);
	if (!it->chunk.page) {
		kfree(it);
		return NULL;
	}
	ring_buffer_iterator_rewind(it);
	return it;
}

/**
 * ring_buffer_iterator_destroy - free an iterator
 * @it: the iterator, or NULL
 */
void ring_buffer_iterator_destroy(struct ring_buffer_iterator *it)
{
	if (!it)
		return;
	kfree(it->chunk.page);
	kfree(it);
}

/**
 * ring_buffer_iterator_rewind - move an iterator back to the oldest unread event
 * @it: the iterator that is moved
 */
void ring_buffer_iterator_rewind(struct ring_buffer_iterator *it)
{
	it->generation = NOT_STARTED;
	it->chunk.offset = it->chunk.end = 0;
}

/* Copies the consuming reader's unread events, from number @from on. */
static bool iterator_copy_rest(struct ring_buffer_iterator *it, u64 from)
{
	void *page = it->chunk.page;
	struct subbuf_event event;

	memcpy(page, it->cpu->chunk.page, SUBBUF_HEADER + it->cpu->chunk.end);
	it->chunk = it->cpu->chunk;
	it->chunk.page = page;
	it->chunk.lost = 0;
	while (it->chunk.events < from && peek_chunk(it->cpu, &it->chunk, &event))
		subbuf_chunk_pass(&it->chunk, &event);
	return !subbuf_chunk_is_empty(&it->chunk);
}

/*
 * Moves a new iterator, or one that the consuming reader has overtaken, to where that reader is.
 * Returns true if that filled the chunk.
 */
static bool iterator_follow_reader(struct ring_buffer_iterator *it, bool started)
{
	struct ring_buffer_cpu *cpu = it->cpu;
	u64 from = started ? it->place.events : 0;

	if (started && from >= cpu->place.events)
		return false;
	it->place = cpu->place;
	return !subbuf_chunk_is_empty(&cpu->chunk) && iterator_copy_rest(it, from);
}

static bool iterator_fill_locked(struct ring_buffer_iterator *it)
{
	struct ring_buffer_cpu *cpu = it->cpu;
	bool started = it->generation == cpu->generation;
	u64 commit;

	it->generation = cpu->generation;
	if (iterator_follow_reader(it, started))
		return true;
	while (find_unread(cpu, &commit, &it->place)) {
		if (!copy_events(cpu, commit, &it->place, &it->chunk))
			continue;
		if (!started)
			it->chunk.lost = 0;	/* events lost before the iterator began */
		return true;
	}
	return false;
}

static bool iterator_fill(struct ring_buffer_iterator *it)
{
	bool filled;

	if (!subbuf_chunk_is_empty(&it->chunk))
		return true;
	mutex_lock(&it->cpu->mutex);
	filled = iterator_fill_locked(it);
	mutex_unlock(&it->cpu->mutex);
	return filled;
}

/**
 * ring_buffer_iterator_peek - read the event that the iterator is at
 * @it: the iterator that is read
 * @event: receives the event; valid until the iterator moves
 *
 * Process context. After a reset of the buffer the iterator goes on with events recorded since.
 * Returns false at the end of what is there now; more events may come.
 */
bool ring_buffer_iterator_peek(struct ring_buffer_iterator *it, struct subbuf_event *event)
{
	return iterator_fill(it) && peek_chunk(it->cpu, &it->chunk, event);
}

/**
 * ring_buffer_iterator_next - move past the event that the iterator is at
 * @it: the iterator that is moved
 */
void ring_buffer_iterator_next(struct ring_buffer_iterator *it)
{
	struct subbuf_event event;

	if (iterator_fill(it) && peek_chunk(it->cpu, &it->chunk, &event))
		subbuf_chunk_pass(&it->chunk, &event);
}

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
	if (find_unread(cpu, &commit, &place))
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
				      bounded_bytes(cpu, position_offset(commit)));
	smp_rmb();	/* orders as in copy_events() */
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
	while (find_unread_before(cpu, commit, place)) {
		const struct ring_buffer_slot *slot = ring_buffer_slot(cpu, place->page);
		u64 word = READ_ONCE(slot->word);

		if (place->offset)
			return true;
		ring_buffer_step(cpu, "oldest page found");
		place->events = READ_ONCE(slot->first);
		place->time = READ_ONCE(header_of(cpu->pages[slot_id(word)])->time_stamp);
		smp_rmb();	/* orders as in copy_events() */
		if (slot_page(word) == place->page && READ_ONCE(slot->word) == word)
			return true;
	}
	return false;
}

/* Returns the bytes of events from @place to @commit; pages that go away meanwhile do not count. */
static u64 bytes_between(const struct ring_buffer_cpu *cpu, const struct ring_buffer_place *place,
			 u64 commit)
{
	u64 bytes = position_offset(commit) - place->offset;
	u64 page;

	for (page = place->page; page < position_page(commit); page++) {
		u64 word = READ_ONCE(ring_buffer_slot(cpu, page)->word);

		if (slot_page(word) == page)
			bytes += complete_bytes(cpu, word);
	}
	return bytes;
}

static void stats_locked(struct ring_buffer_cpu *cpu, struct ring_buffer_stats *stats)
{
	const struct subbuf_chunk *chunk = &cpu->chunk;
	struct ring_buffer_place place;
	u64 commit, written, oldest;
	bool found, counted;

	do {
		commit = load_commit(cpu);
		ring_buffer_step(cpu, "commit loaded");
		found = oldest_shared(cpu, commit, &place);
		ring_buffer_step(cpu, "oldest event found");
		counted = events_at_commit(cpu, commit, &written);
	} while (!counted && is_overtaken(cpu, commit));
	if (unlikely(!counted)) {
		ring_buffer_is_damaged(cpu, "what is committed is in no sub-buffer");
		written = cpu->start_events + cpu->read + chunk->events_end - chunk->events;
		found = false;
	}

	oldest = found ? place.events : written;
	if (found) {
		stats->bytes = bytes_between(cpu, &place, commit);
		stats->oldest_time = place.time;
	}
	if (!subbuf_chunk_is_empty(chunk)) {
		stats->entries = chunk->events_end - chunk->events;
		stats->bytes += chunk->end - chunk->offset;
		stats->oldest_time = chunk->time;
	}
	stats->entries += written - oldest;
	stats->written = written - cpu->start_events;
	stats->read = cpu->read;
	stats->overrun = stats->written - stats->read - stats->entries;
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
