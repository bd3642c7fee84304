/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reserve and commit where every instruction counts: the common case is in line, all else is out of
 * line in ring_buffer.c, which explains all of it. The record path uses this header, in functions
 * that cannot be probed; others call probefs_ring_buffer_write().
 */
#ifndef KERNEL_RING_BUFFER_WRITE_H
#define KERNEL_RING_BUFFER_WRITE_H

#include <linux/compiler.h>
#include <linux/kernel.h>
#include <linux/percpu.h>
#include <linux/string.h>

#include "kernel/buffer/ring_buffer_internal.h"
#include "kernel/subbuf/subbuf_format.h"

/* ring_buffer.c */
void ring_buffer_notify(struct ring_buffer_cpu *cpu);
unsigned long ring_buffer_reserve_slowly(struct ring_buffer_cpu *cpu, size_t size,
					 unsigned int depth);
void ring_buffer_refuse(struct ring_buffer_cpu *cpu);

/*
 * An indirect call is expensive where return trampolines are, and most buffers use the usual clock:
 * writers call that one directly. On a host any clock counts as the usual one.
 */
#ifdef __KERNEL__
#include <linux/sched/clock.h>

#include "kernel/compat/cmpxchg.h"

static __always_inline bool ring_buffer_clock_is_usual(ring_buffer_clock_fn clock)
{
	return clock == sched_clock;
}

static __always_inline u64 ring_buffer_usual_clock(const struct ring_buffer_cpu *cpu)
{
	return sched_clock();
}
#else
static __always_inline bool ring_buffer_clock_is_usual(ring_buffer_clock_fn clock __always_unused)
{
	return true;
}

static __always_inline u64 ring_buffer_usual_clock(const struct ring_buffer_cpu *cpu)
{
	return READ_ONCE(cpu->rb->clock)();
}

static __always_inline bool compat_try_cmpxchg_local(u64 *word, u64 *old, u64 new)
{
	u64 found = cmpxchg_local(word, *old, new);
	bool done = found == *old;

	*old = found;
	return done;
}
#endif

static __always_inline u64 ring_buffer_read_clock(const struct ring_buffer_cpu *cpu)
{
	ring_buffer_clock_fn clock = READ_ONCE(cpu->rb->clock);

	return likely(ring_buffer_clock_is_usual(clock)) ? ring_buffer_usual_clock(cpu) : clock();
}

/*
 * Only this CPU writes tail and nest while writers may be inside, so a writer reads what it wrote.
 * Unlike a READ_ONCE(), this load may be part of another instruction, such as a comparison. Control
 * may have come in since a writer is out; the tail that it wrote may be published as well.
 */
static __always_inline u64 ring_buffer_own_tail(const struct ring_buffer_cpu *cpu)
{
	barrier();
	return data_race(cpu->tail);
}

/* Other CPUs write cpu->wake; an old value is as good as a new one here. */
static __always_inline int ring_buffer_wanted(const struct ring_buffer_cpu *cpu)
{
	barrier();
	return data_race(cpu->wake.counter) & (WAKE_DATA | WAKE_CHECK);
}

static __always_inline u8 ring_buffer_own_nest(const struct ring_buffer_cpu *cpu)
{
	barrier();
	return cpu->nest;
}

/* The algorithm is explained under "Commit" at the top of ring_buffer.c. */
static __always_inline void ring_buffer_publish(struct ring_buffer_cpu *cpu)
{
	u64 tail;

	for (;;) {
		tail = READ_ONCE(cpu->tail);
		ring_buffer_step(cpu, "tail to be published");
		smp_store_release(&cpu->commit, tail);	/* pairs with the readers' load-acquire */
		barrier();
		ring_buffer_step(cpu, "tail published");
		smp_store_release(&cpu->nest, 0);	/* pairs with control_call_here() */
		barrier();
		ring_buffer_step(cpu, "nobody inside");
		if (likely(ring_buffer_own_tail(cpu) == tail))
			break;
		WRITE_ONCE(cpu->nest, 1);
		barrier();
	}
	if (unlikely(ring_buffer_wanted(cpu)))
		ring_buffer_notify(cpu);
}

