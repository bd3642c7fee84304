// SPDX-License-Identifier: GPL-2.0
/*
 * The ring buffer's writers: reserve and commit. Readers are in ring_buffer_read.c, what creates,
 * resizes and resets a buffer in ring_buffer_control.c, sleeping readers in ring_buffer_wait.c.
 *
 * Words used here
 *
 *	sub-buffer	memory of PAGE_SIZE: time stamp, number of bytes, events
 *	slot		a place in the ring; its word names the memory that is there at present
 *	page number	counts the sub-buffers that were entered, up, for ever; page p lives in slot
 *			p % nr_pages. No number comes twice, so no compare-and-exchange is fooled
 *			by a word that went away and came back
 *	tail		position (page number, offset) behind the last reservation, and the index of
 *	mark		what goes with it: time and number of the last event, address of the page
 *	commit		position up to which readers may look
 *	taken		position up to which the consuming reader has taken events away
 *
 * Who may do what
 *
 *	Writers run on the CPU that the buffer belongs to, with preemption off from reserve to
 *	commit. They interrupt each other like a stack: what comes in on top ends before the one
 *	below goes on. Two of one level never meet. Nothing here takes a lock, waits, or writes
 *	memory that another CPU writes on the common path. Readers and control run in process
 *	context, serialised by cpu->mutex; control stops the writers first.
 *
 * Reserve
 *
 *	1. load tail, and the mark that it names: time and number of the event before
 *	2. read the clock
 *	3. fill a mark of one's own: of the two of one's level the one that tail does not name
 *	4. cmpxchg_local tail to the position behind the new event, naming that mark
 *
 *	If 4 fails somebody came in between and all is done again, with a new time. If it succeeds
 *	nobody reserved anything since 1, so the delta is exact and times rise in the order of
 *	reservation, at any depth. The mark a tail names is whole at any moment: it was filled
 *	before 4, and as long as tail names it nobody writes to it: its own level takes the other
 *	one, and other levels have others. That makes 4 the only thing that must be atomic, and
 *	only against this CPU: no lock prefix, no ordering.
 *
 *	A clock that steps back gives delta 0 and the event the time of the one before. At the
 *	start of a page the time is absolute and taken as it is. A delta that needs more than 27
 *	bits is preceded by a time extend, in the same reservation; one that needs more than 59
 *	starts a new page. A page never begins with an extend.
 *
 * Entering the next page, number `next`
 *
 *	a. refuse (commit_overrun) if next - page(commit) >= nr_pages: the slot holds what is not
 *	   committed. Hence page(tail) < page(commit) + nr_pages at any time, and a slot that was
 *	   claimed after `commit` was published is not claimed again before the next publication
 *	b. claim the slot: cmpxchg its word to (next, same memory). In discard mode only if nothing
 *	   unread is in it. This is the one cross-CPU atomic: it races with a consuming reader that
 *	   exchanges the memory (ring_buffer_read.c). That the word has page `next` already means
 *	   somebody nested claimed it, or oneself did before 4 failed
 *	c. steps 3 and 4 with a tail at the start of page `next`
 *	d. whoever succeeds in c writes: size of the old page into its header, its last event's
 *	   number into slot->end, time stamp of the new one, its first event's number into
 *	   slot->first
 *
 *	Writers nested between c and d need nothing of what d writes: they go by the mark. Readers
 *	see it only after the outermost writer published, which is after d.
 *
 * Commit
 *
 *	cpu->nest counts the writers between reserve and commit. All but the outermost only count
 *	it down. The outermost does, see publish():
 *
 *		do {
 *			nest = 1
 *			t = tail
 *			commit = t		(release)
 *			nest = 0		(release)
 *		} while (tail != t)
 *
 *	Claim: what is before `commit` is complete, and when nobody is between reserve and commit,
 *	commit == tail. Proof: while nest is 1 nobody else publishes, and what came in before
 *	`t = tail` is complete, being on top of us in the stack: t covers complete events only, and
 *	commit does not go back, since tail does not. A writer that comes in before nest = 0 leaves
 *	its event unpublished, but moved tail: the loop goes round. One that comes in after nest = 0
 *	is outermost itself and publishes, with a tail that is complete, since we are; it too moved
 *	tail, and going round publishes the same again or more. So the loop ends with nest 0 and a
 *	commit that was equal to tail after nest was 0; whoever came later published for itself.
 *
 *	A reservation that is refused ends in the same way, as a nested writer may have left its
 *	event to us.
 *
 * Barriers
 *
 *	commit		store-release in publish(), load-acquire in readers: events, headers, first
 *			and end of everything before commit
 *	slot word	full cmpxchg in claim_slot() before the page is written again; copying
 *			readers load the word, copy, smp_rmb(), load it again
 *			full cmpxchg in take_page() after the reader is done with the memory it puts
 *			into the slot; claim_slot() gets that memory through its own cmpxchg
 *	taken		store-release by the consuming reader after it copied events, load-acquire
 *			in slot_is_read() before the page is written again (discard mode)
 *	stopped, nest	a writer counts nest up and then loads stopped; control stores stopped and
 *			then loads nest. The store-load ordering this takes is supplied by control
 *			alone, which runs a memory barrier on the writer's CPU in between
 *			(wait_for_writers()): either the writer sees stopped, or control sees nest.
 *			nest = 0 is a release and control's load an acquire: all that writers wrote.
 *			stopped is counted down with release and loaded with acquire: all that
 *			control wrote
 *	wake		see ring_buffer_wait.c
 *
 * Accounting
 *
 *	Events are numbered by the marks. written is the number at commit; whatever is older than
 *	the oldest unread event was either read or overwritten. So written = read + overrun +
 *	entries needs no counters that could disagree, and a reader that finds event number n where
 *	it expected m knows that n - m were lost exactly there.
 */
