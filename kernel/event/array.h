/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PROBEFS_EVENT_ARRAY_H
#define PROBEFS_EVENT_ARRAY_H

#include <linux/types.h>

void *array_grow(void *array, unsigned int nr, unsigned int *room, unsigned int wanted, size_t size);

#endif
