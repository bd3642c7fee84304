// SPDX-License-Identifier: GPL-2.0
/*
 * Parses the expression of a fetch argument: dereferences around one operand.
 *
 * Levels are taken off from the outside, which is the order in which mainline finds errors in
 * levels. The operand comes next. What is wrong with the nesting as a whole comes last, from the
 * inside. A level ends at its last ')': mainline ignores what follows the level, and so does this
 * parser.
 */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "parser/parse_expression.h"
#include "parser/parse_text.h"

/*
 * Mainline compiles an argument into 16 steps, the last of which ends the program. Each level is
 * a step, an operand is one step, two (@ADDR) or three (@SYM). An argument whose last step would be
 * number 16 is an error.
 */
#define LAST_STEP	15

/* $stackN and $argN: the words of a kernel stack of 16 KiB, which is what x86_64 and arm64 have */
#define STACK_WORDS	2048

/**
 * struct nesting - the levels of an expression while they are taken off
 * @count: number of levels taken off so far
 * @deref: the levels, outermost first
 * @inner: for each level, the index in the body of what is in its braces
 * @slip: for each level, how many columns early a caret in its braces is
 */
struct nesting {
	unsigned int count;
	struct dereference deref[PROBE_DEREF_MAX];
	u16 inner[PROBE_DEREF_MAX];
	u16 slip[PROBE_DEREF_MAX];
};

static const char *span_text(const struct argument_scan *scan, struct text_span span)
{
	return scan->arg->body + span.pos;
}

static struct text_span span_after(struct text_span span, unsigned int skip)
{
	span.pos += skip;
	span.len -= skip;
	return span;
}

/*
 * Parses one +-[u]OFFSET(...); *expr shrinks to what is in the braces. Mainline miscounts what it
 * took off: inside +u8( ) and +-8( ) its carets are one column early. Carets here are where
 * mainline puts them.
 */
static int parse_dereference(struct argument_scan *scan, struct text_span *expr,
			     struct dereference *deref)
{
	const char *text = span_text(scan, *expr);
	size_t open = parse_text_find(text, expr->len, "(");
	size_t number, close;

	deref->pos = argument_column(scan, expr->pos);
	deref->user = expr->len > 1 && text[1] == 'u';
	number = deref->user ? 2 : 1;
	if (open == expr->len)
		return argument_fail(scan, PARSE_DEREF_NEED_BRACE, expr->pos);
	if (parse_long(text[0], text + number, open - number, &deref->offset))
		return argument_fail(scan, PARSE_BAD_DEREF_OFFS, expr->pos);

	scan->slip += deref->user || (text[0] == '+' && text[1] == '-');
	*expr = span_after(*expr, open + 1);
	close = parse_text_find_last(span_text(scan, *expr), expr->len, ')');
	if (close == expr->len)
		return argument_fail(scan, PARSE_DEREF_OPEN_BRACE, expr->pos + expr->len);
	expr->len = close;
	return 0;
}

/* Fails with the caret at what is in the braces of @level. */
static int nesting_fail(struct argument_scan *scan, const struct nesting *nesting,
			enum parse_error_code code, unsigned int level)
{
	scan->slip = nesting->slip[level];
	return argument_fail(scan, code, nesting->inner[level]);
}

static int parse_nesting(struct argument_scan *scan, struct text_span *expr,
			 struct nesting *nesting)
{
	const char *text = span_text(scan, *expr);
	int ret;

	nesting->count = 0;
	while (expr->len && (*text == '+' || *text == '-')) {
		if (nesting->count == PROBE_DEREF_MAX)
			return nesting_fail(scan, nesting, PARSE_TOO_MANY_OPS, 0);
		ret = parse_dereference(scan, expr, &nesting->deref[nesting->count]);
		if (ret)
			return ret;
		nesting->inner[nesting->count] = expr->pos;
		nesting->slip[nesting->count++] = scan->slip;
		text = span_text(scan, *expr);
	}
	return 0;
}

/*
 * Parsers of variables. @whole is the variable with its '$', to which errors point; @rest is what
 * follows the name in the table.
 */
static int bad_variable(struct argument_scan *scan, struct text_span whole)
{
	return argument_fail(scan, PARSE_BAD_VAR, whole.pos);
}

