/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The operations of fetch programs, which fetch_compile.c makes and fetch_run.c runs. An operation
 * writes one argument. The common operations are complete in 16 bytes; all others are FETCH_GENERAL
 * and point to a description.
 */
#ifndef FETCH_FETCH_OP_H
#define FETCH_FETCH_OP_H

#include <linux/compiler.h>
#include <linux/types.h>
#include "parser/parse_definition.h"

/* The most frequent operations come first: fetch_run.c tests in this order. */
enum fetch_code {
	FETCH_REGISTER,		/* register @from, stored wide */
	FETCH_READ_64,		/* kernel memory at register @from + @offset; so the next three */
	FETCH_READ_32,
	FETCH_READ_16,
	FETCH_READ_8,
	FETCH_STRING,		/* string at register @from + @offset */
	FETCH_COMM,		/* name of the current task; @offset: its own room */
	FETCH_GENERAL,		/* all else, as @general describes */
	FETCH_NARROW,		/* register @from, @store bytes of it */
	FETCH_STACK,		/* word of the kernel stack, @offset bytes above its pointer */
	FETCH_VALUE,		/* @offset itself */
	FETCH_ENTRY,		/* word of the entry data at @offset */
	FETCH_FIELD,		/* number in a field of the frame, which is a record, as @field describes */
};

struct fetch_op {
	u8 code;
	u8 width;		/* bytes that are read; of a string: 1 if it is in user memory */
	u8 store;		/* bytes to store */
	u16 to;			/* offset in the record */
	u16 from;		/* offset in the frame, 0 when nothing is read from there */
	union {
		s64 offset;
		struct fetch_general *general;
		struct {
			u16 offset;	/* in the frame */
			u8 size;
			bool is_signed;
		} field;
	};
};

/* Tells whether @op stores a register, or some bytes of one. */
static __always_inline bool fetch_op_is_register(const struct fetch_op *op)
{
	return op->code == FETCH_REGISTER || op->code == FETCH_NARROW;
}

/* The source of a general argument's value */
enum fetch_base {
	FETCH_BASE_REGISTER,
	FETCH_BASE_STACK,
	FETCH_BASE_VALUE,
	FETCH_BASE_ENTRY,
	FETCH_BASE_SYMBOL,	/* @value is 0 while the symbol is unknown */
	FETCH_BASE_CURRENT,	/* the address of the task */
	FETCH_BASE_FIELD,	/* a field of the frame, which is a record */
	FETCH_BASE_COMM,	/* address of the name of the current task */
	FETCH_BASE_TEXT,	/* address of @text */
};

/* What becomes of the value of a general argument */
enum fetch_final {
	FETCH_FINAL_VALUE,	/* the value is stored */
	FETCH_FINAL_MEMORY,	/* numbers are read at value + @offset */
	FETCH_FINAL_STRING,	/* a string is read at value + @offset */
	FETCH_FINAL_POINTERS,	/* pointers to strings are read at value + @offset */
	FETCH_FINAL_SYMBOL,	/* the name of the symbol at the value is stored */
	FETCH_FINAL_TEXT,	/* @text is stored; there is no value */
};

/*
 * The form of a general argument tells which function of fetch_run.c does it. The function for FETCH_FORM_ANY can do
 * all of them; those for the others take fewer instructions.
 */
enum fetch_form {
	FETCH_FORM_NUMBER,	/* one number, or a bitfield */
	FETCH_FORM_NUMBERS,	/* an array of numbers */
	FETCH_FORM_STRINGS,	/* a string, or an array of strings */
	FETCH_FORM_ANY,		/* all else */
};

/**
 * struct fetch_general - an argument that has no operation of its own
 * @base: where the value comes from (enum fetch_base)
 * @final: what becomes of the value (enum fetch_final)
 * @width: bytes of an element in the record
 * @read: bytes of an element in memory, which is another number for a bitfield of a struct
 * @left: number of bits by which a bitfield's 64-bit value is shifted to the left at first
 * @right: number of bits by which it is shifted to the right after that
 * @user: the final read is from user memory
 * @user_string: strings are in user memory
 * @in_frame: the base is an address in the frame: what is read first is read there, or not at all
 * @form: which function does the argument (enum fetch_form); FETCH_FORM_ANY when @in_frame is set, @read is not
 *	@width, or one of @deref is a step to a variable of this CPU
 * @field_kind: what the field of the frame is to the expression (enum parse_field_kind)
 * @field_signed: the field is a number that has a sign
 * @field_size: bytes of the field
 * @count: number of elements, 1 for a scalar
 * @to: offset of the field in the record
 * @from: offset in the frame or in the entry data, for a @base that has one
 * @value: address of a symbol, a constant, or an offset from the stack pointer; hits read it while
 *	fetch_program_update_symbols() writes it
 * @addend: what is added to the address of the symbol
 * @offset: offset of the final read from the value
 * @text: name of the symbol, or text to store
 * @text_len: length of the text to store
 * @nr_derefs: number of elements in @deref
 * @deref: words to read before the final read, and steps to variables of this CPU, innermost first
 */
struct fetch_general {
	u8 base;
	u8 final;
	u8 width;
	u8 read;
	u8 left;
	u8 right;
	bool user;
	bool user_string;
	bool in_frame;
	u8 form;
	u8 field_kind;
	bool field_signed;
	u16 field_size;
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

#endif
