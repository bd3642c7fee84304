// SPDX-License-Identifier: GPL-2.0
/*
 * Makes a program of predicates from the text of a filter.
 *
 * A predicate has two exits, one for each answer, and the program is left as soon as the answer of
 * the whole is known. While the text is read, an exit whose target is not known yet belongs to a
 * list of exits that will get the same one; the list is linked through the exits themselves, and
 * an exit is named by a number, twice its predicate's plus the answer it is for.
 *
 *	A && B		the true exits of A lead to B; the false ones wait for those of B
 *	A || B		the false exits of A lead to B; the true ones wait for those of B
 *	!A		the two lists of A change places
 *	( A )		has the lists of A
 *
 * && binds tighter: what waits for the end of a chain of && is kept apart from what waits for the
 * end of the chain of || around it. struct filter_group has both, once per open parenthesis.
 * Targets are always predicates that are yet to be read, so a program can't loop.
 *
 * The column of an error is that of mainline's error_log. Inside a predicate the column is one past
 * the character at which the scanner stopped; outside a predicate it is that character's.
 */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include "parser/parse_filter.h"

#define NO_EXIT		0xffff	/* ends a list of exits */

static const char *const error_texts[] = {
	[FILTER_OK] = "No error",
#define ERROR(name, text) [FILTER_##name] = text,
	FILTER_ERRORS(ERROR)
#undef ERROR
};

static const char *const operators[] = {
	[FILTER_OP_GLOB] = "~",
	[FILTER_OP_NE] = "!=",
	[FILTER_OP_EQ] = "==",
	[FILTER_OP_LE] = "<=",
	[FILTER_OP_LT] = "<",
	[FILTER_OP_GE] = ">=",
	[FILTER_OP_GT] = ">",
	[FILTER_OP_BITS] = "&",
};

/* The exits of a part of the filter that has been read, by answer; NO_EXIT: there are none */
struct exit_lists {
	u16 when_true;
	u16 when_false;
};

/**
 * struct filter_parser - the state of parse_filter()
 * @text: the text of the filter
 * @pos: index of the next character to read
 * @invert: an odd number of '!' stands before the term that comes next
 * @depth: number of open parentheses
 * @term: exits of the term that was read last
 * @program: the program that is made
 * @lookup: the caller's functions
 * @data: first argument of the functions of @lookup
 * @error: receives what is wrong
 */
struct filter_parser {
	const char *text;
	unsigned int pos;
	bool invert;
	unsigned int depth;
	struct exit_lists term;
	struct filter_program *program;
	const struct filter_lookup *lookup;
	void *data;
	struct filter_error *error;
};

/**
 * filter_error_text() - get the sentence of an error
 * @code: the error, a row of FILTER_ERRORS, or FILTER_OK
 *
 * Return: the text, without newline.
 */
const char *filter_error_text(enum filter_error_code code)
{
	return error_texts[code];
}

static int fail(struct filter_error *error, enum filter_error_code code, unsigned int pos)
{
	error->code = code;
	error->pos = pos;
	return -EINVAL;
}

/* Fails inside a predicate, where columns are one higher. */
static int fail_here(struct filter_parser *p, enum filter_error_code code)
{
	return fail(p->error, code, p->pos + 1);
}

/* Fails for a reason that is not in the text as such. */
static int fail_errno(struct filter_error *error, int err)
{
	fail(error, FILTER_ERRNO, 0);
	return err;
}

static bool is_quote(char c)
{
	return c == '\'' || c == '"';
}

/*
 * Skips one character, or the whole of a quoted text; returns NULL when a quoted text has no end.
 */
static const char *skip_token(const char *s)
{
	if (is_quote(*s)) {
		s = strchr(s + 1, *s);
		if (!s)
			return NULL;
	}
	return s + 1;
}

