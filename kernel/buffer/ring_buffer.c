// SPDX-License-Identifier: GPL-2.0
/*
 * The ring buffer's writers: reserve and commit. Their common case is in ring_buffer_write.h.
 * What all readers do is in ring_buffer_read.c, sleeping readers are in ring_buffer_wait.c;
 * ring_buffer_control.c creates, resizes and resets buffers. The format of a sub-buffer is in
 * kernel/subbuf/.
 *
 * Words used here
 *
 *	sub-buffer	one page of memory or several: time stamp, number of bytes, events. Where
 *			there is no doubt it is called a page
 *	slot		a place in the ring; its word names the memory that is there at present
 *	page number	counts the sub-buffers that were entered, up, for ever; page p lives in slot
 *			p % nr_pages. No number comes twice, so no compare-and-exchange is fooled
 *			by a word that went away and came back
 *	tail		position (page number, offset) behind the last reservation, and the index of
 *			the mark that belongs to it
 *	mark		time and number of the last event before a tail, and the address of its page
 *	commit		position up to which readers may look
 *	taken		position up to which the consuming reader has taken events away
 *
 * Who may do what
 *
 *	Writers run on the CPU that the buffer belongs to, with preemption off from reserve to
 *	commit. They interrupt each other like a stack: a writer that comes in on top ends before
 *	the one below goes on. Writers rely on that alone: the CPU itself works so, whatever the
 *	preemption count says about interrupts, softirqs and exceptions at that moment. A writer
 *	takes no lock and never waits, and on the common path it writes no memory that another CPU
 *	writes. Readers and control run in process context, serialised by cpu->mutex; control stops
 *	the writers first.
 *
 * Depth
 *
 *	cpu->nest counts the writers that are inside. A writer that comes in finds its depth there
 *	and counts nest up, by a plain load and a plain store: a writer that interrupts between the
 *	two has counted down again what it counted up. So all writers that are inside have depths of
 *	their own, and what is kept by depth belongs to one writer: marks, refusals, slow_time.
 *	There are RING_BUFFER_DEPTHS depths; a writer that finds none left is refused before it
 *	touched anything.
 *
 * Reserve
 *
 *	1. load tail, and the mark that it names: time and number of the event before
 *	2. read the clock
 *	3. fill a mark of the writer's depth: that one of the two which tail does not name
 *	4. cmpxchg_local tail to the position behind the new event, naming that mark
 *
 *	If step 4 fails, another writer came in between, and all steps are done again with a new
 *	time. If it succeeds, nobody reserved anything since step 1, so the delta is exact and times
 *	rise in the order of reservation, at any depth. The mark that tail names is whole at any
 *	moment: it was filled before step 4, and nobody writes to it as long as tail names it:
 *	writers of its depth take the other mark, and those of other depths have marks of their own.
 *	So step 4 is the only thing that must be atomic, and only against this CPU: it needs no lock
 *	prefix and no ordering.
 *
 *	When the clock steps back, the event gets delta 0 and the time of the one before. The first
 *	event of a page has an absolute time, which is the clock's. A delta that needs more than 27
 *	bits is preceded by a time extend in the same reservation; one that needs more than 59 bits
 *	starts a new page. A page never begins with an extend.
 *
 * Entering the next page, number `next`
 *
 *	a. refuse (commit_overrun) if next - page(commit) >= nr_pages: the slot holds events that
 *	   are not committed. Hence page(tail) < page(commit) + nr_pages at any time, and a slot
 *	   that was claimed after `commit` was published is not claimed again before the next
 *	   publication
 *	b. claim the slot: cmpxchg its word to (next, same memory). In discard mode the slot is
 *	   claimed only if nothing unread is in it. This is the one cross-CPU atomic: it races with
 *	   a consuming reader that exchanges the memory (ring_buffer_consume.c). A word that has page
 *	   `next` already was claimed by a nested writer, or by this one before its step 4 failed
 *	c. do steps 3 and 4 with a tail at the start of page `next`
 *	d. the writer that succeeds in c writes: the size of the old page into its header, the time
 *	   stamp of the new page into its header, and the number of events before the new page into
 *	   slot->end of the old page and slot->first of the new one
 *
 *	Writers nested between c and d need nothing of what d writes, because they read the mark.
 *	Readers see what d writes only after the outermost writer published, which is after d.
 *
 * Commit
 *
 *	cpu->nest counts the writers between reserve and commit. All but the outermost only count
 *	nest down. The outermost one does this, see ring_buffer_publish():
 *
 *		do {
 *			nest = 1
 *			t = tail
 *			commit = t		(release)
 *			nest = 0		(release)
 *		} while (tail != t)
 *
 *	Claim: what is before `commit` is complete, and when nobody is between reserve and commit,
 *	commit == tail. Proof: while nest is 1 nobody else publishes, and a writer that came in
 *	before `t = tail` is complete, being on top of us in the stack: t covers complete events
 *	only, and commit does not go back, since tail does not. A writer that comes in before nest =
 *	0 leaves its event unpublished, but has moved tail: the loop goes round. A writer that comes
 *	in after nest = 0 is outermost itself and publishes a tail that is complete, since we are;
 *	it has moved tail, too, and when the loop goes round it publishes the same tail again or a
 *	later one. So the loop ends with nest 0 and a commit that was equal to tail after nest was
 *	0; every writer that came later published for itself.
 *
 *	A reservation that is refused ends in the same way, as a nested writer may have left its
 *	event to the refused one.
 *
 *	A writer that wants to be the outermost one, because its depth is then known at compile
 *	time, looks whether nest is 0 before it enters: ring_buffer_enter_first(). Writers on top of
 *	it are out again whenever it looks. So it counts neither up nor down: nest is 1 from there
 *	on.
 *
 * Barriers
 *
 *	commit		store-release in ring_buffer_publish(), load-acquire in readers: orders
 *			events, headers, first and end of everything before commit
 *	slot word	full cmpxchg in claim_slot() before the page is written again; copying
 *			readers load the word, copy, smp_rmb(), load the word again
 *			the same cmpxchg after commit was published; readers that find the claim
 *			load the word, smp_rmb(), load commit (ring_buffer_is_overtaken())
 *			full cmpxchg in take_page() and take_blank() after the reader is done with the
 *			memory it puts into the slot; claim_slot() gets that memory through its own cmpxchg
 *	taken		store-release by the consuming reader after it copied events, load-acquire
 *			in slot_is_read() before the page is written again (discard mode)
 *	stopped, nest	a writer counts nest up and then loads stopped; control stores stopped and
 *			then looks at nest, on the writer's CPU (ring_buffer_control_call()). Control is one
 *			more layer of the stack there: either it comes before the writer's load, and
 *			the writer sees stopped, or it sees nest. So no store of either is under way
 *			when the other looks. stopped is counted down with release and loaded with
 *			acquire: a writer that is let in sees all that control wrote
 *	tail, commit	control writes both, and the mark, on the writer's CPU, too. It could not do
 *			so from elsewhere: a writer that is refused ends by publishing the tail that
 *			it sees, and its store of commit may become visible after control's
 *	open		is 0 while the CPU or all of recording is stopped, or while the clock is not
 *			the one that the quick way knows. The quick way loads open in the place of
 *			stopped, with the same argument: ring_buffer_update_open() follows every
 *			change of stopped, off and clock, and its lock keeps a late look from
 *			opening what was closed since. A hit that switches recording stores open
 *			without the lock, and a writer may open it: see ring_buffer_open.c
 *	wake		see ring_buffer_wait.c
 *
 * Accounting
 *
 *	The marks number the events. written is the number at commit; every event that is older than
 *	the oldest unread one was either read or overwritten. So written = read + overrun + entries
 *	needs no counters that could disagree, and a reader that finds event number n where it
 *	expected m knows that n - m events were lost exactly there.
 */
