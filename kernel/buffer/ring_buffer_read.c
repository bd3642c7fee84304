// SPDX-License-Identifier: GPL-2.0
/*
 * The ring buffer's readers. Process context; none of them ever makes a writer wait.
 *
 * Both kinds work on a chunk, events that the reader has for itself, and get the next one when it
 * is used up. cpu->mutex is held while they do, so readers of one CPU and control do not meet; only
 * writers go on.
 *
 * The consuming reader takes
 *
 *	a complete page	by exchanging its memory for that of the last chunk, with one cmpxchg of the
 *			slot word. If that fails a writer claimed the slot, the page is overwritten,
 *			and the oldest page that is left comes next
 *	a part of the page that writers are on
 *			by copying what is committed and looking whether the slot still has the
 *			page; the page stays, and its place says how far it was read
 *
 * and tells by cpu->taken how far it got, for writers in discard mode and for those who ask whether
 * there is anything to read. What it took is not overwritten any more. It counts as read when it
 * is handed out, as unread entries until then, and iterators see it first.
 *
 * An iterator copies, complete pages too. Where the consuming reader was faster, it goes on behind
 * it.
 *
 * Nobody trusts a length that is read from a page: events end where the page's do, and these where
 * the page ends. What no writer leaves behind is reported, and stops the buffer until it is reset
 * (ring_buffer_is_damaged()); what stands before it is still read.
 *
 * A page is known to be whole if commit, loaded with acquire, is beyond it; to be still there if
 * its slot has its number, looked at after the copy (smp_rmb()) or by the cmpxchg. What is read
 * in between is not used for anything before that.
 */
#include <linux/cpumask.h>
#include <linux/gfp.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "kernel/buffer/ring_buffer.h"
#include "kernel/buffer/ring_buffer_internal.h"

/*
 * struct ring_buffer_iterator - an iterating reader
 * @generation: of the buffer when it started; NOT_STARTED before
 * @place: in the shared pages
 * @chunk: copy of events
 */
struct ring_buffer_iterator {
	struct ring_buffer_cpu *cpu;
	u64 generation;
	struct ring_buffer_place place;
	struct ring_buffer_chunk chunk;
};

#define NOT_STARTED	(~0ULL)

static struct ring_buffer_header *header_of(void *page)
{
	return page;
}

static u64 load_commit(const struct ring_buffer_cpu *cpu)
{
	/* Pairs with ring_buffer_publish(). */
	return smp_load_acquire(&cpu->commit) & ~POSITION_MARK_MASK;
}

/*
 * The payload of the event at @word, which is no extend and has @room bytes to the end of the events;
 * or why there can be no such event.
 */
static const char *record_measure(struct ring_buffer_record *record, const u32 *word, u32 room)
{
	u32 type = word[0] & EVENT_TYPE_MASK;
	u32 header = type == EVENT_LARGE ? 2 * sizeof(*word) : sizeof(*word);

	if (type * 4 > EVENT_SMALL_MAX)
		return "an event of a type that is never written";
	if (header > room)
		return "an event ends behind its sub-buffer";
	record->payload = (const u8 *)word + header;
	record->payload_size = type * 4;
	if (type == EVENT_LARGE) {
		if (word[1] <= 4 || word[1] % 4)
			return "an event has an impossible length";
		record->payload_size = word[1] - 4;
	}
	return record->payload_size > room - header ? "an event ends behind its sub-buffer" : NULL;
}

/* The event at the start of the chunk; false: used up, or chunk->damage. */
static bool chunk_record(struct ring_buffer_chunk *chunk, struct ring_buffer_record *record)
{
	const u8 *data = (const u8 *)chunk->page + RING_BUFFER_HEADER;
	u32 offset = chunk->offset;

	record->time = chunk->time;
	for (; offset + sizeof(u32) <= chunk->end; offset += EVENT_EXTEND_BYTES) {
		const u32 *word = (const u32 *)(data + offset);

		record->time += word[0] >> EVENT_TYPE_BITS;
		if ((word[0] & EVENT_TYPE_MASK) != EVENT_EXTEND) {
			chunk->damage = record_measure(record, word, chunk->end - offset);
			if (chunk->damage)
				return false;
			record->size = record->payload + record->payload_size - data - chunk->offset;
			return true;
		}
		if (chunk->end - offset < EVENT_EXTEND_BYTES)
			break;
		record->time += (u64)word[1] << EVENT_DELTA_BITS;
	}
	if (chunk->offset < chunk->end)
		chunk->damage = "the last event of a sub-buffer is cut";
	return false;
}

