// SPDX-License-Identifier: GPL-2.0
/*
 * Parses the expression of a fetch argument: levels around one operand, which are dereferences,
 * this_cpu_ptr( ) and, both in one, this_cpu_read( ).
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

/* $stackN and $argN: the words of a kernel stack of 16 KiB, which is what x86_64 and arm64 have */
#define STACK_WORDS	2048

/**
 * struct nesting - the levels that stand around one operand
 * @count: number of levels taken off so far
 * @level: the levels, outermost first; those of the argument from the first one around the operand on
 */
struct nesting {
	unsigned int count;
	struct argument_level *level;
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

/* Takes what is before the braces off, @skip bytes with the '('; *expr shrinks to what is in the braces. */
static int parse_braces(struct argument_scan *scan, struct text_span *expr, size_t skip)
{
	size_t close;

	*expr = span_after(*expr, skip);
	close = parse_text_find_last(span_text(scan, *expr), expr->len, ')');
	if (close == expr->len)
		return argument_fail(scan, PARSE_DEREF_OPEN_BRACE, expr->pos + expr->len);
	expr->len = close;
	return 0;
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
	size_t number;

	deref->pos = argument_column(scan, expr->pos);
	deref->user = expr->len > 1 && text[1] == 'u';
	number = deref->user ? 2 : 1;
	if (open == expr->len)
		return argument_fail(scan, PARSE_DEREF_NEED_BRACE, expr->pos);
	if (parse_long(text[0], text + number, open - number, &deref->offset))
		return argument_fail(scan, PARSE_BAD_DEREF_OFFS, expr->pos);

	scan->slip += deref->user || (text[0] == '+' && text[1] == '-');
	return parse_braces(scan, expr, open + 1);
}

/* What begins a level of a per-CPU variable */
static const struct {
	const char *text;
	bool reads;
} per_cpu_levels[] = {
	{ "this_cpu_ptr(", false },
	{ "this_cpu_read(", true },
};

/* Finds the row of what a text begins with, or returns a negative number. */
static int find_per_cpu_level(const char *text, size_t len)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(per_cpu_levels); i++) {
		size_t begins = strlen(per_cpu_levels[i].text);

		if (len >= begins && !memcmp(text, per_cpu_levels[i].text, begins))
			return i;
	}
	return -ENOENT;
}

/** parse_is_per_cpu_level() - tell whether a text begins with this_cpu_ptr( or this_cpu_read( */
bool parse_is_per_cpu_level(const char *text, size_t len)
{
	return find_per_cpu_level(text, len) >= 0;
}

/* Takes the level off; *expr shrinks to what is in the braces. */
static int parse_per_cpu(struct argument_scan *scan, struct text_span *expr, int level)
{
	if (scan->flags & (PARSE_USER | PARSE_FIELDS))
		return argument_fail(scan, PARSE_NOSUP_PERCPU, expr->pos);
	return parse_braces(scan, expr, strlen(per_cpu_levels[level].text));
}

/* Fails with the caret at what is in the braces of @level. */
static int nesting_fail(struct argument_scan *scan, const struct nesting *nesting,
			enum parse_error_code code, unsigned int level)
{
	scan->slip = nesting->level[level].slip;
	return argument_fail(scan, code, nesting->level[level].inner);
}

static void nesting_add(struct argument_scan *scan, struct nesting *nesting,
			struct dereference deref, unsigned int inner)
{
	nesting->level[nesting->count++] = (struct argument_level){ deref, inner, scan->slip };
	scan->nr_levels++;
}

/* Takes the outermost level off. */
static int parse_level(struct argument_scan *scan, struct text_span *expr, int per_cpu,
		       struct nesting *nesting)
{
	struct dereference deref = { .pos = argument_column(scan, expr->pos) };
	int ret;

	if (per_cpu < 0) {
		ret = parse_dereference(scan, expr, &deref);
		if (!ret)
			nesting_add(scan, nesting, deref, expr->pos);
		return ret;
	}
	ret = parse_per_cpu(scan, expr, per_cpu);
	if (ret)
		return ret;
	if (per_cpu_levels[per_cpu].reads)
		nesting_add(scan, nesting, deref, expr->pos);
	deref.per_cpu = true;
	nesting_add(scan, nesting, deref, expr->pos);
	return 0;
}

/* Fails in the outermost level; where the levels of the argument stand around a typecast, at @pos behind it. */
static int too_many_levels(struct argument_scan *scan, const struct nesting *nesting, unsigned int pos)
{
	if (nesting->count)
		return nesting_fail(scan, nesting, PARSE_TOO_MANY_OPS, 0);
	return argument_fail(scan, PARSE_TOO_MANY_OPS, pos);
}

/* Levels and typecasts that stand within each other, since Linux 7.3 */
#define NESTED_MAX	8

/**
 * argument_nest() - count a level or a typecast, where their number has a limit
 * @scan: the argument that is being parsed
 * @pos: index in the body of the level or typecast
 *
 * Return: 0, or the errno of the error noted.
 */
