// SPDX-License-Identifier: GPL-2.0
/*
 * The table of the kinds of definitions.
 */
#include <linux/bits.h>
#include <linux/kernel.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "fetch/fetch_frame.h"
#include "fetch/record_head.h"
#include "kernel/definition/definition_event.h"
#include "kernel/definition/definition_file.h"
#include "kernel/definition/definition_kind.h"
#include "kernel/definition/definition_place.h"
#include "kernel/definition/definition_tracepoint.h"
#include "kernel/definition/definition_write.h"
#include "kernel/event/probe.h"
#include "kernel/hook/event_probe.h"
#include "kernel/hook/hook_table.h"
#include "kernel/hook/tracepoint_probe.h"
#include "kernel/hook/uprobe.h"

#define FILES_OF_KPROBES	(BIT(DEFINITION_KPROBE_EVENTS) | BIT(DEFINITION_DYNAMIC_EVENTS))
#define FILES_OF_FPROBES	BIT(DEFINITION_DYNAMIC_EVENTS)
#define FILES_OF_UPROBES	(BIT(DEFINITION_UPROBE_EVENTS) | BIT(DEFINITION_DYNAMIC_EVENTS))

/* Mainline's limit for f: what it saves lies on the shadow stack, whose entries are small. */
#define FPROBE_ENTRY_WORDS_MAX	15

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

static void show_function(struct seq_file *m, const struct probe *probe)
{
	seq_putc(m, 'f');
}

#if IS_ENABLED(CONFIG_PROBEFS_TRACEPOINTS)
static void show_tracepoint(struct seq_file *m, const struct probe *probe)
{
	seq_putc(m, 't');
}
#else
static int refuse_tracepoint(struct definition_write *write)
{
	return definition_fail(write, PARSE_NO_TRACEPOINTS, 0);
}
#endif

#if IS_ENABLED(CONFIG_PROBEFS_UPROBES)
static void show_user_return(struct seq_file *m, const struct probe *probe)
{
	seq_putc(m, 'r');
}
#endif

static void show_event(struct seq_file *m, const struct probe *probe)
{
	seq_putc(m, 'e');
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
		.find_place	= definition_find_symbol,
		.validate_place	= definition_validate_function,
		.waits_for	= definition_waits_for_module,
		.revive		= definition_revive_function,
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
		.find_place	= definition_find_symbol,
		.validate_place	= definition_validate_function,
		.waits_for	= definition_waits_for_module,
		.revive		= definition_revive_function,
		.show_letter	= show_return,
	},
	[PROBE_FUNCTION_ENTRY] = {
		.letter		= 'f',
		.log_name	= "trace_fprobe",
		.lockdown	= LOCKDOWN_KPROBES,
		.files		= FILES_OF_FPROBES,
		.flags		= PARSE_FUNCTION_ENTRY | PARSE_NO_REGISTERS,
		.head		= &probe_entry_head,
		.frame		= &fetch_entry_frame,
		.hook		= &kprobe_hook,
		.refusal	= -EINVAL,
		.naming		= { .group = "fprobes", .suffix = "__entry" },
		.parse_place	= parse_function_place,
		.find_place	= definition_find_function,
		.validate_place	= definition_validate_entry,
		.waits_for	= definition_waits_for_symbol,
		.revive		= definition_revive_function,
		.show_letter	= show_function,
	},
	[PROBE_FUNCTION_EXIT] = {
		.letter		= 'f',
		.log_name	= "trace_fprobe",
		.lockdown	= LOCKDOWN_KPROBES,
		.files		= FILES_OF_FPROBES,
		.flags		= PARSE_RETURN | PARSE_NO_REGISTERS,
		.head		= &probe_return_head,
		.frame		= &fetch_return_frame,
		.hook		= &kretprobe_hook,
		.suffix		= "%return",
		.entry_words_max = FPROBE_ENTRY_WORDS_MAX,
		.refusal	= -EINVAL,
		.naming		= { .group = "fprobes", .suffix = "__exit" },
		.parse_place	= parse_function_place,
		.find_place	= definition_find_function,
		.validate_place	= definition_validate_entry,
		.waits_for	= definition_waits_for_symbol,
		.revive		= definition_revive_function,
		.show_letter	= show_function,
	},
	[PROBE_TRACEPOINT] = {
		.letter		= 't',
		.log_name	= "trace_fprobe",
		.files		= FILES_OF_FPROBES,
		.parse_place	= parse_tracepoint_place,
#if IS_ENABLED(CONFIG_PROBEFS_TRACEPOINTS)
		.lockdown	= LOCKDOWN_KPROBES,
		.flags		= PARSE_FUNCTION_ENTRY | PARSE_NO_REGISTERS,
		.head		= &probe_entry_head,
		.frame		= &fetch_tracepoint_frame,
		.hook		= &tracepoint_hook,
		.refusal	= -EINVAL,
		.naming		= { .group = "tracepoints", .suffix = "" },
		.find_place	= definition_find_tracepoint,
		.validate_place	= definition_validate_tracepoint,
		.finds_live	= true,
		.waits_for	= tracepoint_probe_waits_for,
		.revive		= definition_revive_tracepoint,
		.show_letter	= show_tracepoint,
#else
		.find_place	= refuse_tracepoint,
#endif
	},
