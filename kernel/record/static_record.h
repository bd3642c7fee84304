/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Hits of the kernel's static events: the kernel has made the record.
 */
#ifndef KERNEL_STATIC_RECORD_H
#define KERNEL_STATIC_RECORD_H

#include <linux/string.h>
#include <linux/types.h>

struct probe;
struct pt_regs;

/**
 * struct static_frame - what a hit of a static event brings: its record
 * @record: the record, from the common header on
 * @size: bytes at @record
 *
 * It is the frame of a probe that has no fetch program.
 */
struct static_frame {
	const void *record;
	size_t size;
};

/* Copies more than these bytes with memcpy(), whose call is too expensive for less. */
#define STATIC_COPY_MAX	256

/*
 * Copies @size bytes, a multiple of 8. What is left counts up to 0, as an offset from the end. The barrier
 * keeps a compiler from making a call of memcpy() of it.
 */
static __always_inline void static_copy_words(void *to, const void *from, size_t size)
{
	long left = -(long)size;

	to += size;
	from += size;
	if (size & 8) {
		memcpy(to + left, from + left, 8);
		left += 8;
	}
	for (; left; left += 16) {
		memcpy(to + left, from + left, 16);
		barrier();
	}
}

/* Writes the record of a hit to @to. Returns its size. */
static __always_inline size_t static_record_copy(void *to, const struct static_frame *frame)
{
	memcpy(to, frame->record, frame->size);
	return frame->size;
}

/* Calls from any context in which perf hands out a sample, preemption off. */
void static_record(struct probe *probe, struct pt_regs *regs, void *record, size_t size,
		   unsigned int depth);

#endif
