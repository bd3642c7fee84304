// SPDX-License-Identifier: GPL-2.0
/*
 * Finds the arguments of a definition among its words: $arg* is as many as there are parameters,
 * and $argN is the parameter with that number.
 *
 * All words are looked at before the first argument is parsed, as by mainline: what is wrong with
 * one of these is reported before anything else that is wrong with the arguments. Only a word that
 * begins with "$arg" counts; NAME=$argN is left as it is.
 */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/string.h>

#include "parser/parse_definition.h"
#include "parser/parse_text.h"

/* The first words are the head and the place. */
#define FIRST_ARGUMENT	2

/**
 * struct expansion - the words while they are looked at
 * @cmd: the command, whose arguments are found
 * @flags: PARSE_ flags of the place
 * @names: what names mean, or NULL
 * @all: index of the word $arg*, or 0
 * @last: index of the last word that begins with $arg, or 0
 * @used: how much of PARSE_EXPANDED_MAX the names have taken
 */
struct expansion {
	struct parse_command *cmd;
	unsigned int flags;
	const struct parse_names *names;
	unsigned int all;
	unsigned int last;
	size_t used;
};

static int word_fail(struct expansion *expansion, enum parse_error_code code, unsigned int word)
{
	struct parse_command *cmd = expansion->cmd;

	return parse_fail(&cmd->error, code, parse_error_column(cmd, word));
}

/* Returns what follows "$arg" in a word; NULL when the word does not begin with that. */
static const char *after_arg(const struct parse_command *cmd, unsigned int word, size_t *len)
{
	const char *text = cmd->text + cmd->word[word].pos;
	size_t prefix = strlen("$arg");

	if (cmd->word[word].len < prefix || memcmp(text, "$arg", prefix))
		return NULL;
	*len = cmd->word[word].len - prefix;
	return text + prefix;
}

/* Looks at a word, which may be any. What follows "$arg*" does not matter, as on mainline. */
static int look_at(struct expansion *expansion, unsigned int word)
{
	size_t len;
	const char *text = after_arg(expansion->cmd, word, &len);

	if (!text || (expansion->flags & (PARSE_FIELDS | PARSE_USER)))
		return 0;
	if (!(expansion->flags & (PARSE_FUNCTION_ENTRY | PARSE_RETURN)))
		return word_fail(expansion, PARSE_NOFENTRY_ARGS, word);
	expansion->last = word;
	if (len && isdigit(text[0]))
		return 0;
	if (!len || text[0] != '*')
		return word_fail(expansion, PARSE_BAD_VAR, word);
	if (expansion->all)
		return word_fail(expansion, PARSE_DOUBLE_ARGS, word);
	expansion->all = word;
	return 0;
}

/* Arguments past the last one that is allowed are counted, not stored. */
static void add_argument(struct parse_command *cmd, unsigned int word, unsigned int parameter)
{
	if (cmd->nr_args < PROBE_ARGUMENTS_MAX)
		cmd->arg[cmd->nr_args] = (struct argument_source){ word, parameter };
	cmd->nr_args++;
}

/* Adds parameter number @parameter, from 1, instead of a word that has @rest bytes behind it. */
static int add_parameter(struct expansion *expansion, unsigned int word, unsigned int parameter,
			 size_t rest)
{
	const struct parse_names *names = expansion->names;
	const char *name;

	if (parameter > names->nr_parameters)
		return word_fail(expansion, PARSE_NO_BTFARG, word);
	name = names->parameter(names, parameter - 1);
	if (strlen(name) + rest >= PARSE_EXPANDED_MAX - expansion->used)
		return word_fail(expansion, PARSE_ARGS_2LONG, word);
	expansion->used += strlen(name) + rest + 1;
	add_argument(expansion->cmd, word, parameter);
	return 0;
}

static int add_all(struct expansion *expansion, unsigned int word)
{
	unsigned int i;
	int ret = 0;

	for (i = 1; i <= expansion->names->nr_parameters && !ret; i++)
		ret = add_parameter(expansion, word, i, 0);
	return ret;
}

/* Adds $argN[:TYPE], of which @text is what follows "$arg". */
static int add_numbered(struct expansion *expansion, unsigned int word, const char *text,
			size_t len)
{
	size_t digits = parse_text_find(text, len, ":");
	unsigned long number;
	int ret = parse_ulong(text, digits, 10, &number);

	if (ret == -ERANGE)
		return word_fail(expansion, PARSE_NO_BTFARG, word);
	if (ret)
		return word_fail(expansion, PARSE_BAD_VAR, word);
	if (!number)
		return word_fail(expansion, PARSE_BAD_ARG_NUM, word);
	if (number > expansion->names->nr_parameters)
		return word_fail(expansion, PARSE_NO_BTFARG, word);
	return add_parameter(expansion, word, number, len - digits);
}

static int add_word(struct expansion *expansion, unsigned int word, bool expands)
{
	size_t len;
	const char *text = expands ? after_arg(expansion->cmd, word, &len) : NULL;

	if (!text) {
		add_argument(expansion->cmd, word, 0);
		return 0;
	}
	return word == expansion->all ? add_all(expansion, word) :
					add_numbered(expansion, word, text, len);
}

/**
 * parse_expand_arguments() - find the arguments of a definition
 * @cmd: the command, split into words; its arguments are filled
 * @flags: what is known of the place, PARSE_FUNCTION_ENTRY and PARSE_RETURN
 * @names: what names mean at the place, or NULL
 *
 * Where no parameters are known, $argN stays what it is: a register or a place on the stack.
 *
 * Return: 0, or the errno of @cmd->error.
 */
int parse_expand_arguments(struct parse_command *cmd, unsigned int flags,
			   const struct parse_names *names)
{
	struct expansion expansion = { .cmd = cmd, .flags = flags, .names = names };
	unsigned int word, nr = cmd->nr_words < PARSE_WORDS_MAX ? cmd->nr_words : PARSE_WORDS_MAX;
	bool expands = names && names->nr_parameters;
	int ret = 0;

	cmd->nr_args = 0;
	for (word = FIRST_ARGUMENT; word < nr && !ret; word++)
		ret = look_at(&expansion, word);
	if (ret)
		return ret;
	if (expansion.all && !expands)
		return word_fail(&expansion, PARSE_NOSUP_BTFARG, expansion.last);
	for (word = FIRST_ARGUMENT; word < nr && !ret; word++)
		ret = add_word(&expansion, word, expands);
	if (!ret && (cmd->nr_args > PROBE_ARGUMENTS_MAX || nr < cmd->nr_words))
		ret = word_fail(&expansion, PARSE_TOO_MANY_ARGS, FIRST_ARGUMENT);
	return ret;
}