static bool chunk_empty(const struct ring_buffer_chunk *chunk)
{
	return chunk->offset >= chunk->end;
}

static void chunk_pass(struct ring_buffer_chunk *chunk, const struct ring_buffer_record *record)
{
	chunk->offset += record->size;
	chunk->time = record->time;
	chunk->events++;
	chunk->lost = 0;
}

/* The chunk ends before what is no event, if there is such a thing, and so does the buffer. */
static void chunk_end_at_damage(struct ring_buffer_chunk *chunk, struct ring_buffer_cpu *cpu)
{
	if (likely(!chunk->damage))
		return;
	ring_buffer_is_damaged(cpu, chunk->damage);
	chunk->end = chunk->offset;
	chunk->events_end = chunk->events;
	chunk->damage = NULL;
}

/* chunk_record(), at the end of which the chunk is used up in any case. */
static bool chunk_next(struct ring_buffer_chunk *chunk, struct ring_buffer_cpu *cpu,
		       struct ring_buffer_record *record)
{
	if (likely(chunk_record(chunk, record)))
		return true;
	chunk_end_at_damage(chunk, cpu);
	return false;
}

/* Number and time of its last event, for a chunk of unknown number of events. */
static void chunk_measure(struct ring_buffer_chunk *chunk, struct ring_buffer_cpu *cpu,
			  u64 *last_time)
{
	struct ring_buffer_chunk walk = *chunk;
	struct ring_buffer_record record;

	while (chunk_next(&walk, cpu, &record))
		chunk_pass(&walk, &record);
	chunk->end = walk.end;
	chunk->events_end = walk.events;
	*last_time = walk.time;
}

static void chunk_show(const struct ring_buffer_chunk *chunk,
		       const struct ring_buffer_record *record, struct ring_buffer_event *event)
{
	event->data = record->payload;
	event->size = record->payload_size;
	event->time = record->time;
	event->lost = chunk->lost;
}

/*
 * What was read of a chunk's page before says time and number of its first event; otherwise the
 * page's own time stamp and @first do.
 */
static void chunk_begin(struct ring_buffer_chunk *chunk, const struct ring_buffer_place *place,
			u64 first, u32 end)
{
	chunk->offset = place->offset;
	chunk->end = end;
	chunk->time = place->offset ? place->time : header_of(chunk->page)->time_stamp;
	chunk->events = place->offset ? place->events : first;
	chunk->lost = chunk->events - place->events;
}

/* What a page or a position says about bytes of events, as far as there is room for them. */
static u32 bounded_bytes(const struct ring_buffer_cpu *cpu, u64 bytes)
{
	return min_t(u64, bytes, ring_buffer_capacity(cpu->rb));
}

/* Bytes of events in a page that is complete, if the slot still has it. */
static u32 complete_bytes(const struct ring_buffer_cpu *cpu, u64 word)
{
	return bounded_bytes(cpu, READ_ONCE(header_of(cpu->pages[slot_id(word)])->commit));
}

/*
 * Moves @place to the next page that has unread events, skipping those that are gone; place->events
 * keeps the number that is expected next.
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
 * Have writers published another commit than @commit? This is asked when a slot was found claimed for a
 * later page. They publish first and claim then, so it must not happen that the claim is seen and
 * the commit is the old one: an acquire orders what comes after it, not the loads before.
 */
static bool is_overtaken(const struct ring_buffer_cpu *cpu, u64 commit)
{
	smp_rmb();	/* the slot's word, then commit; pairs with cmpxchg in claim_slot() */
	return load_commit(cpu) != commit;
}

/* The same up to @commit, loaded here; again while writers overtake it. */
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

