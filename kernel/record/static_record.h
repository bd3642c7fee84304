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
 * Copies @size bytes, a multiple of 8. The barriers keep a compiler from making a call of memcpy()
 * of it.
 */
static __always_inline void static_copy_words(void *to, const void *from, size_t size)
{
	const void *end = from + size;

	if (size & 8) {
		memcpy(to, from, 8);
		to += 8;
		from += 8;
	}
	while (from != end) {
		memcpy(to, from, 16);
		to += 16;
		from += 16;
		barrier_data(to);
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
