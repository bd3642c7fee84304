// SPDX-License-Identifier: GPL-2.0
/*
 * The memory of one sub-buffer is a page of its own, which may go to whoever reads it: a pipe frees
 * it by put_page().
 */
#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/topology.h>

#include "kernel/subbuf/subbuf_page.h"

/**
 * subbuf_page_alloc - allocate a page for events
 * @cpu: number of the CPU whose part of a buffer gets the page
 *
 * Process context. Returns the page, all zero, or NULL without memory.
 */
void *subbuf_page_alloc(int cpu)
{
	gfp_t gfp = GFP_KERNEL | __GFP_RETRY_MAYFAIL | __GFP_NOWARN | __GFP_ZERO;
	struct page *page = alloc_pages_node(cpu_to_node(cpu), gfp, 0);

	return page ? page_address(page) : NULL;
}

/**
 * subbuf_page_free - free a page that subbuf_page_alloc() or a reader got
 * @page: the page, or NULL
 */
void subbuf_page_free(void *page)
{
	if (page)
		__free_page(virt_to_page(page));
}
