// SPDX-License-Identifier: GPL-2.0
/*
 * The ring buffer's writers: reserve and commit, the common case of which is in
 * ring_buffer_write.h. Readers are in ring_buffer_read.c, what creates, resizes and resets a
 * buffer in ring_buffer_control.c, sleeping readers in ring_buffer_wait.c.
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
 *	below goes on. That is all they rely on: it is what the CPU does, whatever the preemption
 *	count says about interrupts, softirqs and exceptions at that moment. Nothing here takes a
 *	lock, waits, or writes memory that another CPU writes on the common path. Readers and
 *	control run in process context, serialised by cpu->mutex; control stops the writers first.
 *
 * Depth
 *
 *	cpu->nest counts the writers that are inside. One that comes in finds its depth there and
 *	counts it up, by a plain load and a plain store: a writer that interrupts between the two
 *	has counted down again what it counted up. So all writers that are inside have depths of
 *	their own, and what is kept by depth is nobody else's: marks, refusals, slow_time. There are
 *	RING_BUFFER_DEPTHS; who finds no more of them is refused before it touched anything.
 *
 * Reserve
 *
 *	1. load tail, and the mark that it names: time and number of the event before
 *	2. read the clock
 *	3. fill a mark of one's own: of the two of one's depth the one that tail does not name
 *	4. cmpxchg_local tail to the position behind the new event, naming that mark
 *
 *	If 4 fails somebody came in between and all is done again, with a new time. If it succeeds
 *	nobody reserved anything since 1, so the delta is exact and times rise in the order of
 *	reservation, at any depth. The mark a tail names is whole at any moment: it was filled
 *	before 4, and as long as tail names it nobody writes to it: writers of its depth take the
 *	other one, and those of other depths have others. That makes 4 the only thing that must be
 *	atomic, and only against this CPU: no lock prefix, no ordering.
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
 *	it down. The outermost does, see ring_buffer_publish():
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
 *	A writer that wants to be the outermost one, for then its depth is known when it is compiled,
 *	looks whether nest is 0 before it enters: ring_buffer_enter_first(). Those above it are out
 *	again whenever it looks. So it counts neither up nor down: nest is 1 from there on.
 *
 * Barriers
 *
 *	commit		store-release in ring_buffer_publish(), load-acquire in readers: events,
 *			headers, first and end of everything before commit
 *	slot word	full cmpxchg in claim_slot() before the page is written again; copying
 *			readers load the word, copy, smp_rmb(), load it again
 *			the same cmpxchg after commit was published; readers that find the claim
 *			load the word, smp_rmb(), load commit: is_overtaken()
 *			full cmpxchg in take_page() after the reader is done with the memory it puts
 *			into the slot; claim_slot() gets that memory through its own cmpxchg
 *	taken		store-release by the consuming reader after it copied events, load-acquire
 *			in slot_is_read() before the page is written again (discard mode)
 *	stopped, nest	a writer counts nest up and then loads stopped; control stores stopped and
 *			then looks at nest, on the writer's CPU (control_call()). There it is one
 *			more layer of the stack: either it comes before the writer's load, which
 *			sees stopped, or it sees nest. So no store of either is under way when the
 *			other looks. stopped is counted down with release and loaded with acquire:
 *			all that control wrote
 *	tail, commit	control writes them, and the mark, on the writer's CPU, too. From elsewhere
 *			it could not: a writer that is refused ends by publishing the tail that it
 *			sees, and its store of commit may become visible after control's
 *	open		of each CPU: 0 while it or all of recording is stopped, or another clock is used
 *			than the quick way knows. That way looks at it in the place of stopped, and
 *			the same holds: ring_buffer_update_open() follows every change of stopped, off and clock,
 *			and its lock keeps a late look from opening what was closed since
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

#include "kernel/buffer/ring_buffer.h"
#include "kernel/buffer/ring_buffer_internal.h"
#include "kernel/buffer/ring_buffer_write.h"

/**
 * ring_buffer_notify - a reader waits
 * @cpu: what it waits for: any event, or a page was entered and it waits for many
 */
void __kprobes ring_buffer_notify(struct ring_buffer_cpu *cpu)
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

/* Has somebody who came in on top left an event to the writer that is inside? */
static bool __kprobes has_unpublished(const struct ring_buffer_cpu *cpu, u64 *tail)
{
	/* Acquire pairs with tail_restart(): who finds its commit finds its tail. */
	u64 commit = smp_load_acquire(&cpu->commit);

	*tail = READ_ONCE(cpu->tail);
	return commit != *tail;
}