/* @end: of what was looked at, behind the chunk's where that is damaged */
static void place_behind(struct ring_buffer_place *place, const struct ring_buffer_chunk *chunk,
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

/* Writers in discard mode may overwrite what is before; who asks sees events in the chunk, too. */
static void publish_taken(struct ring_buffer_cpu *cpu)
{
	WRITE_ONCE(cpu->rest, true);
	/* Pairs with slot_is_read() and ring_buffer_cpu_empty(). */
	smp_store_release(&cpu->taken, position_make(cpu->place.page, cpu->place.offset));
}

/* The complete page at cpu->place becomes the chunk; false: it was overwritten. */
static bool take_page(struct ring_buffer_cpu *cpu)
{
	struct ring_buffer_place *place = &cpu->place;
	struct ring_buffer_slot *slot = ring_buffer_slot(cpu, place->page);
	struct ring_buffer_chunk *chunk = &cpu->chunk;
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
 * A writer may be at the same bytes; whether one was is found out afterwards. Not memcpy(), so that
 * the sanitizers can be told about this place and no other.
 */
static void __no_kcsan copy_racing(u64 *to, const u64 *from, size_t bytes)
{
	size_t i;

	for (i = 0; i < DIV_ROUND_UP(bytes, sizeof(*to)); i++)
		to[i] = READ_ONCE(from[i]);
}

/* Copies the unread events of the page at @place into the chunk's memory; false: overwritten. */
static bool copy_events(struct ring_buffer_cpu *cpu, u64 commit, struct ring_buffer_place *place,
			struct ring_buffer_chunk *chunk)
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
	copy_racing(chunk->page, cpu->pages[slot_id(word)], RING_BUFFER_HEADER + end);
	ring_buffer_step(cpu, "page copied");
	smp_rmb();	/* the copy, then the second look; pairs with cmpxchg in claim_slot() */
	if (READ_ONCE(slot->word) != word)
		return false;
	chunk_begin(chunk, place, first, end);
	chunk_measure(chunk, cpu, &last_time);
	place_behind(place, chunk, complete, end, last_time);
	return true;
}

/* Fills the consuming reader's chunk; @full: with a complete page. False: nothing there. */
static bool reader_fill(struct ring_buffer_cpu *cpu, bool full)
{
	u64 commit;

	if (!chunk_empty(&cpu->chunk))
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

/* @events of the chunk were handed out. */
static void reader_handed_out(struct ring_buffer_cpu *cpu, u64 events)
{
	cpu->read += events;
	if (chunk_empty(&cpu->chunk))
		WRITE_ONCE(cpu->rest, false);
}

static bool reader_event(struct ring_buffer_cpu *cpu, void *copy, struct ring_buffer_event *event,
			 bool consume)
{
	struct ring_buffer_record record;
	bool found;

	mutex_lock(&cpu->mutex);
	found = reader_fill(cpu, false) && chunk_next(&cpu->chunk, cpu, &record);
	if (found) {
		chunk_show(&cpu->chunk, &record, event);
		event->data = memcpy(copy, record.payload, record.payload_size);
	}
	if (found && consume)
		chunk_pass(&cpu->chunk, &record);
	reader_handed_out(cpu, found && consume);
	mutex_unlock(&cpu->mutex);
	return found;
}

/**
 * probefs_ring_buffer_peek - the oldest unread event
 * @rb: the buffer
 * @cpu: of which CPU
 * @copy: ring_buffer_subbuf_size() bytes for its payload
 * @event: out
 *
 * The event stays, and from now on will not be overwritten. Process context. Returns false if there
 * is none.
 */
bool probefs_ring_buffer_peek(struct ring_buffer *rb, int cpu, void *copy,
			      struct ring_buffer_event *event)
{
	return reader_event(rb->cpus[cpu], copy, event, false);
}

/**
 * probefs_ring_buffer_consume - take the oldest unread event
 * @rb: the buffer
 * @cpu: of which CPU
 * @copy: ring_buffer_subbuf_size() bytes for its payload
 * @event: out
 *
 * Process context. Returns false if there is none.
 */
bool probefs_ring_buffer_consume(struct ring_buffer *rb, int cpu, void *copy,
				 struct ring_buffer_event *event)
{
	return reader_event(rb->cpus[cpu], copy, event, true);
}

/* Clients see lost events only before a first event that is none but an event. */
static void fold_extend(struct ring_buffer_chunk *chunk)
{
	const u32 *word = chunk->page + RING_BUFFER_HEADER + chunk->offset;

	if (chunk->end - chunk->offset < EVENT_EXTEND_BYTES ||
	    (word[0] & EVENT_TYPE_MASK) != EVENT_EXTEND)
		return;
	chunk->time += (word[0] >> EVENT_TYPE_BITS) + ((u64)word[1] << EVENT_DELTA_BITS);
	chunk->offset += EVENT_EXTEND_BYTES;
}

/* The rest of the chunk goes into @page, or is that page: the chunk has none of it any more. */
static void give_events(struct ring_buffer_cpu *cpu, void **page, u32 bytes)
{
	struct ring_buffer_chunk *chunk = &cpu->chunk;

	if (chunk->offset) {
		memcpy(*page + RING_BUFFER_HEADER,
		       chunk->page + RING_BUFFER_HEADER + chunk->offset, bytes);
		return;
	}
	swap(*page, chunk->page);
	/* Before take_page() gives it to the writers. */
	cpu->pages[cpu->chunk_id] = chunk->page;
}

/* A sub-buffer with the rest of the chunk. Returns bytes of events. */
static u32 give_image(struct ring_buffer_cpu *cpu, void **page)
{
	struct ring_buffer_chunk *chunk = &cpu->chunk;
	u32 capacity = ring_buffer_capacity(cpu->rb);
	struct ring_buffer_header *header;
	u32 bytes, used;
	u8 *data;

	fold_extend(chunk);
	bytes = used = chunk->end - chunk->offset;
	give_events(cpu, page, bytes);
	header = *page;
	data = *page + RING_BUFFER_HEADER;
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
	return bytes;
}

static ssize_t read_page_locked(struct ring_buffer_cpu *cpu, void **page, bool full)
{
	struct ring_buffer_chunk *chunk = &cpu->chunk;
	u32 bytes;

	if (!reader_fill(cpu, full))
		return 0;
	if (!*page)
		*page = ring_buffer_page_alloc(cpu->rb, cpu->cpu);
	if (!*page)
		return -ENOMEM;
	bytes = give_image(cpu, page);
	chunk->offset = chunk->end;
	reader_handed_out(cpu, chunk->events_end - chunk->events);
	return bytes;
}

/**
 * probefs_ring_buffer_read_page - take a sub-buffer of events
 * @rb: the buffer
 * @cpu_nr: of which CPU
 * @page: from ring_buffer_page_alloc(), nobody else uses it; or NULL
 * @full: only one that no writer is on, or the unread rest of one
 *
 * *@page becomes a sub-buffer in the binary format, with those events only that were not read yet,
 * a time stamp to match, the lost marks, and zeros behind. As a rule that is the page of the
 * buffer, which gets the other one for it, so that nothing is copied. Untouched if there is
 * nothing. NULL is replaced by a new page first, if there is something. Process context. Returns
 * bytes of events or -ENOMEM.
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
 * @cpu: its mutex is held and its writers are stopped
 *
 * After a reset: the consuming reader goes on at cpu->start.
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
	smp_store_release(&cpu->taken, cpu->start);	/* as in publish_taken() */
}

/**
 * ring_buffer_iterator_create - a reader that takes nothing away
 * @rb: the buffer, which must outlive it
 * @cpu: of which CPU
 *
 * It starts at the oldest unread event. One caller at a time. Returns NULL without memory.
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
 * ring_buffer_iterator_destroy - the end of an iterator
 * @it: iterator or NULL
 */
void ring_buffer_iterator_destroy(struct ring_buffer_iterator *it)
{
	if (!it)
		return;
	kfree(it->chunk.page);
	kfree(it);
}

/**
 * ring_buffer_iterator_rewind - back to the oldest unread event
 * @it: iterator
 */
void ring_buffer_iterator_rewind(struct ring_buffer_iterator *it)
{
	it->generation = NOT_STARTED;
	it->chunk.offset = it->chunk.end = 0;
}

/* The consuming reader's unread events, from number @from on. */
static bool iterator_copy_rest(struct ring_buffer_iterator *it, u64 from)
{
	void *page = it->chunk.page;
	struct ring_buffer_record record;

	memcpy(page, it->cpu->chunk.page, RING_BUFFER_HEADER + it->cpu->chunk.end);
	it->chunk = it->cpu->chunk;
	it->chunk.page = page;
	it->chunk.lost = 0;
	while (it->chunk.events < from && chunk_next(&it->chunk, it->cpu, &record))
		chunk_pass(&it->chunk, &record);
	return !chunk_empty(&it->chunk);
}

/*
 * Where the consuming reader was faster, or in the beginning: to where it is. True if that filled
 * the chunk.
 */
static bool iterator_follow_reader(struct ring_buffer_iterator *it, bool started)
{
	struct ring_buffer_cpu *cpu = it->cpu;
	u64 from = started ? it->place.events : 0;

	if (started && from >= cpu->place.events)
		return false;
	it->place = cpu->place;
	return !chunk_empty(&cpu->chunk) && iterator_copy_rest(it, from);
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
			it->chunk.lost = 0;	/* before it began */
		return true;
	}
	return false;
}

