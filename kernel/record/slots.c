// SPDX-License-Identifier: GPL-2.0
/*
 * Slots: a hit claims a slot of its CPU before it fetches more than registers.
 *
 * Hits nest: an interrupt, or an exception, may hit a probe while the context below it is
 * recording. Two things have to be taken care of, and they rest on different grounds.
 *
 * Writers must not meet. That rests on the stack that they form on a CPU, and on nothing else: the
 * buffer gives each writer that is inside a depth of its own (ring_buffer.c), and a scratch buffer
 * belongs to a slot that its user has claimed. The preemption count has no part in it, because it
 * does not always tell the context: before irq_enter_rcu() has counted the interrupt, and when
 * irq_exit_rcu() has taken that back, a hit in the interrupt looks like one in the task below.
 *
 * Hits must not go on for ever: fetching memory may fault, and what handles the fault may be probed.
 * So a hit that fetches more than registers, or uses a scratch buffer, claims a slot of its CPU
 * first. There is one slot for each level that the preemption count tells apart (task, softirq,
 * hardirq, NMI or exception), and one more. A hit that finds the slot of its level taken is in an
 * interrupt that is not counted; or in a breakpoint's exception below an NMI, which count as one
 * level; or it was caused by the recording that has the slot. These cannot be told apart, so the
 * hit is recorded in the slot for transitions; a hit that finds that slot taken, too, is counted as
 * lost_nested. Mainline's RB_CTX_TRANSITION does the same. A hit that records registers alone calls
 * nothing that can be probed and needs no slot.
 */
#include <linux/cpu.h>
#include <linux/gfp.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/limits.h>
#include <linux/mutex.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/smp.h>

#include "kernel/record/record_inline.h"

static_assert(FETCH_RECORD_MAX <= PAGE_SIZE);

DEFINE_PER_CPU(struct record_cpu, record_cpu);

/* Records have 16 bits for the place of a string. */
#define SCRATCH_MAX	(U16_MAX + 1)

/* Both change under scratch_lock. */
static size_t scratch_size = PAGE_SIZE;
static unsigned int nr_scratches = RECORD_SLOTS;	/* buffers that each CPU has */
static DEFINE_MUTEX(scratch_lock);

/**
 * record_enter() - start recording on this CPU
 *
 * Context: any, preemption off until record_exit().
 * Return: the slot that the caller has until then, or -1 when no slot is left for its level.
 */
int __kprobes record_enter(void)
{
	return record_claim(context_level_of(record_preempt_count()));
}

/**
 * record_exit() - end what record_enter() started
 * @slot: the slot that record_enter() returned
 */
void __kprobes record_exit(int slot)
{
	record_release(slot);
}

/**
 * record_fill_header() - write the common header of a record
 * @header: receives the header
 * @id: id of the record's event
 */
void __kprobes record_fill_header(struct record_header *header, unsigned int id)
{
	record_header_write(header, id | context_head(record_context()));
}

/**
 * record_init() - allocate the scratch buffers
 *
 * Return: 0 or -ENOMEM.
 */
int record_init(void)
{
	int cpu, slot;

	for_each_possible_cpu(cpu) {
		for (slot = 0; slot < RECORD_SLOTS; slot++) {
			void *page = kmalloc(scratch_size, GFP_KERNEL);

			if (!page) {
				record_finish();
				return -ENOMEM;
			}
			per_cpu(record_cpu, cpu).scratch[slot] = page;
		}
	}
	return 0;
}

/** record_finish() - free the scratch buffers; no probe may be armed any more */
void record_finish(void)
{
	int cpu, slot;

	for_each_possible_cpu(cpu) {
		for (slot = 0; slot < RECORD_SCRATCHES; slot++) {
			kfree(per_cpu(record_cpu, cpu).scratch[slot]);
			per_cpu(record_cpu, cpu).scratch[slot] = NULL;
		}
	}
}

/**
 * struct scratch_swap - other scratch buffers for a CPU
 * @cpu: what the CPU has
 * @scratch: the other buffers, or NULL for those that stay; then those that there were
 * @left: bits of the buffers that are still to be exchanged, because a hit has their slot
 */
struct scratch_swap {
	struct record_cpu *cpu;
	void *scratch[RECORD_SCRATCHES];
	unsigned int left;
};