/**
 * ring_buffer_refuse - the end of a reservation that is none
 * @cpu: entered by the writer
 *
 * Publishes what somebody else has left unpublished, and stores nothing where there is no such
 * thing: control may be writing tail and commit of a CPU that is not online.
 */
void __kprobes ring_buffer_refuse(struct ring_buffer_cpu *cpu)
{
	u64 tail;

	if (ring_buffer_own_nest(cpu) != 1 || has_unpublished(cpu, &tail)) {
		ring_buffer_leave(cpu);
		return;
	}
	ring_buffer_step(cpu, "nothing to be published");
	smp_store_release(&cpu->nest, 0);	/* as in ring_buffer_publish() */
	barrier();
	ring_buffer_step(cpu, "nobody inside");
	if (likely(ring_buffer_own_tail(cpu) == tail))
		return;
	WRITE_ONCE(cpu->nest, 1);
	barrier();
	ring_buffer_publish(cpu);
}

/**
 * struct attempt - one try to reserve
 * @size: payload, rounded up to 4
 * @length: of the event without an extend
 * @depth: of the writer
 * @old: tail that it builds on
 * @mark: copy of the one that @old names; if it was torn, step 4 fails
 * @time: of the event
 * @event: out: where the event goes
 * @delta: for its header
 */
struct attempt {
	u32 size;
	u32 length;
	unsigned int depth;
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
static bool __kprobes slot_is_read(struct ring_buffer_cpu *cpu,
				   const struct ring_buffer_slot *slot, u64 word)
{
	u64 taken = smp_load_acquire(&cpu->taken);	/* pairs with publish_taken() */

	if (position_page(taken) != slot_page(word))
		return position_page(taken) > slot_page(word);
	return position_offset(taken) >= slot->bytes;
}

/* Step b. Returns the place of the first event, NULL if unread events are in the way. */
static u8 *__kprobes claim_slot(struct ring_buffer *rb, struct ring_buffer_cpu *cpu,
				struct ring_buffer_slot *slot, u64 next)
{
	u64 word = READ_ONCE(slot->word);

	while (slot_page(word) != next) {
		u64 found;

		if (slot_page(word) && !READ_ONCE(rb->overwrite) && !slot_is_read(cpu, slot, word))
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
	from->bytes = position_offset(a->old);
	ring_buffer_step(cpu, "old page finished");
	WRITE_ONCE(page_header(a->event)->time_stamp, a->time);
	WRITE_ONCE(to->first, a->mark.events);
	if (unlikely(atomic_read(&cpu->wake) & WAKE_FULL))
		atomic_or(WAKE_CHECK, &cpu->wake);
}

/* Of one's own depth; the statistics read it meanwhile. */
static void __kprobes count(u64 *counter)
{
	WRITE_ONCE(*counter, *counter + 1);
}

/* Steps a to d: the event is the first of the next page. */
static enum outcome __kprobes enter_page(struct ring_buffer *rb, struct ring_buffer_cpu *cpu,
					 struct attempt *a)
{
	u64 next = position_page(a->old) + 1;
	u64 own = position_advance(a->old, ring_buffer_advance(0), a->depth) & POSITION_MARK_MASK;
	u64 index = (next - 1) % cpu->nr_pages;
	struct ring_buffer_slot *from = &cpu->slots[index];
	struct ring_buffer_slot *to = &cpu->slots[index + 1 == cpu->nr_pages ? 0 : index + 1];

	if (next - position_page(READ_ONCE(cpu->commit)) >= cpu->nr_pages) {
		count(&cpu->refusals[a->depth].commit_overrun);
		return REFUSED;
	}
	a->event = claim_slot(rb, cpu, to, next);
	if (!a->event) {
		count(&cpu->refusals[a->depth].dropped);
		return REFUSED;
	}
	ring_buffer_step(cpu, "slot claimed");
	if (!ring_buffer_move_tail(cpu, &a->old, position_make(next, a->length) | own,
				   (struct ring_buffer_mark){
					.time = a->time,
					.events = a->mark.events + 1,
					.data = a->event,
				   }))
		return AGAIN;
	finish_entering(cpu, from, to, a);
	a->delta = 0;
	return DONE;
}

/* The event goes behind the last one, with an extend if its delta takes one. */
static enum outcome __kprobes append(struct ring_buffer_cpu *cpu, struct attempt *a)
{
	u32 extend = a->delta >> EVENT_DELTA_BITS ? EVENT_EXTEND_BYTES : 0;
	u64 advance = ring_buffer_advance(extend + a->length);