#include <linux/compiler.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/smp.h>
#include <linux/string.h>

#include "kernel/ring_buffer.h"
#include "kernel/ring_buffer_internal.h"

/* An indirect call is expensive where return trampolines are: call the usual clock directly. */
#if IS_ENABLED(CONFIG_TRACE_CLOCK)
#include <linux/trace_clock.h>

static __always_inline u64 read_clock(const struct ring_buffer *rb)
{
	ring_buffer_clock_fn clock = READ_ONCE(rb->clock);

	return likely(clock == trace_clock_local) ? trace_clock_local() : clock();
}
#else
static __always_inline u64 read_clock(const struct ring_buffer *rb)
{
	return READ_ONCE(rb->clock)();
}
#endif

/* A reader waits: for any event, or a page was entered and it waits for many. */
static noinline void __kprobes notify(struct ring_buffer_cpu *cpu)
{
	int wake = atomic_read(&cpu->wake);

	if (wake & WAKE_CHECK) {
		atomic_andnot(WAKE_CHECK, &cpu->wake);
		if (!ring_buffer_cpu_nearly_full(cpu, READ_ONCE(cpu->wake_percent)))
			wake &= ~WAKE_FULL;
	} else {
		wake &= ~WAKE_FULL;
	}
	if (!(wake & (WAKE_DATA | WAKE_FULL)))
		return;
	atomic_andnot(wake & (WAKE_DATA | WAKE_FULL), &cpu->wake);
	irq_work_queue(&cpu->work);
}

/* See "Commit" at the top. */
static __always_inline void publish(struct ring_buffer_cpu *cpu)
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
		notify(cpu);
}

/* One instruction; control only cares for 0 or not. */
static __always_inline void enter(struct ring_buffer_cpu *cpu)
{
	ring_buffer_count_entered(&cpu->nest);
	barrier();
}

static __always_inline void leave(struct ring_buffer_cpu *cpu)
{
	unsigned int nest = cpu->nest;

	barrier();
	if (likely(nest == 1))
		publish(cpu);
	else
		WRITE_ONCE(cpu->nest, nest - 1);
}

static noinline enum ring_buffer_status __kprobes refuse(struct ring_buffer_cpu *cpu,
							 enum ring_buffer_status status)
{
	leave(cpu);
	return status;
}

/**
 * struct attempt - one try to reserve
 * @size: payload, rounded up to 4
 * @length: of the event without an extend
 * @level: of the writer
 * @old: tail that it builds on
 * @mark: copy of the one that @old names; if it was torn, step 4 fails
 * @time: of the event
 * @event: out: where the event goes
 * @delta: for its header
 */
