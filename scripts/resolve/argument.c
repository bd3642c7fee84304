// SPDX-License-Identifier: GPL-2.0
/*
 * Arguments of a USDT probe in a definition. $argN is the value of the Nth one:
 *
 *	NAME=$argN		the value, with its own type
 *	NAME=$argN:TYPE		with another type; of a string, the text that the value points to
 *	NAME=+8($argN):TYPE	memory at the value, and whatever else can be said of a register
 *	$arg*			arg1=$arg1 arg2=$arg2 ...
 *
 * All other words are written as they are.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "argument.h"
#include "operand.h"

#define POINTER_SIZE	8

/**
 * struct reference - a word of a definition with $argN in it
 * @before: what precedes, with the argument's name; it ends at @start
 * @expression: where the expression begins, behind the argument's name
 * @start: the '$' of the reference
 * @number: the number behind "$arg"
 * @after: what follows the reference in the word
 */
struct reference {
	const char *before;
	const char *expression;
	const char *start;
	unsigned long number;
	const char *after;
};

/* The text of \"TEXT" is nobody's argument. */
static bool find_reference(const char *word, struct reference *ref)
{
	const char *equals = strchr(word, '=');
	char *end;

	ref->before = word;
	ref->expression = equals ? equals + 1 : word;
	ref->start = strstr(ref->expression, "$arg");
	if (!ref->start || !isdigit((unsigned char)ref->start[4]) ||
	    !strncmp(ref->expression, "\\\"", 2))
		return false;
	ref->number = strtoul(ref->start + 4, &end, 10);
	ref->after = end;
	return true;
}

/* Returns how many arguments a place has, and the operand of number @number (from 1) if it has that many. */
static unsigned long find_operand(const struct target *target, unsigned long number,
				  const char **operand, size_t *length)
{
	const char *rest = target->operands, *at;
	unsigned long count = 0;
	size_t bytes;

	while (operand_next(&rest, &at, &bytes)) {
		if (++count == number) {
			*operand = at;
			*length = bytes;
		}
	}
	return count;
}

static int get_operand(const struct targets *targets, size_t n, unsigned long number,
		       struct operand *operand, struct problem *problem)
{
	const struct target *target = &targets->list[n];
	struct problem why = { .text = "" };
	const char *text = NULL;
	size_t length = 0;
	unsigned long count = find_operand(target, number, &text, &length);

	if (!number || number > count)
		return problem_set(problem,
				   "there is no $arg%lu, for the probe has %lu arguments at 0x%llx",
				   number, count, (unsigned long long)target->offset);
	if (operand_parse(text, length, targets->file, target->address, operand, &why))
		return problem_set(problem, "$arg%lu is %s, which can't be recorded: %s", number,
				   operand->source, why.text);
	return 0;
}

/* An event has one type for an argument, wherever it is hit. */
static int check_types(const struct targets *targets, size_t n, unsigned long number,
		       const struct operand *operand, struct problem *problem)
{
	struct operand first;

	if (get_operand(targets, 0, number, &first, problem))
		return -1;
	if (strcmp(first.type, operand->type))
		return problem_set(
			problem,
			"$arg%lu is %s at 0x%llx and %s at 0x%llx; a type makes it one, as in $arg%lu:x%u",
			number, first.type, (unsigned long long)targets->list[0].offset,
			operand->type, (unsigned long long)targets->list[n].offset, number,
			8 * (first.size < operand->size ? first.size : operand->size));
	return 0;
}

static bool is_text(const char *type)
{
	return !strcmp(type, "string") || !strcmp(type, "ustring");
}

/* Returns the bytes of a number's type: u8, s16, x32 ...; 0 for other types. */
static unsigned int type_size(const char *type)
{
	if (!strcmp(type, "char"))
		return 1;
	return *type && strchr("usx", *type) && isdigit((unsigned char)type[1]) ?
		       atoi(type + 1) / 8 :
		       0;
}

