/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a fetch program consists of: between fetch_compile.c and fetch_run.c.
 *
 * One operation per argument, in the order of the record. The common ones are complete in 16 bytes;
 * all others are FETCH_GENERAL and point to a description.
 *
 * Plain numbers are stored eight bytes wide where the static part has the room, whatever their
 * width: operations run in ascending order of offsets and each writes all of its own bytes, so what
 * spills over is overwritten.
 */
#ifndef FETCH_FETCH_OP_H
#define FETCH_FETCH_OP_H

#include <linux/compiler.h>
#include <linux/types.h>
#include "parser/parse_definition.h"

/* Most frequent first: fetch_run.c tests in this order. */
enum fetch_code {
	FETCH_REGISTER,		/* register @from, stored wide */
	FETCH_READ_64,		/* kernel memory at register @from + @offset, by its width */
	FETCH_READ_32,
	FETCH_READ_16,
	FETCH_READ_8,
	FETCH_STRING,		/* string at register @from + @offset */
	FETCH_COMM,		/* name of the current task; in a program with a bound, at @offset */
	FETCH_GENERAL,		/* see @general */
	FETCH_NARROW,		/* register @from, @store bytes of it */
	FETCH_STACK,		/* word of the kernel stack, @offset bytes above its pointer */
	FETCH_VALUE,		/* @offset itself */
	FETCH_ENTRY,		/* word of the entry data at @offset */
};

#define FETCH_MEASURED_STRINGS	8	/* of a program whose strings are measured */

struct fetch_op {
	u8 code;
	u8 width;		/* of what is read; a string: 1 if it is in user memory */
	u8 store;		/* bytes to store */
	u16 to;			/* offset in the record */
	u16 from;		/* offset in struct pt_regs, 0 where no register is meant */
	union {
		s64 offset;
		struct fetch_general *general;
	};
};

/* Does it store a register, or some bytes of one? */
static __always_inline bool fetch_op_is_register(const struct fetch_op *op)
{
	return op->code == FETCH_REGISTER || op->code == FETCH_NARROW;
}

/* Where the value of a general argument begins */
enum fetch_base {
	FETCH_BASE_REGISTER,
	FETCH_BASE_STACK,
	FETCH_BASE_VALUE,
	FETCH_BASE_ENTRY,
	FETCH_BASE_SYMBOL,	/* @value is 0 while the symbol is unknown */
};

/* What becomes of it */
enum fetch_final {
	FETCH_FINAL_VALUE,	/* stored */
	FETCH_FINAL_MEMORY,	/* numbers are read at value + @offset */
	FETCH_FINAL_STRING,	/* a string is read at value + @offset */
	FETCH_FINAL_POINTERS,	/* pointers to strings are read at value + @offset */
	FETCH_FINAL_SYMBOL,	/* its name is stored */
	FETCH_FINAL_TEXT,	/* there is no value */
};

/**
 * struct fetch_general - an argument that has no operation of its own
 * @base: what the value is at first
 * @final: what is stored
 * @width: bytes of an element in the record
 * @left: bitfields: shift of the 64-bit value to the left,
 * @right: and then to the right
 * @user: the final read is from user memory
 * @user_string: strings are in user memory
 * @count: elements, 1 for a scalar
 * @to: offset in the record
 * @from: offset in struct pt_regs or the entry data
 * @value: address of a symbol, value, or offset from the stack pointer; hits read it while
 *	fetch_program_update_symbols() writes it
 * @addend: what is added to the address of the symbol
 * @offset: of the final read
 * @text: symbol, or text to store
 * @text_len: length of the text to store
 * @nr_derefs: words to read on the way
 * @deref: them, innermost first
 */
struct fetch_general {
	u8 base;
	u8 final;
	u8 width;
	u8 left;
	u8 right;
	bool user;
	bool user_string;
	u8 count;
	u16 to;
	u16 from;
	unsigned long value;
	long addend;
	long offset;
	char *text;
	unsigned int text_len;
	unsigned int nr_derefs;
	struct dereference deref[];
};

/* A word to save when a function is entered; @from as the name says */
struct fetch_saved {
	bool on_stack;
	u16 from;		/* offset in struct pt_regs, or from the stack pointer */
};

/**
 * struct fetch_program - the arguments of one probe, compiled
 * @nr_ops: elements in @op
 * @static_size: bytes of a record without strings
 * @registers: all operations are FETCH_REGISTER or FETCH_NARROW
 * @has_parts: there are others
 * @named_size: bytes of a record without strings other than names of tasks
 * @strings: first of those at the end of @op that are FETCH_STRING in kernel memory, when there are
 *         not
 *	too many and no others; else NULL
 * @end: of @op
 * @end_whole: end of the leading elements of @op that are FETCH_REGISTER
 * @bound: most bytes of a record when all its strings are names of tasks and that many fit into a
 *	page of the buffer, else 0
 * @nr_saved: elements in @saved
 * @saved: words a return probe saves at entry, or NULL
 * @op: the operations
 */
struct fetch_program {
	unsigned int nr_ops;
	u16 static_size;
	bool registers;
	bool has_parts;
	u16 bound;
	u16 named_size;
	const struct fetch_op *end_whole;
	const struct fetch_op *strings;
	const struct fetch_op *end;
	unsigned int nr_saved;
	struct fetch_saved *saved;
	struct fetch_op op[];
};

#endif
