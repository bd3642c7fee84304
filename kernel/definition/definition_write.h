/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One write of definitions while its lines are being applied, for definition.c and for what the rows of the
 * kinds name (definition_kind.c).
 */
#ifndef KERNEL_DEFINITION_WRITE_H
#define KERNEL_DEFINITION_WRITE_H

#include "fetch/fetch_names.h"
#include "fetch/field_names.h"
#include "kernel/definition/definition.h"
#include "kernel/definition/definition_file.h"
#include "kernel/definition/definition_places.h"
#include "kernel/definition/transaction.h"
#include "parser/parse_definition.h"

#define DEFINITION_HINT_SIZE	320

struct definition_kind;
struct event_filter;
struct kernel_btf;
struct probe_event;

/**
 * struct definition_write - one write(2) being applied
 * @tx: the transaction that all lines of the write belong to
 * @file: which of the files was written to
 * @line: number of the current line, 0 when the write has only one
 * @unfinished: the current line is the last one of several, and has no newline
 * @flags: PARSE_ flags of the place of the current line
 * @names: what names mean at the place of the current line, or NULL; find_place of the kind sets it
 * @fetch_names: what @names points to when definition_names.c has set it
 * @field_names: what @names points to for an event probe
 * @btf: the types that the names read, or NULL
 * @nr_args: number of arguments of the current line
 * @cmd: the current line, split into words
 * @def: head and place of the current line
 * @kind: the row of @def's kind; NULL when no kind takes the current line
 * @attached: for an event probe, the event that the current line attaches it to
 * @condition: for an event probe, the filter of the current line until the probe has it, or NULL
 * @args: arguments of the current line
 * @files: the files that the lines name
 * @hint: what error_log says besides of the current line, behind the error's text, or empty
 * @places: the places of the current line, if patterns name them
 */
struct definition_write {
	struct transaction tx;
	enum definition_file file;
	unsigned int line;
	bool unfinished;
	unsigned int flags;
	const struct parse_names *names;
	struct fetch_names fetch_names;
	struct field_names field_names;
	struct kernel_btf *btf;
	unsigned int nr_args;
	struct parse_command cmd;
	struct probe_definition def;
	const struct definition_kind *kind;
	struct probe_event *attached;
	struct event_filter *condition;
	struct probe_argument args[PROBE_ARGUMENTS_MAX];
	struct definition_files files;
	char hint[DEFINITION_HINT_SIZE];
	struct definition_places places;
};

/**
 * definition_fail() - fail with an error at the start of a word
 * @write: the write whose current line is wrong
 * @code: what is wrong
 * @word: index of the word
 *
 * Return: the errno of the error.
 */
static inline int definition_fail(struct definition_write *write, enum parse_error_code code,
				  unsigned int word)
{
	return parse_fail(&write->cmd.error, code, parse_error_column(&write->cmd, word));
}

#endif
