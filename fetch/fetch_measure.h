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

/* The length of each string of a program that fetch_program_is_measurable(), with its NUL */
struct fetch_lengths {
	u8 len[FETCH_MEASURED_STRINGS];
};

/*
 * Where each string is, of a program that has strings behind pointers: it is not looked for again, for what leads
 * there may change. Functions get NULL, as a constant, for any other program: hits of those have none of this on the
 * stack, which some kernels have the compiler clear.
 */
struct fetch_addresses {
	unsigned long addr[FETCH_MEASURED_STRINGS];
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
	if (unlikely(!fetch_is_below_special(addr, FETCH_MEASURED_MAX)))
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
static __always_inline unsigned long fetch_string_address(const struct fetch_op *op, const void *frame,
							  bool follows)
{
	if (!follows || op->code == FETCH_STRING)
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
 * @lengths: receives the lengths of the program's strings
 * @addresses: receives their addresses, when program->follows; else NULL
 *
 * Any context, page faults disabled. Return: bytes, or 0 when a string can't be measured.
 */
static __always_inline unsigned int fetch_measure(const struct fetch_program *program,
						  const void *frame, struct fetch_lengths *lengths,
						  struct fetch_addresses *addresses)
{
	const struct fetch_op *op = program->strings, *end = program->end;
	unsigned long used = program->named_size, addr, len;
	u8 *length = lengths->len;
	unsigned int i = 0;

	do {
		addr = fetch_string_address(op, frame, addresses);
		len = fetch_measure_string(addr);
		if (unlikely(!len))
			return 0;
		if (addresses)
			addresses->addr[i++] = addr;
		*length++ = len;
		used += len;
	} while (++op != end);
	return used;
}

/**
 * fetch_store_measured() - write one string and its location word
 * @op: the operation of the string
 * @record: the record, which has room for the string
 * @addr: where the string is
 * @len: length of the string, as measured, with its NUL
 * @at: offset in the record at which the string is written
 *
 * Any context, page faults disabled. Return: false after a fault, which the record shows.
 */
static __always_inline bool fetch_store_measured(const struct fetch_op *op, void *record,
						 unsigned long addr, unsigned long len,
						 unsigned long at)
{
	fetch_store(record + op->to, len << 16 | at, sizeof(u32));
	if (likely(fetch_copy_measured(record + at, addr, len)))
		return true;
	memset(record + at, 0, len);
	fetch_store(record + op->to, at, sizeof(u32));
	return false;
}

#endif
