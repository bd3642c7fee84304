// SPDX-License-Identifier: GPL-2.0
/*
 * The iterating reader of the ring buffer (`trace`), which takes nothing away: it copies the unread
 * events of one page after the other, complete pages too, and hands them out of its copy.
 *
 * The events that the consuming reader has taken and not handed out come first. When that reader
 * has overtaken an iterator, the iterator goes on behind it. An iterator serves one caller at a
 * time, in process context; it holds cpu->mutex only while it fills its chunk
 * (ring_buffer_read.c).
 *
 * Writers may record as quickly as their records are read, and a snapshot that is taken at every hit gives
 * both buffers other contents all the time. So an iterator fills its chunk as often as it takes to hand out
 * a full buffer, which is at least all that was there when it began, and ends there until its caller lets
 * it go on.
 */
#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "kernel/buffer/ring_buffer.h"
#include "kernel/buffer/ring_buffer_internal.h"
#include "kernel/buffer/ring_buffer_read.h"
#include "kernel/subbuf/subbuf_chunk.h"
#include "kernel/subbuf/subbuf_format.h"

/*
 * struct ring_buffer_iterator - an iterating reader
 * @cpu: the buffer that is read
 * @generation: generation of the buffer when the iterator started; NOT_STARTED before
 * @place: how far the iterator is in the shared pages
 * @chunk: a copy of events that the iterator has not passed yet
 * @size: bytes of the memory at @chunk.page, which is enough for a sub-buffer
 * @fills: how many times the chunk may still be filled
 */
struct ring_buffer_iterator {
	struct ring_buffer_cpu *cpu;
	u64 generation;
	struct ring_buffer_place place;
	struct subbuf_chunk chunk;
	u32 size;
	u64 fills;
};

#define NOT_STARTED	(~0ULL)

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
	it->size = READ_ONCE(rb->subbuf_size);
	it->chunk.page = kvmalloc(it->size, GFP_KERNEL_ACCOUNT);
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
	kvfree(it->chunk.page);
	kfree(it);
}

/**
 * ring_buffer_iterator_go_on - let an iterator hand out as much as a full buffer has, from where it is
 * @it: the iterator that may go on
 */
void ring_buffer_iterator_go_on(struct ring_buffer_iterator *it)
{
	/* What the consuming reader holds is another chunk, and the oldest page may have been read in part. */
	it->fills = READ_ONCE(it->cpu->nr_pages) + 2;
}

/**
 * ring_buffer_iterator_rewind - move an iterator back to the oldest unread event
 * @it: the iterator that is moved
 */
void ring_buffer_iterator_rewind(struct ring_buffer_iterator *it)
{
	it->generation = NOT_STARTED;
	it->chunk.offset = it->chunk.end = 0;
	ring_buffer_iterator_go_on(it);
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
	while (it->chunk.events < from && ring_buffer_peek_chunk(it->cpu, &it->chunk, &event))
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

/* Gets memory for the sub-buffers that the buffer has by now. The chunk is empty. */
static bool iterator_fit(struct ring_buffer_iterator *it)
{
	void *page;

	if (likely(it->size >= it->cpu->subbuf_size))
		return true;
	page = kvmalloc(it->cpu->subbuf_size, GFP_KERNEL_ACCOUNT);
	if (!page)
		return false;
	kvfree(it->chunk.page);
	it->chunk.page = page;
	it->size = it->cpu->subbuf_size;
	return true;
}

static bool iterator_fill_locked(struct ring_buffer_iterator *it)
{
	struct ring_buffer_cpu *cpu = it->cpu;
	bool started = it->generation == cpu->generation;
	u64 commit;

	it->generation = cpu->generation;
	if (iterator_follow_reader(it, started))
		return true;
	while (ring_buffer_find_unread(cpu, &commit, &it->place)) {
		if (!ring_buffer_copy_events(cpu, commit, &it->place, &it->chunk))
			continue;
		if (!started)
			it->chunk.lost = 0;	/* events lost before the iterator began */
		return true;
	}
	return false;
}

/**
 * ring_buffer_iterator_is_stale - tell whether the buffer was reset since the iterator began
 * @it: the iterator that is asked about
 *
 * What the iterator holds was reset, too, and whoever recorded that may be gone: a module's event, whose id
 * is another event's by now.
 */
bool ring_buffer_iterator_is_stale(const struct ring_buffer_iterator *it)
{
	return it->generation != NOT_STARTED && it->generation != READ_ONCE(it->cpu->generation);
}

static bool iterator_fill(struct ring_buffer_iterator *it)
{
	bool filled;

	if (!subbuf_chunk_is_empty(&it->chunk))
		return true;
	if (!it->fills)
		return false;
	mutex_lock(&it->cpu->mutex);
	filled = iterator_fit(it) && iterator_fill_locked(it);
	mutex_unlock(&it->cpu->mutex);
	it->fills -= filled;
	return filled;
}

/**
 * ring_buffer_iterator_peek - read the event that the iterator is at
 * @it: the iterator that is read
 * @event: receives the event; valid until the iterator moves
 *
 * Process context. After a reset of the buffer the iterator forgets its copies, and goes on with events
 * recorded since.
 * Returns false at the end of what is there now; more events may come. It does so, too, when it has handed
 * out as much as a full buffer has (ring_buffer_iterator_go_on()), and when the
 * sub-buffers are larger than they were and there is no memory for a copy of one.
 */
bool ring_buffer_iterator_peek(struct ring_buffer_iterator *it, struct subbuf_event *event)
{
	if (unlikely(ring_buffer_iterator_is_stale(it)))
		it->chunk.offset = it->chunk.end = 0;
	return iterator_fill(it) && ring_buffer_peek_chunk(it->cpu, &it->chunk, event);
}

/**
 * ring_buffer_iterator_next - move past the event that the iterator is at
 * @it: the iterator that is moved
 */
void ring_buffer_iterator_next(struct ring_buffer_iterator *it)
{
	struct subbuf_event event;

	if (iterator_fill(it) && ring_buffer_peek_chunk(it->cpu, &it->chunk, &event))
		subbuf_chunk_pass(&it->chunk, &event);
}
