/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The files of the ring buffer share these definitions. ring_buffer.c explains the algorithm.
 */
#ifndef KERNEL_RING_BUFFER_INTERNAL_H
#define KERNEL_RING_BUFFER_INTERNAL_H

#include <linux/atomic.h>
#include <linux/bits.h>
#include <linux/cache.h>
#include <linux/compiler.h>
#include <linux/irq_work.h>
#include <linux/mutex.h>
#include <linux/spinlock.h>
#include <linux/types.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#include "kernel/buffer/ring_buffer.h"
#include "kernel/subbuf/subbuf_chunk.h"
#include "kernel/subbuf/subbuf_format.h"

/*
 * A position consists of a page number (41 bits), the offset of the next event in units of 4 bytes
 * (18 bits), and the mark that belongs to it: the mark's depth (3 bits), a bit that is 0, and which
 * of the depth's two marks it is (1 bit). The five bits of the mark are an index into `marks`, see
 * MARK_TIME. The 0 leaves room for a carry, so that a writer changes to its other mark by adding
 * one. `tail`, `commit` and `taken` are positions; two of them compare as numbers once the mark is
 * masked. Page numbers start at 1 and only count up: 2^41 sub-buffers of 4 KiB are 8 PiB of
 * events. Offsets have room for twice the largest sub-buffer, so that an event that is added to one
 * never carries into the page number.
 */
#define POSITION_MARK_OTHER	BIT_ULL(0)
#define POSITION_DEPTH_SHIFT	2
#define POSITION_MARK_BITS	5
#define POSITION_MARK_MASK	(BIT_ULL(POSITION_MARK_BITS) - 1)
#define POSITION_OFFSET_SHIFT	(POSITION_MARK_BITS - 2)	/* of bytes: the unit has 2 bits */
#define POSITION_PAGE_SHIFT	23
#define POSITION_OFFSET_MASK	(BIT_ULL(POSITION_PAGE_SHIFT) - BIT_ULL(POSITION_MARK_BITS))
#define SUBBUF_MAX		BIT(POSITION_PAGE_SHIFT - POSITION_OFFSET_SHIFT - 1)

/* Turns a number of bytes into what these bytes add to a position. */
#define POSITION_BYTES(bytes)	((u64)(bytes) << POSITION_OFFSET_SHIFT)

/*
 * Returns what a writer adds to the tail for an event of @bytes, header included. The sum names
 * another mark.
 */
static __always_inline u64 ring_buffer_advance(u64 bytes)
{
	return POSITION_BYTES(bytes) + POSITION_MARK_OTHER;
}

/* Returns the new tail, with a mark of @depth; @sum is the old tail plus ring_buffer_advance(). */
static __always_inline u64 position_of_depth(u64 sum, unsigned int depth)
{
	/*
	 * The sum names that one of the depth's two marks which the old tail does not name. A carry
	 * ends below the offset.
	 */
	u64 position = sum & ~(POSITION_MARK_MASK & ~POSITION_MARK_OTHER);

	return position | (u64)depth << POSITION_DEPTH_SHIFT;
}

static __always_inline u64 position_advance(u64 old, u64 advance, unsigned int depth)
{
	return position_of_depth(old + advance, depth);
}

static __always_inline u64 position_make(u64 page, u32 offset)
{
	return page << POSITION_PAGE_SHIFT | POSITION_BYTES(offset);
}

static __always_inline u64 position_page(u64 position)
{
	return position >> POSITION_PAGE_SHIFT;
}

static __always_inline u32 position_offset(u64 position)
{
	return (position & POSITION_OFFSET_MASK) >> POSITION_OFFSET_SHIFT;
}

/*
 * The word of a slot has the number of the page whose events are in the slot (at most 44 bits; 0: no unread
 * events) and the id of the memory that the slot uses (20 bits).
 */
#define SLOT_ID_BITS		20
#define SLOT_MAX_PAGES		(BIT(SLOT_ID_BITS) - 2)

static __always_inline u64 slot_make(u64 page, unsigned int id)
{
	return page << SLOT_ID_BITS | id;
}

static __always_inline u64 slot_page(u64 word)
{
	return word >> SLOT_ID_BITS;
}

