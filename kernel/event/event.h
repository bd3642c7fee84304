/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Events: a name, an id, the fields of its records, and the probes that fire it; and event files,
 * which are an event seen from one instance (enabled there, filtered there).
 */
#ifndef KERNEL_EVENT_H
#define KERNEL_EVENT_H

#include <linux/kref.h>
#include <linux/list.h>
#include <linux/rcupdate.h>

#include "fetch/fetch_program.h"
#include "fetch/text_buffer.h"
#include "kernel/event/tracer.h"

struct trace_instance;
struct event_filter;
struct probe;
struct seq_file;

#define EVENT_ID_PRINT		5	/* ftrace:print, as in the kernel */
#define EVENT_ID_KERNEL_STACK	4	/* ftrace:kernel_stack */

/**
 * struct event_group - a directory below events/
 * @kref: the tables and each place of a file hold the group
 * @link: puts the group on the list tracer->groups
 * @tracer: that the group belongs to
 * @name: of the directory
 * @events: struct probe_event, in order of creation; a group without events is gone
 * @dead: no longer in the tracer's tables (under tracer->lock)
 */
struct event_group {
	struct kref kref;
	struct list_head link;
	struct list_head events;
	struct tracer *tracer;
	char name[PROBE_NAME_SIZE];
	bool dead;
};

/**
 * struct probe_event - one event
 * @kref: the tables and each event file hold the event
 * @rcu: the event is freed when nobody can still have found it by its id
 * @link: in group->events, or on a transaction's list of events that go
 * @hash_link: puts the event into the table tracer->event_hash
 * @group: that the event belongs to
 * @tracer: that the event belongs to
 * @name: of the event in its group
 * @id: that records of the event carry
 * @top_file: the event as the top level sees it
 * @layout: fields, set before the event is published and never changed
 * @probes: struct probe that fire it, in order of definition; never empty while not @dead
 * @nr_live: those of @probes that the transaction that is under way has not deleted
 * @files: enabled struct event_file of all instances, an RCU list that hits walk
 * @dead: no longer in the tracer's tables (under tracer->lock)
 * @doomed: deleted by the transaction that is under way; names are free for its later lines
 * @ways_chosen: for all its probes, by the transaction that is under way
 * @was_enabled: records of it may be in a buffer
 */
struct probe_event {
	struct kref kref;
	struct rcu_head rcu;
	struct list_head link;
	struct hlist_node hash_link;
	struct event_group *group;
	struct tracer *tracer;
	char name[PROBE_NAME_SIZE];
	unsigned int id;
	struct fetch_layout *layout;
	struct list_head probes;
	unsigned int nr_live;
	struct event_file __rcu *files;
	struct event_file *top_file;
	bool dead;
	bool doomed;
	bool ways_chosen;
	bool was_enabled;
};

/**
 * struct event_file - one event in one instance
 * @kref: the event and each place of a file hold the event file
 * @event: the event that the file shows
 * @instance: where hits are recorded when the file is enabled
 * @enabled: the file is in event->files
 * @next: the next enabled file of the same event
 * @filter: NULL when there is none; replaced under tracer->lock
 * @switched: the next one that is being switched on with this one, while it is
 */
struct event_file {
	struct kref kref;
	struct event_file __rcu *next;
	struct probe_event *event;
	struct trace_instance *instance;
	struct event_filter __rcu *filter;
	struct event_file *switched;
	bool enabled;
};

/*
 * References for inodes and open files. ERR_PTR(-ENOENT) when there is no such thing any more,
 * ERR_PTR(-EINTR) when the process is being killed.
 */
struct event_group *event_group_get_by_name(struct tracer *tracer, const char *name);
void event_group_put(struct event_group *group);
struct event_file *event_file_get_by_name(struct trace_instance *instance, const char *group,
					  const char *event);
void event_file_drop(struct event_file *file);
static inline bool event_file_is_dead(const struct event_file *file)
{
	return READ_ONCE(file->event->dead);
}

void event_print_format(struct probe_event *event, struct text_buffer *text);

/*
 * Tables, all under tracer->lock. event_create() adds an event without probes; event_unlink() takes
 * it out of the tables, event_release() gives up the tables' reference and may come after a wait.
 */
struct probe_event *event_find(struct tracer *tracer, const char *group, const char *name);
struct probe_event *event_create(struct tracer *tracer, const char *group, const char *name,
				 struct fetch_layout *layout);
void event_unlink(struct probe_event *event);
void event_release(struct probe_event *event);
static inline bool event_is_enabled(const struct probe_event *event)
{
	return rcu_access_pointer(event->files);
}

/* Under rcu_read_lock(): the event whose records carry @id, or NULL. */
struct probe_event *event_find_by_id(struct tracer *tracer, unsigned int id);

/* seq_file walks for available_events and set_event; @enabled_only for the latter. */
void *events_seq_start(struct trace_instance *instance, loff_t *pos, bool enabled_only);
void *events_seq_next(struct trace_instance *instance, void *v, loff_t *pos, bool enabled_only);
void events_seq_stop(struct trace_instance *instance, void *v);
struct probe_event *events_seq_event(void *v);

#endif
