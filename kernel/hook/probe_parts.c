// SPDX-License-Identifier: GPL-2.0
/*
 * An operation on many probes, in as few parts as there is memory for: for callers that must not
 * fail, because they take probes back from the kernel.
 */
#include <linux/mm.h>
#include <linux/slab.h>

#include "kernel/hook/hook.h"

/*
 * Allocates an array of as many pointers as there is memory for. Stores in @nr how many the array has
 * room for; that is 1 when there is no memory at all, and NULL is returned then.
 *
 * A process that is being killed may get no large array: vmalloc() fails for it in 6.1 and later
 * kernels, not in 5.10.
 */
static void *pointers_alloc(unsigned int *nr)
{
	void *array;

	for (;;) {
		array = kvmalloc_array(*nr, sizeof(void *), GFP_KERNEL | __GFP_NOWARN);
		if (array || *nr == 1)
			return array;
		*nr /= 2;
	}
}

/**
 * probes_in_parts() - do something with many probes that takes an array of as many pointers
 * @probes: the probes; none is left out
 * @nr: number of elements in @probes
 * @take: is called for one part of @probes after the other, with the number of probes in the part
 *	and an array that has room for as many pointers
 *
 * There is one part if there is memory for that, because a part may cost a grace period. A caller
 * that takes probes back must not fail, so without memory the parts are smaller.
 *
 * Context: process context.
 */
void probes_in_parts(struct probe **probes, unsigned int nr,
		     void (*take)(struct probe **probes, unsigned int nr, void *array))
{
	unsigned int n;

	for (; nr; probes += n, nr -= n) {
		void *array, *one;

		n = nr;
		array = pointers_alloc(&n);
		take(probes, n, array ?: &one);
		kvfree(array);
	}
}
