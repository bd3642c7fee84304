/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The format of a sub-buffer, which is mainline's, and how an event is written in it.
 *
 * A sub-buffer is a page: a header, and events one behind the other without gaps. An event is
 *
 *	a small one	one word of header, whose type_len is the payload's size in words, and a
 *			payload of 4 to EVENT_SMALL_MAX bytes
 *	a large one	a word of header with type_len EVENT_LARGE, a word with the payload's size
 *			plus 4, and the payload
 *
 * A payload has whole words. Each word of header has above type_len the time since the event
 * before, in the unit of the clock; for the first event that is the time since the time stamp of
 * the page. A time that needs more than EVENT_DELTA_BITS has a time extend: two words of their own
 * in front of the event, whose time is added to the event's. Mainline's other two types, padding
 * and absolute time, are never written here.
 *
 * Nothing in this folder knows of the ring that sub-buffers are in. Writers use the functions below
 * on the record path, in any context.
 */
#ifndef KERNEL_SUBBUF_FORMAT_H
#define KERNEL_SUBBUF_FORMAT_H

#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/string.h>
#include <linux/types.h>

#define SUBBUF_HEADER		16	/* size of a sub-buffer's time stamp and commit word */

/* The header of a sub-buffer, as readers of the binary format know it. */
struct subbuf_header {
	u64 time_stamp;
	u64 commit;		/* bytes of events; readers get the bits below, too */
};

#define HEADER_LOST		BIT_ULL(31)	/* events were lost before this sub-buffer */
#define HEADER_LOST_STORED	BIT_ULL(30)	/* their number is stored behind the events */

/* The header of an event has type_len in the low 5 bits and the delta of the time above them. */
#define EVENT_TYPE_BITS		5
#define EVENT_TYPE_MASK		((1U << EVENT_TYPE_BITS) - 1)
#define EVENT_DELTA_BITS	27
#define EVENT_DELTA_MAX		((1ULL << EVENT_DELTA_BITS) - 1)
#define EVENT_SMALL_MAX		112		/* longest payload whose size fits type_len */
#define EVENT_SMALL_HEADER	4		/* bytes of header in front of such a payload */
#define EVENT_LARGE		0		/* type_len: the next word has the size */
#define EVENT_LARGE_HEADER	8
#define EVENT_EXTEND		30		/* type_len: the next word extends a delta */
#define EVENT_EXTEND_BYTES	8
#define EVENT_EXTEND_BITS	(EVENT_DELTA_BITS + 32)

/* The header of an event and the word behind it, written as one 64-bit number. */
#define FRONT_IS_LITTLE		(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
#define FRONT_HEADER_SHIFT	(FRONT_IS_LITTLE ? 0 : 32)
#define FRONT_WORD_SHIFT	(FRONT_IS_LITTLE ? 32 : 0)

/* Returns the address of the first event. */
static __always_inline u8 *subbuf_data(void *page)
{
	return (u8 *)page + SUBBUF_HEADER;
}

/* @data: what subbuf_data() returned */
static __always_inline struct subbuf_header *subbuf_header_of(u8 *data)
{
	return (struct subbuf_header *)(data - SUBBUF_HEADER);
}

/* Is @rounded, a multiple of 4, the size of a small event's payload? 0 is not. */
static __always_inline bool subbuf_is_small(size_t rounded)
{
	return rounded - 1 < EVENT_SMALL_MAX;
}

/* Returns what an event takes without a time extend. @size: bytes of payload, a multiple of 4 */
static __always_inline u32 subbuf_event_bytes(u32 size)
{
	return size + (size <= EVENT_SMALL_MAX ? EVENT_SMALL_HEADER : EVENT_LARGE_HEADER);
}

/*
 * Returns a small event's header, without a delta, together with the first word of its payload.
 * @words: words of payload
 */
static __always_inline u64 subbuf_front(u64 words, u32 first)
{
	return (u64)first << FRONT_WORD_SHIFT | words << FRONT_HEADER_SHIFT;
}

/* Returns @front, which came from subbuf_front(), with a delta of at most EVENT_DELTA_MAX. */
static __always_inline u64 subbuf_front_at(u64 front, u32 delta)
{
	return front | (u64)(delta << EVENT_TYPE_BITS) << FRONT_HEADER_SHIFT;
}

/*
 * Writes the header of an event with @size bytes of payload, a multiple of 4 and not 0. Returns the
 * address of the payload, whose last word is cleared as it may be slack in part.
 */
static __always_inline void *subbuf_write_header(u8 *event, u32 size, u32 delta)
{
	u32 *word = (u32 *)event;

	if (likely(size <= EVENT_SMALL_MAX)) {
		word[0] = size / 4 | delta << EVENT_TYPE_BITS;
		*(u32 *)(event + size) = 0;
		return word + 1;
	}
	word[0] = EVENT_LARGE | delta << EVENT_TYPE_BITS;
	word[1] = size + 4;
	*(u32 *)(event + 4 + size) = 0;
	return word + 2;
}

/* Writes a time extend. Returns the address of the event that it belongs to. */
static __always_inline u8 *subbuf_write_extend(u8 *event, u64 delta)
{
	u32 *word = (u32 *)event;

	word[0] = EVENT_EXTEND | (u32)delta << EVENT_TYPE_BITS;
	word[1] = delta >> EVENT_DELTA_BITS;
	return event + EVENT_EXTEND_BYTES;
}

/* Copies a payload. Records are short, and a loop over words starts sooner than memcpy(). */
static __always_inline void subbuf_write_payload(u8 *to, const u8 *from, size_t size)
{
	const u8 *end = from + (size & ~7UL);

	for (; from != end; from += 8, to += 8)
		memcpy(to, from, 8);
	if (size & 4) {
		memcpy(to, from, 4);
		from += 4;
		to += 4;
	}
	for (size &= 3; size; size--)
		*to++ = *from++;
}

#endif
