/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The common operations, in line: a loop that calls nothing has no registers to save.
 */
#ifndef FETCH_FETCH_INLINE_H
#define FETCH_FETCH_INLINE_H

#include <linux/sched.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include "fetch/fetch_memory.h"
#include "fetch/fetch_op.h"
#include "fetch/fetch_program.h"

/**
 * fetch_store() - write a number into a record
 * @to: where
 * @value: the number
 * @width: bytes of it to store
 */
static __always_inline void fetch_store(void *to, u64 value, unsigned int width)
{
	if (likely(width == sizeof(u64)))
		fetch_put_word(to, value);
	else if (width == sizeof(u32))
		memcpy(to, &(u32){ value }, sizeof(u32));
	else if (width == sizeof(u16))
		memcpy(to, &(u16){ value }, sizeof(u16));
	else
		*(u8 *)to = value;
}

/** fetch_program_is_simple() - may fetch_program_run_simple() run it? */
static inline bool fetch_program_is_simple(const struct fetch_program *program)
{
	return program->registers;
}

/** fetch_program_bound() - most bytes of a record if that is known, else 0 */
static inline size_t fetch_program_bound(const struct fetch_program *program)
{
	return program->bound;
}

/** fetch_program_is_measurable() - are its strings few, the kernel's, and at registers? */
static inline bool fetch_program_is_measurable(const struct fetch_program *program)
{
	return program->strings;
}

/** fetch_program_is_empty() - are there no arguments? */
static inline bool fetch_program_is_empty(const struct fetch_program *program)
{
	return !program->nr_ops;
}

/**
 * fetch_program_run_whole() - the first half of fetch_program_run_simple()
 * @program: a simple one
 * @regs: registers at the hit
 * @record: the record, with room for its static part
 *
 * Any context.
 */
static __always_inline void fetch_program_run_whole(const struct fetch_program *program,
						    const void *regs, void *record)
{
	const struct fetch_op *op = program->op, *end = program->end_whole;

	for (; op != end; op++)
		fetch_put_word(record + op->to, fetch_get_word(regs + op->from));
}

/** fetch_program_run_parts() - the second half, if the program has_parts */
static __always_inline void fetch_program_run_parts(const struct fetch_program *program,
						    const void *regs, void *record)
{
	const struct fetch_op *op = program->end_whole, *end = program->op + program->nr_ops;

	for (; op != end; op++)
		fetch_store(record + op->to, fetch_get_word(regs + op->from), op->store);
}

/**
 * fetch_program_run_simple() - fetch_program_run() in line
 * @program: a simple one
 * @regs: registers at the hit
 * @record: the record, with room for its static part
 *
 * Any context.
 */
static __always_inline void fetch_program_run_simple(const struct fetch_program *program,
						     const void *regs, void *record)
{
	fetch_program_run_whole(program, regs, record);
	if (unlikely(program->has_parts))
		fetch_program_run_parts(program, regs, record);
}

/* Bytes of a word below the first NUL; @bits: fetch_nul_bits() of it, not 0 */
static __always_inline u64 fetch_before_nul(u64 bits)
{
	return ((bits & -bits) >> 7) - 1;
}

/**
 * fetch_store_comm() - the name of the current task
 * @to: TASK_COMM_LEN bytes, of which those behind the NUL are zeroed
 *
 * The name may change meanwhile; it is taken as it is, but always has an end.
 *
 * Return: its length with the NUL.
 */
static __always_inline unsigned int fetch_store_comm(void *to)
{
	u64 low = fetch_get_word(current->comm), high = fetch_get_word(current->comm + sizeof(u64));
	u64 bits = fetch_nul_bits(low);
	unsigned int len;

	BUILD_BUG_ON(sizeof(current->comm) != 2 * sizeof(u64));
	if (bits) {
		len = fetch_first_nul(bits);
		low &= fetch_before_nul(bits);
		high = 0;
	} else {
		bits = fetch_nul_bits(high) | BIT_ULL(63);
		len = sizeof(u64) + fetch_first_nul(bits);
		high &= fetch_before_nul(bits);
	}
	fetch_put_word(to, low);
	fetch_put_word(to + sizeof(u64), high);
	return len + 1;
}