struct attempt {
	u32 size;
	u32 length;
	unsigned int level;
	u64 old;
	struct ring_buffer_mark mark;
	u64 time;
	u8 *event;
	u64 delta;
};

enum outcome {
	DONE,
	REFUSED,
	AGAIN,
};

/* Steps 3 and 4. @position: the new tail without its mark. */
static __always_inline bool move_tail(struct ring_buffer_cpu *cpu, u64 old, u64 position,
				      unsigned int level, u64 time, u64 events, u8 *data)
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
static __always_inline void *write_event_header(u8 *event, u32 size, u32 delta)
{
	u32 *word = (u32 *)event;

	if (likely(size <= EVENT_SMALL_MAX)) {
		*word++ = size / 4 | delta << EVENT_TYPE_BITS;
	} else {
		*word++ = EVENT_LARGE | delta << EVENT_TYPE_BITS;
		*word++ = size + 4;
	}
	*(u32 *)((u8 *)word + size - 4) = 0;
	return word;
}

static u8 *__kprobes write_extend(u8 *event, u64 delta)
{
	u32 *word = (u32 *)event;

	word[0] = EVENT_EXTEND | (u32)delta << EVENT_TYPE_BITS;
	word[1] = delta >> EVENT_DELTA_BITS;
	return event + EVENT_EXTEND_BYTES;
}

static struct ring_buffer_header *__kprobes page_header(u8 *data)
{
	return (struct ring_buffer_header *)(data - RING_BUFFER_HEADER);
}

/* All events of a complete page were read, though no reader took its memory. */
static bool __kprobes slot_is_read(struct ring_buffer_cpu *cpu, u64 word)
{
	u64 taken = smp_load_acquire(&cpu->taken);	/* pairs with publish_taken() */
	struct ring_buffer_header *header = cpu->pages[slot_id(word)];

	if (position_page(taken) != slot_page(word))
		return position_page(taken) > slot_page(word);
	return position_offset(taken) >= header->commit;
}

/* Step b. Returns the place of the first event, NULL if unread events are in the way. */
static u8 *__kprobes claim_slot(struct ring_buffer *rb, struct ring_buffer_cpu *cpu,
				struct ring_buffer_slot *slot, u64 next)
{
	u64 word = READ_ONCE(slot->word);

	while (slot_page(word) != next) {
		u64 found;

		if (slot_page(word) && !READ_ONCE(rb->overwrite) && !slot_is_read(cpu, word))
			return NULL;
		ring_buffer_step(cpu, "slot to be claimed");
		/* Pairs with smp_rmb() in copy_events() and with the cmpxchg in take_page(). */
		found = cmpxchg(&slot->word, word, slot_make(next, slot_id(word)));
		if (found == word)
			break;
		word = found;
	}
	return (u8 *)cpu->pages[slot_id(word)] + RING_BUFFER_HEADER;
}

/* Step d. */
static void __kprobes finish_entering(struct ring_buffer_cpu *cpu, struct ring_buffer_slot *from,
				      struct ring_buffer_slot *to, const struct attempt *a)
{
	ring_buffer_step(cpu, "page entered");
	WRITE_ONCE(page_header(a->mark.data)->commit, position_offset(a->old));
	WRITE_ONCE(from->end, a->mark.events);
	ring_buffer_step(cpu, "old page finished");
	WRITE_ONCE(page_header(a->event)->time_stamp, a->time);
	WRITE_ONCE(to->first, a->mark.events);
	if (unlikely(atomic_read(&cpu->wake) & WAKE_FULL))
		atomic_or(WAKE_CHECK, &cpu->wake);
}

/* Of one's own level; the statistics read it meanwhile. */
static void __kprobes count(u64 *counter)
{
	WRITE_ONCE(*counter, *counter + 1);
}

