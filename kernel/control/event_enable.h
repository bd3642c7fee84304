/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Switching events on and off.
 */
#ifndef KERNEL_EVENT_ENABLE_H
#define KERNEL_EVENT_ENABLE_H

#include <linux/types.h>

struct event_file;
struct event_group;
struct probe_event;
struct trace_instance;

/*
 * Switching an event on arms each of its probes. -ENODEV: the event or group is gone. The functions
 * for a group and for all events handle their events as one batch; having no event is no error.
 */
int event_file_enable(struct event_file *file, bool on);
int event_group_enable(struct trace_instance *instance, struct event_group *group, bool on);
int events_enable_all(struct trace_instance *instance, bool on);
int events_enable_defined(struct trace_instance *instance);
void events_disable(struct list_head *events);
void events_disable_all(struct trace_instance *instance);
int event_file_switch_actions(struct event_file *file, bool on);
int event_file_begin_switching(struct event_file *file);
void event_file_end_switching(struct event_file *file);
void events_follow_pid_lists(struct trace_instance *instance);
int events_switch_matching(struct trace_instance *instance,
			   bool (*matches)(const struct probe_event *event, const void *data),
			   const void *data, bool on);
/*
 * Return '0', '1', 'X' (some are on), '?' (no event), or -EINTR when the process is being killed.
 */
int event_group_state(struct trace_instance *instance, struct event_group *group);
int events_state(struct trace_instance *instance);

#endif
