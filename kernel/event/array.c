// SPDX-License-Identifier: GPL-2.0
/*
 * Arrays that grow while their elements come in one by one.
 */
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "kernel/event/array.h"

#define ROOM_FIRST	16

/**
 * array_grow() - make room in an array
 * @array: the array, which kvfree() frees; NULL when there is none so far
 * @nr: number of elements that the array has
 * @room: number of elements that the array has room for, and on success has then: twice as many at least
 * @wanted: number of elements that the array has to have room for, not 0
 * @size: bytes of an element
 *
 * The array stays where it is when its room is enough. Otherwise its elements are copied, and it is freed.
 *
 * Context: may sleep. Return: the array, or NULL without memory, when @array is as it was.
 */
void *array_grow(void *array, unsigned int nr, unsigned int *room, unsigned int wanted, size_t size)
{
	unsigned int more;
	void *grown;

	if (wanted <= *room)
		return array;
	more = max3(wanted, 2 * *room, (unsigned int)ROOM_FIRST);
	grown = kvmalloc_array(more, size, GFP_KERNEL_ACCOUNT);
	if (!grown)
		return NULL;
	if (nr)
		memcpy(grown, array, nr * size);
	kvfree(array);
	*room = more;
	return grown;
}
