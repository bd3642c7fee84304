// SPDX-License-Identifier: GPL-2.0
/*
 * The texts and errnos of errors in definitions, from the table in parse_error.h.
 */
#include <linux/errno.h>
#include <linux/kernel.h>

#include "parser/parse_error.h"

struct parse_error_row {
	const char *text;
	int errno_;
};

static const struct parse_error_row parse_error_rows[PARSE_NR_ERRORS] = {
	[PARSE_OK] = { "", 0 },
#define ERROR(name, errno_, text) [PARSE_##name] = { text, errno_ },
	PARSE_ERRORS(ERROR)
#undef ERROR
};

/**
 * parse_error_text() - get what error_log says about an error
 * @code: the error, a row of the table
 *
 * Return: the text, without a newline; "" for PARSE_OK and for a number that is no row.
 */
const char *parse_error_text(enum parse_error_code code)
{
	return (unsigned int)code < PARSE_NR_ERRORS ? parse_error_rows[code].text : "";
}

/**
 * parse_error_errno() - get what write(2) fails with
 * @code: the error, a row of the table
 *
 * Return: a negative errno; 0 for PARSE_OK.
 */
int parse_error_errno(enum parse_error_code code)
{
	return (unsigned int)code < PARSE_NR_ERRORS ? -parse_error_rows[code].errno_ : -EINVAL;
}