/* Steps a to d: the event is the first of the next page. */
static enum outcome __kprobes enter_page(struct ring_buffer *rb, struct ring_buffer_cpu *cpu,
					 struct attempt *a)
{
	u64 next = position_page(a->old) + 1;
	u64 index = (next - 1) % cpu->nr_pages;
	struct ring_buffer_slot *from = &cpu->slots[index];
	struct ring_buffer_slot *to = &cpu->slots[index + 1 == cpu->nr_pages ? 0 : index + 1];

	if (next - position_page(READ_ONCE(cpu->commit)) >= cpu->nr_pages) {
		count(&cpu->refusals[a->level].commit_overrun);
		return REFUSED;
	}
	a->event = claim_slot(rb, cpu, to, next);
	if (!a->event) {
		count(&cpu->refusals[a->level].dropped);
		return REFUSED;
	}
	ring_buffer_step(cpu, "slot claimed");
	if (!move_tail(cpu, a->old, position_make(next, a->length), a->level, a->time,
		       a->mark.events + 1, a->event))
		return AGAIN;
	finish_entering(cpu, from, to, a);
	a->delta = 0;
	return DONE;
}

/* The event goes behind the last one, with an extend if its delta takes one. */
static enum outcome __kprobes append(struct ring_buffer_cpu *cpu, struct attempt *a)
{
	u32 extend = a->delta >> EVENT_DELTA_BITS ? EVENT_EXTEND_BYTES : 0;
	u64 position = a->old & ~POSITION_MARK_MASK;

	a->event = a->mark.data + position_offset(a->old);
	a->time = a->mark.time + a->delta;
	if (!move_tail(cpu, a->old, position + POSITION_BYTES(extend + a->length), a->level,
		       a->time, a->mark.events + 1, a->mark.data))
		return AGAIN;
	ring_buffer_step(cpu, "appended");
	if (extend) {
		a->event = write_extend(a->event, a->delta);
		a->delta = 0;
	}
	return DONE;
}

static bool __kprobes fits(const struct ring_buffer_cpu *cpu, const struct attempt *a)
{
	u32 extend = a->delta >> EVENT_DELTA_BITS ? EVENT_EXTEND_BYTES : 0;
	u64 used = a->old & POSITION_OFFSET_MASK;

	return !(a->delta >> EVENT_EXTEND_BITS) &&
	       used + POSITION_BYTES(extend + a->length) <= cpu->limit;
}

static enum outcome __kprobes try_to_reserve(struct ring_buffer *rb, struct ring_buffer_cpu *cpu,
					     struct attempt *a)
{
	a->old = READ_ONCE(cpu->tail);
	barrier();	/* the mark that tail names, and the clock after both; against this CPU */
	a->mark = *position_mark(cpu->marks, a->old);
	barrier();
	ring_buffer_step(cpu, "tail loaded");
	a->time = read_clock(rb);
	a->delta = a->time > a->mark.time ? a->time - a->mark.time : 0;
	return fits(cpu, a) ? append(cpu, a) : enter_page(rb, cpu, a);
}

/* Whatever reserve_in_page() does not do. */
static noinline enum ring_buffer_status __kprobes
reserve_slowly(struct ring_buffer_cpu *cpu, size_t size, struct ring_buffer_reservation *res)
{
	struct ring_buffer *rb = cpu->rb;
	struct attempt a = { .level = res->level };
	enum outcome outcome;

	if (size > ring_buffer_max_payload(rb))
		return refuse(cpu, RING_BUFFER_TOO_LARGE);
	a.size = max_t(u32, round_up((u32)size, 4), 4);
	a.length = a.size + (a.size <= EVENT_SMALL_MAX ? 4 : 8);
	do {
		outcome = try_to_reserve(rb, cpu, &a);
	} while (outcome == AGAIN);
	if (outcome == REFUSED)
		return refuse(cpu, RING_BUFFER_FULL);
	res->data = write_event_header(a.event, a.size, a.delta);
	res->time = a.time;
	return RING_BUFFER_OK;
}

/*
 * The common case, without a loop: a small event that fits the page, little time after the last
 * one, nobody in between. @now was read before the tail is loaded: if somebody reserved in between
 * with a later time, the delta is negative and this is no common case.
 */
