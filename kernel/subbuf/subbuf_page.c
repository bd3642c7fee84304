// SPDX-License-Identifier: GPL-2.0
/*
 * The memory of one sub-buffer is pages of its own, one or a power of two of them in a row, which may
 * go to whoever reads it: a pipe frees all of them by one put_page(). Several pages are a compound
 * page, which knows its size.
 */
#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/topology.h>

#include "kernel/subbuf/subbuf_page.h"

/**
 * subbuf_page_alloc - allocate memory for events
 * @cpu: number of the CPU whose part of a buffer gets the memory
 * @size: bytes, a power of two of pages
 *
 * Process context. Returns the memory, all zero, or NULL without memory.
 */
void *subbuf_page_alloc(int cpu, size_t size)
{
	gfp_t gfp = GFP_KERNEL | __GFP_RETRY_MAYFAIL | __GFP_NOWARN | __GFP_ZERO | __GFP_COMP;
	struct page *page = alloc_pages_node(cpu_to_node(cpu), gfp, get_order(size));

	return page ? page_address(page) : NULL;
}

/**
 * subbuf_page_size - bytes of memory that subbuf_page_alloc() or a reader got
 * @page: the memory
 */
size_t subbuf_page_size(void *page)
{
	return page_size(virt_to_page(page));
}

/**
 * subbuf_page_free - free memory that subbuf_page_alloc() or a reader got
 * @page: the memory, or NULL
 */
void subbuf_page_free(void *page)
{
	if (page)
		put_page(virt_to_page(page));
}