static bool iterator_fill(struct ring_buffer_iterator *it)
{
	bool filled;

	if (!chunk_empty(&it->chunk))
		return true;
	mutex_lock(&it->cpu->mutex);
	filled = iterator_fill_locked(it);
	mutex_unlock(&it->cpu->mutex);
	return filled;
}

/**
 * ring_buffer_iterator_peek - the event that the iterator is at
 * @it: iterator
 * @event: out; valid until the iterator moves
 *
 * Process context. After a reset of the buffer the iterator goes on with what came since. Returns
 * false at the end of what is there now; more may come.
 */
bool ring_buffer_iterator_peek(struct ring_buffer_iterator *it, struct ring_buffer_event *event)
{
	struct ring_buffer_record record;

	if (!iterator_fill(it) || !chunk_next(&it->chunk, it->cpu, &record))
		return false;
	chunk_show(&it->chunk, &record, event);
	return true;
}

/**
 * ring_buffer_iterator_next - past the event that the iterator is at
 * @it: iterator
 */
void ring_buffer_iterator_next(struct ring_buffer_iterator *it)
{
	struct ring_buffer_record record;

	if (iterator_fill(it) && chunk_next(&it->chunk, it->cpu, &record))
		chunk_pass(&it->chunk, &record);
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
	pages += !chunk_empty(&cpu->chunk);
	mutex_unlock(&cpu->mutex);
	/* The page that writers are on counts too, or 100 % would never be reached. */
	return pages && (pages + 1) * 100 >= cpu->nr_pages * percent;
}

