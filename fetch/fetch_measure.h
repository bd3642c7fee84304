/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Short strings in kernel memory, in line. They are measured first, so that the record gets the
 * room that it takes, and then copied there. Measuring reads aligned words up to the NUL, which do
 * not cross a page behind the NUL; copying reads nothing but the string. A string that became
 * longer in between is cut.
 */
#ifndef FETCH_FETCH_MEASURE_H
#define FETCH_FETCH_MEASURE_H

#include "fetch/fetch_inline.h"

#define FETCH_MEASURED_MAX	255	/* most bytes of a measured string, with its NUL */

/**
 * struct fetch_measured - a string that was measured
 * @addr: where the string is, which is not looked for again: what leads there may change
 * @len: length with the NUL
 */
struct fetch_measured {
	unsigned long addr;
	unsigned long len;
};

/*
 * Returns the length of the string at @addr with its NUL, or 0: the string is too long, not there,
 * or not surely the kernel's.
 */
static __always_inline unsigned long fetch_measure_string(unsigned long addr)
{
	unsigned long skip = addr % sizeof(u64), at = addr - skip;
	unsigned long last = addr + FETCH_MEASURED_MAX - sizeof(u64);
	u64 word, bits;

	if (unlikely(!fetch_is_above_user(addr)))
		return 0;
	barrier();	/* as in fetch_try_read() */
	if (unlikely(!fetch_is_below_special(last)))
		return 0;
	fetch_get_kernel(&word, (void *)at, u64, fault);
	if (skip)
		word |= (1ULL << skip * 8) - 1;		/* no byte before @addr is the NUL */
	for (;;) {
		bits = fetch_nul_bits(word);
		if (bits)
			break;
		at += sizeof(u64);
		if (unlikely(at > last))
			return 0;
		fetch_get_kernel(&word, (void *)at, u64, fault);
	}
	return at - addr + fetch_first_nul(bits) + 1;
fault:
	return 0;
}

/* Returns the address of the string of @op, or 0 when that can't be found out. */
static __always_inline unsigned long fetch_string_address(const struct fetch_op *op, const void *frame)
{
	if (likely(op->code == FETCH_STRING))
		return fetch_get_word(frame + op->from) + op->offset;
	return fetch_follow(op->general, frame);
}

/* Writes a NUL as the last byte whatever is there. Returns false when the string is gone. */
static __always_inline bool fetch_copy_measured(u8 *to, unsigned long addr, unsigned long len)
{
	unsigned long i;
	u64 word;
	u8 byte;

	if (likely(len >= sizeof(u64))) {
		len -= sizeof(u64);
		for (i = 0; i < len; i += sizeof(u64)) {
			fetch_get_kernel(&word, (void *)(addr + i), u64, fault);
			fetch_put_word(to + i, word);
		}
		fetch_get_kernel(&word, (void *)(addr + len), u64, fault);
		fetch_put_word(to + len, word << 8 >> 8);
		return true;
	}
	for (i = 0; i < len - 1; i++) {
		fetch_get_kernel(&byte, (void *)(addr + i), u8, fault);
		to[i] = byte;
	}
	to[i] = '\0';
	return true;
fault:
	return false;
}

/**
 * fetch_measure() - find out how long a record will be
 * @program: a program that fetch_program_is_measurable()
 * @frame: what the hit brings
 * @strings: receives an element for each of the program's strings, FETCH_MEASURED_STRINGS at most
 *
 * Any context, page faults disabled. Return: bytes, or 0 when a string can't be measured.
 */
static __always_inline unsigned int fetch_measure(const struct fetch_program *program,
						  const void *frame, struct fetch_measured *strings)
{
	const struct fetch_op *op = program->strings, *end = program->end;
	unsigned long used = program->named_size, len;

	do {
		strings->addr = fetch_string_address(op, frame);
		len = fetch_measure_string(strings->addr);
		if (unlikely(!len))
			return 0;
		strings++->len = len;
		used += len;
	} while (++op != end);
	return used;
}

/**
 * fetch_store_measured() - write one string and its location word
 * @op: the operation of the string
 * @string: the string, as measured
 * @record: the record, which has room for the string
 * @at: offset in the record at which the string is written
 *
 * Any context, page faults disabled. Return: false after a fault, which the record shows.
 */
static __always_inline bool fetch_store_measured(const struct fetch_op *op,
						 const struct fetch_measured *string, void *record,
						 unsigned long at)
{
	fetch_store(record + op->to, string->len << 16 | at, sizeof(u32));
	if (likely(fetch_copy_measured(record + at, string->addr, string->len)))
		return true;
	memset(record + at, 0, string->len);
	fetch_store(record + op->to, at, sizeof(u32));
	return false;
}

#endif
