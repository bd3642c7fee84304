// SPDX-License-Identifier: GPL-2.0
/*
 * The lists of tasks whose hits are recorded, or are not: set_event_pid, set_event_notrace_pid, and
 * set_ftrace_pid, set_ftrace_notrace_pid for the tracer "function".
 */
#include <linux/seq_file.h>
#include <linux/sizes.h>
#include <linux/string.h>

#include "kernel/control/event_pids.h"
#include "tracefs/files/files.h"

/* What a walk returns in the place of a list that is not there, where mainline has a line for that */
#define NO_LIST	((void *)(PID_MAX_LIMIT + 2UL))

static void *walk_start(struct seq_file *m, enum pid_list_kind kind, loff_t *pos)
{
	struct trace_instance *instance = tracefs_seq_instance(m);
	void *v = event_pids_seq_start(instance, kind, pos);

	if (!v && !*pos && kind >= PIDS_FUNCTIONS_RECORDED && !event_pids_are_set(instance, kind))
		return NO_LIST;
	return v;
}

static void *walk_next(struct seq_file *m, enum pid_list_kind kind, void *v, loff_t *pos)
{
	if (v != NO_LIST)
		return event_pids_seq_next(tracefs_seq_instance(m), kind, v, pos);
	++*pos;
	return NULL;
}

static void walk_stop(struct seq_file *m, void *v)
{
	event_pids_seq_stop(tracefs_seq_instance(m), v);
}

static int show_pid(struct seq_file *m, void *v)
{
	if (v == NO_LIST)
		seq_puts(m, "no pid\n");
	else
		seq_printf(m, "%lu\n", (unsigned long)v - 1);
	return 0;
}

/* A NUL parts words as a blank does: mainline leaves what is behind it to the next write. */
static int store(const struct tracefs_place *place, enum pid_list_kind kind, char *text, size_t len)
{
	tracefs_blank_nuls(text, len);
	return event_pids_add(place->instance, kind, text);
}

/* The pids of all tasks that a machine can have, one to a line. */
#define PIDS_WRITE_MAX	SZ_32M

/* PID_LIST_FILE(FILE, KIND) - the file tracefs_FILE, which shows and changes the list KIND */
#define PID_LIST_FILE(file, kind)							\
static void *file##_start(struct seq_file *m, loff_t *pos)				\
{											\
	return walk_start(m, kind, pos);						\
}											\
											\
static void *file##_next(struct seq_file *m, void *v, loff_t *pos)			\
{											\
	return walk_next(m, kind, v, pos);						\
}											\
											\
static const struct seq_operations file##_seq = {					\
	.start	= file##_start,								\
	.next	= file##_next,								\
	.stop	= walk_stop,								\
	.show	= show_pid,								\
};											\
											\
static int file##_store(const struct tracefs_place *place, char *text, size_t len)	\
{											\
	return store(place, kind, text, len);						\
}											\
											\
static int file##_truncate(const struct tracefs_place *place)				\
{											\
	return event_pids_clear(place->instance, kind);					\
}											\
											\
const struct tracefs_text tracefs_##file = {						\
	.seq		= &file##_seq,							\
	.store		= file##_store,							\
	.truncate	= file##_truncate,						\
	.write_max	= PIDS_WRITE_MAX,						\
	.no_pwrite	= true,								\
}

PID_LIST_FILE(set_event_pid, PIDS_RECORDED);
PID_LIST_FILE(set_event_notrace_pid, PIDS_IGNORED);
#ifdef CONFIG_PROBEFS_FUNCTION_TRACER
PID_LIST_FILE(set_ftrace_pid, PIDS_FUNCTIONS_RECORDED);
PID_LIST_FILE(set_ftrace_notrace_pid, PIDS_FUNCTIONS_IGNORED);
#endif
