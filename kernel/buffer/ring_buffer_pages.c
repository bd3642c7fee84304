// SPDX-License-Identifier: GPL-2.0
/*
 * The memory of the ring buffer: sub-buffers and the slots that point to them.
 */
#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

#include "kernel/buffer/ring_buffer_internal.h"
#include "kernel/subbuf/subbuf_page.h"

/**
 * ring_buffer_memory_free - free what the ring of one CPU is made of
 * @memory: freed, and empty afterwards; no reader and no writer may use it
 */
void ring_buffer_memory_free(struct ring_buffer_memory *memory)
{
	u64 i;

	if (memory->pages)
		for (i = 0; i <= memory->nr_pages; i++)
			subbuf_page_free(memory->pages[i]);
	kvfree(memory->pages);
	kvfree(memory->slots);
	*memory = (struct ring_buffer_memory){};
}

/**
 * ring_buffer_memory_alloc - allocate what the ring of one CPU is made of
 * @memory: has @nr_pages and @subbuf_size, and receives the memory; left empty on failure
 * @fresh: number of sub-buffers at the end of @memory->pages that are allocated; the caller fills
 *	in those before them
 * @cpu: number of the CPU whose ring the memory is for
 *
 * The sub-buffers may be all of the memory there is: a task that is killed meanwhile does not wait
 * for the rest of them. Process context. Returns 0, -ENOMEM or -EINTR.
 */
int ring_buffer_memory_alloc(struct ring_buffer_memory *memory, u64 fresh, int cpu)
{
	u64 i, nr_pages = memory->nr_pages;
	int ret = -ENOMEM;

	memory->slots = kvcalloc(nr_pages, sizeof(*memory->slots), GFP_KERNEL);
	memory->pages = kvcalloc(nr_pages + 1, sizeof(*memory->pages), GFP_KERNEL);
	if (!memory->slots || !memory->pages)
		goto fail;
	for (i = nr_pages + 1 - fresh; i <= nr_pages; i++) {
		if (fatal_signal_pending(current)) {
			ret = -EINTR;
			goto fail;
		}
		memory->pages[i] = subbuf_page_alloc(cpu, memory->subbuf_size);
		if (!memory->pages[i])
			goto fail;
	}
	return 0;

fail:
	ring_buffer_memory_free(memory);
	return ret;
}