/**
 * ring_buffer_enter - let a writer in, on top of those that are inside
 * @cpu: the buffer's part of this CPU
 * @depth: receives the number of writers inside, which no other writer gets until this one leaves
 *
 * A writer that comes in between the load and the store is out again before the store, and has left
 * nest as it was loaded. Returns false when there are no marks for one more writer.
 */
static __always_inline bool ring_buffer_enter(struct ring_buffer_cpu *cpu, unsigned int *depth)
{
	*depth = ring_buffer_own_nest(cpu);
	if (unlikely(*depth >= RING_BUFFER_DEPTHS))
		return false;
	WRITE_ONCE(cpu->nest, *depth + 1);
	barrier();
	return true;
}

/** ring_buffer_enter_first - ring_buffer_enter() at depth 0; false when a writer is inside */
static __always_inline bool ring_buffer_enter_first(struct ring_buffer_cpu *cpu)
{
	if (unlikely(ring_buffer_own_nest(cpu)))
		return false;
	WRITE_ONCE(cpu->nest, 1);
	barrier();
	return true;
}

static __always_inline void ring_buffer_leave(struct ring_buffer_cpu *cpu)
{
	u8 nest = cpu->nest;

	barrier();
	if (likely(nest == 1))
		ring_buffer_publish(cpu);
	else
		WRITE_ONCE(cpu->nest, nest - 1);
}

/*
 * Does steps 3 and 4. @mark belongs to @position; *@old is the tail that @position builds on. When
 * the tail is another one by now, the function returns false with that tail in *@old.
 */
static __always_inline bool ring_buffer_move_tail(struct ring_buffer_cpu *cpu, u64 *old,
						  u64 position, struct ring_buffer_mark mark)
{
	mark_write(cpu->marks, position & POSITION_MARK_MASK, mark);
	ring_buffer_step(cpu, "mark filled");
	barrier();	/* the mark before the tail that names it; against this CPU only */
	return compat_try_cmpxchg_local(&cpu->tail, old, position);
}

/* @rounded: passes subbuf_is_small(); @first: the first word of the payload */
static __always_inline struct ring_buffer_room ring_buffer_room(size_t rounded, u32 first)
{
	return (struct ring_buffer_room){
		.front = subbuf_front(rounded / 4, first),
		.advance = ring_buffer_advance(rounded + EVENT_SMALL_HEADER),
		.words = rounded / 4,
	};
}

/*
 * Does the common case, without a loop: a small event that fits the page, little time after the
 * last one, with nobody in between. The caller read @now before this loads the tail: if somebody
 * reserved in between with a later time, the delta is negative and this is no common case.
 */
static __always_inline bool ring_buffer_reserve_in_page(struct ring_buffer_cpu *cpu,
							const struct ring_buffer_room *room,
							u64 limit, u64 now, unsigned int depth,
							void **payload)
{
	u64 old = READ_ONCE(cpu->tail);
	const u64 *from = cpu->marks + (old & POSITION_MARK_MASK);
	u64 sum = old + room->advance;	/* no carry from the offset: see SUBBUF_MAX */
	u64 delta, front;
	u8 *data, *event;

	if (unlikely((sum & POSITION_OFFSET_MASK) > limit))
		return false;
	barrier();	/* orders as in try_to_reserve() */
	ring_buffer_step(cpu, "tail loaded");
	delta = now - from[MARK_TIME];
	data = (u8 *)from[MARK_DATA];
	if (unlikely(delta > EVENT_DELTA_MAX))	/* or the clock stepped back */
		return false;
	if (unlikely(!ring_buffer_move_tail(cpu, &old, position_of_depth(sum, depth),
					    (struct ring_buffer_mark){
						.time = now,
						.events = from[MARK_EVENTS] + 1,
						.data = data,
					    })))
		return false;
	ring_buffer_step(cpu, "appended");
	event = data + position_offset(old);
	front = subbuf_front_at(room->front, delta);
	memcpy(event, &front, sizeof(front));
	*payload = event + EVENT_SMALL_HEADER;
	return true;
}

/**
 * ring_buffer_has_local - tell whether pointers are those of a buffer
 * @rb: the buffer that a writer is about to write to
 * @local: what ring_buffer_local() has returned, of this buffer or another one, or NULL
 *
 * Any context.
 */
static __always_inline bool ring_buffer_has_local(const struct ring_buffer *rb,
						  struct ring_buffer_cpu *__percpu *local)
{
	return local == rb->local;
}

