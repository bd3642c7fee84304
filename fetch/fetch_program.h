/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Fetch programs: the arguments of one probe, compiled.
 *
 * A program writes the arguments of one hit into a record, where the layout has them. It has one
 * operation for each argument, in the order of the record; strings that are measured come last.
 *
 * Plain numbers are stored eight bytes wide where the static part has the room, whatever their
 * width: operations run in ascending order of offsets and each writes all of its own bytes, so the
 * bytes that spill over are overwritten.
 *
 * fetch_compile.c compiles programs, fetch_run.h and fetch_inline.h run them. The struct is here in
 * full because hits read it in line.
 */
#ifndef FETCH_FETCH_PROGRAM_H
#define FETCH_FETCH_PROGRAM_H

#include <linux/types.h>
#include "fetch/fetch_frame.h"
#include "fetch/fetch_layout.h"
#include "fetch/fetch_op.h"
#include "parser/parse_definition.h"

#define FETCH_MEASURED_STRINGS	8	/* most strings of a program that are measured */

/**
 * struct fetch_program - the arguments of one probe, compiled
 * @nr_ops: number of elements in @op
 * @static_size: bytes of a record without strings
 * @registers: all operations are FETCH_REGISTER or FETCH_NARROW
 * @fields: all operations are FETCH_FIELD
 * @has_parts: operations follow the leading ones that are FETCH_REGISTER, or the last word of a record has bytes
 *	behind all arguments
 * @named_size: bytes of a record without strings other than names of tasks
 * @strings: first of the operations at the end of @op that are strings in kernel memory, each FETCH_STRING or
 *	FETCH_GENERAL with pointers that lead there (fetch_follow()). NULL when there are none or too many, or
 *	when the program has other strings than these and names of tasks
 * @follows: one of @strings is behind pointers
 * @end: end of the elements of @op
 * @end_whole: end of the leading elements of @op that are FETCH_REGISTER
 * @fields_end: number of bytes of the frame up to the end of the last field, if @fields
 * @bound: most bytes of a record when all its strings are names of tasks and that many fit into a
 *	page of the buffer, else 0
 * @nr_saved: number of elements in @saved
 * @saved: words that a return probe saves at entry, or NULL
 * @op: the operations, one for each argument
 */
struct fetch_program {
	unsigned int nr_ops;
	u16 static_size;
	bool registers;
	bool fields;
	bool has_parts;
	bool follows;
	u16 fields_end;
	u16 bound;
	u16 named_size;
	const struct fetch_op *end_whole;
	const struct fetch_op *strings;
	const struct fetch_op *end;
	unsigned int nr_saved;
	struct frame_word *saved;
	struct fetch_op op[];
};

/*
 * Finds the symbol of @SYM. Returns 0, or -ENOENT while it is unknown (its module is not loaded).
 */
typedef int (*fetch_symbol_fn)(const char *symbol, unsigned long *address);

struct fetch_program *fetch_program_create(const struct fetch_layout *layout,
					   const struct fetch_frame *frame,
					   const struct probe_argument *args, unsigned int nr_args,
					   fetch_symbol_fn symbol);
void fetch_program_destroy(struct fetch_program *program);
bool fetch_program_update_symbols(struct fetch_program *program, fetch_symbol_fn symbol);

bool fetch_program_reads_register(const struct fetch_program *program, u16 offset);
size_t fetch_program_entry_size(const struct fetch_program *program);

/** fetch_program_is_simple() - tell whether fetch_program_run_simple() may run a program */
static inline bool fetch_program_is_simple(const struct fetch_program *program)
{
	return program->registers;
}

/** fetch_program_is_fields() - tell whether fetch_program_run_fields() may run a program */
static inline bool fetch_program_is_fields(const struct fetch_program *program)
{
	return program->fields;
}

/** fetch_program_bound() - get the most bytes of a record, or 0 when no bound is known */
static inline size_t fetch_program_bound(const struct fetch_program *program)
{
	return program->bound;
}

/** fetch_program_is_measurable() - tell whether fetch_measure() may measure a program's strings */
static inline bool fetch_program_is_measurable(const struct fetch_program *program)
{
	return program->strings;
}

#endif
