// SPDX-License-Identifier: GPL-2.0
/*
 * Parses the commands of trigger files, in the order of mainline's parser: the caller looks the name
 * up before the parameters are parsed.
 */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "parser/parse_text.h"
#include "parser/parse_trigger.h"

/**
 * parse_trigger_name() - find the name in the text of a command
 * @cmd: receives @removes, @name and @rest; everything else is cleared
 * @text: the command without blanks at its ends; changed by the call, and used by @cmd
 */
void parse_trigger_name(struct trigger_command *cmd, char *text)
{
	memset(cmd, 0, sizeof(*cmd));
	cmd->removes = *text == '!';
	cmd->rest = text + cmd->removes;
	cmd->name = strsep(&cmd->rest, ": \t");
}

/* The digits end at a ':', and the rest of the word is ignored. */
static int parse_count(struct trigger_command *cmd, const char *word)
{
	cmd->has_count = true;
	return parse_ulong(word, parse_text_find(word, strlen(word), ":"), 0, &cmd->count);
}

/**
 * parse_trigger_target() - parse the other event that a command names
 * @cmd: the command that parse_trigger_name() filled; receives @group, @event, and a @rest without them
 *
 * Return: 0, or -EINVAL.
 */
int parse_trigger_target(struct trigger_command *cmd)
{
	char *behind, *word;

	if (!cmd->rest)
		return -EINVAL;
	behind = skip_spaces(cmd->rest);
	word = strsep(&behind, " \t");
	cmd->group = strsep(&word, ":");
	if (!word)
		return -EINVAL;
	cmd->event = strsep(&word, ":");
	cmd->rest = behind;
	return cmd->removes || !word ? 0 : parse_count(cmd, word);
}

static int parse_filter(struct trigger_command *cmd, char *text)
{
	const char *word;

	if (text)
		text = skip_spaces(text);
	if (!text || !*text)
		return 0;
	word = strsep(&text, " \t");
	if (strcmp(word, "if") || !text)
		return -EINVAL;
	cmd->filter = text;
	return 0;
}

/**
 * parse_trigger_parameters() - parse what stands behind the name, or behind the other event
 * @cmd: the command that parse_trigger_name() filled; receives the count and the filter
 *
 * Return: 0, -EINVAL, or -ERANGE when the count is no unsigned long.
 */
int parse_trigger_parameters(struct trigger_command *cmd)
{
	char *text = cmd->rest ? skip_spaces(cmd->rest) : NULL;
	int ret = 0;

	if (!cmd->event && text && isdigit(*text))
		ret = parse_count(cmd, strsep(&text, " \t"));
	return ret ?: parse_filter(cmd, text);
}
