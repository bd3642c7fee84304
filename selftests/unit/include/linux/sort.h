/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_SORT_H
#define STANDIN_LINUX_SORT_H

#include <assert.h>
#include <stdlib.h>

static inline void sort(void *base, size_t nr, size_t size, int (*compare)(const void *, const void *),
			void (*swap)(void *, void *, int))
{
	assert(!swap);
	if (nr)
		qsort(base, nr, size, compare);
}

#endif
