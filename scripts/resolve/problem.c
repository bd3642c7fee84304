// SPDX-License-Identifier: GPL-2.0
/*
 * Messages about definitions that can't be resolved. Parts of them come from files that may be anybody's.
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "problem.h"

/* What a file has for a name must not reach a terminal as it is. */
static void make_printable(char *text)
{
	for (; *text; text++)
		if (!isprint((unsigned char)*text))
			*text = '?';
}

static void append(struct problem *problem, size_t at, const char *format, va_list args)
{
	vsnprintf(problem->text + at, sizeof(problem->text) - at, format, args);
	make_printable(problem->text + at);
}

/**
 * problem_set() - say what is wrong
 * @problem: receives the message in place of what it had
 * @format: of the message, as printf() takes it
 *
 * Return: -1, which the caller can return in turn.
 */
int problem_set(struct problem *problem, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	append(problem, 0, format, args);
	va_end(args);
	return -1;
}

/**
 * problem_add() - add something to what is wrong
 * @problem: has the beginning of the message
 * @format: of the rest, as printf() takes it
 *
 * Return: -1.
 */
int problem_add(struct problem *problem, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	append(problem, strlen(problem->text), format, args);
	va_end(args);
	return -1;
}
