/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Hits of the kernel's static events: the kernel has made the record.
 */
#ifndef KERNEL_STATIC_RECORD_H
#define KERNEL_STATIC_RECORD_H

#include <linux/string.h>
#include <linux/types.h>

#include "fetch/fetch_layout.h"
#include "fetch/record_head.h"

struct probe;
struct pt_regs;

/**
 * struct static_frame - what a hit of a static event brings: its record
 * @record: the record as the kernel made it, from the common header on
 * @size: bytes at @record
 * @depth: levels of preemption that the hook has added to the record's common header
 * @header: the common header that the record gets, filled in by static_record()
 *
 * It is the frame of a probe that has no fetch program.
 */
struct static_frame {
	const void *record;
	size_t size;
	u8 depth;
	struct record_header header;
};

/* Writes the record of a hit to @to. Returns its size. */
static __always_inline size_t static_record_copy(void *to, const struct static_frame *frame)
{
	memcpy(to, frame->record, frame->size);
	memcpy(to, &frame->header, sizeof(frame->header));
	return frame->size;
}

/* Calls from any context in which perf hands out a sample, preemption off. */
void static_record(struct probe *probe, struct pt_regs *regs, struct static_frame *frame);

#endif
