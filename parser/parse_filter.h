/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Makes a program of predicates from the text of a filter.
 *
 *	filter	= term { ("&&" | "||") term }		&& binds tighter than ||
 *	term	= { "!" } ( "(" filter ")" | predicate )
 *	predicate = FIELD [".ustring" | ".function"] OPERATOR VALUE
 *	OPERATOR = == != < <= > >= & ~
 *	VALUE	= NUMBER | 'TEXT' | "TEXT" | CPUS{LIST} | SYMBOL or 0xADDRESS (after .function)
 *
 * The parser allocates nothing and knows no field. While it reads the text, it asks the caller what
 * a name stands for, and what may be compared with it, because errors come in the order in which
 * mainline finds them. Columns are those of mainline's error_log.
 */
#ifndef PARSER_PARSE_FILTER_H
#define PARSER_PARSE_FILTER_H

#include <linux/types.h>

#define FILTER_STRING_MAX	256	/* bytes of a string operand, its NUL included */
#define FILTER_NUMBER_MAX	24	/* bytes of a number as written, its NUL included */

/*
 * Each row is ERROR(name, text). The text is that of mainline's error_log, or begins with it and goes
 * on to say what would be right.
 */
#define FILTER_ERRORS(ERROR)										\
	ERROR(INVALID_OP,		"Invalid operator")						\
	ERROR(TOO_MANY_OPEN,		"Too many '('")							\
	ERROR(TOO_MANY_CLOSE,		"Too few '('")							\
	ERROR(MISSING_QUOTE,		"Missing matching quote")					\
	ERROR(MISSING_BRACE_OPEN,	"Missing '{'")							\
	ERROR(MISSING_BRACE_CLOSE,	"Missing '}'")							\
	ERROR(OPERAND_TOO_LONG,		"Operand too long")						\
	ERROR(EXPECT_STRING,		"Expecting string field")					\
	ERROR(EXPECT_DIGIT,		"Expecting numeric field")					\
	ERROR(ILLEGAL_FIELD_OP,		"Illegal operation for field type")				\
	ERROR(FIELD_NOT_FOUND,		"Field not found")						\
	ERROR(ILLEGAL_INTVAL,		"Illegal integer value")					\
	ERROR(BAD_SUBSYS_FILTER,	"Couldn't find or set field in one of a subsystem's events")	\
	ERROR(TOO_MANY_PREDS,		"Too many terms in predicate expression")			\
	ERROR(INVALID_FILTER,		"Meaningless filter expression")				\
	ERROR(INVALID_CPULIST,		"Invalid cpulist")						\
	ERROR(INVALID_VALUE,		"Invalid value (did you forget quotes)?")			\
	ERROR(INVALID_NUMBER,		"Invalid value (did you forget quotes)? The field takes a number; constants have no names here") \
	ERROR(NO_FUNCTION,		"Function not found")						\
	ERROR(ERRNO,			"Error")							\
	ERROR(NO_FILTER,		"No filter found")

enum filter_error_code {
	FILTER_OK,
#define ERROR(name, text) FILTER_##name,
	FILTER_ERRORS(ERROR)
#undef ERROR
	FILTER_NR_ERRORS
};

/**
 * struct filter_error - what is wrong with a filter, and where
 * @code: the error, a row of the table, or FILTER_OK when nothing was reported
 * @pos: column in the text of the filter, in bytes from 0
 */
struct filter_error {
	enum filter_error_code code;
	unsigned int pos;
};

const char *filter_error_text(enum filter_error_code code);

/* Operators are looked for in this order: "<=" before "<". */
enum filter_operator {
	FILTER_OP_GLOB,		/* ~ */
	FILTER_OP_NE,
	FILTER_OP_EQ,
	FILTER_OP_LE,
	FILTER_OP_LT,
	FILTER_OP_GE,
	FILTER_OP_GT,
	FILTER_OP_BITS,		/* &: the two have a common bit */
	FILTER_NR_OPS
};

