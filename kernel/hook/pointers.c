// SPDX-License-Identifier: GPL-2.0
/*
 * Arrays for callers that must not fail: those that take many probes back from the kernel at a time.
 */
#include <linux/mm.h>
#include <linux/slab.h>

#include "kernel/hook/hook.h"

/**
 * pointers_alloc() - allocate an array of as many pointers as there is memory for
 * @nr: how many are wanted; when the function returns, how many the array has room for. It is 1
 *	when there is no memory at all
 *
 * A caller that takes probes back must not fail, and taking back one after the other would cost a
 * grace period for each. A process that is being killed may get no large array: vmalloc() fails for
 * it in 6.1 and later kernels, not in 5.10.
 *
 * Context: process context. Return: the array, for kvfree(), or NULL.
 */
void *pointers_alloc(unsigned int *nr)
{
	void *array;

	for (;;) {
		array = kvmalloc_array(*nr, sizeof(void *), GFP_KERNEL | __GFP_NOWARN);
		if (array || *nr == 1)
			return array;
		*nr /= 2;
	}
}
