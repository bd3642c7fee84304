// SPDX-License-Identifier: GPL-2.0
/*
 * Decides whether writers of a CPU may come in the quick way: the word @open says what the switches
 * of the buffer and of the CPU say together.
 */
#include <linux/atomic.h>
#include <linux/cpumask.h>
#include <linux/kprobes.h>
#include <linux/printk.h>
#include <linux/spinlock.h>

#include "kernel/buffer/ring_buffer.h"
#include "kernel/buffer/ring_buffer_internal.h"
#include "kernel/buffer/ring_buffer_write.h"

/*
 * Acquire pairs with let_writers_in(): whoever opens the quick way hands on to its writers, by the
 * release in store_open(), what control wrote while the CPU was stopped.
 */
static __always_inline bool is_open(const struct ring_buffer_cpu *cpu)
{
	return !atomic_read_acquire(&cpu->stopped) && !atomic_read(&cpu->rb->off) &&
	       ring_buffer_clock_is_usual(READ_ONCE(cpu->rb->clock));
}

/*
 * Stores @open, and looks again: a hit may have switched recording off since is_open() looked, and
 * its 0 may have been stored before this. Of the full barriers here and in
 * ring_buffer_switch_in_hit(), each orders a store of one before an access of the other: either @off
 * is seen here, or the 0 comes last.
 */
static void __kprobes store_open(struct ring_buffer_cpu *cpu, u64 open)
{
	/* Pairs with the acquire in ring_buffer_begin_quick(). */
	smp_store_release(&cpu->open, open);
	ring_buffer_step(cpu, "open stored");
	smp_mb();	/* open, then stopped and off */
	if (open && !is_open(cpu))
		WRITE_ONCE(cpu->open, 0);
}

/**
 * ring_buffer_update_open - let writers of a CPU in the quick way, or keep them out of it
 * @cpu: the buffer whose @stopped, or whose ring buffer's @off or @clock, has changed
 *
 * The lock keeps anybody but a writer of the CPU from opening what somebody else has closed since
 * is_open() looked: whoever has closed the buffer and waited for the writers relies on that. The
 * lock also orders changes: whoever comes after a change sees it. Process context.
 */
void ring_buffer_update_open(struct ring_buffer_cpu *cpu)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&cpu->open_lock, flags);
	smp_mb();	/* the change, then open; pairs with store_open() in ring_buffer_reopen() */
	store_open(cpu, is_open(cpu) ? cpu->limit : 0);
	raw_spin_unlock_irqrestore(&cpu->open_lock, flags);
}

/**
 * ring_buffer_reopen - let writers of this CPU in the quick way again, if nothing is against it
 * @cpu: this CPU's part of the buffer; the caller is the only writer inside, and found @open 0
 *
 * A hit that switches recording on leaves this to the first writer of each CPU, because the lock can't
 * be taken in a hit. Without the lock, @open may be stored after somebody has closed the buffer. That
 * is taken back before the writer leaves, and until then no writer comes in the quick way, because one
 * is inside; whoever has closed the buffer waits for this one. Any context.
 */
void __kprobes ring_buffer_reopen(struct ring_buffer_cpu *cpu)
{
	if (is_open(cpu))
		store_open(cpu, cpu->limit);
}

/**
 * ring_buffer_update_open_all - ring_buffer_update_open() for every CPU
 * @rb: the buffer whose @off or @clock has changed
 */
void ring_buffer_update_open_all(struct ring_buffer *rb)
{
	int nr;

	for_each_possible_cpu(nr)
		ring_buffer_update_open(rb->cpus[nr]);
}

/**
 * ring_buffer_is_on - what the last switch of recording has set
 * @rb: the buffer that is asked about
 *
 * Any context.
 */
bool __kprobes ring_buffer_is_on(const struct ring_buffer *rb)
{
	return !(atomic_read(&rb->off) & OFF_RECORD);
}

/* Refuses writers for a reason, a bit of @off. Returns whether they were not refused for it before. */
static bool __kprobes switch_off_in_hit(struct ring_buffer *rb, int reason)
{
	bool was_off = atomic_fetch_or(reason, &rb->off) & reason;
	int nr;

	smp_mb();	/* off, then open; pairs with store_open() */
	for_each_possible_cpu(nr)
		WRITE_ONCE(rb->cpus[nr]->open, 0);
	return !was_off;
}

/**
 * ring_buffer_switch_in_hit - switch recording on or off, in any context
 * @rb: the buffer that is switched
 * @on: true to record, false to refuse writers
 *
 * Switched on, the buffer takes writers in the usual way; the quick way of a CPU is opened by the
 * next writer that wants to come there, see ring_buffer_reopen().
 */
void __kprobes ring_buffer_switch_in_hit(struct ring_buffer *rb, bool on)
{
	if (on)
		atomic_andnot(OFF_RECORD, &rb->off);
	else
		switch_off_in_hit(rb, OFF_RECORD);
}

/**
 * ring_buffer_hold_in_hit - refuse writers until ring_buffer_let_go(), whatever recording is switched to
 * @rb: the buffer, as it is at this moment but for the writers that are inside
 *
 * Any context. Returns false when somebody else has done that already.
 */
bool __kprobes ring_buffer_hold_in_hit(struct ring_buffer *rb)
{
	return switch_off_in_hit(rb, OFF_HELD);
}

/** ring_buffer_let_go - take back ring_buffer_hold_in_hit(); process context */
void ring_buffer_let_go(struct ring_buffer *rb)
{
	atomic_andnot(OFF_HELD, &rb->off);
	ring_buffer_update_open_all(rb);
}

/**
 * ring_buffer_is_damaged - report what no writer leaves behind, and stop the writers
 * @cpu: the damaged buffer, whose writers are refused from now on until the buffer is reset
 * @what: what the reader found, for the log
 *
 * Process context. The log tells the first damage after a reset and no others, because the buffer
 * may be that of somebody else's mount.
 */
void ring_buffer_is_damaged(struct ring_buffer_cpu *cpu, const char *what)
{
	if (atomic_fetch_or(STOPPED_DAMAGED, &cpu->stopped) & STOPPED_DAMAGED)
		return;
	ring_buffer_update_open(cpu);
	pr_err("probefs: the ring buffer of CPU %d is damaged: %s. The buffer records nothing more until it is cleared\n",
	       cpu->cpu, what);
}
