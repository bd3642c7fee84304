/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_MM_H
#define STANDIN_LINUX_MM_H

#include <asm/page.h>
#include <malloc.h>
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

/* malloc() knows how much it gave, in a size that is a little larger. */
#define page_size(page)		(1UL << (63 - __builtin_clzl(malloc_usable_size(page))))
#define put_page(page)		free(page)
#define get_order(size)		((size) > PAGE_SIZE ? 63 - __builtin_clzl((size) / PAGE_SIZE) : 0)
#define si_mem_available()	(1L << 20)

#endif