	a->event = a->mark.data + position_offset(a->old);
	a->time = a->mark.time + a->delta;
	if (!ring_buffer_move_tail(cpu, &a->old, position_advance(a->old, advance, a->depth),
				   (struct ring_buffer_mark){
					.time = a->time,
					.events = a->mark.events + 1,
					.data = a->mark.data,
				   }))
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
	       used + ring_buffer_advance(extend + a->length) <= cpu->limit;
}

static enum outcome __kprobes try_to_reserve(struct ring_buffer *rb, struct ring_buffer_cpu *cpu,
					     struct attempt *a)
{
	a->old = READ_ONCE(cpu->tail);
	barrier();	/* the mark that tail names, and the clock after both; against this CPU */
	a->mark = mark_read(cpu->marks, a->old);
	barrier();
	ring_buffer_step(cpu, "tail loaded");
	a->time = ring_buffer_read_clock(cpu);
	a->delta = a->time > a->mark.time ? a->time - a->mark.time : 0;
	return fits(cpu, a) ? append(cpu, a) : enter_page(rb, cpu, a);
}

/**
 * ring_buffer_reserve_slowly - whatever ring_buffer_reserve_in_page() does not do
 * @cpu: entered by the writer
 * @size: bytes of payload
 * @depth: of the writer
 *
 * Returns the address of the payload, its time in cpu->slow_time[@depth]; or the status other than
 * RING_BUFFER_OK, and the writer has left @cpu.
 */
unsigned long __kprobes ring_buffer_reserve_slowly(struct ring_buffer_cpu *cpu, size_t size,
						   unsigned int depth)
{
	struct ring_buffer *rb = cpu->rb;
	struct attempt a = { .depth = depth };
	enum outcome outcome;

	if (size > ring_buffer_max_payload(rb)) {
		ring_buffer_leave(cpu);
		return RING_BUFFER_TOO_LARGE;
	}
	a.size = max_t(u32, round_up((u32)size, 4), 4);
	a.length = a.size + (a.size <= EVENT_SMALL_MAX ? 4 : 8);
	do {
		outcome = try_to_reserve(rb, cpu, &a);
	} while (outcome == AGAIN);
	if (outcome == REFUSED) {
		ring_buffer_leave(cpu);
		return RING_BUFFER_FULL;
	}
	cpu->slow_time[depth] = a.time;
	return (unsigned long)ring_buffer_write_header(a.event, a.size, a.delta);
}

/**
 * ring_buffer_reserve - room for an event
 * @rb: the buffer; that of the running CPU is used
 * @size: bytes of payload
 * @res: out: where to write the payload, and the event's time
 *
 * Any context, preemption off until ring_buffer_commit(). All of the payload must be written; what
 * rounds @size up to 4 is zero. Refusals other than RING_BUFFER_OFF and RING_BUFFER_TOO_LARGE
 * are in the statistics of the buffer.
 */
enum ring_buffer_status __kprobes ring_buffer_reserve(struct ring_buffer *rb, size_t size,
						      struct ring_buffer_reservation *res)
{
	enum ring_buffer_status status;
	struct ring_buffer_cpu *cpu;
	void *payload;
	u64 time;

	status = ring_buffer_begin(rb, size, &cpu, &payload, &time);
	if (unlikely(status))
		return status;
	*res = (struct ring_buffer_reservation){
		.data = payload,
		.time = time,
		.cpu_buffer = cpu,
	};
	return RING_BUFFER_OK;
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
	ring_buffer_end(res->cpu_buffer);
}

/* Records are short: a loop over words starts sooner than memcpy(). */
static __always_inline void copy_words(u8 *to, const u8 *from, size_t size)
{
	const u8 *end = from + (size & ~7UL);

	for (; from != end; from += 8, to += 8)
		memcpy(to, from, 8);
	if (size & 4) {
		memcpy(to, from, 4);
		from += 4;
		to += 4;
	}
	for (size &= 3; size; size--)
		*to++ = *from++;
}

/**
 * probefs_ring_buffer_write - reserve, copy, commit
 * @rb: the buffer
 * @data: payload
 * @size: bytes of it
 *
 * Any context, preemption off.
 */
enum ring_buffer_status __kprobes probefs_ring_buffer_write(struct ring_buffer *rb,
							    const void *data, size_t size)
{
	enum ring_buffer_status status;
	struct ring_buffer_cpu *cpu;
	void *payload;
	u64 time;

	status = ring_buffer_begin(rb, size, &cpu, &payload, &time);
	if (unlikely(status))
		return status;
	copy_words(payload, data, size);
	ring_buffer_end(cpu);
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