/*
 * Runs on the CPU itself, in an interrupt: hits below it keep their slots, and those that come on top
 * are out again when this goes on.
 */
static void swap_scratch(void *data)
{
	struct scratch_swap *swap = data;
	int slot;

	for (slot = 0; slot < RECORD_SCRATCHES; slot++) {
		void *old = swap->cpu->scratch[slot];

		if (!(swap->left & BIT(slot)) ||
		    READ_ONCE(swap->cpu->active[slot % RECORD_SLOTS]))
			continue;
		WRITE_ONCE(swap->cpu->scratch[slot], swap->scratch[slot]);
		swap->scratch[slot] = old;
		swap->left &= ~BIT(slot);
	}
}

/* No CPU comes or goes meanwhile, and no hit is on a CPU that is not there. */
static void swap_scratch_of(int cpu, struct scratch_swap *swap, unsigned int which)
{
	swap->cpu = per_cpu_ptr(&record_cpu, cpu);
	swap->left = which;
	while (swap->left) {
		if (smp_call_function_single(cpu, swap_scratch, swap, 1))
			swap_scratch(swap);
		cond_resched();
	}
}

static void free_swaps(struct scratch_swap *swaps)
{
	int cpu, slot;

	for_each_possible_cpu(cpu)
		for (slot = 0; slot < RECORD_SCRATCHES; slot++)
			kfree(swaps[cpu].scratch[slot]);
	kvfree(swaps);
}

/* @which: a bit for each buffer that is wanted */
static struct scratch_swap *alloc_swaps(size_t size, unsigned int which)
{
	struct scratch_swap *swaps = kvcalloc(nr_cpu_ids, sizeof(*swaps), GFP_KERNEL);
	int cpu, slot;

	if (!swaps)
		return NULL;
	for_each_possible_cpu(cpu) {
		for (slot = 0; slot < RECORD_SCRATCHES; slot++) {
			if (!(which & BIT(slot)))
				continue;
			swaps[cpu].scratch[slot] = kmalloc(size, GFP_KERNEL | __GFP_NOWARN | __GFP_RETRY_MAYFAIL);
			if (!swaps[cpu].scratch[slot]) {
				free_swaps(swaps);
				return NULL;
			}
		}
	}
	return swaps;
}

/* Gives each CPU other buffers, of @size bytes; @which has a bit for each of them. */
static int exchange_scratch(size_t size, unsigned int which)
{
	struct scratch_swap *swaps = alloc_swaps(size, which);
	int cpu;

	if (!swaps)
		return -ENOMEM;
	cpus_read_lock();
	for_each_possible_cpu(cpu)
		swap_scratch_of(cpu, &swaps[cpu], which);
	cpus_read_unlock();
	free_swaps(swaps);
	return 0;
}

/**
 * record_grow_scratch() - make the scratch buffers large enough for the records of a sub-buffer
 * @size: bytes of the sub-buffer, a power of two
 *
 * Scratch buffers never shrink, and never have more than 64 KiB. A hit that has a slot keeps its buffer
 * until it gives the slot back. The caller raises record_room of an instance after this call: each slot
 * has its new buffer by then, so no hit with an old one can see the raised value.
 *
 * Context: process context. Return: 0 or -ENOMEM.
 */
int record_grow_scratch(size_t size)
{
	int ret = 0;

	size = min_t(size_t, size, SCRATCH_MAX);
	mutex_lock(&scratch_lock);
	if (size > scratch_size)
		ret = exchange_scratch(size, BIT(nr_scratches) - 1);
	if (!ret)
		scratch_size = max(scratch_size, size);
	mutex_unlock(&scratch_lock);
	return ret;
}

/**
 * record_add_scratch() - give each slot its second buffer
 *
 * They are for event probes, and stay. Call this before hits may find one: each CPU has the buffers when
 * this returns.
 *
 * Context: process context. Return: 0 or -ENOMEM.
 */
int record_add_scratch(void)
{
	int ret = 0;

	mutex_lock(&scratch_lock);
	if (nr_scratches < RECORD_SCRATCHES)
		ret = exchange_scratch(scratch_size, GENMASK(RECORD_SCRATCHES - 1, RECORD_SLOTS));
	if (!ret)
		nr_scratches = RECORD_SCRATCHES;
	mutex_unlock(&scratch_lock);
	return ret;
}
