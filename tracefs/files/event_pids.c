// SPDX-License-Identifier: GPL-2.0
/*
 * The lists of tasks whose hits are recorded, or are not: set_event_pid, set_event_notrace_pid.
 */
#include <linux/seq_file.h>
#include <linux/sizes.h>
#include <linux/string.h>

#include "kernel/control/event_pids.h"
#include "tracefs/files/files.h"

static void *recorded_start(struct seq_file *m, loff_t *pos)
{
	return event_pids_seq_start(tracefs_seq_instance(m), PIDS_RECORDED, pos);
}

static void *recorded_next(struct seq_file *m, void *v, loff_t *pos)
{
	return event_pids_seq_next(tracefs_seq_instance(m), PIDS_RECORDED, v, pos);
}

static void *ignored_start(struct seq_file *m, loff_t *pos)
{
	return event_pids_seq_start(tracefs_seq_instance(m), PIDS_IGNORED, pos);
}

static void *ignored_next(struct seq_file *m, void *v, loff_t *pos)
{
	return event_pids_seq_next(tracefs_seq_instance(m), PIDS_IGNORED, v, pos);
}

static void walk_stop(struct seq_file *m, void *v)
{
	event_pids_seq_stop(tracefs_seq_instance(m), v);
}

static int show_pid(struct seq_file *m, void *v)
{
	seq_printf(m, "%lu\n", (unsigned long)v - 1);
	return 0;
}

static const struct seq_operations recorded_seq = {
	.start	= recorded_start,
	.next	= recorded_next,
	.stop	= walk_stop,
	.show	= show_pid,
};

static const struct seq_operations ignored_seq = {
	.start	= ignored_start,
	.next	= ignored_next,
	.stop	= walk_stop,
	.show	= show_pid,
};

/* A NUL parts words as a blank does: mainline leaves what is behind it to the next write. */
static int store(const struct tracefs_place *place, enum pid_list_kind kind, char *text, size_t len)
{
	tracefs_blank_nuls(text, len);
	return event_pids_add(place->instance, kind, text);
}

static int store_recorded(const struct tracefs_place *place, char *text, size_t len)
{
	return store(place, PIDS_RECORDED, text, len);
}

static int store_ignored(const struct tracefs_place *place, char *text, size_t len)
{
	return store(place, PIDS_IGNORED, text, len);
}

static int truncate_recorded(const struct tracefs_place *place)
{
	return event_pids_clear(place->instance, PIDS_RECORDED);
}

static int truncate_ignored(const struct tracefs_place *place)
{
	return event_pids_clear(place->instance, PIDS_IGNORED);
}

/* The pids of all tasks that a machine can have, one to a line. */
#define PIDS_WRITE_MAX	SZ_32M

const struct tracefs_text tracefs_set_event_pid = {
	.seq		= &recorded_seq,
	.store		= store_recorded,
	.truncate	= truncate_recorded,
	.write_max	= PIDS_WRITE_MAX,
	.no_pwrite	= true,
};

const struct tracefs_text tracefs_set_event_notrace_pid = {
	.seq		= &ignored_seq,
	.store		= store_ignored,
	.truncate	= truncate_ignored,
	.write_max	= PIDS_WRITE_MAX,
	.no_pwrite	= true,
};
