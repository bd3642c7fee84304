/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Programs of registers alone, run in line: a loop that calls nothing has no registers to save.
 */
#ifndef FETCH_FETCH_INLINE_H
#define FETCH_FETCH_INLINE_H

#include <linux/string.h>
#include "fetch/fetch_memory.h"
#include "fetch/fetch_op.h"

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

#endif
