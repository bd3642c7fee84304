/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kinds of definitions. What is particular to one kind is in its row.
 */
#ifndef KERNEL_DEFINITION_KIND_H
#define KERNEL_DEFINITION_KIND_H

#include <linux/security.h>

#include "kernel/control/definition.h"
#include "parser/parse_definition.h"

struct fetch_frame;
struct hook;
struct probe;
struct record_head;

/**
 * struct definition_kind - one kind of definition
 * @letter: what a definition begins with
 * @log_name: what error_log calls the parser of such definitions
 * @lockdown: what a locked down kernel has to allow before such a probe is registered
 * @files: the files that take such definitions, a bit for each enum definition_file
 * @at_entry: the place has to be the entry of a function
 * @flags: PARSE_ flags that arguments are parsed with, besides those of the place
 * @head: what the records have before the arguments
 * @frame: what a hit brings
 * @hook: the hook that creates and validates probes; the validation may choose another one
 * @naming: the names that events get by themselves
 * @parse_place: parses letter and place; may set the definition's kind to another one ("p
 *	SYM%return")
 * @show_letter: prints what a line of the listing begins with
 */
struct definition_kind {
	char letter;
	const char *log_name;
	enum lockdown_reason lockdown;
	unsigned int files;
	bool at_entry;
	unsigned int flags;
	const struct record_head *head;
	const struct fetch_frame *frame;
	const struct hook *hook;
	struct probe_naming naming;
	int (*parse_place)(struct parse_command *cmd, struct probe_definition *def);
	void (*show_letter)(struct seq_file *m, const struct probe *probe);
};

const struct definition_kind *definition_kind_find(char letter, enum definition_file file);
const struct definition_kind *definition_kind_of(enum probe_kind kind);

#endif