int argument_nest(struct argument_scan *scan, unsigned int pos)
{
	if (scan->lookup->limits_as_7_3 && scan->nr_nested++ == NESTED_MAX)
		return argument_fail(scan, PARSE_TOO_MANY_NESTED, pos);
	return 0;
}

static int parse_nesting(struct argument_scan *scan, struct text_span *expr,
			 struct nesting *nesting)
{
	int ret, per_cpu;
	char first;

	nesting->count = 0;
	nesting->level = scan->level + scan->nr_levels;
	for (;;) {
		first = expr->len ? *span_text(scan, *expr) : '\0';
		per_cpu = find_per_cpu_level(span_text(scan, *expr), expr->len);
		if (first != '+' && first != '-' && per_cpu < 0)
			return 0;
		ret = argument_nest(scan, expr->pos);
		if (ret)
			return ret;
		/* A level may be two steps. */
		if (scan->nr_levels + 2 > ARRAY_SIZE(scan->level))
			return too_many_levels(scan, nesting, expr->pos);
		ret = parse_level(scan, expr, per_cpu, nesting);
		if (ret)
			return ret;
	}
}

/*
 * Parsers of variables. @whole is the variable with its '$', to which errors point; @rest is what
 * follows the name in the table.
 */
static int bad_variable(struct argument_scan *scan, struct text_span whole)
{
	return argument_fail(scan, PARSE_BAD_VAR, whole.pos);
}

/* Asks what a name means, together with the fields behind it. */
static int parse_named(struct argument_scan *scan, struct text_span whole)
{
	const struct parse_names *names = scan->lookup->names;
	struct parse_value *value = &scan->value;
	struct probe_argument *arg = scan->arg;
	struct parse_error error = { PARSE_OK };
	unsigned int i;
	int ret;

	ret = names->find(names, span_text(scan, whole), whole.len, value, &error);
	if (ret && !error.code)
		return ret;
	if (ret)
		return argument_fail(scan, error.code, whole.pos + error.pos);
	if (value->nr_derefs >= PARSE_LAST_STEP)
		return argument_fail(scan, PARSE_TOO_MANY_OPS, whole.pos);
	arg->operand = value->operand;
	arg->number = value->number;
	for (i = 0; i < value->nr_derefs; i++) {
		arg->deref[i].offset = value->offset[i];
		arg->deref[i].pos = argument_column(scan, whole.pos);
	}
	arg->nr_derefs = value->nr_derefs;
	return 0;
}

/* Is there a field of the record that has this name? Then it is the operand. */
static bool take_field(struct argument_scan *scan, struct text_span name)
{
	const struct parse_names *names = scan->lookup->names;
	struct parse_error error = { PARSE_OK };

	if (names->find(names, span_text(scan, name), name.len, &scan->value, &error))
		return false;
	scan->arg->operand = scan->value.operand;
	scan->arg->field = scan->value.field;
	return true;
}

/* Parses $FIELD. A field may be called "comm", too. */
static int parse_field(struct argument_scan *scan, struct text_span whole)
{
	struct text_span name = span_after(whole, 1);
	const char *text = span_text(scan, name);

	if (take_field(scan, name))
		return 0;
	if (!parse_text_is(text, name.len, "comm") && !parse_text_is(text, name.len, "COMM"))
		return bad_variable(scan, whole);
	scan->arg->operand = OPERAND_COMM;
	return 0;
}

/* Parses FIELD. Linux 7.2 takes that in typecasts alone, and has an error of its own for them. */
static int parse_bare_field(struct argument_scan *scan, struct text_span name)
{
	if (take_field(scan, name))
		return 0;
	return argument_fail(scan, scan->nr_casts ? PARSE_BAD_ATTACH_ARG : PARSE_NO_EVENT_FIELD,
			     name.pos);
}

/* Parses an operand that begins with a letter, which can only be the name of a variable. */
static int parse_name(struct argument_scan *scan, struct text_span whole)
{
	bool has_names = scan->flags & (PARSE_FUNCTION_ENTRY | PARSE_RETURN);

	if (scan->flags & PARSE_FIELDS)
		return parse_bare_field(scan, whole);
	if (!has_names || scan->flags & PARSE_USER)
		return argument_fail(scan, PARSE_NOSUP_BTFARG_HERE, whole.pos);
	if (!scan->lookup->names)
		return argument_fail(scan, PARSE_NOSUP_BTFARG, whole.pos);
	return parse_named(scan, whole);
}