static __always_inline unsigned int slot_id(u64 word)
{
	return word & (BIT(SLOT_ID_BITS) - 1);
}

/**
 * struct ring_buffer_mark - what a writer has to know about the tail
 * @time: time stamp of the last event before the tail
 * @events: number of events before the tail, since the buffer was made
 * @data: address of the first event in the sub-buffer that the tail is in
 */
struct ring_buffer_mark {
	u64 time;
	u64 events;
	u8 *data;
};

/*
 * How marks are stored. The mark's bits of a position are the index of the mark's time in `marks`,
 * so that nothing has to be computed. The bit that is 0 in a position is set for the number of
 * events, which therefore lie between the times; the addresses lie behind both.
 */
#define MARK_TIME		0
#define MARK_EVENTS		BIT(1)
#define MARK_DATA		BIT(POSITION_MARK_BITS)
#define MARKS_WORDS		(2 * MARK_DATA)

static __always_inline struct ring_buffer_mark mark_read(const u64 *marks, u64 position)
{
	const u64 *word = marks + (position & POSITION_MARK_MASK);

	return (struct ring_buffer_mark){
		.time = word[MARK_TIME],
		.events = word[MARK_EVENTS],
		.data = (u8 *)word[MARK_DATA],
	};
}

/* @bits: the mark's bits of a position */
static __always_inline void mark_write(u64 *marks, u64 bits, struct ring_buffer_mark mark)
{
	u64 *word = marks + bits;

	word[MARK_TIME] = mark.time;
	word[MARK_EVENTS] = mark.events;
	word[MARK_DATA] = (u64)mark.data;
}

/**
 * struct ring_buffer_slot - place of one sub-buffer in the ring
 * @word: the page number and the id of the memory, see slot_make()
 * @first: number of events before the first event of the page
 * @end: number of events before the first event of the next page; valid when the page is complete
 * @bytes: bytes of events in the page; valid when the page is complete. Writers read this member
 *	and not the header in memory, because the memory may belong to a reader already
 */
struct ring_buffer_slot {
	u64 word;
	u64 first;
	u64 end;
	u64 bytes;
};

/* Numbers of refused events; only writers of one depth write each element. */
struct ring_buffer_refusals {
	u64 dropped;
	u64 commit_overrun;
};

/**
 * struct ring_buffer_place - how far a reader is in the shared pages
 * @page: number of the page that is read next
 * @offset: bytes of the page that were read already
 * @time: time stamp of the last event read in the page, when @offset is not 0
 * @events: number of events before this place
 * @pages_lost: number of pages before this place of which the reader has found nothing any more
 */
struct ring_buffer_place {
	u64 page;
	u32 offset;
	u64 time;
	u64 events;
	u64 pages_lost;
};

/* The bits of ring_buffer_cpu.wake. */
#define WAKE_DATA		1	/* a reader waits for any event */
#define WAKE_FULL		2	/* a reader waits until wake_percent is reached */
#define WAKE_CHECK		4	/* a sub-buffer was entered: compare wake_percent */

