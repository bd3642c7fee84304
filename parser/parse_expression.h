/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The two halves of the argument parser meet here: parse_argument.c takes NAME= and :TYPE off,
 * parse_expression.c reads what is left.
 */
#ifndef PARSER_PARSE_EXPRESSION_H
#define PARSER_PARSE_EXPRESSION_H

#include "parser/parse_definition.h"

/**
 * struct argument_scan - an argument while it is being parsed
 * @cmd: the command, whose error member receives errors
 * @lookup: types and registers of the layer above
 * @flags: PARSE_ flags of the place
 * @arg: the result; the parser works with positions in its body
 * @written: the part of the body that stands in the command at @arg->body_pos: all of the body, or
 *	the inner expression when :%pd was rewritten
 * @slip: columns by which carets fall short, see parse_dereference()
 */
struct argument_scan {
	struct parse_command *cmd;
	const struct parse_lookup *lookup;
	unsigned int flags;
	struct probe_argument *arg;
	struct text_span written;
	unsigned int slip;
};

unsigned int argument_column(const struct argument_scan *scan, unsigned int pos);
int argument_fail(struct argument_scan *scan, enum parse_error_code code, unsigned int pos);
int parse_expression(struct argument_scan *scan, struct text_span expr);

#endif