/* Finds the last '(' that led to @depth open ones. All quotes must be closed. */
static unsigned int find_open(const char *text, unsigned int depth)
{
	unsigned int open = 0, pos = 0;
	const char *s;

	for (s = text; *s; s = skip_token(s)) {
		if (*s == ')')
			open--;
		if (*s == '(' && ++open == depth)
			pos = s - text;
	}
	return pos;
}

/**
 * parse_filter_measure() - find out how much room parse_filter() will need
 * @text: the text of the filter
 * @program: receives @max_predicates and @max_groups
 * @error: receives what is wrong, on failure
 *
 * The call finds what mainline finds before it looks at the first predicate: quotes and parentheses
 * without partner, and a filter of blanks.
 *
 * Return: 0 or -EINVAL.
 */
int parse_filter_measure(const char *text, struct filter_program *program,
			 struct filter_error *error)
{
	unsigned int terms = 0, open = 0, deepest = 0;
	bool in_term = false;
	const char *s, *next;

	for (s = text; *s; s = next) {
		next = skip_token(s);
		if (!next)
			return fail(error, FILTER_MISSING_QUOTE, s - text);
		if (*s == ')' && !open--)
			return fail(error, FILTER_TOO_MANY_CLOSE, s - text);
		if (*s == '(')
			deepest = max(deepest, ++open);
		if (strchr("()&|", *s)) {
			in_term = false;
		} else if (!in_term && !isspace(*s)) {
			in_term = true;
			terms++;
		}
	}
	if (open)
		return fail(error, FILTER_TOO_MANY_OPEN, find_open(text, open));
	if (!terms)
		return fail(error, FILTER_ERRNO, 0);
	/* One more, because text that is no predicate is found out in the place of a predicate. */
	program->max_predicates = min_t(unsigned int, terms + 1, FILTER_TERMS_MAX);
	program->max_groups = deepest + 1;
	return 0;
}

static u16 *exit_at(struct filter_parser *p, u16 exit)
{
	return &p->program->predicate[exit / 2].exit[exit % 2];
}

static u16 join_exits(struct filter_parser *p, u16 a, u16 b)
{
	u16 *link = &a;

	while (*link != NO_EXIT)
		link = exit_at(p, *link);
	*link = b;
	return a;
}

static void set_exits(struct filter_parser *p, u16 list, u16 target)
{
	while (list != NO_EXIT) {
		u16 *link = exit_at(p, list);

		list = *link;
		*link = target;
	}
}

static struct filter_group *this_group(struct filter_parser *p)
{
	return &p->program->group[p->depth];
}

static void begin_group(struct filter_parser *p)
{
	*this_group(p) = (struct filter_group) {
		.when_true = NO_EXIT,
		.when_false = NO_EXIT,
		.inverted = p->invert,
	};
	p->invert = false;
}

/* Joins what waits in the group with the last term: then the group is a term itself. */
static void end_group(struct filter_parser *p)
{
	struct filter_group *group = this_group(p);

	p->term.when_true = join_exits(p, group->when_true, p->term.when_true);
	p->term.when_false = join_exits(p, group->when_false, p->term.when_false);
	if (group->inverted)
		swap(p->term.when_true, p->term.when_false);
}

static void link_and(struct filter_parser *p)
{
	struct filter_group *group = this_group(p);

	set_exits(p, p->term.when_true, p->program->nr_predicates);
	group->when_false = join_exits(p, group->when_false, p->term.when_false);
}

static void link_or(struct filter_parser *p)
{
	struct filter_group *group = this_group(p);

	group->when_true = join_exits(p, group->when_true, p->term.when_true);
	set_exits(p, group->when_false, p->program->nr_predicates);
	set_exits(p, p->term.when_false, p->program->nr_predicates);
	group->when_false = NO_EXIT;
}

static void link_predicate(struct filter_parser *p)
{
	u16 exit = 2 * p->program->nr_predicates++;

	*exit_at(p, exit) = NO_EXIT;
	*exit_at(p, exit + 1) = NO_EXIT;
	p->term.when_false = exit + p->invert;
	p->term.when_true = exit + !p->invert;
	p->invert = false;
}