#include <linux/compiler.h>
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/smp.h>
#include <linux/string.h>

#include "kernel/buffer/ring_buffer.h"
#include "kernel/buffer/ring_buffer_internal.h"
#include "kernel/buffer/ring_buffer_write.h"
#include "kernel/subbuf/subbuf_format.h"

/**
 * ring_buffer_notify - queue the irq_work that wakes the readers whose condition has come true
 * @cpu: a buffer with WAKE_DATA (somebody waits for any event) or WAKE_CHECK (a page was entered
 *	and somebody waits for many) in its @wake
 */
void __kprobes ring_buffer_notify(struct ring_buffer_cpu *cpu)
{
	int wake = atomic_read(&cpu->wake);

	/* An irq_work would never run on a CPU that is going; ring_buffer_look() comes for it. */
	if (unlikely(!cpu_online(cpu->cpu)))
		return;
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

/*
 * Has a writer that came in on top left its event to the writer that is inside? *@tail receives the
 * tail that was looked at.
 */
static bool __kprobes has_unpublished(const struct ring_buffer_cpu *cpu, u64 *tail)
{
	/* Acquire pairs with ring_buffer_restart_tail(): a writer that finds its commit finds its tail. */
	u64 commit = smp_load_acquire(&cpu->commit);

	*tail = READ_ONCE(cpu->tail);
	return commit != *tail;
}

/**
 * ring_buffer_refuse - end a reservation that is refused
 * @cpu: the buffer that the writer has entered
 *
 * Publishes what another writer has left unpublished, and opens the quick way when it was left
 * closed. When there is no such event the function stores neither tail nor commit: control may be
 * writing them for a CPU that is not online.
 */
void __kprobes ring_buffer_refuse(struct ring_buffer_cpu *cpu)
{
	bool alone = ring_buffer_own_nest(cpu) == 1;
	u64 tail;

	if (alone && unlikely(!READ_ONCE(cpu->open)))
		ring_buffer_reopen(cpu);
	if (!alone || has_unpublished(cpu, &tail)) {
		ring_buffer_leave(cpu);
		return;
	}
	ring_buffer_step(cpu, "nothing to be published");
	smp_store_release(&cpu->nest, 0);	/* pairs as in ring_buffer_publish() */
	barrier();
	ring_buffer_step(cpu, "nobody inside");
	if (likely(ring_buffer_own_tail(cpu) == tail))
		return;
	WRITE_ONCE(cpu->nest, 1);
	barrier();
	ring_buffer_publish(cpu);
}

/**
 * struct attempt - one try to reserve an event
 * @size: bytes of payload, rounded up to 4
 * @length: bytes of the event without an extend
 * @depth: depth of the writer
 * @old: the tail that the attempt builds on
 * @mark: copy of the mark that @old names; step 4 fails if the copy is torn
 * @time: time stamp of the event
 * @event: receives the address of the event
 * @delta: time since the event before, for the event's header
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

/* Were all events of a complete page read, though no reader took its memory? */
static bool __kprobes slot_is_read(struct ring_buffer_cpu *cpu,
				   const struct ring_buffer_slot *slot, u64 word)
{
	u64 taken = smp_load_acquire(&cpu->taken);	/* pairs with publish_taken() */

	if (position_page(taken) != slot_page(word))
		return position_page(taken) > slot_page(word);
	return position_offset(taken) >= slot->bytes;
}

/* Step b. Returns the address of the first event, or NULL when unread events are in the way. */
static u8 *__kprobes claim_slot(struct ring_buffer *rb, struct ring_buffer_cpu *cpu,
				struct ring_buffer_slot *slot, u64 next)
{
	u64 word = READ_ONCE(slot->word);

	while (slot_page(word) != next) {
		u64 found;

		if (slot_page(word) && !READ_ONCE(rb->overwrite) && !slot_is_read(cpu, slot, word))
			return NULL;
		ring_buffer_step(cpu, "slot to be claimed");
		/*
		 * Pairs with smp_rmb() in ring_buffer_copy_events() and ring_buffer_is_overtaken(),
		 * and with the cmpxchg in take_page().
		 */
		found = cmpxchg(&slot->word, word, slot_make(next, slot_id(word)));
		if (found == word)
			break;
		word = found;
	}
	return subbuf_data(cpu->pages[slot_id(word)]);
}

/* Step d of entering a page. */
static void __kprobes finish_entering(struct ring_buffer_cpu *cpu, struct ring_buffer_slot *from,
				      struct ring_buffer_slot *to, const struct attempt *a)
{
	ring_buffer_step(cpu, "page entered");
	WRITE_ONCE(subbuf_header_of(a->mark.data)->commit, position_offset(a->old));
	WRITE_ONCE(from->end, a->mark.events);
	from->bytes = position_offset(a->old);
	ring_buffer_step(cpu, "old page finished");
	WRITE_ONCE(subbuf_header_of(a->event)->time_stamp, a->time);
	WRITE_ONCE(to->first, a->mark.events);
	if (unlikely(atomic_read(&cpu->wake) & WAKE_FULL))
		atomic_or(WAKE_CHECK, &cpu->wake);
}

/* Only writers of the counter's depth count; the statistics read the counter meanwhile. */
static void __kprobes count(u64 *counter)
{
	WRITE_ONCE(*counter, *counter + 1);
}

/* Steps a to d: the event becomes the first one of the next page. */
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

/* The event goes behind the last one, preceded by an extend if its delta needs one. */
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
		a->event = subbuf_write_extend(a->event, a->delta);
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
	barrier();	/* tail, then its mark, then the clock; orders against this CPU only */
	a->mark = mark_read(cpu->marks, a->old);
	barrier();
	ring_buffer_step(cpu, "tail loaded");
	a->time = ring_buffer_read_clock(cpu);
	a->delta = a->time > a->mark.time ? a->time - a->mark.time : 0;
	return fits(cpu, a) ? append(cpu, a) : enter_page(rb, cpu, a);
}

