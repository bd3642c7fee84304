/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Hits of the kernel's static events: the kernel has made the record.
 */
#ifndef KERNEL_STATIC_RECORD_H
#define KERNEL_STATIC_RECORD_H

#include <linux/string.h>
#include <linux/types.h>

#include "fetch/fetch_run.h"

struct probe;
struct pt_regs;

/* Copies more than these bytes with memcpy(), whose call is too expensive for less. */
#define STATIC_COPY_MAX	256

#define STATIC_BLOCK	32

/*
 * Copies @size bytes, a multiple of 8, in blocks of which the first one may reach into the second one. What
 * is left counts up to 0, as an offset from the end. The barriers keep a compiler from making a call of
 * memcpy() of the loops.
 */
static __always_inline void static_copy_words(void *to, const void *from, size_t size)
{
	long left = -(long)size;

	if (likely(size >= STATIC_BLOCK)) {
		memcpy(to, from, STATIC_BLOCK);
		left = -(long)((size - 1) & -STATIC_BLOCK);
	}
	to += size;
	from += size;
	if (unlikely(size < STATIC_BLOCK)) {
		for (; left; left += 8) {
			memcpy(to + left, from + left, 8);
			barrier();
		}
		return;
	}
	for (; left; left += STATIC_BLOCK) {
		memcpy(to + left, from + left, STATIC_BLOCK);
		barrier();
	}
}

/* Writes the record of a hit, which is the frame of a probe without a program, to @to. Returns its size. */
static __always_inline size_t static_record_copy(void *to, const struct fetch_source *source)
{
	memcpy(to, source->frame, source->frame_size);
	return source->frame_size;
}

/* Calls from any context in which perf hands out a sample, preemption off. */
void static_record(struct probe *probe, void *record, struct pt_regs *regs, size_t size);

#endif