static void skip_blanks(struct filter_parser *p)
{
	while (isspace(p->text[p->pos]))
		p->pos++;
}

static bool skip_given(struct filter_parser *p, const char *prefix)
{
	size_t len = strlen(prefix);

	if (strncmp(p->text + p->pos, prefix, len))
		return false;
	p->pos += len;
	return true;
}

/* Reads a number as written, for kstrto*(); @buf has FILTER_NUMBER_MAX bytes. */
static int read_number(struct filter_parser *p, char *buf)
{
	unsigned int start = p->pos, len;

	if (p->text[p->pos] == '-')
		p->pos++;
	while (isalnum(p->text[p->pos]))
		p->pos++;
	len = p->pos - start;
	if (len >= FILTER_NUMBER_MAX)
		return fail_here(p, FILTER_OPERAND_TOO_LONG);
	memcpy(buf, p->text + start, len);
	buf[len] = '\0';
	return 0;
}

/* As on mainline, the comparison cuts a number that the field can't hold to the field's width. */
static int parse_number(struct filter_parser *p, struct filter_predicate *predicate)
{
	unsigned int start = p->pos;
	char buf[FILTER_NUMBER_MAX];
	int ret;

	if (filter_field_is_string(&predicate->field))
		return fail_here(p, FILTER_EXPECT_STRING);
	if (predicate->op == FILTER_OP_GLOB)
		return fail_here(p, FILTER_ILLEGAL_FIELD_OP);
	ret = read_number(p, buf);
	if (ret)
		return ret;
	if (predicate->field.is_signed)
		ret = kstrtos64(buf, 0, (s64 *)&predicate->number);
	else
		ret = kstrtou64(buf, 0, &predicate->number);
	if (ret)
		return fail(p->error, FILTER_ILLEGAL_INTVAL, start + 1);
	predicate->value = FILTER_VALUE_NUMBER;
	return 0;
}

static bool op_is_equality(enum filter_operator op)
{
	return op == FILTER_OP_EQ || op == FILTER_OP_NE;
}

static int parse_string(struct filter_parser *p, struct filter_predicate *predicate)
{
	const char *start = p->text + p->pos, *end;

	if (!op_is_equality(predicate->op) && predicate->op != FILTER_OP_GLOB)
		return fail_here(p, FILTER_ILLEGAL_FIELD_OP);
	if (!filter_field_is_string(&predicate->field))
		return fail_here(p, FILTER_EXPECT_DIGIT);
	end = skip_token(start);
	if (!end)
		return fail(p->error, FILTER_MISSING_QUOTE, p->pos);
	predicate->value = FILTER_VALUE_STRING;
	predicate->text = start + 1;
	predicate->len = end - start - 2;
	p->pos = end - p->text;
	if (predicate->len >= FILTER_STRING_MAX) {
		p->pos--;
		return fail_here(p, FILTER_OPERAND_TOO_LONG);
	}
	return 0;
}

static int parse_cpus(struct filter_parser *p, struct filter_predicate *predicate)
{
	unsigned int start;
	int ret;

	if (filter_field_is_string(&predicate->field))
		return fail_here(p, FILTER_ILLEGAL_FIELD_OP);
	if (!op_is_equality(predicate->op) && predicate->op != FILTER_OP_BITS)
		return fail_here(p, FILTER_ILLEGAL_FIELD_OP);
	skip_given(p, "CPUS");
	start = p->pos + 1;
	if (p->text[p->pos] != '{')
		return fail(p->error, FILTER_MISSING_BRACE_OPEN, start + 1);
	p->pos = start;
	while (p->text[p->pos] && p->text[p->pos] != '}')
		p->pos++;
	if (!p->text[p->pos])
		return fail_here(p, FILTER_MISSING_BRACE_CLOSE);
	predicate->value = FILTER_VALUE_CPUS;
	predicate->text = p->text + start;
	predicate->len = p->pos - start;
	if (!predicate->len)
		return fail_here(p, FILTER_INVALID_CPULIST);
	ret = p->lookup->check_cpus(p->data, predicate->text, predicate->len);
	if (ret == -ENOMEM)
		return fail_errno(p->error, ret);
	if (ret)
		return fail_here(p, FILTER_INVALID_CPULIST);
	p->pos++;
	return 0;
}

