// SPDX-License-Identifier: GPL-2.0
/*
 * Parses the group and event names of a definition and of a deletion.
 */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "parser/parse_definition.h"
#include "parser/parse_text.h"

/* Finds the text after the first ':' of word 0. Returns false when there is no ':'. */
static bool find_names(const struct parse_command *cmd, struct text_span *names)
{
	size_t len = cmd->word[0].len;
	size_t colon = 1 + parse_text_find(cmd->text + 1, len - 1, ":");

	if (colon >= len)
		return false;
	names->pos = colon + 1;
	names->len = len - (colon + 1);
	return true;
}

static int parse_group(struct parse_command *cmd, struct probe_definition *def, unsigned int pos,
		       size_t len)
{
	const char *group = cmd->text + pos;

	if (!len)
		return parse_fail(&cmd->error, PARSE_NO_GROUP_NAME, pos);
	if (!parse_text_copy(def->group, sizeof(def->group), group, len))
		return parse_fail(&cmd->error, PARSE_GROUP_TOO_LONG, pos);
	if (!parse_is_group_name(group, len))
		return parse_fail(&cmd->error, PARSE_BAD_GROUP_NAME, pos);
	return 0;
}

static int parse_event(struct parse_command *cmd, struct probe_definition *def, unsigned int pos,
		       size_t len)
{
	const char *event = cmd->text + pos;

	if (!len)
		return parse_fail(&cmd->error, PARSE_NO_EVENT_NAME, pos);
	if (!parse_text_copy(def->event, sizeof(def->event), event, len))
		return parse_fail(&cmd->error, PARSE_EVENT_TOO_LONG, pos);
	if (!parse_is_name(event, len))
		return parse_fail(&cmd->error, PARSE_BAD_EVENT_NAME, pos);
	return 0;
}

/* Parses [GRP/][EVENT]; without a '/' the first '.' separates. */
static int parse_names_at(struct parse_command *cmd, struct probe_definition *def,
			  struct text_span names)
{
	const char *text = cmd->text + names.pos;
	size_t separator = parse_text_find(text, names.len, "/");
	int ret;

	if (separator == names.len)
		separator = parse_text_find(text, names.len, ".");
	if (separator == names.len)
		return parse_event(cmd, def, names.pos, names.len);

	ret = parse_group(cmd, def, names.pos, separator);
	if (ret)
		return ret;
	/* After GRP/ alone the event name stays automatic. */
	separator++;
	if (separator == names.len)
		return 0;
	return parse_event(cmd, def, names.pos + separator, names.len - separator);
}

/**
 * parse_given_names() - parse the group and event name that stand behind the letter, if there are any
 * @cmd: the command, split into words
 * @def: receives the names that are given. Those that are not stay as they are
 *
 * Return: 0, or the errno of @cmd->error.
 */
int parse_given_names(struct parse_command *cmd, struct probe_definition *def)
{
	struct text_span names;

	return find_names(cmd, &names) ? parse_names_at(cmd, def, names) : 0;
}

/* The name is that of a function or a tracepoint; no event's name begins with a digit. */
static void name_event_like_place(struct probe_definition *def, const char *suffix)
{
	const char *place = *def->place ? def->place : def->symbol;

	scnprintf(def->event, sizeof(def->event), "%s%s%s", isdigit(*place) ? "_" : "", place, suffix);
}

static void make_event_name(struct probe_definition *def, const struct probe_naming *naming)
{
	const char *prefix = naming->prefix;
	char *c;

	if (*def->own_name) {	/* with all characters of the file's name, as on mainline */
		strscpy(def->event, def->own_name, sizeof(def->event));
		return;
	}
	if (!prefix)
		name_event_like_place(def, naming->suffix);
	else if (def->by_address)	/* %p hashes: mainline names and lists such probes by the hash */
		scnprintf(def->event, sizeof(def->event), "%s_0x%p", prefix, (void *)def->address);
	else
		scnprintf(def->event, sizeof(def->event), "%s_%s%s%s_%ld", prefix, def->module,
			  def->module[0] ? "_" : "", def->several ? def->place : def->symbol,
			  def->offset);

	for (c = def->event; *c; c++)
		if (!isalnum(*c))
			*c = '_';
}

