// SPDX-License-Identifier: GPL-2.0
/*
 * Reads fields of a record, which is the frame of an event probe. This runs on every hit, in any context.
 *
 * What is in the record is not trusted: its size is that of the hit, a location word may lead anywhere, and
 * an expression may add any offset to the address of a field. So each read asks whether all of it is in
 * the record; what is not is a fault, as if no memory were there. A string ends with the record.
 *
 * Mainline takes the address that a __rel_loc word gives from the word, although the word counts from the
 * byte behind it. Here it is counted as in all other places of the kernel.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/string.h>

#include "fetch/fetch_layout.h"
#include "fetch/fetch_op.h"
#include "fetch/fetch_run.h"
#include "fetch/field.h"

static __always_inline bool is_in_frame(const struct fetch_source *source, size_t offset,
					size_t len)
{
	return offset <= source->frame_size && len <= source->frame_size - offset;
}

/* Returns the address that the location word at @field leads to. */
static struct fetch_number __kprobes read_location(const struct fetch_source *source, size_t field,
						   bool relative)
{
	size_t offset = relative ? field + sizeof(u32) : 0;
	u32 word;

	memcpy(&word, source->frame + field, sizeof(word));
	offset += word & 0xffff;
	if (!is_in_frame(source, offset, word >> 16))
		return fetch_number_fault();
	return fetch_number_ok((unsigned long)source->frame + offset);
}

/**
 * field_number() - get the number in a field
 * @source: the hit, whose frame is the record
 * @offset: where the field is in the record
 * @size: bytes of the field, 1, 2, 4 or 8
 * @is_signed: the number has a sign
 *
 * Context: any. Return: the number, or a fault when not all of the field is in the record.
 */
struct fetch_number __kprobes field_number(const struct fetch_source *source, unsigned int offset,
					   unsigned int size, bool is_signed)
{
	if (!is_in_frame(source, offset, size))
		return fetch_number_fault();
	return fetch_number_ok(field_load_signed(source->frame + offset, size, is_signed));
}

/**
 * field_fetch() - get what a field is to an expression
 * @general: an argument whose base is a field
 * @source: the hit, whose frame is the record
 *
 * Context: any. Return: the number in the field, the address of the field, or that of its text.
 */
struct fetch_number __kprobes field_fetch(const struct fetch_general *general,
					  const struct fetch_source *source)
{
	if (general->field_kind == PARSE_FIELD_NUMBER)
		return field_number(source, general->from, general->field_size, general->field_signed);
	if (!is_in_frame(source, general->from, general->field_size))
		return fetch_number_fault();
	if (general->field_kind == PARSE_FIELD_INLINE)
		return fetch_number_ok((unsigned long)source->frame + general->from);
	return read_location(source, general->from, general->field_kind == PARSE_FIELD_RELATIVE);
}

/**
 * field_read() - read a number at an address in the record
 * @source: the hit, whose frame is the record
 * @addr: where the number is; may be anywhere
 * @width: bytes, 1, 2, 4 or 8
 *
 * Context: any. Return: the number, or a fault when not all of it is in the record.
 */
struct fetch_number __kprobes field_read(const struct fetch_source *source, unsigned long addr,
					 unsigned int width)
{
	size_t offset = addr - (unsigned long)source->frame;

	if (!is_in_frame(source, offset, width))
		return fetch_number_fault();
	return fetch_number_ok(field_load(source->frame + offset, width));
}

/**
 * field_copy_string() - copy a string at an address in the record
 * @source: the hit, whose frame is the record
 * @to: receives the string
 * @addr: where the string is; may be anywhere
 * @room: bytes at @to, at least 1; a longer string is cut
 *
 * A string that the end of the record cuts off ends there. Context: any.
 *
 * Return: length including the NUL, or -EFAULT when @addr is not in the record.
 */
int __kprobes field_copy_string(const struct fetch_source *source, char *to, unsigned long addr,
				unsigned int room)
{
	size_t offset = addr - (unsigned long)source->frame;
	const char *from = source->frame + offset;
	unsigned int len, most;

	if (!is_in_frame(source, offset, 0))
		return -EFAULT;
	most = min_t(size_t, room - 1, source->frame_size - offset);
	for (len = 0; len < most && from[len]; len++)
		to[len] = from[len];
	to[len] = '\0';
	return len + 1;
}
