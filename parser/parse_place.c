// SPDX-License-Identifier: GPL-2.0
/*
 * Parses the letter, MAXACTIVE and the place of a definition.
 */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/string.h>

#include "parser/parse_definition.h"
#include "parser/parse_text.h"

/* The letters of kinds that mainline has besides; other text may be the rest of a line that was cut. */
static bool is_missing_kind(const char *word, size_t len)
{
	return len && memchr("ftes", word[0], 4) &&
	       (len == 1 || word[1] == ':' || isdigit(word[1]));
}

/**
 * parse_no_kind() - note that no kind of definition takes a command
 * @cmd: the command, split into words
 *
 * Return: -ECANCELED.
 */
int parse_no_kind(struct parse_command *cmd)
{
	bool missing = is_missing_kind(cmd->text, strcspn(cmd->text, " "));

	parse_fail(&cmd->error, missing ? PARSE_KIND_MISSING : PARSE_NO_KIND, 0);
	return -ECANCELED;
}

static int parse_kind(struct parse_command *cmd, struct probe_definition *def)
{
	switch (cmd->text[0]) {
	case 'p':
		def->kind = PROBE_ENTRY;
		return 0;
	case 'r':
		def->kind = PROBE_RETURN;
		return 0;
	default:
		return parse_no_kind(cmd);
	}
}

/*
 * Parses the digits after the letter. As on mainline, other text is ignored there: "pfoo" is "p".
 */
static int parse_maxactive(struct parse_command *cmd, struct probe_definition *def)
{
	const char *digits = cmd->text + 1;
	size_t len = parse_text_find(digits, cmd->word[0].len - 1, ":");
	unsigned int maxactive;

	if (!len || !isdigit(digits[0]))
		return 0;
	if (def->kind != PROBE_RETURN)
		return parse_fail(&cmd->error, PARSE_BAD_MAXACT_TYPE, 1);
	if (parse_uint(digits, len, 0, &maxactive) || !maxactive)
		return parse_fail(&cmd->error, PARSE_BAD_MAXACT, 1);
	/* Mainline keeps the number in an int, and a negative one asks for the default. */
	if (maxactive > INT_MAX)
		maxactive = 0;
	if (maxactive > PROBE_MAXACTIVE_MAX)
		return parse_fail(&cmd->error, PARSE_MAXACT_TOO_BIG, 1);
	def->maxactive = maxactive;
	return 0;
}

/* Parses a "%return" at the end; *len shrinks to what is before it. */
static int parse_suffix(struct parse_command *cmd, struct probe_definition *def, size_t *len)
{
	const char *place = cmd->text + cmd->word[1].pos;
	size_t percent = parse_text_find(place, *len, "%");

	if (percent == *len)
		return 0;
	if (!parse_text_is(place + percent, *len - percent, "%return"))
		return parse_fail(&cmd->error, PARSE_BAD_ADDR_SUFFIX, cmd->word[1].pos + percent);
	def->kind = PROBE_RETURN;
	*len = percent;
	return 0;
}

/*
 * Parses +OFF or -OFF; no symbol has a sign in its name. *len shrinks to what is before the sign.
 */
static bool parse_symbol_offset(struct probe_definition *def, const char *place, size_t *len)
{
	size_t sign = parse_text_find(place, *len, "+-");
	long offset;

	if (sign == *len)
		return true;
	if (parse_long(0, place + sign, *len - sign, &offset))
		return false;
	if (offset > (long)UINT_MAX || offset < -(long)UINT_MAX)
		return false;
	def->offset = offset;
	*len = sign;
	return true;
}

/* Accepts "MOD:", as mainline does: the probe waits for a module that has a symbol of no name. */
static bool parse_symbol(struct probe_definition *def, const char *place, size_t len)
{
	size_t colon = parse_text_find(place, len, ":");
	const char *symbol = place + colon + 1;

	if (!colon)
		return false;
	if (colon == len)
		return parse_text_copy(def->symbol, sizeof(def->symbol), place, len);
	return parse_text_copy(def->module, sizeof(def->module), place, colon) &&
	       parse_text_copy(def->symbol, sizeof(def->symbol), symbol, len - (colon + 1));
}

static int parse_place(struct parse_command *cmd, struct probe_definition *def)
{
	const char *place = cmd->text + cmd->word[1].pos;
	size_t len = cmd->word[1].len;
	int ret;

	if (!parse_ulong(place, len, 0, &def->address)) {
		def->by_address = true;
		return 0;
	}
	/* PATH:OFFSET is a place in a file. */
	if (memchr(place, '/', len) && memchr(place, ':', len)) {
		parse_fail(&cmd->error, PARSE_PLACE_IN_FILE, cmd->word[1].pos);
		return -ECANCELED;
	}

	ret = parse_suffix(cmd, def, &len);
	if (ret)
		return ret;
	if (parse_place_is_list(place, len))
		return parse_place_patterns(cmd, def, len);
	if (!parse_symbol_offset(def, place, &len) || !parse_symbol(def, place, len))
		return parse_fail(&cmd->error, PARSE_BAD_PROBE_ADDR, cmd->word[1].pos);
	return 0;
}

/**
 * parse_probe_place() - parse what to probe, and how
 * @cmd: the command, split into words
 * @def: receives everything but the names; undefined on failure
 *
 * The call takes ``p`` or ``r[MAXACTIVE]`` from word 0, and from word 1 one of
 * ``[MOD:]SYM[+OFF|-OFF][%return]``, ``ADDRESS`` and a list of patterns with or without ``%return``. The
 * caller has to find out whether the symbol exists.
 *
 * Return: 0; -ECANCELED when the command is not for kprobes (another letter, no place, a place in a
 * file), which @cmd->error says; else the errno of @cmd->error.
 */
int parse_probe_place(struct parse_command *cmd, struct probe_definition *def)
{
	int ret;

	memset(def, 0, sizeof(*def));
	ret = parse_kind(cmd, def);
	if (ret)
		return ret;
	if (cmd->nr_words < 2) {
		parse_fail(&cmd->error, PARSE_NO_PLACE, parse_error_column(cmd, 1));
		return -ECANCELED;
	}
	ret = parse_maxactive(cmd, def);
	if (ret)
		return ret;
	return parse_place(cmd, def);
}

/**
 * parse_symbol_print() - print the symbol of a place as [MODULE:]SYMBOL
 * @def: a definition whose place is no address
 * @text: receives the text
 * @size: bytes at @text; PROBE_SYMBOL_TEXT is enough
 */
void parse_symbol_print(const struct probe_definition *def, char *text, size_t size)
{
	scnprintf(text, size, "%s%s%s", def->module, *def->module ? ":" : "", def->symbol);
}