static int parse_retval(struct argument_scan *scan, struct text_span whole, struct text_span rest)
{
	if (rest.len)
		return bad_variable(scan, whole);
	if (!(scan->flags & PARSE_RETURN))
		return argument_fail(scan, PARSE_RETVAL_ON_PROBE, whole.pos);
	scan->arg->operand = OPERAND_RETVAL;
	return 0;
}

static int parse_comm(struct argument_scan *scan, struct text_span whole, struct text_span rest)
{
	if (rest.len)
		return bad_variable(scan, whole);
	scan->arg->operand = OPERAND_COMM;
	return 0;
}

static int parse_stack(struct argument_scan *scan, struct text_span whole, struct text_span rest)
{
	const char *text = span_text(scan, rest);
	unsigned long number;

	if (!rest.len) {
		scan->arg->operand = OPERAND_STACK_POINTER;
		return 0;
	}
	if (!isdigit(text[0]) || parse_ulong(text, rest.len, 10, &number))
		return bad_variable(scan, whole);
	if (number > STACK_WORDS)
		return argument_fail(scan, PARSE_BAD_STACK_NUM, whole.pos);
	scan->arg->operand = OPERAND_STACK;
	scan->arg->number = number;
	return 0;
}

static int parse_function_argument(struct argument_scan *scan, struct text_span whole,
				   struct text_span rest)
{
	unsigned long number;

	if (parse_ulong(span_text(scan, rest), rest.len, 10, &number))
		return bad_variable(scan, whole);
	if (!number || number > STACK_WORDS)
		return argument_fail(scan, PARSE_BAD_ARG_NUM, whole.pos);
	if (!(scan->flags & (PARSE_FUNCTION_ENTRY | PARSE_RETURN)))
		return bad_variable(scan, whole);
	scan->arg->operand = OPERAND_ARGUMENT;
	scan->arg->number = number;
	return 0;
}

static const struct {
	const char *name;
	int (*parse)(struct argument_scan *scan, struct text_span whole, struct text_span rest);
} variables[] = {
	{ "retval", parse_retval },
	{ "stack", parse_stack },
	{ "comm", parse_comm },
	{ "COMM", parse_comm },
	{ "arg", parse_function_argument },
};

static int parse_variable(struct argument_scan *scan, struct text_span whole)
{
	struct text_span name = span_after(whole, 1);
	size_t len;
	int i;

	for (i = 0; i < ARRAY_SIZE(variables); i++) {
		len = strlen(variables[i].name);
		if (name.len >= len && !memcmp(span_text(scan, name), variables[i].name, len))
			return variables[i].parse(scan, whole, span_after(name, len));
	}
	return bad_variable(scan, whole);
}

static int parse_register(struct argument_scan *scan, struct text_span whole)
{
	struct text_span name = span_after(whole, 1);
	int index = scan->lookup->find_register(span_text(scan, name), name.len);

	if (index < 0)
		return argument_fail(scan, PARSE_BAD_REG_NAME, whole.pos);
	scan->arg->operand = OPERAND_REGISTER;
	scan->arg->number = index;
	return 0;
}

/*
 * Parses SYM[+-OFF]. Mainline looks at symbol and offset only when it registers the probe, and
 * blames the place for what is wrong then: an empty symbol is one that does not exist. Here the caret
 * is below what is wrong, without mainline's slip.
 */
static int parse_data_symbol(struct argument_scan *scan, struct text_span symbol)
{
	const char *text = span_text(scan, symbol);
	size_t sign = parse_text_find(text, symbol.len, "+-");

	if (sign < symbol.len && parse_long(0, text + sign, symbol.len - sign, &scan->arg->value))
		return parse_fail(&scan->cmd->error, PARSE_BAD_SYMBOL_OFFS,
				  argument_column(scan, symbol.pos + sign));
	scan->arg->operand = OPERAND_SYMBOL;
	scan->arg->text.pos = symbol.pos;
	scan->arg->text.len = sign;
	return 0;
}

static int parse_data_address(struct argument_scan *scan, struct text_span address)
{
	unsigned long value;

	if (parse_ulong(span_text(scan, address), address.len, 0, &value))
		return argument_fail(scan, PARSE_BAD_MEM_ADDR, address.pos - 1);
	scan->arg->operand = OPERAND_ADDRESS;
	scan->arg->value = value;
	return 0;
}

