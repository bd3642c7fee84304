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
#include <linux/gfp.h>
#include <linux/kprobes.h>

#include "kernel/record/record_inline.h"

static_assert(FETCH_RECORD_MAX <= PAGE_SIZE);

DEFINE_PER_CPU(struct record_cpu, record_cpu);

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
			void *page = (void *)__get_free_page(GFP_KERNEL);

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
		for (slot = 0; slot < RECORD_SLOTS; slot++) {
			free_page((unsigned long)per_cpu(record_cpu, cpu).scratch[slot]);
			per_cpu(record_cpu, cpu).scratch[slot] = NULL;
		}
	}
}