static int parse_retval(struct argument_scan *scan, struct text_span whole, struct text_span rest)
{
	if (!(scan->flags & PARSE_RETURN))
		return argument_fail(scan, PARSE_RETVAL_ON_PROBE, whole.pos);
	if (scan->lookup->names)
		return parse_named(scan, whole);
	/* Mainline ignores the rest in a user probe. */
	if (rest.len && !(scan->flags & PARSE_USER))
		return bad_variable(scan, whole);
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

static int parse_current(struct argument_scan *scan, struct text_span whole, struct text_span rest)
{
	if (scan->flags & PARSE_USER)
		return bad_variable(scan, whole);
	if (rest.len && *span_text(scan, rest) == '-' && scan->lookup->names)
		return parse_named(scan, whole);
	if (rest.len)
		return bad_variable(scan, whole);
	scan->arg->operand = OPERAND_CURRENT;
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
	if (number > STACK_WORDS && !(scan->flags & PARSE_USER))
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
	if (scan->flags & PARSE_USER)
		return bad_variable(scan, whole);
	if (!(scan->flags & (PARSE_FUNCTION_ENTRY | PARSE_RETURN)))
		return argument_fail(scan, PARSE_NOFENTRY_ARGS, whole.pos);
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
	{ "current", parse_current },
	{ "comm", parse_comm },
	{ "COMM", parse_comm },
	{ "arg", parse_function_argument },
};

static int parse_variable(struct argument_scan *scan, struct text_span whole)
{
	struct text_span name = span_after(whole, 1);
	size_t len;
	int i;

	if (scan->flags & PARSE_FIELDS)
		return parse_field(scan, whole);

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
	int index;

	if (scan->flags & PARSE_NO_REGISTERS)
		return argument_fail(scan, scan->flags & PARSE_FIELDS ? PARSE_EVENT_REGISTERS :
				     PARSE_REGISTERS_MISSING, whole.pos);
	index = scan->lookup->find_register(span_text(scan, name), name.len);
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

/* Parses the OFFSET of @+OFFSET, from the place where the probed file begins in memory. */
static int parse_file_data(struct argument_scan *scan, struct text_span whole)
{
	struct text_span offset = span_after(whole, 2);
	struct dereference *deref = &scan->arg->deref[0];

	if (!(scan->flags & PARSE_USER))
		return argument_fail(scan, PARSE_FILE_ON_KPROBE, whole.pos);
	if (parse_long(0, span_text(scan, offset), offset.len, &deref->offset))
		return argument_fail(scan, PARSE_BAD_FILE_OFFS, whole.pos);
	scan->arg->operand = OPERAND_FILE;
	return 0;
}

static int parse_memory(struct argument_scan *scan, struct text_span whole)
{
	struct text_span place = span_after(whole, 1);
	struct probe_argument *arg = scan->arg;
	char first = place.len ? *span_text(scan, place) : '\0';
	int ret;

	if (first == '+')
		ret = parse_file_data(scan, whole);
	else if (isdigit(first))
		ret = parse_data_address(scan, place);
	else if (scan->flags & PARSE_USER)
		ret = argument_fail(scan, PARSE_SYM_ON_UPROBE, whole.pos);
	else
		ret = parse_data_symbol(scan, place);
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
	{ '(', parse_cast },
};

static int parse_operand(struct argument_scan *scan, struct text_span whole)
{
	int i;

	for (i = 0; whole.len && i < ARRAY_SIZE(operands); i++)
		if (operands[i].first == *span_text(scan, whole))
			return operands[i].parse(scan, whole);
	if (whole.len && parse_is_name(span_text(scan, whole), 1))
		return parse_name(scan, whole);
	return argument_fail(scan, PARSE_BAD_FETCH_ARG, whole.pos);
}

/*
 * Takes the read of "@ADDR" or "@SYM" away where this_cpu_ptr( ) is around it: what is per CPU is the
 * variable at that address.
 */
static void keep_address(struct probe_argument *arg, const struct nesting *nesting)
{
	bool is_memory = arg->operand == OPERAND_ADDRESS || arg->operand == OPERAND_SYMBOL;

	if (is_memory && nesting->count && nesting->level[nesting->count - 1].deref.per_cpu &&
	    arg->nr_derefs == 1)
		arg->nr_derefs = 0;
}

static int check_nesting(struct argument_scan *scan, const struct nesting *nesting)
{
	enum operand_kind operand = scan->arg->operand;
	unsigned int room = PARSE_LAST_STEP - parse_operand_steps(scan->arg);

	if (!nesting->count)
		return 0;
	if (operand == OPERAND_COMM || operand == OPERAND_STRING)
		return nesting_fail(scan, nesting, PARSE_COMM_CANT_DEREF, nesting->count - 1);
	if (nesting->count >= room)
		return nesting_fail(scan, nesting, PARSE_TOO_MANY_OPS, nesting->count - room);
	return 0;
}

/**
 * parse_levels() - parse an expression: the levels around an operand, and the operand
 * @scan: the argument, whose operand and levels are filled, and whose value says what is known of
 *	the type
 * @expr: position and length of the expression in the body
 *
 * The operand may be a typecast, which calls this for what it is applied to, up to eight times.
 *
 * Return: 0, or the errno of the error noted.
 */
int parse_levels(struct argument_scan *scan, struct text_span expr)
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
	keep_address(arg, &nesting);
	ret = check_nesting(scan, &nesting);
	if (ret)
		return ret;
	for (i = nesting.count; i > 0; i--)
		arg->deref[arg->nr_derefs++] = nesting.level[i - 1].deref;
	if (nesting.count)
		scan->value.is_typed = false;
	return 0;
}