/* @value: of the register. The order is that of how often people use them. */
static __always_inline struct fetch_number fetch_read_op(const struct fetch_op *op, u64 value)
{
	if (op->code == FETCH_READ_64)
		return fetch_read_kernel(value + op->offset, sizeof(u64));
	if (op->code == FETCH_READ_32)
		return fetch_read_kernel(value + op->offset, sizeof(u32));
	if (op->code == FETCH_READ_16)
		return fetch_read_kernel(value + op->offset, sizeof(u16));
	return fetch_read_kernel(value + op->offset, sizeof(u8));
}

/* What came of an argument. A fault is not tried again: what handles it may be probed. */
enum fetch_tried {
	FETCH_DONE,
	FETCH_OTHER,	/* fetch_run_other() has to do it; nothing was written */
	FETCH_FAULT,	/* fetch_run_other() has to say so */
};

/* @to: where its field is. FETCH_OTHER: its address is none that is surely the kernel's. */
static __always_inline enum fetch_tried fetch_try_read(unsigned int code, unsigned long addr, void *to)
{
	u64 word;
	u32 half;
	u16 quarter;
	u8 byte;

	if (unlikely(!fetch_is_above_user(addr)))
		return FETCH_OTHER;
	barrier();	/* two branches are less work than one on two results */
	if (unlikely(!fetch_is_below_special(addr)))
		return FETCH_OTHER;
	if (code == FETCH_READ_64) {
		fetch_get_kernel(&word, (void *)addr, u64, fault);
		fetch_put_word(to, word);
	} else if (code == FETCH_READ_32) {
		fetch_get_kernel(&half, (void *)addr, u32, fault);
		memcpy(to, &half, sizeof(half));
	} else if (code == FETCH_READ_16) {
		fetch_get_kernel(&quarter, (void *)addr, u16, fault);
		memcpy(to, &quarter, sizeof(quarter));
	} else {
		fetch_get_kernel(&byte, (void *)addr, u8, fault);
		memcpy(to, &byte, sizeof(byte));
	}
	return FETCH_DONE;
fault:
	return FETCH_FAULT;
}

/**
 * fetch_try() - one argument of a hit, if that is little work
 * @op: of a program whose bound is known
 * @regs: registers at the hit
 * @entry_data: what fetch_program_run_entry() saved, or NULL
 * @record: the record, of that many bytes
 *
 * Any context, preemption off, page faults disabled.
 *
 * Return: FETCH_DONE, or what fetch_run_other() is to be told.
 */
static __always_inline enum fetch_tried fetch_try(const struct fetch_op *op, const void *regs,
				      const void *entry_data, void *record)
{
	u64 value = fetch_get_word(regs + op->from);
	unsigned int code = op->code, len;

	if (code == FETCH_REGISTER) {
		fetch_put_word(record + op->to, value);
		return FETCH_DONE;
	}
	if (code <= FETCH_READ_8)
		return fetch_try_read(code, value + op->offset, record + op->to);
	if (code == FETCH_COMM) {
		len = fetch_store_comm(record + op->offset);
		fetch_store(record + op->to, len << 16 | op->offset, sizeof(u32));
		return FETCH_DONE;
	}
	if (code == FETCH_NARROW) {
		fetch_store(record + op->to, value, op->store);
		return FETCH_DONE;
	}
	if (code == FETCH_ENTRY && entry_data) {
		fetch_store(record + op->to, fetch_get_word(entry_data + op->offset), op->store);
		return FETCH_DONE;
	}
	return FETCH_OTHER;
}

#endif