/**
 * parse_probe_names() - parse or make the group and event name of a probe
 * @cmd: the command, split into words
 * @def: the definition that parse_probe_place() filled; receives the names
 * @naming: the names that are not given are made of this
 *
 * Given names are checked; a missing event name is made from the place: PREFIX_SYM_OFF,
 * PREFIX_0xADDR, or the place and a suffix, cut to fit, with '_' for whatever a name cannot have. Then the
 * number of arguments is checked, because mainline checks it there.
 *
 * Return: 0, or the errno of @cmd->error.
 */
int parse_probe_names(struct parse_command *cmd, struct probe_definition *def,
		      const struct probe_naming *naming)
{
	int ret = 0;

	strscpy(def->group, naming->group, sizeof(def->group));
	def->event[0] = '\0';
	/* Mainline looks for the names of a user probe only right behind the letter. */
	if (!def->path.len || cmd->text[1] == ':')
		ret = parse_given_names(cmd, def);
	if (ret)
		return ret;
	if (!def->event[0])
		make_event_name(def, naming);

	if (cmd->nr_words > PROBE_ARGUMENTS_MAX + 2)
		return parse_fail(&cmd->error, PARSE_TOO_MANY_ARGS, parse_error_column(cmd, 2));
	return 0;
}

/* Names to delete are not checked: a name that no event can have is one that does not exist. */
static bool parse_deleted_names(const struct parse_command *cmd, struct text_span names,
				struct probe_deletion *del)
{
	const char *text = cmd->text + names.pos;
	size_t slash = parse_text_find(text, names.len, "/");
	size_t event = 0;

	if (slash < names.len) {
		if (!slash || !parse_text_copy(del->group, sizeof(del->group), text, slash))
			return false;
		event = slash + 1;
	}
	return parse_text_copy(del->event, sizeof(del->event), text + event, names.len - event);
}

/* Finds the names of a deletion, of which there have to be some. */
static int find_deleted_names(struct parse_command *cmd, struct text_span *names)
{
	bool named = find_names(cmd, names);

	if (cmd->text[0] == '-' && (!named || names->pos != 2))
		return parse_fail(&cmd->error, PARSE_BAD_DELETION, 1);
	if (!named)
		return parse_fail(&cmd->error, PARSE_BAD_DELETION, cmd->word[0].len);
	return names->len ? 0 : parse_fail(&cmd->error, PARSE_BAD_DELETION, names->pos);
}

/**
 * parse_deletion() - find out which probes to delete
 * @cmd: the command, split into words, that starts with '-' or '!'
 * @del: receives what to delete, on success
 *
 * Forms: ``-:[GRP/][EVENT] [PLACE [ARGS]]`` and ``!DEFINITION``, of which the names after the first
 * ':' count, and the words that follow. Place and arguments are compared as text, with what
 * a listing shows. Names that no probe can have give -ENOENT at once.
 *
 * Return: 0, or the errno of @cmd->error: -EINVAL when the form is wrong, -ENOENT.
 */
int parse_deletion(struct parse_command *cmd, struct probe_deletion *del)
{
	struct probe_deletion result = { };
	struct text_span names;
	int ret;

	if (!cmd->nr_words || (cmd->text[0] != '-' && cmd->text[0] != '!'))
		return parse_fail(&cmd->error, PARSE_BAD_DELETION, 0);
	ret = find_deleted_names(cmd, &names);
	if (ret)
		return ret;
	result.name_pos = names.pos;
	if (!parse_deleted_names(cmd, names, &result))
		return parse_fail(&cmd->error, PARSE_NO_EVENT, names.pos);
	if (cmd->nr_words > PROBE_ARGUMENTS_MAX + 2)
		return parse_fail(&cmd->error, PARSE_NO_PROBE, parse_error_column(cmd, 1));

	if (cmd->nr_words > 1)
		result.place = cmd->word[1];
	result.first_argument = cmd->nr_words > 2 ? 2 : cmd->nr_words;
	*del = result;
	return 0;
}
