// SPDX-License-Identifier: GPL-2.0
/*
 * The table of the kinds of definitions.
 */
#include <linux/bits.h>
#include <linux/kernel.h>
#include <linux/seq_file.h>

#include "fetch/fetch_frame.h"
#include "fetch/record_head.h"
#include "kernel/control/definition_kind.h"
#include "kernel/event/probe.h"
#include "kernel/hook/hook_table.h"

#define FILES_OF_KPROBES	(BIT(DEFINITION_KPROBE_EVENTS) | BIT(DEFINITION_DYNAMIC_EVENTS))

static void show_entry(struct seq_file *m, const struct probe *probe)
{
	seq_putc(m, 'p');
}

static void show_return(struct seq_file *m, const struct probe *probe)
{
	seq_putc(m, 'r');
	if (probe->maxactive)
		seq_printf(m, "%u", probe->maxactive);
}

static const struct definition_kind kinds[] = {
	[PROBE_ENTRY] = {
		.letter		= 'p',
		.log_name	= "trace_kprobe",
		.lockdown	= LOCKDOWN_KPROBES,
		.files		= FILES_OF_KPROBES,
		.head		= &probe_entry_head,
		.frame		= &fetch_entry_frame,
		.hook		= &kprobe_hook,
		.naming		= { .group = "kprobes", .prefix = "p" },
		.parse_place	= parse_probe_place,
		.show_letter	= show_entry,
	},
	[PROBE_RETURN] = {
		.letter		= 'r',
		.log_name	= "trace_kprobe",
		.lockdown	= LOCKDOWN_KPROBES,
		.files		= FILES_OF_KPROBES,
		.at_entry	= true,
		.flags		= PARSE_RETURN,
		.head		= &probe_return_head,
		.frame		= &fetch_return_frame,
		.hook		= &kretprobe_hook,
		.naming		= { .group = "kprobes", .prefix = "r" },
		.parse_place	= parse_probe_place,
		.show_letter	= show_return,
	},
};

/**
 * definition_kind_find() - find the kind of a line
 * @letter: what the line begins with
 * @file: the file that the line was written to
 *
 * Return: the row, or NULL when the file takes no such definition.
 */
const struct definition_kind *definition_kind_find(char letter, enum definition_file file)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++)
		if (kinds[i].letter == letter && kinds[i].files & BIT(file))
			return &kinds[i];
	return NULL;
}

/** definition_kind_of() - get the row of what was parsed */
const struct definition_kind *definition_kind_of(enum probe_kind kind)
{
	return &kinds[kind];
}
