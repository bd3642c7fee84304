/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reserve and commit where every instruction counts: the common case in line, all else out of line
 * in ring_buffer.c, where all of it is explained. For the record path, in functions that cannot be
 * probed; others call ring_buffer_reserve() and ring_buffer_commit(), which are the same.
 */
#ifndef KERNEL_RING_BUFFER_WRITE_H
#define KERNEL_RING_BUFFER_WRITE_H

#include <linux/compiler.h>
#include <linux/kernel.h>
#include <linux/smp.h>

#include "kernel/ring_buffer_internal.h"

/* ring_buffer.c */
void ring_buffer_notify(struct ring_buffer_cpu *cpu);
unsigned long ring_buffer_reserve_slowly(struct ring_buffer_cpu *cpu, size_t size,
					 unsigned int level);
void ring_buffer_refuse(struct ring_buffer_cpu *cpu);

/* An indirect call is expensive where return trampolines are: call the usual clock directly. */
#ifdef __KERNEL__
#include <linux/sched/clock.h>

static __always_inline u64 ring_buffer_read_clock(const struct ring_buffer *rb)
{
	ring_buffer_clock_fn clock = READ_ONCE(rb->clock);

	return likely(clock == sched_clock) ? sched_clock() : clock();
}
#else
static __always_inline u64 ring_buffer_read_clock(const struct ring_buffer *rb)
{
	return READ_ONCE(rb->clock)();
}
#endif

/* See "Commit" at the top of ring_buffer.c. */
static __always_inline void ring_buffer_publish(struct ring_buffer_cpu *cpu)
{
	u64 tail;

	for (;;) {
		tail = READ_ONCE(cpu->tail);
		ring_buffer_step(cpu, "tail to be published");
		smp_store_release(&cpu->commit, tail);	/* pairs with readers' load-acquire */
		barrier();
		ring_buffer_step(cpu, "tail published");
		smp_store_release(&cpu->nest, 0);	/* pairs with wait_for_writers() */
		barrier();
		ring_buffer_step(cpu, "nobody inside");
		if (likely(READ_ONCE(cpu->tail) == tail))
			break;
		WRITE_ONCE(cpu->nest, 1);
		barrier();
	}
	if (unlikely(atomic_read(&cpu->wake) & (WAKE_DATA | WAKE_CHECK)))
		ring_buffer_notify(cpu);
}

/* One instruction; control only cares for 0 or not. */
static __always_inline void ring_buffer_enter(struct ring_buffer_cpu *cpu)
{
	ring_buffer_count_entered(&cpu->nest);
	barrier();
}

static __always_inline void ring_buffer_leave(struct ring_buffer_cpu *cpu)
{
	unsigned int nest = cpu->nest;

	barrier();
	if (likely(nest == 1))
		ring_buffer_publish(cpu);
	else
		WRITE_ONCE(cpu->nest, nest - 1);
}

/* Steps 3 and 4. @position: the new tail without its mark. */
static __always_inline bool ring_buffer_move_tail(struct ring_buffer_cpu *cpu, u64 old,
						  u64 position, unsigned int level, u64 time,
						  u64 events, u8 *data)
{
	/* Of the level's two marks surely not the one that old names. */
	u64 own = ((u64)level * 2 << POSITION_MARK_SHIFT) + (~old & BIT(POSITION_MARK_SHIFT));
	struct ring_buffer_mark *mark = mark_at(cpu->marks, own);

	mark->time = time;
	mark->events = events;
	mark->data = data;
	ring_buffer_step(cpu, "mark filled");
	barrier();	/* the mark before the tail that names it; against this CPU only */
	return cmpxchg_local(&cpu->tail, old, position | own) == old;
}

/* Returns the payload. The last word of it may be slack in part: cleared. */
static __always_inline void *ring_buffer_write_small_header(u8 *event, u32 size, u32 delta)
{
	*(u32 *)event = size / 4 | delta << EVENT_TYPE_BITS;
	*(u32 *)(event + size) = 0;
	return event + 4;
}

static __always_inline void *ring_buffer_write_header(u8 *event, u32 size, u32 delta)
{
	u32 *word = (u32 *)event;

	if (likely(size <= EVENT_SMALL_MAX))
		return ring_buffer_write_small_header(event, size, delta);
	word[0] = EVENT_LARGE | delta << EVENT_TYPE_BITS;
	word[1] = size + 4;
	*(u32 *)(event + 4 + size) = 0;
	return word + 2;
}

/* Sizes that ring_buffer_begin_small() takes: multiples of 4, from 4 */
static __always_inline bool ring_buffer_is_small(size_t rounded)
{
	return rounded - 1 < EVENT_SMALL_MAX;
}

