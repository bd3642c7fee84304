// SPDX-License-Identifier: GPL-2.0
/*
 * Parses typecasts, as Linux 7.3 has them: what follows is taken for a pointer to a structure, or
 * to a member of one, and fields are read from there.
 *
 *	(STRUCT)OPERAND->FIELD
 *	(STRUCT,MEMBER)OPERAND->FIELD
 *	(STRUCT)(EXPRESSION)->FIELD
 *	(STRUCT)+OFFSET(EXPRESSION)->FIELD
 *	(STRUCT)this_cpu_ptr(EXPRESSION)->FIELD
 */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/string.h>

#include "parser/parse_expression.h"
#include "parser/parse_text.h"

/* This keeps the recursion of the parser short. argument_nest() has the limit of Linux 7.3, for all levels together. */
#define CASTS_MAX	8

/**
 * struct cast - the parts of a typecast
 * @cast: what is between its parentheses
 * @inner: what is taken for a pointer
 * @path: the fields, from the arrow on
 */
struct cast {
	struct text_span cast;
	struct text_span inner;
	struct text_span path;
};

static const char *text_at(const struct argument_scan *scan, unsigned int pos)
{
	return scan->arg->body + pos;
}

/* Returns the position of the parenthesis that closes the one at @pos, or @end. */
static unsigned int find_close(const struct argument_scan *scan, unsigned int pos, unsigned int end)
{
	unsigned int depth = 0;

	for (; pos < end; pos++) {
		char c = *text_at(scan, pos);

		if (c == '(')
			depth++;
		else if (c == ')' && !--depth)
			break;
	}
	return pos;
}

/* Returns the position of the first arrow from @pos on, or @end. */
static unsigned int find_arrow(const struct argument_scan *scan, unsigned int pos, unsigned int end)
{
	return pos + parse_text_find_word(text_at(scan, pos), end - pos, "->");
}

/* Tells whether the first sign in a text is that of a number. */
static bool has_offset(const struct argument_scan *scan, unsigned int pos, unsigned int end)
{
	pos += parse_text_find(text_at(scan, pos), end - pos, "+-") + 1;
	return pos < end && isdigit(*text_at(scan, pos));
}

/* Finds where the operand of a cast ends, which begins at @start. */
static int find_operand_end(struct argument_scan *scan, unsigned int start, unsigned int end,
			    unsigned int *operand_end)
{
	char first = start < end ? *text_at(scan, start) : '\0';
	unsigned int open = start, close;

	if (first == '@' && has_offset(scan, start, end))
		return argument_fail(scan, PARSE_TYPECAST_SYM_OFFSET, start);
	if (first != '(' && first != '+' && first != '-' &&
	    !parse_is_per_cpu_level(text_at(scan, start), end - start)) {
		*operand_end = find_arrow(scan, start, end);
		return 0;
	}
	open += parse_text_find(text_at(scan, start), end - start, "(");
	if (open == end)
		return argument_fail(scan, PARSE_DEREF_NEED_BRACE, start);
	close = find_close(scan, open, end);
	if (close == end)
		return argument_fail(scan, PARSE_DEREF_OPEN_BRACE, end);
	*operand_end = close + 1;
	return 0;
}

static int split_cast(struct argument_scan *scan, struct text_span whole, struct cast *cast)
{
	unsigned int start = whole.pos + 1, end = whole.pos + whole.len, operand_end;
	unsigned int close = start + parse_text_find(text_at(scan, start), end - start, ")");
	bool in_braces;
	int ret;

	if (close == end)
		return argument_fail(scan, PARSE_DEREF_OPEN_BRACE, end);
	cast->cast = (struct text_span){ start, close - start };
	start = close + 1;
	ret = find_operand_end(scan, start, end, &operand_end);
	if (ret)
		return ret;
	if (find_arrow(scan, operand_end, end) != operand_end || operand_end == end)
		return argument_fail(scan, PARSE_TYPECAST_REQ_FIELD, operand_end);
	in_braces = *text_at(scan, start) == '(';
	cast->inner = (struct text_span){ start + in_braces, operand_end - start - 2 * in_braces };
	cast->path = (struct text_span){ operand_end, end - operand_end };
	return 0;
}

/* Adds the reads of memory that the fields are, behind those of the operand. */
static int take_fields(struct argument_scan *scan, const struct cast *cast)
{
	const struct parse_names *names = scan->lookup->names;
	struct parse_error error = { PARSE_OK };
	struct probe_argument *arg = scan->arg;
	unsigned int i;
	int ret;

	ret = names->cast(names, arg->body, cast->cast, cast->path, &scan->value, &error);
	if (ret && !error.code)
		return ret;
	if (ret)
		return argument_fail(scan, error.code, error.pos);
	if (parse_operand_steps(arg) + scan->value.nr_derefs >= PARSE_LAST_STEP)
		return argument_fail(scan, PARSE_TOO_MANY_OPS, cast->path.pos);
	for (i = 0; i < scan->value.nr_derefs; i++)
		arg->deref[arg->nr_derefs++] = (struct dereference) {
			.offset = scan->value.offset[i],
			.pos = argument_column(scan, cast->path.pos),
		};
	return 0;
}

/**
 * parse_cast() - parse a typecast with what it is applied to
 * @scan: the argument, whose operand and levels are filled
 * @whole: position and length of the operand in the body, which begins with '('
 *
 * Return: 0, or the errno of the error noted.
 */
int parse_cast(struct argument_scan *scan, struct text_span whole)
{
	struct cast cast;
	int ret;

	if (!scan->lookup->names || !scan->lookup->names->cast)
		return argument_fail(scan, PARSE_NOSUP_BTFARG, whole.pos);
	ret = argument_nest(scan, whole.pos);
	if (ret)
		return ret;
	ret = split_cast(scan, whole, &cast);
	if (ret)
		return ret;
	if (scan->nr_casts++ == CASTS_MAX)
		return argument_fail(scan, PARSE_TOO_MANY_NESTED, whole.pos);
	ret = parse_levels(scan, cast.inner);
	if (ret)
		return ret;
	if (scan->arg->operand == OPERAND_COMM || scan->arg->operand == OPERAND_STRING)
		return argument_fail(scan, PARSE_COMM_CANT_DEREF, cast.inner.pos);
	return take_fields(scan, &cast);
}
