// SPDX-License-Identifier: GPL-2.0
/*
 * Exchanges what is in two ring buffers: one that hits are recorded in, and one that nobody writes to, the
 * snapshot.
 *
 * The parts of the CPUs stay where they are, with all that points at them: the quick ways of hits, readers
 * that sleep, programs' settings. Their contents change places: memory, slots, tail, marks, how far the
 * consuming reader is, and the statistics, which are about these events.
 *
 * Nothing is exchanged under a writer. ring_buffer_control_begin() refuses writers from then on, and waits until
 * those that came before are out. It asks on the writers' CPU, in an interrupt: the interrupt and the
 * writers form a stack, so no writer is halfway between looking whether it may come in and saying that it
 * is inside (ring_buffer.c, "Barriers": stopped, nest). Writers that come meanwhile are refused, and their
 * hits count as suppressed. All CPUs are stopped before the first one is exchanged, so what is in the
 * snapshot ends at one time.
 *
 * A writer that is refused still publishes the tail that it finds. Hence tail, mark and commit are exchanged
 * in an interrupt on the writers' CPU, as a reset does it. An NMI on top of that interrupt is refused and
 * reads no mark; it may publish the old tail or the new one, and then the interrupt stores the new commit.
 * What writers use besides, such as slots and pages, is exchanged before, from here: they look at it only
 * after they were let in, and ring_buffer_control_end() hands on to them what was stored (release of stopped or
 * open, acquire in ring_buffer_begin()).
 *
 * Readers of both buffers are kept away by their cpu->mutex. Questions without that lock, whether there is
 * anything to read, get an answer that is out of date at worst. Iterators see the new generation, and begin
 * anew with what is there.
 */
#include <linux/atomic.h>
#include <linux/compiler.h>
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/string.h>

#include "kernel/buffer/ring_buffer.h"
#include "kernel/buffer/ring_buffer_internal.h"

/* Changes places of what writers and readers have in memory, under both mutexes. */
static void swap_memory(struct ring_buffer_cpu *a, struct ring_buffer_cpu *b)
{
	u64 nr_pages = a->nr_pages;
	unsigned int depth;

	WRITE_ONCE(a->nr_pages, b->nr_pages);
	WRITE_ONCE(b->nr_pages, nr_pages);
	swap(a->slots, b->slots);
	swap(a->pages, b->pages);
	swap(a->chunk_id, b->chunk_id);
	swap(a->chunk, b->chunk);
	swap(a->place, b->place);
	swap(a->start, b->start);
	swap(a->start_events, b->start_events);
	swap(a->read, b->read);
	for (depth = 0; depth < RING_BUFFER_DEPTHS; depth++)
		swap(a->refusals[depth], b->refusals[depth]);
	WRITE_ONCE(a->generation, a->generation + 1);
	WRITE_ONCE(b->generation, b->generation + 1);
}

/* What others ask without a lock: is there anything to read? */
static void swap_taken(struct ring_buffer_cpu *a, struct ring_buffer_cpu *b)
{
	bool rest = a->rest;
	u64 taken = a->taken;

	WRITE_ONCE(a->rest, b->rest);
	WRITE_ONCE(b->rest, rest);
	smp_store_release(&a->taken, b->taken);	/* pairs as in publish_taken() */
	smp_store_release(&b->taken, taken);
}

/* A buffer is damaged when what is in it is. */
static void swap_damage(struct ring_buffer_cpu *a, struct ring_buffer_cpu *b)
{
	int damage = (atomic_read(&a->stopped) ^ atomic_read(&b->stopped)) & STOPPED_DAMAGED;

	atomic_xor(damage, &a->stopped);
	atomic_xor(damage, &b->stopped);
}

/* Runs on the CPU whose writers write to @cpu; nobody writes to @data. */
static void swap_tails(struct ring_buffer_cpu *cpu, void *data)
{
	struct ring_buffer_cpu *other = data;
	u64 tail = cpu->tail;
	struct ring_buffer_mark mark = mark_read(cpu->marks, tail);

	ring_buffer_restart_tail(cpu, other->tail, mark_read(other->marks, other->tail));
	ring_buffer_restart_tail(other, tail, mark);
}

static void swap_cpu(struct ring_buffer_cpu *cpu, struct ring_buffer_cpu *other)
{
	bool waited = true;	/* by ring_buffer_control_begin() */

	mutex_lock(&cpu->mutex);
	mutex_lock_nested(&other->mutex, SINGLE_DEPTH_NESTING);
	swap_memory(cpu, other);
	swap_taken(cpu, other);
	swap_damage(cpu, other);
	ring_buffer_control_call(cpu, swap_tails, other, &waited);
	mutex_unlock(&other->mutex);
	mutex_unlock(&cpu->mutex);
}

static bool is_mapped(const struct ring_buffer *rb)
{
	int nr;

	for_each_possible_cpu(nr)
		if (rb->cpus[nr]->map)
			return true;
	return false;
}

/** ring_buffer_is_mapped - whether a program has mapped the part of a CPU; process context */
bool ring_buffer_is_mapped(struct ring_buffer *rb)
{
	bool mapped;

	mutex_lock(&rb->resize);
	mapped = is_mapped(rb);
	mutex_unlock(&rb->resize);
	return mapped;
}

/**
 * ring_buffer_swap - exchange what is in two buffers
 * @rb: the buffer that hits are recorded in
 * @other: a buffer that nobody writes to, with sub-buffers of the same size: nothing changes when they have
 *	another one. The caller keeps control of it (resize, reset, clock) away
 * @cpu: the CPU whose parts are exchanged, or -1 for all
 *
 * Process context. Writers that come meanwhile get RING_BUFFER_OFF. Returns 0, or -EBUSY when programs have
 * mapped a part of @rb, or -EINVAL when sub-buffers differ in size, and nothing has changed.
 */
int ring_buffer_swap(struct ring_buffer *rb, struct ring_buffer *other, int cpu)
{
	int nr, ret = 0;

	mutex_lock(&rb->resize);
	if (rb->subbuf_size != other->subbuf_size) {
		ret = -EINVAL;
	} else if (is_mapped(rb)) {
		ret = -EBUSY;
	} else {
		ring_buffer_control_begin(rb, cpu);
		for_each_possible_cpu(nr)
			if (cpu < 0 || nr == cpu)
				swap_cpu(rb->cpus[nr], other->cpus[nr]);
		ring_buffer_control_end(rb, cpu);
	}
	mutex_unlock(&rb->resize);
	return ret;
}
