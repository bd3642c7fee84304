/* SPDX-License-Identifier: GPL-2.0 */
/*
 * From the text of a filter to a program of predicates.
 *
 *	filter	= term { ("&&" | "||") term }		&& binds tighter than ||
 *	term	= { "!" } ( "(" filter ")" | predicate )
 *	predicate = FIELD [".ustring" | ".function"] OPERATOR VALUE
 *	OPERATOR = == != < <= > >= & ~
 *	VALUE	= NUMBER | 'TEXT' | "TEXT" | CPUS{LIST} | SYMBOL or 0xADDRESS (after .function)
 *
 * The parser allocates nothing and knows no field: what a name stands for, and what may be compared
 * with it, is asked of the caller while the text is read, because errors come in the order in which
 * the kernel finds them. Columns are those of the kernel's error_log.
 */
#ifndef PARSER_PARSE_FILTER_H
#define PARSER_PARSE_FILTER_H

#include <linux/types.h>

#define FILTER_STRING_MAX	256	/* of a string operand, its NUL included */
#define FILTER_NUMBER_MAX	24	/* of a number as written, its NUL included */

/* C(name, text): one row per error, texts as in the kernel's error_log */
#define FILTER_ERRORS(C)									\
	C(INVALID_OP,		"Invalid operator")						\
	C(TOO_MANY_OPEN,	"Too many '('")							\
	C(TOO_MANY_CLOSE,	"Too few '('")							\
	C(MISSING_QUOTE,	"Missing matching quote")					\
	C(MISSING_BRACE_OPEN,	"Missing '{'")							\
	C(MISSING_BRACE_CLOSE,	"Missing '}'")							\
	C(OPERAND_TOO_LONG,	"Operand too long")						\
	C(EXPECT_STRING,	"Expecting string field")					\
	C(EXPECT_DIGIT,		"Expecting numeric field")					\
	C(ILLEGAL_FIELD_OP,	"Illegal operation for field type")				\
	C(FIELD_NOT_FOUND,	"Field not found")						\
	C(ILLEGAL_INTVAL,	"Illegal integer value")					\
	C(BAD_SUBSYS_FILTER,	"Couldn't find or set field in one of a subsystem's events")	\
	C(TOO_MANY_PREDS,	"Too many terms in predicate expression")			\
	C(INVALID_FILTER,	"Meaningless filter expression")				\
	C(INVALID_CPULIST,	"Invalid cpulist")						\
	C(INVALID_VALUE,	"Invalid value (did you forget quotes)?")			\
	C(NO_FUNCTION,		"Function not found")						\
	C(ERRNO,		"Error")							\
	C(NO_FILTER,		"No filter found")

enum filter_error_code {
	FILTER_OK,
#define C(name, text) FILTER_##name,
	FILTER_ERRORS(C)
#undef C
	FILTER_NR_ERRORS
};

/**
 * struct filter_error - what is wrong with a filter, and where
 * @code: the row of the table, or FILTER_OK when nothing was reported
 * @pos: column in the text of the filter, in bytes from 0
 */
struct filter_error {
	enum filter_error_code code;
	unsigned int pos;
};

const char *filter_error_text(enum filter_error_code code);

#endif