static __always_inline bool reserve_in_page(struct ring_buffer_cpu *cpu, size_t size, u64 now,
					    unsigned int level, struct ring_buffer_reservation *res)
{
	size_t rounded = round_up(size, 4);
	u64 old = READ_ONCE(cpu->tail);
	const struct ring_buffer_mark *mark = position_mark(cpu->marks, old);
	u64 bytes = POSITION_BYTES(rounded + 4);
	u64 delta;
	u8 *data;

	if (unlikely(rounded - 1 >= EVENT_SMALL_MAX))	/* 0 too */
		return false;
	if (unlikely((old & POSITION_OFFSET_MASK) + bytes > cpu->limit))
		return false;
	barrier();	/* as in try_to_reserve() */
	ring_buffer_step(cpu, "tail loaded");
	delta = now - mark->time;
	data = mark->data;
	if (unlikely(delta >> EVENT_DELTA_BITS))	/* back in time too */
		return false;
	if (unlikely(!move_tail(cpu, old, (old & ~POSITION_MARK_MASK) + bytes, level, now,
				mark->events + 1, data)))
		return false;
	ring_buffer_step(cpu, "appended");
	res->data = write_event_header(data + position_offset(old), rounded, delta);
	res->time = now;
	return true;
}

/**
 * ring_buffer_reserve - room for an event
 * @rb: the buffer; that of the running CPU is used
 * @size: bytes of payload
 * @level: nesting level of the caller, below RING_BUFFER_LEVELS
 * @res: out: where to write the payload, and the event's time
 *
 * Any context, preemption off until ring_buffer_commit(). All of the payload must be written; what
 * rounds @size up to 4 is zero. Refusals other than RING_BUFFER_OFF and RING_BUFFER_TOO_LARGE
 * are in the statistics of the buffer.
 */
enum ring_buffer_status __kprobes ring_buffer_reserve(struct ring_buffer *rb, size_t size,
						      unsigned int level,
						      struct ring_buffer_reservation *res)
{
	struct ring_buffer_cpu *cpu;
	u64 now;

	if (unlikely(atomic_read(&rb->off)))
		return RING_BUFFER_OFF;
	res->level = level;
	now = read_clock(rb);	/* first: little must be kept across the call */
	cpu = rb->cpus[(unsigned int)raw_smp_processor_id()];
	res->cpu_buffer = cpu;
	enter(cpu);
	ring_buffer_step(cpu, "entered");
	/* Acquire pairs with let_writers_in(). */
	if (unlikely(atomic_read_acquire(&cpu->stopped)))
		return refuse(cpu, RING_BUFFER_OFF);
	if (likely(reserve_in_page(cpu, size, now, READ_ONCE(res->level), res)))
		return RING_BUFFER_OK;
	return reserve_slowly(cpu, size, res);
}

/**
 * ring_buffer_commit - the payload is written
 * @rb: the buffer
 * @res: from ring_buffer_reserve()
 *
 * Readers see the event as soon as no writer is left that it interrupted. The event stays in the
 * buffer it was reserved in, whatever became the instance's buffer since.
 */
void __kprobes ring_buffer_commit(struct ring_buffer *rb, struct ring_buffer_reservation *res)
{
	struct ring_buffer_cpu *cpu = res->cpu_buffer;

	ring_buffer_step(cpu, "to be committed");
	leave(cpu);
}

/**
 * ring_buffer_write - reserve, copy, commit
 * @rb: the buffer
 * @data: payload
 * @size: bytes of it
 * @level: nesting level of the caller
 *
 * Any context, preemption off.
 */
enum ring_buffer_status __kprobes ring_buffer_write(struct ring_buffer *rb, const void *data,
						    size_t size, unsigned int level)
{
	struct ring_buffer_reservation res;
	enum ring_buffer_status status = ring_buffer_reserve(rb, size, level, &res);

	if (status)
		return status;
	memcpy(res.data, data, size);
	ring_buffer_commit(rb, &res);
	return RING_BUFFER_OK;
}

/**
 * ring_buffer_max_payload - the longest event
 * @rb: the buffer
 *
 * One that fills a sub-buffer.
 */
size_t __kprobes ring_buffer_max_payload(const struct ring_buffer *rb)
{
	return ring_buffer_capacity(rb) - 8;
}