/**
 * ring_buffer_begin_quick - make room for an event in the common case
 * @cpu: this CPU's element of ring_buffer_local(); the writer has done ring_buffer_enter_first()
 * @room: what the event takes, from ring_buffer_room()
 * @payload: receives the address of the payload; the caller writes all of it but the first word,
 *	which @room had, and the slack behind the payload, too
 * @time: receives the time stamp of the event
 *
 * Returns false when this is no common case. Nothing was counted then, and the caller may do
 * ring_buffer_refuse() and ring_buffer_begin(), which finds out more.
 */
static __always_inline bool ring_buffer_begin_quick(struct ring_buffer_cpu *cpu,
						    const struct ring_buffer_room *room,
						    void **payload, u64 *time)
{
	ring_buffer_step(cpu, "entered");
	*time = ring_buffer_usual_clock(cpu);
	/* Acquire pairs with ring_buffer_update_open(). */
	return ring_buffer_reserve_in_page(cpu, room, smp_load_acquire(&cpu->open), *time, 0,
					   payload);
}

/**
 * ring_buffer_begin - make room for an event
 * @rb: the buffer; the event goes to the part of the running CPU
 * @size: bytes of payload
 * @cpu: receives what ring_buffer_end() takes
 * @payload: receives the address of the payload
 * @time: receives the time stamp of the event
 *
 * Any context, preemption off until ring_buffer_end(). The caller writes all of the payload; the
 * bytes that round @size up to 4 are zero. The statistics of the buffer count the refusals that
 * return RING_BUFFER_FULL, and no others. The results are single ones, which stay in registers; a
 * structure would be cleared first by a hardened kernel.
 */
static __always_inline enum ring_buffer_status
ring_buffer_begin(struct ring_buffer *rb, size_t size, struct ring_buffer_cpu **cpu, void **payload,
		  u64 *time)
{
	struct ring_buffer_cpu *here = raw_cpu_read(*rb->local);
	size_t rounded = round_up(size, 4);
	unsigned int depth;
	unsigned long slow;

	if (unlikely(atomic_read(&rb->off)))
		return RING_BUFFER_OFF;
	if (unlikely(!ring_buffer_enter(here, &depth)))
		return RING_BUFFER_NESTED;
	ring_buffer_step(here, "entered");
	/* Acquire pairs with let_writers_in(). */
	if (unlikely(atomic_read_acquire(&here->stopped))) {
		ring_buffer_refuse(here);
		return RING_BUFFER_OFF;
	}
	*cpu = here;
	if (likely(subbuf_is_small(rounded))) {
		struct ring_buffer_room room = ring_buffer_room(rounded, 0);

		*time = ring_buffer_read_clock(here);
		if (likely(ring_buffer_reserve_in_page(here, &room, here->limit, *time, depth,
						       payload))) {
			*(u32 *)(*payload + rounded - 4) = 0;
			return RING_BUFFER_OK;
		}
	}
	slow = ring_buffer_reserve_slowly(here, size, depth);
	if (unlikely(slow < RING_BUFFER_STATUS_END))
		return slow ?: RING_BUFFER_FULL;	/* never 0, but a compiler can't tell */
	*payload = (void *)slow;
	*time = here->slow_time[depth];
	return RING_BUFFER_OK;
}

/**
 * ring_buffer_end - end a reservation whose payload is written
 * @cpu: what ring_buffer_begin() returned in its @cpu
 *
 * Readers see the event as soon as no writer is left that it interrupted. The event stays in the
 * buffer that it was reserved in, even if the instance has got another buffer since.
 */
static __always_inline void ring_buffer_end(struct ring_buffer_cpu *cpu)
{
	ring_buffer_step(cpu, "to be committed");
	ring_buffer_leave(cpu);
}

/** ring_buffer_end_first - ring_buffer_end() for a writer that did ring_buffer_enter_first() */
static __always_inline void ring_buffer_end_first(struct ring_buffer_cpu *cpu)
{
	ring_buffer_step(cpu, "to be committed");
	barrier();
	ring_buffer_publish(cpu);
}

/** ring_buffer_private - get what ring_buffer_set_private() has set */
static __always_inline void *ring_buffer_private(const struct ring_buffer_cpu *cpu)
{
	return cpu->private;
}

#endif
