// SPDX-License-Identifier: GPL-2.0
/*
 * From the text of a filter to a program of predicates.
 */
#include <linux/kernel.h>
#include "parser/parse_filter.h"

static const char *const error_texts[] = {
	[FILTER_OK] = "No error",
#define C(name, text) [FILTER_##name] = text,
	FILTER_ERRORS(C)
#undef C
};

/**
 * filter_error_text() - the sentence of an error
 * @code: a row of FILTER_ERRORS, or FILTER_OK
 *
 * Return: the text, without newline.
 */
const char *filter_error_text(enum filter_error_code code)
{
	return error_texts[code];
}
