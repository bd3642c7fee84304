/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_MM_H
#define STANDIN_LINUX_MM_H

#include <asm/page.h>
#include <linux/compiler.h>
#include <linux/slab.h>

/* Pages are known by their address. */
struct page;
#define page_address(page)	((void *)(page))
#define virt_to_page(addr)	((struct page *)(addr))

static inline struct page *alloc_pages_node(int node __always_unused, gfp_t flags,
					    unsigned int order)
{
	size_t bytes = PAGE_SIZE << order;
	void *p = standin_alloc_fails() ? NULL : aligned_alloc(bytes, bytes);

	return p ? memset(p, flags & __GFP_ZERO ? 0 : 0x6b, bytes) : NULL;
}

#define __free_page(page)	free(page)
#define si_mem_available()	(1L << 20)

#endif
