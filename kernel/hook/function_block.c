// SPDX-License-Identifier: GPL-2.0
/*
 * Blocks of probes that one definition has at the entries of many functions.
 *
 * A definition may have more than 30,000 places. Each of their probes has an object without what only
 * the kprobe core needs, and its counters; a block has both for many probes in two allocations, whose
 * sizes leave little to waste. So such a probe must never be handed to the core.
 *
 * Context: everything here is under the lock of the tracer that has the definition.
 */
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/percpu.h>
#include <linux/slab.h>

#include "kernel/hook/function_probe.h"

#define BLOCK_SIZE_MAX	(32 << 10)	/* a power of two, as larger allocations are */

/**
 * struct function_block - objects and counters of several probes
 * @room: number of elements of @object and @counters
 * @nr_taken: number of elements that were handed out; they are not handed out again
 * @nr_live: number of elements that are in use; the block goes with the last of them
 * @counters: the counters of the probes, for each CPU
 * @object: the probes, one behind the other
 */
struct function_block {
	unsigned int room;
	unsigned int nr_taken;
	unsigned int nr_live;
	struct probe_counters __percpu *counters;
	struct function_probe object[];
};

#define BLOCK_ROOM_MAX							\
	min_t(size_t, (BLOCK_SIZE_MAX - sizeof(struct function_block)) / sizeof(struct function_probe), \
	      PCPU_MIN_UNIT_SIZE / sizeof(struct probe_counters))

static struct function_block *block_create(unsigned int nr_wanted)
{
	unsigned int room = min_t(unsigned int, nr_wanted, BLOCK_ROOM_MAX);
	struct function_block *block;

	block = kvzalloc(struct_size(block, object, room), GFP_KERNEL);
	if (!block)
		return NULL;
	block->room = room;
	block->counters = __alloc_percpu(room * sizeof(*block->counters),
					 __alignof__(*block->counters));
	if (block->counters)
		return block;
	kvfree(block);
	return NULL;
}

/**
 * function_block_take() - allocate the object and the counters of a probe
 * @last: the probe of the same definition that was created last, which may have a block with room
 * @nr_wanted: number of probes that the definition may still get, with this one
 *
 * Return: the probe, which is zeroed but for its counters and its block, or NULL without memory.
 */
struct probe *function_block_take(struct probe *last, unsigned int nr_wanted)
{
	struct function_block *block = function_probe_of(last)->block;
	struct function_probe *fp;

	if (!block || block->nr_taken == block->room)
		block = block_create(nr_wanted);
	if (!block)
		return NULL;
	fp = &block->object[block->nr_taken];
	fp->block = block;
	fp->probe.in_block = true;
	fp->probe.counters = block->counters + block->nr_taken;
	block->nr_taken++;
	block->nr_live++;
	return &fp->probe;
}

/**
 * function_block_put() - give an element of a block back, and free the block if that was the last one
 * @block: the block that the element is part of
 */
void function_block_put(struct function_block *block)
{
	if (--block->nr_live)
		return;
	free_percpu(block->counters);
	kvfree(block);
}
