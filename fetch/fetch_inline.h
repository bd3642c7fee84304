/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The common operations are in line, because a loop that calls nothing has no registers to save.
 */
#ifndef FETCH_FETCH_INLINE_H
#define FETCH_FETCH_INLINE_H

#include <linux/sched.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include "fetch/fetch_memory.h"
#include "fetch/fetch_op.h"
#include "fetch/fetch_program.h"
#include "fetch/fetch_run.h"
#include "fetch/field.h"

/**
 * fetch_store() - write a number into a record
 * @to: address of the field in the record
 * @value: the number, whose low bytes are stored
 * @width: number of bytes to store: 1, 2, 4 or 8
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

/**
 * fetch_program_run_whole() - run the first half of fetch_program_run_simple(), the whole registers
 * @program: a program that fetch_program_is_simple()
 * @frame: what the hit brings
 * @record: the record, with room for its static part
 *
 * Any context.
 */
static __always_inline void fetch_program_run_whole(const struct fetch_program *program,
						    const void *frame, void *record)
{
	const struct fetch_op *op = program->op, *end = program->end_whole;

	for (; op != end; op++)
		fetch_put_word(record + op->to, fetch_get_word(frame + op->from));
}

/** fetch_program_run_parts() - run the second half, if @program->has_parts */
static __always_inline void fetch_program_run_parts(const struct fetch_program *program,
						    const void *frame, void *record)
{
	const struct fetch_op *op = program->end_whole, *end = program->op + program->nr_ops;

	for (; op != end; op++)
		fetch_store(record + op->to, fetch_get_word(frame + op->from), op->store);
}

/**
 * fetch_program_run_simple() - do what fetch_program_run() does, in line
 * @program: a program that fetch_program_is_simple()
 * @frame: what the hit brings
 * @record: the record, with room for its static part
 *
 * Any context.
 */
static __always_inline void fetch_program_run_simple(const struct fetch_program *program,
						     const void *frame, void *record)
{
	fetch_program_run_whole(program, frame, record);
	if (unlikely(program->has_parts))
		fetch_program_run_parts(program, frame, record);
}

/**
 * fetch_program_run_fields() - do what fetch_program_run_bounded() does, in line
 * @program: a program that fetch_program_is_fields()
 * @frame: the record of the hit, with at least @program->fields_end bytes
 * @record: the record, with room for its static part
 *
 * Any context.
 */
static __always_inline void fetch_program_run_fields(const struct fetch_program *program,
						     const void *frame, void *record)
{
	const struct fetch_op *op = program->op, *end = program->end;
	u64 value;

	for (; op != end; op++) {
		value = field_load_signed(frame + op->field.offset, op->field.size, op->field.is_signed);
		fetch_store(record + op->to, value, op->store);
	}
}

/*
 * Returns the mask of the bytes below the first NUL of a word; @bits is its fetch_nul_bits(), not
 * 0.
 */
static __always_inline u64 fetch_before_nul(u64 bits)
{
	return ((bits & -bits) >> 7) - 1;
}

/**
 * fetch_store_comm() - write the name of the current task into a record
 * @to: TASK_COMM_LEN bytes in the record; the bytes behind the NUL are zeroed
 *
 * The name may change meanwhile. The call takes the name as it is, and always puts an end to it.
 *
 * Return: length of the name with the NUL.
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

/* @value is the register's. The tests are in the order of how often people use the operations. */
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

/* @to is the address of the field. FETCH_OTHER: @addr is not surely an address of the kernel. */
static __always_inline enum fetch_tried fetch_try_read(unsigned int code, unsigned long addr, void *to)
{
	u64 word;
	u32 half;
	u16 quarter;
	u8 byte;

	if (unlikely(!fetch_is_above_user(addr)))
		return FETCH_OTHER;
	barrier();	/* two branches are less work than one on two results */
	if (unlikely(!fetch_is_below_special(addr, 0)))
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
 * fetch_try() - write one argument of a hit, if that is little work
 * @op: an operation of a program whose bound is known, or whose strings are measured
 * @frame: what the hit brings
 * @entry_data: what fetch_program_run_entry() saved, or NULL
 * @record: the record, with room for its static part and the names of tasks
 *
 * Any context, preemption off, page faults disabled.
 *
 * Return: FETCH_DONE, or what to pass to fetch_run_other().
 */
static __always_inline enum fetch_tried fetch_try(const struct fetch_op *op, const void *frame,
				      const void *entry_data, void *record)
{
	u64 value = fetch_get_word(frame + op->from);
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
