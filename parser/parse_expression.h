/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The two halves of the argument parser meet here: parse_argument.c takes NAME= and :TYPE off,
 * parse_expression.c reads what is left.
 */
#ifndef PARSER_PARSE_EXPRESSION_H
#define PARSER_PARSE_EXPRESSION_H

#include "parser/parse_definition.h"

/**
 * struct argument_level - a level while it is taken off
 * @deref: what the level does to the value of what is in its braces
 * @inner: the index in the body of what is in its braces
 * @slip: how many columns early a caret in its braces is
 */
struct argument_level {
	struct dereference deref;
	u16 inner;
	u16 slip;
};

/**
 * struct argument_scan - an argument while it is being parsed
 * @cmd: the command, whose error member receives errors
 * @lookup: types and registers of the layer above
 * @flags: PARSE_ flags of the place
 * @arg: the result; the parser works with positions in its body
 * @written: the part of the body that stands in the command at @arg->body_pos: all of the body, or
 *	the inner expression when :%pd was rewritten
 * @named: bytes at the beginning of that part which the command does not have: the name of a
 *	parameter, which stands for $argN or $arg*; 0 in most arguments
 * @stands_for: number of bytes in the command that @named stands for
 * @slip: columns by which carets fall short, see parse_dereference()
 * @nr_casts: number of typecasts so far
 * @nr_nested: number of levels and typecasts so far
 * @nr_levels: number of levels taken off so far
 * @level: these levels, the outermost first; those between two typecasts stand together
 * @string_type: the written type is string or ustring
 * @value: what the operand means, if it is a name whose type is known and nothing is around it;
 *	else @value.is_typed is false
 */
struct argument_scan {
	struct parse_command *cmd;
	const struct parse_lookup *lookup;
	unsigned int flags;
	struct probe_argument *arg;
	struct text_span written;
	unsigned int named;
	unsigned int stands_for;
	unsigned int slip;
	unsigned int nr_casts;
	unsigned int nr_nested;
	unsigned int nr_levels;
	struct argument_level level[PROBE_DEREF_MAX];
	bool string_type;
	struct parse_value value;
};

/*
 * Mainline compiles an argument into 16 steps, the last of which ends the program. Each level is
 * a step, an operand is one step, two (@ADDR) or three (@SYM). An argument whose last step would be
 * number 16 is an error.
 */
#define PARSE_LAST_STEP	15

/* Returns how many steps an argument has so far, fewer than PARSE_LAST_STEP: others may come around them. */
static inline unsigned int parse_operand_steps(const struct probe_argument *arg)
{
	return arg->nr_derefs + (arg->operand == OPERAND_SYMBOL);
}

unsigned int argument_column(const struct argument_scan *scan, unsigned int pos);
int argument_fail(struct argument_scan *scan, enum parse_error_code code, unsigned int pos);
int argument_nest(struct argument_scan *scan, unsigned int pos);
int parse_levels(struct argument_scan *scan, struct text_span expr);
bool parse_is_per_cpu_level(const char *text, size_t len);
int parse_cast(struct argument_scan *scan, struct text_span whole);

#endif
