/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Setting, clearing and showing the filters of events.
 */
#ifndef KERNEL_EVENT_FILTER_H
#define KERNEL_EVENT_FILTER_H

#include <linux/errno.h>
#include <linux/types.h>

struct event_file;
struct event_filter;
struct event_group;
struct seq_file;
struct trace_instance;

/*
 * @text is changed by the call; "0" clears the filter. On failure nothing changes, and the tracer's
 *	error_log has the entry. The function for a group sets the filter of each event that has the
 *	fields.
 */
int event_file_set_filter(struct event_file *file, char *text);
int event_group_set_filter(struct trace_instance *instance, struct event_group *group, char *text);
int event_file_show_filter(struct event_file *file, struct seq_file *m);
void event_file_list_filter(struct event_file *file, struct seq_file *m);

#ifdef CONFIG_PROBEFS_FILTER
int event_file_create_condition(struct event_file *file, const char *text, unsigned int line,
				bool unfinished, struct event_filter **filter);
int event_file_create_filter(struct event_file *file, const char *text,
			     struct event_filter **filter);
#else
static inline int event_file_create_condition(struct event_file *file, const char *text,
					      unsigned int line, bool unfinished,
					      struct event_filter **filter)
{
	return -EINVAL;
}

static inline int event_file_create_filter(struct event_file *file, const char *text,
					   struct event_filter **filter)
{
	return -EINVAL;
}
#endif

#endif