/**
 * struct ring_buffer_cpu - the buffer of one CPU
 * @bytes: the size that was asked for, in which the rounding to sub-buffers does not show
 * @absent: the CPU has never been there, so resizing all CPUs leaves its size alone
 * @stopped: not 0 when writers are refused: STOPPED_CPU, STOPPED_DAMAGED, and a count of control
 *	operations
 * @wake: WAKE_ bits that readers set and writers look at
 * @limit: largest sum of an offset and what one writer adds, see ring_buffer_advance()
 * @open: equal to @limit while recording is on and the usual clock is used; else 0, which keeps
 *	writers out of the quick way
 * @private: a pointer of the buffer's owner, for its writers on this CPU
 * @nr_pages: number of sub-buffers in the ring
 * @subbuf_size: bytes of each sub-buffer, header included; changes while writers are stopped, under
 *	@mutex
 * @slots: @nr_pages slots; page number p is in slot p % @nr_pages
 * @pages: memory by id, @nr_pages + 1 sub-buffers; one of them belongs to the consuming reader
 * @rb: the buffer that this one is a part of
 * @cpu: number of the CPU whose writers write here
 * @tail: end of what is reserved
 * @commit: end of what readers may see
 * @nest: number of writers between reserve and commit, which is the depth of the next one
 * @marks: what belongs to the tail: two marks for each depth
 * @refusals: numbers of refused events, by depth
 * @slow_time: time stamp of the event that ring_buffer_reserve_slowly() has reserved, by depth
 * @taken: position up to which the consuming reader has taken the events
 * @rest: the consuming reader has unread events in @chunk
 * @mutex: serialises readers and control; protects the members from @place to @map
 * @place: how far the consuming reader is in the shared pages
 * @chunk: events that the consuming reader has taken and not handed out
 * @chunk_id: id of the memory that @chunk uses
 * @start: position at the last reset
 * @start_events: number of events before the last reset
 * @read: number of events handed out to consuming readers since the last reset
 * @generation: number of resets so far
 * @map: what the programs see that have the buffer mapped, see ring_buffer_map.c; NULL when none has
 * @open_lock: serialises those who write @open, but for hits (ring_buffer_open.c)
 * @wake_percent: smallest watermark that a reader waits for
 * @wake_calls: number of calls of ring_buffer_wake_all() so far
 * @work: wakes @readers and those of the whole buffer
 * @wake_work: does that for @work with PREEMPT_RT
 * @readers: readers that wait for this CPU; the queue's lock protects @wake_percent
 */
struct ring_buffer_cpu {
	u64 marks[MARKS_WORDS] ____cacheline_aligned;	/* first, so that no offset is added */

	/* Writers read these members; they are written rarely. */
	atomic_t stopped;
	atomic_t wake;
	u64 limit;
	u64 open;
	void *private;
	u64 nr_pages;
	struct ring_buffer_slot *slots;
	void **pages;
	struct ring_buffer *rb;
	int cpu;
	u32 subbuf_size;
	bool absent;			/* under rb->resize */
	size_t bytes;			/* under rb->resize */

	/* Writers write these members. */
	u64 tail ____cacheline_aligned;
	u64 commit;
	u8 nest;
	struct ring_buffer_refusals refusals[RING_BUFFER_DEPTHS];
	u64 slow_time[RING_BUFFER_DEPTHS];

	/* Readers write these members. */
	u64 taken ____cacheline_aligned;
	bool rest;
	struct mutex mutex;
	struct ring_buffer_place place;
	struct subbuf_chunk chunk;
	unsigned int chunk_id;
	u64 start;
	u64 start_events;
	u64 read;
	u64 generation;
	struct ring_buffer_map *map;
	raw_spinlock_t open_lock;

	unsigned int wake_percent;
	u32 wake_calls;
	struct irq_work work;
	struct work_struct wake_work;
	wait_queue_head_t readers;
};

/* Bits of ring_buffer.off and ring_buffer_cpu.stopped that lie above the counts. */
#define OFF_RECORD		BIT(30)
#define OFF_HELD		BIT(29)
#define STOPPED_CPU		BIT(30)
#define STOPPED_DAMAGED		BIT(29)

/**
 * struct ring_buffer - the buffers of all CPUs
 * @off: not 0 when nothing is recorded: OFF_RECORD, OFF_HELD, and a count of pauses
 * @overwrite: the oldest events make room for new ones
 * @clock: gives the time stamps; callable in any context
 * @subbuf_size: bytes of a sub-buffer, header included, of every CPU; while it changes, some of them
 *	have the new size already
 * @resize: serialises changes of size, of the size of sub-buffers, and of @absent
 * @control: serialises operations that stop the writers
 * @wake_calls: number of calls of ring_buffer_wake_all() for all CPUs so far
 * @readers: readers that wait for any CPU
 * @look_again: looks once more whether pollers have something to read
 * @polled: jiffies when a poller last found nothing
 * @local: points on each CPU to that CPU's element of @cpus
 * @cpus: the buffers of all possible CPUs, by CPU number
 */
struct ring_buffer {
	atomic_t off;
	bool overwrite;
	ring_buffer_clock_fn clock;
	u32 subbuf_size;
	struct mutex resize;
	struct mutex control;
	u32 wake_calls;
	wait_queue_head_t readers;
	struct delayed_work look_again;
	unsigned long polled;
	struct ring_buffer_cpu *__percpu *local;
	struct ring_buffer_cpu *cpus[];
};

