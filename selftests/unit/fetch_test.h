/* SPDX-License-Identifier: GPL-2.0 */
/*
 * From the text of a definition to a program, the way the kernel layer goes.
 */
#ifndef UNIT_FETCH_TEST_H
#define UNIT_FETCH_TEST_H

#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "fetch/fetch_frame.h"
#include "fetch/fetch_print.h"
#include "fetch/fetch_program.h"
#include "fetch/fetch_register.h"
#include "parser/parse_definition.h"

/**
 * struct fetch_test - a definition and what comes of it
 * @layout: NULL until fetch_test_create() succeeded
 * @program: likewise
 */
struct fetch_test {
	char line[PROBE_COMMAND_MAX];
	struct parse_command cmd;
	struct probe_definition def;
	unsigned int nr_args;
	struct probe_argument args[PROBE_ARGUMENTS_MAX];
	struct fetch_layout *layout;
	struct fetch_program *program;
};

/* What names mean at the place; a test that has names sets it. */
static const struct parse_names *fetch_test_names;

/* Whether expressions have the limits of Linux 7.3 */
static bool fetch_test_limits_as_7_3;

/* Parses and checks; the place is a function entry. */
static inline int fetch_test_parse(struct fetch_test *test, const char *definition)
{
	const struct probe_naming naming = { .group = "kprobes", .prefix = "p" };
	const struct parse_lookup lookup = {
		.find_type = fetch_find_type,
		.find_register = fetch_find_register,
		.names = fetch_test_names,
		.limits_as_7_3 = fetch_test_limits_as_7_3,
	};
	struct parse_command *cmd = &test->cmd;
	unsigned int flags;
	int ret;

	memset(test, 0, sizeof(*test));
	strscpy(test->line, definition, sizeof(test->line));
	ret = parse_command_split(cmd, test->line);
	if (!ret)
		ret = parse_probe_place(cmd, &test->def);
	if (!ret)
		ret = parse_probe_names(cmd, &test->def, &naming);
	flags = test->def.kind == PROBE_RETURN ? PARSE_RETURN : PARSE_FUNCTION_ENTRY;
	if (!ret)
		ret = parse_expand_arguments(cmd, flags, fetch_test_names);
	while (!ret && test->nr_args < cmd->nr_args) {
		struct probe_argument *arg = &test->args[test->nr_args];

		ret = parse_probe_argument(cmd, test->nr_args, flags, &lookup, test->args);
		if (!ret)
			ret = fetch_check_argument(arg, &cmd->error);
		if (!ret)
			test->nr_args++;
	}
	return ret;
}

static inline int fetch_test_create(struct fetch_test *test, const char *definition,
				    fetch_symbol_fn symbol)
{
	int ret = fetch_test_parse(test, definition);
	bool is_return = test->def.kind == PROBE_RETURN;

	if (ret)
		return ret;
	test->layout = fetch_layout_create(is_return ? &probe_return_head : &probe_entry_head, test->args,
					   test->nr_args, &test->cmd.error);
	if (IS_ERR(test->layout)) {
		ret = PTR_ERR(test->layout);
		test->layout = NULL;
		return ret;
	}
	test->program = fetch_program_create(test->layout,
					     is_return ? &fetch_return_frame : &fetch_entry_frame,
					     test->args, test->nr_args, symbol);
	/* A program does not need the arguments it was made of. */
	memset(test->args, 0x6b, sizeof(test->args));
	if (IS_ERR(test->program)) {
		ret = PTR_ERR(test->program);
		fetch_layout_destroy(test->layout);
		test->layout = NULL;
		test->program = NULL;
	}
	return ret;
}

static inline void fetch_test_destroy(struct fetch_test *test)
{
	fetch_program_destroy(test->program);
	fetch_layout_destroy(test->layout);
}

#endif
