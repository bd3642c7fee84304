// SPDX-License-Identifier: GPL-2.0
/*
 * Parses places that are lists of patterns: "vfs_*,!vfs_fstat*,ksys_read,name_show[1]".
 */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "parser/parse_definition.h"
#include "parser/parse_text.h"

/**
 * parse_place_is_list() - tell whether a place is a list of patterns, and not one symbol
 * @place: the place as the definition has it
 * @len: number of bytes of @place
 *
 * No symbol has one of these characters in its name.
 */
bool parse_place_is_list(const char *place, size_t len)
{
	return parse_text_find(place, len, "*?[,!") < len;
}

/* Parses what is between the brackets of "NAME[N]" or "NAME[*]"; false when it is a class of a glob. */
static bool parse_index(const char *text, size_t len, struct place_pattern *pattern)
{
	if (parse_text_is(text, len, "*")) {
		pattern->kind = PLACE_EACH;
		return true;
	}
	pattern->kind = PLACE_NTH;
	return len && isdigit(text[0]) && !parse_uint(text, len, 10, &pattern->index);
}

static void parse_pattern(const char *place, struct place_pattern *pattern)
{
	const char *text = place + pattern->text.pos;
	size_t len = pattern->text.len, open = parse_text_find(text, len, "*?[\\");

	if (open == len) {
		pattern->kind = PLACE_NAME;
	} else if (open && text[open] == '[' && text[len - 1] == ']' && len - open > 2 &&
		   parse_index(text + open + 1, len - open - 2, pattern)) {
		pattern->text.len = open;
	} else {
		pattern->kind = PLACE_GLOB;
	}
}

/**
 * parse_next_pattern() - take one pattern after the other from a list
 * @place: the list, which ends with a NUL
 * @pos: where the pattern begins in @place, 0 for the first; receives where the next one begins
 * @pattern: receives the pattern
 *
 * A number or a star in brackets behind a plain name chooses among the symbols of that name. All other
 * brackets are those of a glob.
 *
 * Return: false when there is no pattern left.
 */
bool parse_next_pattern(const char *place, unsigned int *pos, struct place_pattern *pattern)
{
	size_t len;

	if (*pos && !place[*pos - 1])
		return false;
	len = strcspn(place + *pos, ",");
	memset(pattern, 0, sizeof(*pattern));
	pattern->leaves_out = place[*pos] == '!';
	pattern->text.pos = *pos + pattern->leaves_out;
	pattern->text.len = len - pattern->leaves_out;
	*pos += len + 1;
	parse_pattern(place, pattern);
	return true;
}

static int check_pattern(struct parse_command *cmd, unsigned int place_pos, const char *place,
			 const struct place_pattern *pattern)
{
	const char *text = place + pattern->text.pos;
	size_t len = pattern->text.len, wrong = parse_text_find(text, len, ":+");
	unsigned int pos = place_pos + pattern->text.pos;

	if (!len)
		return parse_fail(&cmd->error, PARSE_NO_PATTERN, pos);
	if (wrong < len)
		return parse_fail(&cmd->error, PARSE_BAD_PATTERN, pos + wrong);
	if (len >= PROBE_SYMBOL_SIZE)
		return parse_fail(&cmd->error, PARSE_BAD_PROBE_ADDR, pos);
	return 0;
}

/**
 * parse_place_patterns() - parse a place that is a list of patterns
 * @cmd: the command, split into words; the list begins with word 1
 * @def: receives the list as its place
 * @len: number of bytes of the list
 *
 * Return: 0, or the errno of @cmd->error.
 */
int parse_place_patterns(struct parse_command *cmd, struct probe_definition *def, size_t len)
{
	unsigned int place_pos = cmd->word[1].pos, pos = 0;
	struct place_pattern pattern;
	int ret = 0;

	def->several = true;
	parse_text_copy(def->place, sizeof(def->place), cmd->text + place_pos, len);
	if (*def->place == '!')
		return parse_fail(&cmd->error, PARSE_NOTHING_BEFORE, place_pos);
	while (!ret && parse_next_pattern(def->place, &pos, &pattern))
		ret = check_pattern(cmd, place_pos, def->place, &pattern);
	return ret;
}
