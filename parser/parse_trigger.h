/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Splits what is written to a trigger file:
 *
 *	[!]NAME[:COUNT] [if FILTER]
 *	[!]NAME:GROUP:EVENT[:COUNT] [if FILTER]		(a trigger that switches another event)
 *
 * A '!' takes the trigger away; what follows the name, and the other event, is not looked at then.
 */
#ifndef PARSER_PARSE_TRIGGER_H
#define PARSER_PARSE_TRIGGER_H

#include <linux/types.h>

/**
 * struct trigger_command - one write to a trigger file
 * @removes: the command takes the trigger away
 * @name: name of the trigger, NUL-terminated
 * @rest: text behind the name, or NULL when there is none
 * @group: group of the other event, or NULL
 * @event: name of the other event, or NULL
 * @has_count: a count was given
 * @count: how often the trigger may act, when @has_count is set
 * @filter: text of the filter, or NULL when there is none
 */
struct trigger_command {
	bool removes;
	char *name;
	char *rest;
	char *group;
	char *event;
	bool has_count;
	unsigned long count;
	char *filter;
};

void parse_trigger_name(struct trigger_command *cmd, char *text);
int parse_trigger_target(struct trigger_command *cmd);
int parse_trigger_parameters(struct trigger_command *cmd);

#endif