enum filter_field_kind {
	FILTER_FIELD_NUMBER,
	FILTER_FIELD_CPU,	/* the CPU that records; the record does not have it */
	FILTER_FIELD_COMM,	/* the name of the current task */
	FILTER_FIELD_LOCATION,	/* a string behind a location word */
	FILTER_FIELD_CHARS,	/* an array of characters */
	FILTER_FIELD_RELATIVE,	/* a string behind a location word that counts from its own end */
	FILTER_FIELD_POINTER,	/* the address of a string in the kernel */
	FILTER_FIELD_USER_POINTER,	/* the address of a string in the memory of the task's program */
};

/**
 * struct filter_field - a field that a filter names
 * @kind: kind of the field; those from FILTER_FIELD_COMM on are strings
 * @is_signed: the field is a number with a sign
 * @size: bytes in the record, 0 when the record does not have the field
 * @offset: offset in the record; the parser does not use it
 */
struct filter_field {
	enum filter_field_kind kind;
	bool is_signed;
	unsigned int size;
	unsigned int offset;
};

static inline bool filter_field_is_string(const struct filter_field *field)
{
	return field->kind >= FILTER_FIELD_COMM;
}

enum filter_value_kind {
	FILTER_VALUE_NUMBER,	/* @number; of a signed field: an s64 */
	FILTER_VALUE_STRING,	/* @text */
	FILTER_VALUE_CPUS,	/* @text is the list */
	FILTER_VALUE_FUNCTION,	/* @number up to and without @end */
};

/* An exit that leaves the program, because the answer of the whole filter is known */
#define FILTER_ACCEPT	0xfffe
#define FILTER_REJECT	0xffff
#define FILTER_TERMS_MAX	16384	/* the number of an exit has to fit in 16 bits */

/**
 * struct filter_predicate - one comparison
 * @field: the field on the left side
 * @op: the operator between the two sides
 * @value: kind of the right side
 * @number: the number, or the address of a function's first byte
 * @end: the address one past a function's last byte
 * @text: string without quotes, or list without braces: a part of the filter's text
 * @len: number of bytes of @text
 * @exit: the next predicate when this one is false [0] and true [1], always one further on, or
 *	FILTER_ACCEPT or FILTER_REJECT
 */
struct filter_predicate {
	struct filter_field field;
	enum filter_operator op;
	enum filter_value_kind value;
	u64 number;
	u64 end;
	const char *text;
	unsigned int len;
	u16 exit[2];
};

/* An open parenthesis while its content is read; only the parser uses it. */
struct filter_group {
	u16 when_true;
	u16 when_false;
	bool inverted;
};

/**
 * struct filter_program - a filter as predicates
 * @max_predicates: room at @predicate; parse_filter_measure() says how much is needed
 * @max_groups: room at @group; parse_filter_measure() says how much is needed
 * @nr_predicates: number of elements of @predicate in use; evaluation starts with the first
 * @predicate: the predicates, in memory of the caller
 * @group: memory of the caller, which the program does not need after parse_filter()
 */
struct filter_program {
	unsigned int max_predicates;
	unsigned int max_groups;
	unsigned int nr_predicates;
	struct filter_predicate *predicate;
	struct filter_group *group;
};

/**
 * struct filter_lookup - what the parser asks of the layer above
 * @find_field: finds a field by its name; returns 0 or -ENOENT
 * @find_function: finds a function by its name: its first byte and the one past its last; returns
 *	0, -ENOENT or -ENOMEM
 * @find_function_at: finds a function by an address in it, as @find_function does by its name
 * @check_cpus: checks that a text is a list of CPUs; returns 0, -EINVAL or -ENOMEM
 *
 * Names are not NUL-terminated. @data is what parse_filter() was given.
 */
struct filter_lookup {
	int (*find_field)(void *data, const char *name, size_t len, struct filter_field *field);
	int (*find_function)(void *data, const char *name, size_t len, u64 *start, u64 *end);
	int (*find_function_at)(void *data, unsigned long address, u64 *start, u64 *end);
	int (*check_cpus)(void *data, const char *list, size_t len);
};

int parse_filter_measure(const char *text, struct filter_program *program,
			 struct filter_error *error);
int parse_filter(const char *text, const struct filter_lookup *lookup, void *data,
		 struct filter_program *program, struct filter_error *error);

#endif