static int parse_memory(struct argument_scan *scan, struct text_span whole)
{
	struct text_span place = span_after(whole, 1);
	struct probe_argument *arg = scan->arg;
	char first = place.len ? *span_text(scan, place) : '\0';
	int ret;

	if (first == '+')
		return argument_fail(scan, PARSE_FILE_ON_KPROBE, whole.pos);
	ret = isdigit(first) ? parse_data_address(scan, place) : parse_data_symbol(scan, place);
	if (ret)
		return ret;
	arg->nr_derefs = 1;
	arg->deref[0].pos = argument_column(scan, whole.pos);
	return 0;
}

static int parse_immediate_string(struct argument_scan *scan, struct text_span text)
{
	if (!text.len || span_text(scan, text)[text.len - 1] != '"')
		return argument_fail(scan, PARSE_IMMSTR_NO_CLOSE, text.pos + text.len);
	scan->arg->operand = OPERAND_STRING;
	scan->arg->text.pos = text.pos;
	scan->arg->text.len = text.len - 1;
	return 0;
}

static int parse_number(const char *text, size_t len, long *value)
{
	unsigned long positive;
	int ret;

	if (!len)
		return -EINVAL;
	if (text[0] == '+' || text[0] == '-')
		return parse_long(text[0], text + 1, len - 1, value);
	if (!isdigit(text[0]))
		return -EINVAL;
	ret = parse_ulong(text, len, 0, &positive);
	if (!ret)
		*value = positive;
	return ret;
}

static int parse_immediate(struct argument_scan *scan, struct text_span whole)
{
	struct text_span number = span_after(whole, 1);
	const char *text = span_text(scan, number);

	if (number.len && text[0] == '"')
		return parse_immediate_string(scan, span_after(number, 1));
	if (parse_number(text, number.len, &scan->arg->value))
		return argument_fail(scan, PARSE_BAD_IMM, number.pos);
	scan->arg->operand = OPERAND_IMMEDIATE;
	return 0;
}

static const struct {
	char first;
	int (*parse)(struct argument_scan *scan, struct text_span whole);
} operands[] = {
	{ '$', parse_variable },
	{ '%', parse_register },
	{ '@', parse_memory },
	{ '\\', parse_immediate },
};

static int parse_operand(struct argument_scan *scan, struct text_span whole)
{
	int i;

	for (i = 0; whole.len && i < ARRAY_SIZE(operands); i++)
		if (operands[i].first == *span_text(scan, whole))
			return operands[i].parse(scan, whole);
	return argument_fail(scan, PARSE_BAD_FETCH_ARG, whole.pos);
}

/* Returns the number of steps that come before the first level. */
static unsigned int operand_steps(enum operand_kind operand)
{
	switch (operand) {
	case OPERAND_ADDRESS:
		return 1;
	case OPERAND_SYMBOL:
		return 2;
	default:
		return 0;
	}
}

static int check_nesting(struct argument_scan *scan, const struct nesting *nesting)
{
	enum operand_kind operand = scan->arg->operand;
	unsigned int room = LAST_STEP - operand_steps(operand);

	if (!nesting->count)
		return 0;
	if (operand == OPERAND_COMM || operand == OPERAND_STRING)
		return nesting_fail(scan, nesting, PARSE_COMM_CANT_DEREF, nesting->count - 1);
	if (nesting->count >= room)
		return nesting_fail(scan, nesting, PARSE_TOO_MANY_OPS, nesting->count - room);
	return 0;
}

/**
 * parse_expression() - parse the expression of an argument
 * @scan: the argument, whose operand and levels are filled
 * @expr: position and length of the expression in the body
 *
 * Return: 0, or the errno of the error noted.
 */
int parse_expression(struct argument_scan *scan, struct text_span expr)
{
	struct probe_argument *arg = scan->arg;
	struct nesting nesting;
	unsigned int i;
	int ret;

	ret = parse_nesting(scan, &expr, &nesting);
	if (ret)
		return ret;
	ret = parse_operand(scan, expr);
	if (ret)
		return ret;
	ret = check_nesting(scan, &nesting);
	if (ret)
		return ret;
	for (i = nesting.count; i > 0; i--)
		arg->deref[arg->nr_derefs++] = nesting.deref[i - 1];
	return 0;
}
