/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Switching events on and off.
 */
#ifndef KERNEL_EVENT_ENABLE_H
#define KERNEL_EVENT_ENABLE_H

#include <linux/types.h>

struct event_file;
struct event_group;
struct trace_instance;

/*
 * Enabling. @on arms every probe of the event. -ENODEV when the event is gone. The group and top
 * level forms handle all events as one batch; with no event at all they succeed.
 */
int event_file_enable(struct event_file *file, bool on);
int event_group_enable(struct trace_instance *instance, struct event_group *group, bool on);
int events_enable_all(struct trace_instance *instance, bool on);
void events_disable_all(struct trace_instance *instance);
/*
 * set_event: [!]GROUP:EVENT, GROUP:*, EVENT, GROUP: ... with globs, one token. -EINVAL: nothing
 * matched.
 */
int events_enable_by_name(struct trace_instance *instance, const char *token);
/* '0', '1', 'X' (some) or '?' (no event); -EINTR: the process is being killed */
int event_group_state(struct trace_instance *instance, struct event_group *group);
int events_state(struct trace_instance *instance);

#endif