/*
 * The common case, without a loop: a small event that fits the page, little time after the last
 * one, nobody in between. @now was read before the tail is loaded: if somebody reserved in between
 * with a later time, the delta is negative and this is no common case.
 */
static __always_inline bool ring_buffer_reserve_in_page(struct ring_buffer_cpu *cpu,
							size_t rounded, u64 now,
							unsigned int level, void **payload)
{
	u64 old = READ_ONCE(cpu->tail);
	const struct ring_buffer_mark *mark = position_mark(cpu->marks, old);
	u64 bytes = POSITION_BYTES(rounded + 4);
	u64 delta;
	u8 *data;

	if (unlikely((old & POSITION_OFFSET_MASK) + bytes > cpu->limit))
		return false;
	barrier();	/* as in try_to_reserve() */
	ring_buffer_step(cpu, "tail loaded");
	delta = now - mark->time;
	data = mark->data;
	if (unlikely(delta >> EVENT_DELTA_BITS))	/* back in time too */
		return false;
	if (unlikely(!ring_buffer_move_tail(cpu, old, (old & ~POSITION_MARK_MASK) + bytes, level,
					    now, mark->events + 1, data)))
		return false;
	ring_buffer_step(cpu, "appended");
	*payload = ring_buffer_write_small_header(data + position_offset(old), rounded, delta);
	return true;
}

/**
 * ring_buffer_begin_small - ring_buffer_begin() for the common case
 * @rb: the buffer
 * @rounded: bytes of payload, ring_buffer_is_small()
 * @now: ring_buffer_read_clock(), time of the event
 * @level: nesting level of the caller
 * @cpu: out: for ring_buffer_end()
 * @data: out: where to write the payload
 *
 * Returns false when this is no common case: nothing was counted, ring_buffer_begin() finds out more.
 */
static __always_inline bool ring_buffer_begin_small(struct ring_buffer *rb, size_t rounded,
						    u64 now, unsigned int level,
						    struct ring_buffer_cpu **cpu, void **data)
{
	struct ring_buffer_cpu *here;
	void *payload;

	if (unlikely(atomic_read(&rb->off)))
		return false;
	here = rb->cpus[(unsigned int)raw_smp_processor_id()];
	ring_buffer_enter(here);
	ring_buffer_step(here, "entered");
	/* Acquire pairs with let_writers_in(). */
	if (unlikely(atomic_read_acquire(&here->stopped) ||
		     !ring_buffer_reserve_in_page(here, rounded, now, level, &payload))) {
		ring_buffer_refuse(here);
		return false;
	}
	*cpu = here;
	*data = payload;
	return true;
}

/**
 * ring_buffer_begin - ring_buffer_reserve() in line
 * @rb: the buffer
 * @size: bytes of payload
 * @level: nesting level of the caller
 * @cpu: out: for ring_buffer_end()
 * @payload: out: where to write it
 * @time: out: of the event
 *
 * Single results, which stay in registers, and no structure, which a hardened kernel clears first.
 */
static __always_inline enum ring_buffer_status
ring_buffer_begin(struct ring_buffer *rb, size_t size, unsigned int level,
		  struct ring_buffer_cpu **cpu, void **payload, u64 *time)
{
	struct ring_buffer_cpu *here;
	unsigned long slow;

	if (unlikely(atomic_read(&rb->off)))
		return RING_BUFFER_OFF;
	if (likely(ring_buffer_is_small(round_up(size, 4)))) {
		*time = ring_buffer_read_clock(rb);
		if (likely(ring_buffer_begin_small(rb, round_up(size, 4), *time, level, cpu,
						   payload)))
			return RING_BUFFER_OK;
	}
	here = rb->cpus[(unsigned int)raw_smp_processor_id()];
	ring_buffer_enter(here);
	ring_buffer_step(here, "entered again");
	/* Acquire pairs with let_writers_in(). */
	if (unlikely(atomic_read_acquire(&here->stopped))) {
		ring_buffer_refuse(here);
		return RING_BUFFER_OFF;
	}
	slow = ring_buffer_reserve_slowly(here, size, level);
	if (unlikely(slow < RING_BUFFER_STATUS_END))
		return slow ?: RING_BUFFER_FULL;	/* never 0, but who can see that */
	*cpu = here;
	*payload = (void *)slow;
	*time = here->slow_time[level];
	return RING_BUFFER_OK;
}

/**
 * ring_buffer_end - ring_buffer_commit() in line
 * @cpu: from ring_buffer_begin()
 */
static __always_inline void ring_buffer_end(struct ring_buffer_cpu *cpu)
{
	ring_buffer_step(cpu, "to be committed");
	ring_buffer_leave(cpu);
}

#endif