/**
 * probefs_ring_buffer_empty - nothing to read
 * @rb: the buffer
 * @cpu: of which CPU, -1: of none
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
 * ring_buffer_watermark - enough to read
 * @rb: the buffer
 * @cpu: of which CPU, -1: of any
 * @percent: share of the buffer's sub-buffers; 0: any event will do
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
 * Events in the first @end bytes of a page that writers may be overwriting: whatever is found
 * there, it stays within the page.
 */
static u32 __no_kcsan count_racing(const u8 *data, u32 end)
{
	u32 events = 0;
	u32 offset = 0;

	while (offset < end) {
		u32 word = READ_ONCE(*(const u32 *)(data + offset));
		u32 type = word & EVENT_TYPE_MASK;

		if (type == EVENT_EXTEND) {
			offset += EVENT_EXTEND_BYTES;
			continue;
		}
		events++;
		offset += 4;
		if (type != EVENT_LARGE)
			offset += type * 4;
		else if (offset < end)
			offset += round_up(READ_ONCE(*(const u32 *)(data + offset)) & 0xfffff, 4);
	}
	return events;
}

/*
 * Events before @commit; false: overtaken by writers, who published another commit before they
 * claimed the slot.
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
		  count_racing(cpu->pages[slot_id(word)] + RING_BUFFER_HEADER,
			       bounded_bytes(cpu, position_offset(commit)));
	smp_rmb();	/* as in copy_events() */
	return slot_page(word) == position_page(commit) && READ_ONCE(slot->word) == word;
}

/* Number of the oldest unread event in the shared pages, if there is one; its page's time. */
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
		smp_rmb();	/* as in copy_events() */
		if (slot_page(word) == place->page && READ_ONCE(slot->word) == word)
			return true;
	}
	return false;
}

/* Bytes of events from @place to @commit; pages that go away meanwhile do not count. */
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
	const struct ring_buffer_chunk *chunk = &cpu->chunk;
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
	if (!chunk_empty(chunk)) {
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
 * ring_buffer_get_stats - numbers of one CPU since the last reset
 * @rb: the buffer
 * @cpu_nr: of which CPU
 * @stats: out
 *
 * written = read + overrun + entries, of one moment. Process context.
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