static int parse_function_address(struct filter_parser *p, struct filter_predicate *predicate)
{
	char buf[FILTER_NUMBER_MAX];
	unsigned long address;
	int ret;

	ret = read_number(p, buf);
	if (ret)
		return ret;
	if (kstrtoul(buf, 0, &address))
		return fail_here(p, FILTER_INVALID_VALUE);
	if (p->lookup->find_function_at(p->data, address, &predicate->number, &predicate->end))
		return fail_here(p, FILTER_NO_FUNCTION);
	return 0;
}

/* Unlike on mainline, a name also ends where the expression around it goes on. */
static int parse_function_name(struct filter_parser *p, struct filter_predicate *predicate)
{
	const char *start = p->text + p->pos, *s = start;
	int ret;

	while (*s && !isspace(*s) && !strchr(")&|", *s))
		s++;
	p->pos += s - start;
	ret = p->lookup->find_function(p->data, start, s - start, &predicate->number,
				       &predicate->end);
	if (ret == -ENOMEM)
		return fail_errno(p->error, ret);
	if (ret)
		return fail_here(p, FILTER_NO_FUNCTION);
	return 0;
}

static int parse_function(struct filter_parser *p, struct filter_predicate *predicate)
{
	/* A string can have that size, too: two locations, or eight characters. */
	if (filter_field_is_string(&predicate->field) || predicate->field.size != sizeof(long))
		return fail_here(p, FILTER_ILLEGAL_FIELD_OP);
	if (!op_is_equality(predicate->op))
		return fail_here(p, FILTER_INVALID_OP);
	predicate->value = FILTER_VALUE_FUNCTION;
	if (isdigit(p->text[p->pos]))
		return parse_function_address(p, predicate);
	return parse_function_name(p, predicate);
}

static int parse_value(struct filter_parser *p, struct filter_predicate *predicate)
{
	const char *s = p->text + p->pos;

	if (strstarts(s, "CPUS"))
		return parse_cpus(p, predicate);
	if (is_quote(*s))
		return parse_string(p, predicate);
	if (isdigit(*s) || *s == '-')
		return parse_number(p, predicate);
	return fail_here(p, filter_field_is_string(&predicate->field) ? FILTER_INVALID_VALUE :
									FILTER_INVALID_NUMBER);
}

static int parse_field(struct filter_parser *p, struct filter_predicate *predicate)
{
	const char *start = p->text + p->pos, *s = start;

	while (isalnum(*s) || *s == '_')
		s++;
	p->pos += s - start;
	if (s == start)
		return fail(p->error, FILTER_ERRNO, 0);
	if (p->lookup->find_field(p->data, start, s - start, &predicate->field))
		return fail_here(p, FILTER_FIELD_NOT_FOUND);
	return 0;
}

static int parse_operator(struct filter_parser *p, struct filter_predicate *predicate)
{
	enum filter_operator op;

	for (op = 0; op < FILTER_NR_OPS; op++) {
		if (!skip_given(p, operators[op]))
			continue;
		predicate->op = op;
		return 0;
	}
	return fail_here(p, FILTER_INVALID_OP);
}

