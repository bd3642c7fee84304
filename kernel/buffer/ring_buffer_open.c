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

static bool is_open(const struct ring_buffer_cpu *cpu)
{
	return !atomic_read(&cpu->stopped) && !atomic_read(&cpu->rb->off) &&
	       ring_buffer_clock_is_usual(READ_ONCE(cpu->rb->clock));
}

/**
 * ring_buffer_update_open - let writers of a CPU in the quick way, or keep them out of it
 * @cpu: the buffer whose @stopped, or whose ring buffer's @off or @clock, has changed
 *
 * The lock keeps anybody from opening what somebody else has closed since is_open() looked: whoever
 * has closed the buffer and waited for the writers relies on that. The lock also orders changes:
 * whoever comes after a change sees it. Any context but NMI.
 */
void ring_buffer_update_open(struct ring_buffer_cpu *cpu)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&cpu->open_lock, flags);
	/* Pairs with the acquire in ring_buffer_begin_quick(). */
	smp_store_release(&cpu->open, is_open(cpu) ? cpu->limit : 0);
	raw_spin_unlock_irqrestore(&cpu->open_lock, flags);
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

/**
 * ring_buffer_switch_in_hit - switch recording on or off, in any context
 * @rb: the buffer that is switched
 * @on: true to record, false to refuse writers
 *
 * Switched on, the buffer takes writers in the usual way, until ring_buffer_update_open_all(). Switched
 * off, it is closed to both kinds, unless somebody else is setting @open at this moment.
 */
void __kprobes ring_buffer_switch_in_hit(struct ring_buffer *rb, bool on)
{
	int nr;

	if (on) {
		atomic_andnot(OFF_RECORD, &rb->off);
		return;
	}
	atomic_or(OFF_RECORD, &rb->off);
	for_each_possible_cpu(nr)
		WRITE_ONCE(rb->cpus[nr]->open, 0);
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
	pr_err("probefs: the ring buffer of CPU %d is damaged: %s. It records nothing more until it is cleared\n",
	       cpu->cpu, what);
}