/* What the operand has no bytes for would be what happens to lie next to it. */
static int check_type(const struct reference *ref, const struct operand *operand, const char *type,
		      struct problem *problem)
{
	if (strchr(type, '['))
		return problem_set(
			problem,
			"an array is in memory: +0($arg%lu):%s is the one that $arg%lu points to",
			ref->number, type, ref->number);
	if (operand->is_part && strcmp(type, "u8"))
		return problem_set(problem,
				   "$arg%lu is %s, of which the kernel knows the type u8 alone",
				   ref->number, operand->source);
	if (type_size(type) > operand->size)
		return problem_set(problem, "$arg%lu has %u bytes, and %s has more", ref->number,
				   operand->size, type);
	return 0;
}

static int check_pointer(const struct reference *ref, const struct operand *operand,
			 struct problem *problem)
{
	if (operand->size != POINTER_SIZE)
		return problem_set(problem, "$arg%lu has %u bytes, and a pointer has %u",
				   ref->number, operand->size, POINTER_SIZE);
	return 0;
}

/* Writes $argN:TYPE. */
static int write_typed(const struct reference *ref, const struct operand *operand, const char *type,
		       FILE *out, struct problem *problem)
{
	if (is_text(type)) {
		fprintf(out, "+0(%s):%s", operand->expression, type);
		return check_pointer(ref, operand, problem);
	}
	fprintf(out, "%s:%s", operand->expression, operand->is_part ? operand->type : type);
	return check_type(ref, operand, type, problem);
}

/* Writes $argN, with a type or without. */
static int write_value(const struct reference *ref, const struct targets *targets, size_t n,
		       const struct operand *operand, FILE *out, struct problem *problem)
{
	fprintf(out, " %.*s", (int)(ref->start - ref->before), ref->before);
	if (ref->expression == ref->before)
		fprintf(out, "arg%lu=", ref->number);
	if (*ref->after == ':')
		return write_typed(ref, operand, ref->after + 1, out, problem);
	fprintf(out, "%s:%s", operand->expression, operand->type);
	return check_types(targets, n, ref->number, operand, problem);
}

static int write_reference(const struct reference *ref, const struct targets *targets, size_t n,
			   FILE *out, struct problem *problem)
{
	struct operand operand;

	if (get_operand(targets, n, ref->number, &operand, problem))
		return -1;
	if (ref->start == ref->expression && (!*ref->after || *ref->after == ':'))
		return write_value(ref, targets, n, &operand, out, problem);
	fprintf(out, " %.*s%s%s", (int)(ref->start - ref->before), ref->before, operand.expression,
		ref->after);
	return check_pointer(ref, &operand, problem);
}

static int write_all(const struct targets *targets, size_t n, FILE *out, struct problem *problem)
{
	unsigned long number, count = find_operand(&targets->list[n], 0, NULL, NULL);
	char word[32];
	struct reference ref;

	if (count != find_operand(&targets->list[0], 0, NULL, NULL))
		return problem_set(
			problem,
			"the probe has not the same number of arguments at 0x%llx and 0x%llx",
			(unsigned long long)targets->list[0].offset,
			(unsigned long long)targets->list[n].offset);
	for (number = 1; number <= count; number++) {
		snprintf(word, sizeof(word), "$arg%lu", number);
		find_reference(word, &ref);
		if (write_reference(&ref, targets, n, out, problem))
			return -1;
	}
	return 0;
}

/**
 * argument_write() - write an argument of a definition, behind a blank
 * @word: the argument as the user wrote it
 * @targets: what the definition's place stands for
 * @n: which of the places the line is for
 * @out: is written to
 * @problem: receives why it can't be written
 *
 * Return: 0, or -1.
 */
int argument_write(const char *word, const struct targets *targets, size_t n, FILE *out,
		   struct problem *problem)
{
	struct reference ref;

	if (targets->list[n].operands && !strcmp(word, "$arg*"))
		return write_all(targets, n, out, problem);
	if (targets->list[n].operands && find_reference(word, &ref))
		return write_reference(&ref, targets, n, out, problem);
	fprintf(out, " %s", word);
	return 0;
}