#if IS_ENABLED(CONFIG_PROBEFS_UPROBES)
	[PROBE_USER_ENTRY] = {
		.letter		= 'p',
		.log_name	= "trace_uprobe",
		.lockdown	= LOCKDOWN_TRACEFS,
		.files		= FILES_OF_UPROBES,
		.flags		= PARSE_USER,
		.head		= &probe_user_entry_head,
		.frame		= &fetch_user_frame,
		.hook		= &uprobe_hook,
		.naming		= { .group = "uprobes", .prefix = "p" },
		.parse_place	= parse_file_place,
		.find_place	= definition_find_file,
		.validate_place	= definition_validate_file,
		.show_letter	= show_entry,
	},
	[PROBE_USER_RETURN] = {
		.letter		= 'r',
		.log_name	= "trace_uprobe",
		.lockdown	= LOCKDOWN_TRACEFS,
		.files		= FILES_OF_UPROBES,
		.flags		= PARSE_USER | PARSE_RETURN,
		.head		= &probe_user_return_head,
		.frame		= &fetch_user_frame,
		.hook		= &uprobe_hook,
		.naming		= { .group = "uprobes", .prefix = "p" },
		.parse_place	= parse_file_place,
		.find_place	= definition_find_file,
		.validate_place	= definition_validate_file,
		.show_letter	= show_user_return,
	},
#else
	[PROBE_USER_ENTRY] = { },	/* no file takes such definitions */
	[PROBE_USER_RETURN] = { },
#endif
	[PROBE_EVENT] = {
		.letter		= 'e',
		.log_name	= "event_probe",
		.lockdown	= LOCKDOWN_TRACEFS,
		.files		= BIT(DEFINITION_DYNAMIC_EVENTS),
		.single		= true,
		.flags		= PARSE_FIELDS | PARSE_NO_REGISTERS,
		.head		= &probe_event_head,
		.frame		= &fetch_record_frame,
		.hook		= &event_probe_hook,
		.parse_place	= parse_event_place,
		.find_place	= definition_find_event,
		.validate_place	= definition_validate_event,
		.is_place	= definition_is_event,
		.show_letter	= show_event,
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

/**
 * definition_kinds_share_names() - whether mainline has one parser for two kinds
 * @a: one of the kinds
 * @b: the other one
 *
 * A parser of mainline knows its own events by name, and says of a definition with another kind of probe that
 * the kind is wrong. That the name is taken is what it says of all other events.
 */
bool definition_kinds_share_names(enum probe_kind a, enum probe_kind b)
{
	return !strcmp(kinds[a].log_name, kinds[b].log_name);
}
