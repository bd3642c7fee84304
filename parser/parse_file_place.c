// SPDX-License-Identifier: GPL-2.0
/*
 * Parses places in files, PATH:OFFSET[%return][(REF)], in two steps: mainline looks the file up before it
 * looks at what stands behind the last ':'.
 */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "parser/parse_definition.h"
#include "parser/parse_text.h"

/* What a name that is made of a path leaves out: the first of these, and all behind it. */
#define PATH_NAME_ENDS	".-_"

/**
 * parse_find_path() - find the path in a place
 * @place: the word that says the place
 * @len: number of bytes of @place
 *
 * Return: number of bytes of the path, which ends before the last ':'; 0 when this is no place in a file: it
 * has no '/', or no digit follows the last ':'.
 */
size_t parse_find_path(const char *place, size_t len)
{
	size_t colon = parse_text_find_last(place, len, ':');

	if (colon + 1 >= len || !isdigit(place[colon + 1]) || !memchr(place, '/', len))
		return 0;
	return colon;
}

/**
 * parse_file_place() - parse letter and path of a user probe
 * @cmd: the command, split into words
 * @def: receives the kind and the path; undefined on failure
 *
 * Return: 0; -ECANCELED when the command is not for uprobes, which @cmd->error says; else the errno of
 * @cmd->error.
 */
int parse_file_place(struct parse_command *cmd, struct probe_definition *def)
{
	size_t len;

	memset(def, 0, sizeof(*def));
	if (cmd->text[0] != 'p' && cmd->text[0] != 'r')
		return parse_no_kind(cmd);
	def->kind = cmd->text[0] == 'p' ? PROBE_USER_ENTRY : PROBE_USER_RETURN;
	if (cmd->nr_words < 2) {
		parse_fail(&cmd->error, PARSE_NO_PLACE, parse_error_column(cmd, 1));
		return -ECANCELED;
	}
	if (cmd->nr_words > PROBE_ARGUMENTS_MAX + 2)
		return parse_fail(&cmd->error, PARSE_TOO_MANY_ARGS, parse_error_column(cmd, 2));
	len = parse_find_path(cmd->text + cmd->word[1].pos, cmd->word[1].len);
	if (!len) {
		parse_fail(&cmd->error, PARSE_FILE_PLACE_WANTED, cmd->word[1].pos);
		return -ECANCELED;
	}
	def->path = (struct text_span){ .pos = cmd->word[1].pos, .len = len };
	return 0;
}

/* Fails with the errno of the number that @code is about. */
static int fail_for_number(struct parse_command *cmd, enum parse_error_code code, size_t pos, int ret)
{
	parse_fail(&cmd->error, code, pos);
	return ret;
}

/* Parses a "(REF)" at the end; rest->len shrinks to what is before it. */
static int parse_reference(struct parse_command *cmd, struct probe_definition *def,
			   struct text_span *rest)
{
	const char *text = cmd->text + rest->pos;
	size_t open = parse_text_find(text, rest->len, "("), number = open + 1, close;
	int ret;

	if (open == rest->len)
		return 0;
	close = number + parse_text_find(text + number, rest->len - number, ")");
	if (close == rest->len)
		return parse_fail(&cmd->error, PARSE_REFCNT_OPEN_BRACE, rest->pos + rest->len);
	if (close + 1 < rest->len)
		return parse_fail(&cmd->error, PARSE_BAD_REFCNT_SUFFIX, rest->pos + close + 1);
	ret = parse_ulong(text + number, close - number, 0, &def->ref_offset);
	if (ret)
		return fail_for_number(cmd, PARSE_BAD_REFCNT, rest->pos + number, ret);
	rest->len = open;
	return 0;
}

/* Parses a "%return" at the end; rest->len shrinks to what is before it. */
static int parse_suffix(struct parse_command *cmd, struct probe_definition *def,
			struct text_span *rest)
{
	const char *text = cmd->text + rest->pos;
	size_t percent = parse_text_find(text, rest->len, "%");

	if (percent == rest->len)
		return 0;
	if (!parse_text_is(text + percent, rest->len - percent, "%return"))
		return parse_fail(&cmd->error, PARSE_BAD_ADDR_SUFFIX, rest->pos + percent);
	def->kind = PROBE_USER_RETURN;
	rest->len = percent;
	return 0;
}

/* Makes the name that the event gets by itself. The letter is p, also for a return. */
static void make_name(const struct parse_command *cmd, struct probe_definition *def)
{
	const char *path = cmd->text + def->path.pos;
	size_t slash = parse_text_find_last(path, def->path.len, '/');
	const char *base = slash == def->path.len ? path : path + slash + 1;
	size_t len = parse_text_find(base, path + def->path.len - base, PATH_NAME_ENDS);

	scnprintf(def->own_name, sizeof(def->own_name), "p_%.*s_0x%lx", (int)len, base,
		  def->file_offset);
}

/**
 * parse_file_offset() - parse what stands behind the path of a place in a file
 * @cmd: the command, split into words
 * @def: the definition that parse_file_place() filled; receives the rest of the place
 *
 * Return: 0, or an errno, with @cmd->error.
 */
int parse_file_offset(struct parse_command *cmd, struct probe_definition *def)
{
	const struct text_span *word = &cmd->word[1];
	struct text_span rest = {
		.pos = def->path.pos + def->path.len + 1,
		.len = word->len - (def->path.len + 1),
	};
	int ret, len;

	ret = parse_reference(cmd, def, &rest);
	if (!ret)
		ret = parse_suffix(cmd, def, &rest);
	if (ret)
		return ret;
	ret = parse_ulong(cmd->text + rest.pos, rest.len, 0, &def->file_offset);
	if (ret)
		return fail_for_number(cmd, PARSE_BAD_UPROBE_OFFS, rest.pos, ret);
	len = scnprintf(def->place, sizeof(def->place), "%.*s:0x%016lx", (int)def->path.len,
			cmd->text + def->path.pos, def->file_offset);
	if (def->ref_offset)
		scnprintf(def->place + len, sizeof(def->place) - len, "(0x%lx)", def->ref_offset);
	make_name(cmd, def);
	return 0;
}
