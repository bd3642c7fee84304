// SPDX-License-Identifier: GPL-2.0
/*
 * Splits one line into its words.
 */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/string.h>

#include "parser/parse_definition.h"

/**
 * parse_command_split() - normalise a line in place and find its words
 * @cmd: receives the words; refers to @line from now on
 * @line: NUL-terminated line; blanks around and between words, and a comment, are squeezed out of
 *	it
 *
 * A comment starts at the first '#', wherever the '#' is. An empty line has no words. @cmd->error
 * is cleared.
 *
 * Return: 0; -EINVAL when what is left is longer than PROBE_COMMAND_MAX - 1.
 */
int parse_command_split(struct parse_command *cmd, char *line)
{
	const char *in = line, *end = line + strcspn(line, "#");
	char *out = line, *word;

	cmd->text = line;
	cmd->nr_words = 0;
	cmd->nr_args = 0;
	cmd->error.code = PARSE_OK;
	cmd->error.pos = 0;

	for (;;) {
		while (in < end && isspace(*in))
			in++;
		if (in == end)
			break;
		/* At least one blank was read for each blank that is written here. */
		if (out != line)
			*out++ = ' ';
		for (word = out; in < end && !isspace(*in); in++)
			*out++ = *in;
		if (out - line >= PROBE_COMMAND_MAX)
			return -EINVAL;
		if (cmd->nr_words < PARSE_WORDS_MAX)
			cmd->word[cmd->nr_words] = (struct text_span){ .pos = word - line,
								       .len = out - word };
		cmd->nr_words++;
	}
	*out = '\0';
	return 0;
}

/**
 * parse_error_column() - get the column of an error at the start of a word
 * @cmd: the command, split into words
 * @word: index of the word
 *
 * Return: column of the word; for an index past the last word one column after the blank that
 * would follow the text.
 */
unsigned int parse_error_column(const struct parse_command *cmd, unsigned int word)
{
	if (word < cmd->nr_words && word < PARSE_WORDS_MAX)
		return cmd->word[word].pos;
	return strlen(cmd->text) + 1;
}
