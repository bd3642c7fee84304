// SPDX-License-Identifier: GPL-2.0
/*
 * The files error_log, saved_cmdlines and printk_formats.
 */
#include "kernel/event/tracer.h"
#include "kernel/instance/error_log.h"
#include "kernel/instance/instance.h"
#include "tracefs/files/files.h"

static int show_error_log(struct seq_file *m, const struct tracefs_place *place)
{
	error_log_show(place->instance->tracer->errors, m);
	return 0;
}

static int clear_error_log(const struct tracefs_place *place)
{
	error_log_clear(place->instance->tracer->errors);
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
	return instance_show_comms(place->instance, m);
}

const struct tracefs_text tracefs_saved_cmdlines = {
	.show	= show_comms,
};

/* No record refers to a format string by its address. trace-cmd copies the file all the same. */
static int show_no_formats(struct seq_file *m, const struct tracefs_place *place)
{
	return 0;
}

const struct tracefs_text tracefs_printk_formats = {
	.show	= show_no_formats,
};
