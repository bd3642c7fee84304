// SPDX-License-Identifier: GPL-2.0
/*
 * What reads a sub-buffer that writers may be writing. The caller finds out afterwards whether one
 * was, and uses nothing before that (ring_buffer_read.c says how).
 *
 * These are the only two places of the ring buffer that sanitizers are told not to look at. Both
 * read nothing outside of the sub-buffer, whatever they find there. Any context, no locks.
 */
#include <linux/compiler.h>
#include <linux/kernel.h>

#include "kernel/subbuf/subbuf_format.h"
#include "kernel/subbuf/subbuf_racing.h"

/**
 * subbuf_copy_racing - copy the header and the first events of a sub-buffer
 * @to: a page that nobody else uses
 * @from: the sub-buffer, which writers may be writing
 * @end: bytes of events that are copied
 */
void __no_kcsan subbuf_copy_racing(void *to, const void *from, u32 end)
{
	size_t i, words = DIV_ROUND_UP(SUBBUF_HEADER + end, sizeof(u64));

	for (i = 0; i < words; i++)
		((u64 *)to)[i] = READ_ONCE(((const u64 *)from)[i]);
}

/**
 * subbuf_count_racing - count the first events of a sub-buffer
 * @page: the sub-buffer, which writers may be writing
 * @end: bytes of events that are looked at
 *
 * Returns the number of the events that begin there.
 */
u32 __no_kcsan subbuf_count_racing(const void *page, u32 end)
{
	const u8 *data = page + SUBBUF_HEADER;
	u32 events = 0;
	u32 offset = 0;

	while (offset < end) {
		u32 word = READ_ONCE(*(const u32 *)(data + offset));
		u32 type = word & EVENT_TYPE_MASK;

		if (type == EVENT_EXTEND) {
			offset += EVENT_EXTEND_BYTES;
			continue;
		}
		events++;
		offset += 4;
		if (type != EVENT_LARGE)
			offset += type * 4;
		else if (offset < end)
			offset += round_up(READ_ONCE(*(const u32 *)(data + offset)) & 0xfffff, 4);
	}
	return events;
}