/* Returns the room for events in a sub-buffer. A writer that is inside, or cpu->mutex, keeps it as it is. */
static inline u32 ring_buffer_capacity(const struct ring_buffer_cpu *cpu)
{
	return cpu->subbuf_size - SUBBUF_HEADER;
}

static inline struct ring_buffer_slot *ring_buffer_slot(const struct ring_buffer_cpu *cpu, u64 page)
{
	return &cpu->slots[page % cpu->nr_pages];
}

/*
 * Is there nothing to read? Runs in any context without locks; the answer is at worst out of date.
 */
static inline bool ring_buffer_cpu_empty(const struct ring_buffer_cpu *cpu)
{
	u64 commit = READ_ONCE(cpu->commit) & ~POSITION_MARK_MASK;
	/* taken is loaded before rest; pairs with publish_taken(). */
	u64 taken = smp_load_acquire(&cpu->taken);

	return !READ_ONCE(cpu->rest) && taken >= commit;
}

/*
 * Is the watermark of @percent reached, when the pages at both ends count as complete and unread, and so does
 * what the reader has taken and not handed out? That is good enough for waking a reader, which looks again itself.
 */
static inline bool ring_buffer_cpu_nearly_full(const struct ring_buffer_cpu *cpu,
					       unsigned int percent)
{
	u64 last = position_page(READ_ONCE(cpu->commit));
	u64 pages = last - position_page(READ_ONCE(cpu->taken)) + 1 + READ_ONCE(cpu->rest);

	return pages * 100 >= READ_ONCE(cpu->nr_pages) * percent;
}

/* ring_buffer_consume.c; the caller holds cpu->mutex */
void ring_buffer_reader_restart(struct ring_buffer_cpu *cpu);
void ring_buffer_take_all(struct ring_buffer_cpu *cpu);

/**
 * struct ring_buffer_memory - what the ring of one CPU is made of
 * @nr_pages: number of slots of the ring
 * @slots: an array of @nr_pages slots
 * @subbuf_size: bytes of a sub-buffer
 * @pages: an array of @nr_pages + 1 sub-buffers, of which the last ones are filled
 */
struct ring_buffer_memory {
	u64 nr_pages;
	u32 subbuf_size;
	struct ring_buffer_slot *slots;
	void **pages;
};

/* ring_buffer_pages.c; process context */
int ring_buffer_memory_alloc(struct ring_buffer_memory *memory, u64 fresh, int cpu);
void ring_buffer_memory_free(struct ring_buffer_memory *memory);

/* ring_buffer_control.c */
void ring_buffer_control_begin(struct ring_buffer *rb, int nr);
void ring_buffer_control_end(struct ring_buffer *rb, int nr);
void ring_buffer_control_call(struct ring_buffer_cpu *cpu,
			      void (*change)(struct ring_buffer_cpu *cpu, void *data), void *data,
			      bool *waited);
void ring_buffer_restart_tail(struct ring_buffer_cpu *cpu, u64 tail, struct ring_buffer_mark mark);

/* ring_buffer_open.c */
void ring_buffer_update_open(struct ring_buffer_cpu *cpu);
void ring_buffer_update_open_all(struct ring_buffer *rb);
void ring_buffer_reopen(struct ring_buffer_cpu *cpu);
void ring_buffer_is_damaged(struct ring_buffer_cpu *cpu, const char *what);

/* ring_buffer_wait.c */
void ring_buffer_wait_init(struct ring_buffer *rb);
void ring_buffer_wait_finish(struct ring_buffer *rb);
void ring_buffer_wait_init_cpu(struct ring_buffer_cpu *cpu);
void ring_buffer_wait_finish_cpu(struct ring_buffer_cpu *cpu);

/* Unit tests on the host let other writers and readers run between any two steps of one. */
#ifdef RING_BUFFER_STEPS
void ring_buffer_step(const struct ring_buffer_cpu *cpu, const char *step);
#else
static __always_inline void ring_buffer_step(const struct ring_buffer_cpu *cpu __always_unused,
					     const char *step __always_unused)
{
}
#endif

#endif