/**
 * ring_buffer_reserve_slowly - do whatever ring_buffer_reserve_in_page() does not do
 * @cpu: the buffer that the writer has entered
 * @size: bytes of payload
 * @depth: depth of the writer
 *
 * Returns the address of the payload and leaves the event's time in cpu->slow_time[@depth]. When
 * the event is refused the function leaves @cpu and returns a status other than RING_BUFFER_OK.
 */
unsigned long __kprobes ring_buffer_reserve_slowly(struct ring_buffer_cpu *cpu, size_t size,
						   unsigned int depth)
{
	struct ring_buffer *rb = cpu->rb;
	struct attempt a = { .depth = depth };
	enum outcome outcome;

	if (size > ring_buffer_capacity(cpu) - EVENT_LARGE_HEADER) {
		ring_buffer_leave(cpu);
		return RING_BUFFER_TOO_LARGE;
	}
	a.size = max_t(u32, round_up((u32)size, 4), 4);
	a.length = subbuf_event_bytes(a.size);
	do {
		outcome = try_to_reserve(rb, cpu, &a);
	} while (outcome == AGAIN);
	if (outcome == REFUSED) {
		ring_buffer_leave(cpu);
		return RING_BUFFER_FULL;
	}
	cpu->slow_time[depth] = a.time;
	return (unsigned long)subbuf_write_header(a.event, a.size, a.delta);
}

/**
 * probefs_ring_buffer_write - reserve, copy and commit an event
 * @rb: the buffer; the event goes to the part of the running CPU
 * @data: the payload to be copied
 * @size: bytes of payload
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
	subbuf_write_payload(payload, data, size);
	ring_buffer_end(cpu);
	return RING_BUFFER_OK;
}

/**
 * ring_buffer_max_payload - bytes of the longest payload
 * @rb: the buffer that is going to be written
 *
 * The longest event fills a sub-buffer. A change of the size of sub-buffers may come in between.
 */
size_t __kprobes ring_buffer_max_payload(const struct ring_buffer *rb)
{
	return READ_ONCE(rb->subbuf_size) - SUBBUF_HEADER - EVENT_LARGE_HEADER;
}
