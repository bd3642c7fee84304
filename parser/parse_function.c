// SPDX-License-Identifier: GPL-2.0
/*
 * Parses the letter and the place of definitions that begin with f or t. Mainline takes whatever
 * follows the letter for the names, and looks at the place as a whole: it knows no offset, address or
 * module there.
 */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "parser/parse_definition.h"
#include "parser/parse_text.h"

#define RETVAL	"$retval"

/* Checks that there is a place, and nothing but names behind the letter. */
static int parse_letter(struct parse_command *cmd)
{
	if (cmd->nr_words < 2) {
		parse_fail(&cmd->error, PARSE_NO_PLACE, parse_error_column(cmd, 1));
		return -ECANCELED;
	}
	if (cmd->word[0].len > 1 && cmd->text[1] != ':')
		return parse_fail(&cmd->error, PARSE_BAD_MAXACT, 1);
	return 0;
}

/* Finds $retval as a word of its own in a text; returns its index, or -1. */
static int find_retval(const char *text, size_t len)
{
	size_t size = strlen(RETVAL), i;
	char next;

	for (i = 0; i + size <= len; i++) {
		if (memcmp(text + i, RETVAL, size))
			continue;
		/* Mainline looks no further than at the first one of each argument. */
		next = i + size < len ? text[i + size] : '\0';
		return isalnum(next) || next == '_' ? -1 : (int)i;
	}
	return -1;
}

/* Finds $retval in the arguments; returns its column in the command, or -1. */
static int find_retval_argument(const struct parse_command *cmd)
{
	unsigned int i, nr = min_t(unsigned int, cmd->nr_words, PARSE_WORDS_MAX);
	int pos;

	for (i = 2; i < nr; i++) {
		pos = find_retval(cmd->text + cmd->word[i].pos, cmd->word[i].len);
		if (pos >= 0)
			return cmd->word[i].pos + pos;
	}
	return -1;
}

/**
 * parse_function_place() - parse which function to probe with an f, and whether at its end
 * @cmd: the command, split into words
 * @def: receives kind and symbol; undefined on failure
 *
 * Word 1 is ``SYM[%return]``, or a list of patterns in place of the symbol. An argument with $retval makes the probe one at the end of the function, too. The
 * caller has to find out whether there is such a function.
 *
 * Return: 0; -ECANCELED when there is no place; else the errno of @cmd->error.
 */
int parse_function_place(struct parse_command *cmd, struct probe_definition *def)
{
	const char *place;
	size_t len, percent;
	int ret = parse_letter(cmd);

	if (ret)
		return ret;
	memset(def, 0, sizeof(*def));
	place = cmd->text + cmd->word[1].pos;
	len = cmd->word[1].len;
	percent = parse_text_find(place, len, "%");
	def->kind = PROBE_FUNCTION_ENTRY;
	if (percent < len && !parse_text_is(place + percent, len - percent, "%return"))
		return parse_fail(&cmd->error, PARSE_BAD_ADDR_SUFFIX, cmd->word[1].pos + percent);
	if (percent < len || find_retval_argument(cmd) >= 0)
		def->kind = PROBE_FUNCTION_EXIT;
	if (parse_place_is_list(place, percent))
		return parse_place_patterns(cmd, def, percent);
	if (!parse_text_copy(def->symbol, sizeof(def->symbol), place, percent))
		return parse_fail(&cmd->error, PARSE_BAD_PROBE_ADDR, cmd->word[1].pos);
	return 0;
}

/**
 * parse_tracepoint_place() - parse which tracepoint to probe with a t
 * @cmd: the command, split into words
 * @def: receives kind and place; undefined on failure
 *
 * Word 1 is the name of a tracepoint, which need not exist. A tracepoint returns nothing.
 *
 * Return: 0; -ECANCELED when there is no place; else the errno of @cmd->error.
 */
int parse_tracepoint_place(struct parse_command *cmd, struct probe_definition *def)
{
	unsigned int pos;
	const char *place;
	size_t len, i;
	int ret = parse_letter(cmd);

	if (ret)
		return ret;
	memset(def, 0, sizeof(*def));
	def->kind = PROBE_TRACEPOINT;
	pos = cmd->word[1].pos;
	place = cmd->text + pos;
	len = cmd->word[1].len;
	i = parse_text_find(place, len, "%");
	if (i < len)
		return parse_fail(&cmd->error, PARSE_BAD_ADDR_SUFFIX, pos + i);
	for (i = 0; i < len && (isalnum(place[i]) || place[i] == '_'); i++)
		;
	if (i < len)
		return parse_fail(&cmd->error, PARSE_BAD_TP_NAME, pos + i);
	ret = find_retval_argument(cmd);
	if (ret >= 0)
		return parse_fail(&cmd->error, PARSE_RETVAL_ON_PROBE, ret);
	parse_text_copy(def->place, sizeof(def->place), place, len);
	return 0;
}
