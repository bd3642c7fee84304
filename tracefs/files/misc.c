// SPDX-License-Identifier: GPL-2.0
/*
 * The files error_log, saved_cmdlines, saved_cmdlines_size, saved_tgids, printk_formats and printk_stats.
 */
#include "kernel/control/saved_tasks.h"
#include "kernel/hook/printk_hook.h"
#include "kernel/instance/error_log.h"
#include "kernel/instance/instance.h"
#include "kernel/instance/saved_tasks.h"
#include "kernel/symbol/printk_format.h"
#include "tracefs/files/files.h"

static int show_error_log(struct seq_file *m, const struct tracefs_place *place)
{
	error_log_show(place->instance->errors, m);
	return 0;
}

static int clear_error_log(const struct tracefs_place *place)
{
	error_log_clear(place->instance->errors);
	return 0;
}

const struct tracefs_text tracefs_error_log = {
	.show		= show_error_log,
	.truncate	= clear_error_log,
	.clear_only	= true,
	.offset		= TRACEFS_OFFSET_STAYS,
};

static int show_comms(struct seq_file *m, const struct tracefs_place *place)
{
	return saved_tasks_show_comms(place->instance->tasks, m);
}

const struct tracefs_text tracefs_saved_cmdlines = {
	.show	= show_comms,
};

static int show_tgids(struct seq_file *m, const struct tracefs_place *place)
{
	return saved_tasks_show_tgids(place->instance->tasks, m);
}

const struct tracefs_text tracefs_saved_tgids = {
	.show	= show_tgids,
};

static int show_saved_size(struct seq_file *m, const struct tracefs_place *place)
{
	seq_printf(m, "%u\n", READ_ONCE(place->instance->tasks->slots));
	return 0;
}

static int store_saved_size(const struct tracefs_place *place, char *text, size_t len)
{
	unsigned long tasks;
	int ret = tracefs_parse_number(text, &tasks);

	return ret ?: saved_tasks_resize(place->instance->tasks, tasks);
}

const struct tracefs_text tracefs_saved_cmdlines_size = {
	.show	= show_saved_size,
	.store	= store_saved_size,
};

/* Where no record refers to a text by its address, trace-cmd copies the file all the same. */
static int show_formats(struct seq_file *m, const struct tracefs_place *place)
{
	return IS_ENABLED(CONFIG_PROBEFS_TRACE_PRINTK) ? printk_formats_show(m) : 0;
}

const struct tracefs_text tracefs_printk_formats = {
	.show	= show_formats,
};

#ifdef CONFIG_PROBEFS_TRACE_PRINTK
static int show_hooks(struct seq_file *m, const struct tracefs_place *place)
{
	printk_hooks_show(m);
	return 0;
}

const struct tracefs_text tracefs_printk_stats = {
	.show	= show_hooks,
};
#endif
