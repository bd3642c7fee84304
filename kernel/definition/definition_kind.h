/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kinds of definitions. What is particular to one kind is in its row.
 */
#ifndef KERNEL_DEFINITION_KIND_H
#define KERNEL_DEFINITION_KIND_H

#include <linux/security.h>

#include "kernel/definition/definition.h"
#include "parser/parse_definition.h"

struct definition_write;
struct fetch_frame;
struct hook;
struct module;
struct probe;
struct record_head;
struct tracer;

/**
 * struct definition_kind - one kind of definition
 * @letter: what a definition begins with
 * @log_name: what error_log calls the parser of such definitions
 * @lockdown: what a locked down kernel has to allow before such a probe is registered
 * @files: the files that take such definitions, a bit for each enum definition_file
 * @at_entry: the place has to be the entry of a function
 * @single: an event of this kind has one probe, which no other one joins
 * @flags: PARSE_ flags that arguments are parsed with, besides those of the place
 * @head: what the records have before the arguments
 * @frame: what a hit brings
 * @hook: the hook that creates and validates probes; the validation may choose another one
 * @suffix: what the listing has behind the place
 * @entry_words_max: how many arguments of a function may be saved when it is entered, or 0 for any number
 * @refusal: the errno that a definition fails with when its event or its place is refused, whatever the
 *	reason is, or 0 when each reason has its own
 * @naming: the names that events get by themselves
 * @parse_place: parses letter and place; may set the definition's kind to another one ("p
 *	SYM%return")
 * @find_place: looks the parsed place up, and sets the flags of the write to what is known of it, and its names
 *	to what names mean there (definition_names.c); may set the kind to another one. Returns 0, or an
 *	errno, with the error of the line
 * @validate_place: finds out whether a new probe can be hooked at the place, or has to wait for a module.
 *	Returns 0, or an errno, with the error of the line where there is one for it
 * @finds_live: places of a module are found when the module is live, not while it is coming: probes that were
 *	defined meanwhile are revived once more then
 * @waits_for: says whether a probe that is pending waits for the module that is coming
 * @revive: validates a probe that waits for the module that is coming. Returns 0, or an errno, and then the
 *	probe is pending still. NULL for a kind whose probes never wait
 * @is_place: tells whether the text of @len bytes in a deletion means the place of a probe; NULL when it has to be
 *	the place as listed
 * @show_letter: prints what a line of the listing begins with
 */
struct definition_kind {
	char letter;
	const char *log_name;
	enum lockdown_reason lockdown;
	unsigned int files;
	bool at_entry;
	bool single;
	unsigned int flags;
	const struct record_head *head;
	const struct fetch_frame *frame;
	const struct hook *hook;
	const char *suffix;
	unsigned int entry_words_max;
	int refusal;
	struct probe_naming naming;
	int (*parse_place)(struct parse_command *cmd, struct probe_definition *def);
	int (*find_place)(struct definition_write *write);
	int (*validate_place)(struct definition_write *write, struct probe *probe);
	bool finds_live;
	bool (*waits_for)(const struct probe *probe, const struct module *mod);
	int (*revive)(struct tracer *tracer, struct probe *probe, struct module *mod);
	bool (*is_place)(const struct probe *probe, const char *text, size_t len);
	void (*show_letter)(struct seq_file *m, const struct probe *probe);
};

const struct definition_kind *definition_kind_find(char letter, enum definition_file file);
const struct definition_kind *definition_kind_of(enum probe_kind kind);
bool definition_kinds_share_names(enum probe_kind a, enum probe_kind b);

#endif
