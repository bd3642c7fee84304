/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The memory of one sub-buffer: subbuf_page.c.
 */
#ifndef KERNEL_SUBBUF_PAGE_H
#define KERNEL_SUBBUF_PAGE_H

#include <linux/types.h>

void *subbuf_page_alloc(int cpu, size_t size);
size_t subbuf_page_size(void *page);
void subbuf_page_free(void *page);

#endif
