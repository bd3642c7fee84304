// SPDX-License-Identifier: GPL-2.0
/*
 * Parses the names of an event probe, the event that it is attached to, and where its filter is:
 * e[:[GRP/][EVENT]] GRP.EVENT [ARGS] [if FILTER]
 *
 * Mainline looks at the names first, then at the attached event, and only then for the filter.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "parser/parse_definition.h"
#include "parser/parse_text.h"

#define EVENT_PROBE_GROUP	"eprobes"

static int fail_at_event(struct parse_command *cmd)
{
	return parse_fail(&cmd->error, PARSE_NO_EVENT_INFO, parse_error_column(cmd, 1));
}

/* Parses GRP/EVENT or GRP.EVENT. */
static int parse_attached(struct parse_command *cmd, struct probe_definition *def)
{
	const char *text = cmd->text + cmd->word[1].pos, *event;
	size_t len = cmd->word[1].len, group = parse_text_find(text, len, "/");

	if (group == len)
		group = parse_text_find(text, len, ".");
	if (group == len)
		return fail_at_event(cmd);
	event = text + group + 1;
	len -= group + 1;
	if (!parse_is_group_name(text, group) || !parse_is_name(event, len) ||
	    !parse_text_copy(def->attached_group, sizeof(def->attached_group), text, group) ||
	    !parse_text_copy(def->attached_event, sizeof(def->attached_event), event, len))
		return fail_at_event(cmd);
	scnprintf(def->place, sizeof(def->place), "%s.%s", def->attached_group,
		  def->attached_event);
	return 0;
}

/* Returns the index of the word "if", or the number of words. */
static unsigned int find_if(const struct parse_command *cmd)
{
	unsigned int i, stored = min_t(unsigned int, cmd->nr_words, PARSE_WORDS_MAX);

	for (i = 2; i < stored; i++)
		if (parse_text_is(cmd->text + cmd->word[i].pos, cmd->word[i].len, "if"))
			return i;
	return cmd->nr_words;
}

/* What follows "if" is the filter, and no word of the command any more. */
static int parse_filter_place(struct parse_command *cmd, struct probe_definition *def)
{
	unsigned int word = find_if(cmd);
	size_t end = strlen(cmd->text);

	if (word > PROBE_ARGUMENTS_MAX + 2)
		return parse_fail(&cmd->error, PARSE_TOO_MANY_ARGS, parse_error_column(cmd, 2));
	if (word == cmd->nr_words)
		return 0;
	def->filter.pos = cmd->word[word].pos + strlen("if ");
	def->filter.len = def->filter.pos < end ? end - def->filter.pos : 0;
	cmd->nr_words = word;
	return 0;
}

/**
 * parse_event_place() - parse the names of an event probe and the event that it is attached to
 * @cmd: the command, split into words; on success it has only those before the word "if"
 * @def: receives the names, the attached event, the place as listed, and where the filter is; undefined on
 *	failure
 *
 * The caller looks for the attached event, and only then says that no filter follows an "if".
 *
 * Return: 0; -ECANCELED when there is no place; else the errno of @cmd->error.
 */
int parse_event_place(struct parse_command *cmd, struct probe_definition *def)
{
	int ret;

	memset(def, 0, sizeof(*def));
	def->kind = PROBE_EVENT;
	if (cmd->nr_words < 2) {
		parse_fail(&cmd->error, PARSE_NO_PLACE, parse_error_column(cmd, 1));
		return -ECANCELED;
	}
	strscpy(def->group, EVENT_PROBE_GROUP, sizeof(def->group));
	ret = parse_given_names(cmd, def);
	ret = ret ?: parse_attached(cmd, def);
	if (ret)
		return ret;
	if (!*def->event)
		strscpy(def->event, def->attached_event, sizeof(def->event));
	return parse_filter_place(cmd, def);
}
