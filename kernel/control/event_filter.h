/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Filters of events.
 */
#ifndef KERNEL_EVENT_FILTER_H
#define KERNEL_EVENT_FILTER_H

struct event_file;
struct event_group;
struct seq_file;
struct trace_instance;

/*
 * Filters. @text is changed ("0" clears). On failure nothing changes, and the instance's error_log
 * has the entry. The group form applies to every event that has the fields.
 */
int event_file_set_filter(struct event_file *file, char *text);
int event_group_set_filter(struct trace_instance *instance, struct event_group *group, char *text);
int event_file_show_filter(struct event_file *file, struct seq_file *m);

#endif