static int parse_predicate(struct filter_parser *p)
{
	struct filter_program *program = p->program;
	struct filter_predicate *predicate = &program->predicate[program->nr_predicates];
	bool function;
	int ret;

	if (program->nr_predicates == program->max_predicates)
		return fail(p->error, FILTER_TOO_MANY_PREDS, p->pos);
	memset(predicate, 0, sizeof(*predicate));
	ret = parse_field(p, predicate);
	if (ret)
		return ret;
	/* ".ustring" says that a pointer is one to the memory of a program. It changes nothing of other fields. */
	if (skip_given(p, ".ustring") && predicate->field.kind == FILTER_FIELD_POINTER)
		predicate->field.kind = FILTER_FIELD_USER_POINTER;
	function = skip_given(p, ".function");
	skip_blanks(p);
	ret = parse_operator(p, predicate);
	if (ret)
		return ret;
	skip_blanks(p);
	ret = function ? parse_function(p, predicate) : parse_value(p, predicate);
	if (!ret)
		link_predicate(p);
	return ret;
}

static int open_parenthesis(struct filter_parser *p)
{
	if (p->depth + 1 >= p->program->max_groups)
		return fail(p->error, FILTER_TOO_MANY_OPEN, p->pos);
	p->depth++;
	begin_group(p);
	p->pos++;
	return 0;
}

static int close_parenthesis(struct filter_parser *p)
{
	if (!p->depth)
		return fail(p->error, FILTER_TOO_MANY_CLOSE, p->pos + 1);
	end_group(p);
	p->depth--;
	p->pos++;
	return 0;
}

/* Parses what may stand before a term, and the term up to its first predicate. */
static int parse_term(struct filter_parser *p)
{
	for (;;) {
		const char *s;
		int ret;

		skip_blanks(p);
		s = p->text + p->pos;
		if (!*s)
			return fail(p->error, p->program->nr_predicates ?
				    FILTER_INVALID_FILTER : FILTER_NO_FILTER, p->pos);
		if (*s == '(') {
			ret = open_parenthesis(p);
			if (ret)
				return ret;
		} else if (*s == '!' && s[1] != '=' && s[1] != '~') {
			p->invert = !p->invert;
			p->pos++;
		} else {
			return parse_predicate(p);
		}
	}
}

/* Parses what stands after a predicate, up to the next term. Returns 1 at the end of the filter. */
static int parse_link(struct filter_parser *p)
{
	for (;;) {
		const char *s;
		int ret;

		skip_blanks(p);
		s = p->text + p->pos;
		if (!*s && p->depth)
			return fail(p->error, FILTER_TOO_MANY_OPEN, p->pos);
		if (!*s) {
			end_group(p);
			set_exits(p, p->term.when_true, FILTER_ACCEPT);
			set_exits(p, p->term.when_false, FILTER_REJECT);
			return 1;
		}
		if (*s != ')')
			break;
		ret = close_parenthesis(p);
		if (ret)
			return ret;
	}
	if (skip_given(p, "&&"))
		link_and(p);
	else if (skip_given(p, "||"))
		link_or(p);
	else
		return fail(p->error, FILTER_TOO_MANY_PREDS, p->pos);
	return 0;
}

/**
 * parse_filter() - make a program of a filter
 * @text: the filter, which parse_filter_measure() has accepted; the program refers to the text
 * @lookup: finds what names stand for
 * @data: first argument of the functions of @lookup
 * @program: receives the program; has the room that was measured
 * @error: receives what is wrong and where, on failure
 *
 * Return: 0, -EINVAL (see @error), or -ENOMEM when a function of @lookup says so.
 */
int parse_filter(const char *text, const struct filter_lookup *lookup, void *data,
		 struct filter_program *program, struct filter_error *error)
{
	struct filter_parser p = {
		.text = text,
		.program = program,
		.lookup = lookup,
		.data = data,
		.error = error,
	};
	int ret;

	program->nr_predicates = 0;
	begin_group(&p);
	do {
		ret = parse_term(&p);
		if (!ret)
			ret = parse_link(&p);
	} while (!ret);
	return ret < 0 ? ret : 0;
}
