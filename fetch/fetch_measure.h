/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Short strings in kernel memory, in line: measured first, so that the record gets the room that it
 * takes, and copied there. What is read is aligned words up to the NUL while measuring, which do
 * not cross a page behind it, and nothing but the string while copying. What changes in between is
 * cut.
 */
#ifndef FETCH_FETCH_MEASURE_H
#define FETCH_FETCH_MEASURE_H

#include "fetch/fetch_inline.h"

#define FETCH_MEASURED_MAX	255	/* bytes of a string, with its NUL */

/* One for each string of a program that can be measured. */
struct fetch_lengths {
	u8 len[FETCH_MEASURED_STRINGS];
};

/*
 * Length of the string at @addr with its NUL; 0: too long, not there, or not surely the kernel's.
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
		word |= (1ULL << skip * 8) - 1;		/* nothing before it is its NUL */
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

/* Without the last byte, which is a NUL whatever is there. False: it is not there any more. */
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
 * fetch_measure() - how long a record will be
 * @program: one that fetch_program_is_measurable()
 * @regs: registers at the hit
 * @lengths: out: of its strings
 *
 * Any context, page faults disabled. Return: bytes, or 0 when that cannot be said so easily.
 */
static __always_inline unsigned int fetch_measure(const struct fetch_program *program,
						  const void *regs, struct fetch_lengths *lengths)
{
	const struct fetch_op *op = program->strings, *end = program->end;
	unsigned long used = program->named_size, len;
	u8 *length = lengths->len;

	do {
		len = fetch_measure_string(fetch_get_word(regs + op->from) + op->offset);
		if (unlikely(!len))
			return 0;
		*length++ = len;
		used += len;
	} while (++op != end);
	return used;
}

/**
 * fetch_store_measured() - one string
 * @op: FETCH_STRING
 * @regs: registers at the hit
 * @record: the record
 * @len: of the string, as measured
 * @at: where in the record it goes
 *
 * Any context, page faults disabled. Return: false for a fault, of which the record tells.
 */
static __always_inline bool fetch_store_measured(const struct fetch_op *op, const void *regs,
						 void *record, unsigned long len, unsigned long at)
{
	unsigned long addr = fetch_get_word(regs + op->from) + op->offset;

	fetch_store(record + op->to, len << 16 | at, sizeof(u32));
	if (likely(fetch_copy_measured(record + at, addr, len)))
		return true;
	memset(record + at, 0, len);
	fetch_store(record + op->to, at, sizeof(u32));
	return false;
}

#endif
