/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An event has a name, an id, the fields of its records, and the probes that fire it. An event file
 * is an event seen from one instance, which enables and filters the event for itself.
 */
#ifndef KERNEL_EVENT_H
#define KERNEL_EVENT_H

#include <linux/bits.h>
#include <linux/kref.h>
#include <linux/list.h>
#include <linux/rcupdate.h>

#include "fetch/fetch_program.h"
#include "kernel/event/probe.h"
#include "kernel/event/tracer.h"

struct trace_instance;
struct event_action;
struct event_filter;
struct probe;
struct seq_file;
struct trace_event_call;

/**
 * struct event_group - a directory below events/
 * @kref: the tables and each place of a file hold the group
 * @link: puts the group on the list tracer->groups
 * @tracer: the tracer that the group belongs to
 * @name: name of the directory
 * @events: list of struct probe_event, in order of creation; a group without events is gone
 * @dead: the group is no longer in the tracer's tables (under tracer->lock)
 * @static_made: the group has the kernel's static events (static_events.c)
 */
struct event_group {
	struct kref kref;
	struct list_head link;
	struct list_head events;
	struct tracer *tracer;
	char name[PROBE_NAME_SIZE];
	bool dead;
	bool static_made;
};

/**
 * struct probe_event - one event
 * @kref: the tables and each event file hold the event
 * @rcu: the event is freed when nobody can still have found it by its id
 * @link: puts the event on group->events, or on a transaction's list of events that go
 * @hash_link: puts the event into the table tracer->event_hash
 * @group: the group that the event belongs to
 * @tracer: the tracer that the event belongs to
 * @name: name of the event in its group
 * @id: id that records of the event carry
 * @all_files: list of struct event_file, one for each instance of the tracer
 * @call: the kernel's static event that this one is, or NULL
 * @layout: fields of the event's records; set before the event is published and never changed
 * @probes: list of struct probe that fire the event, in order of definition; never empty while not
 *	@dead
 * @nr_attached: number of event probes that are attached to this event, without those that the transaction
 *	that is under way has deleted; the event can't be deleted while there are some
 * @nr_live: number of @probes that the transaction that is under way has not deleted
 * @files: the struct event_file, of all instances, that have a flag set; an RCU list that hits walk
 * @dead: the event is no longer in the tracer's tables (under tracer->lock)
 * @doomed: the transaction that is under way has deleted the event; its later lines may use the
 *	name
 * @ways_chosen: the transaction that is under way has chosen the ways of all @probes
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
	struct trace_event_call *call;
	struct fetch_layout *layout;
	struct list_head probes;
	unsigned int nr_attached;
	unsigned int nr_live;
	struct event_file __rcu *files;
	struct list_head all_files;
	bool dead;
	bool doomed;
	bool ways_chosen;
};

/**
 * struct event_file - one event in one instance
 * @kref: the event and each place of a file hold the event file
 * @link: puts the file on the list event->all_files
 * @event: the event that the file shows
 * @instance: the instance where hits are recorded when the file is enabled
 * @was_enabled: the buffer of @instance may have records of @event
 * @has_left: the file was taken off event->files while other files stayed there, so hits may still be on it
 *	that began before; under tracer->lock
 * @left: while @has_left is set, when that was: a ticket for record_wait_since()
 * @nr_switching: number of actions that switch the event in this instance; under tracer->lock
 * @switched_on: with EVENT_FILE_SWITCHED, whether hits are recorded; written by hits, and whether or not the event was
 *	switched on
 * @flags: EVENT_FILE_ bits; the file is in event->files while there is one. Hits read them
 * @next: the next file in event->files
 * @filter: the filter, or NULL when there is none; replaced under tracer->lock
 * @actions: list of struct event_action, the newest first; changed under tracer->lock
 * @followers: files, in the same instance, of the event probes that are attached to the event and switched on
 *	there: an RCU list, which hits walk when they have recorded here
 * @next_follower: the next file in the list @followers of another file
 * @follower: the probe of an event probe's file; set before the file is on a list of followers
 * @switched: the next file that is switched on together with this one; used only meanwhile
 */
struct event_file {
	struct kref kref;
	struct list_head link;
	struct event_file __rcu *next;
	struct probe_event *event;
	struct trace_instance *instance;
	struct event_filter __rcu *filter;
	struct event_action __rcu *actions;
	struct event_file __rcu *followers;
	struct event_file __rcu *next_follower;
	struct probe *follower;
	struct event_file *switched;
	unsigned long left;
	unsigned int nr_switching;
	bool has_left;
	bool was_enabled;
	bool switched_on;
	u8 flags;
};

/* Why hits of an event arrive at an event file: */
#define EVENT_FILE_RECORDS	BIT(0)	/* the event is switched on: its hits are recorded */
#define EVENT_FILE_ACTS		BIT(1)	/* the file has actions: mainline's "soft mode" */
#define EVENT_FILE_FOLLOWED	BIT(3)	/* event probes are attached here: "soft mode", too */
#define EVENT_FILE_SWITCHED	BIT(4)	/* actions of other events switch this one: "soft mode", too */
#define EVENT_FILE_REASONS	(EVENT_FILE_RECORDS | EVENT_FILE_ACTS | EVENT_FILE_FOLLOWED | EVENT_FILE_SWITCHED)
/* What besides, while hits arrive: */
#define EVENT_FILE_PIDS		BIT(2)	/* the instance has lists of pids, which hits look at */

/* Are hits of a file recorded that has these flags? */
static __always_inline bool event_file_records(const struct event_file *file, unsigned int flags)
{
	return flags & EVENT_FILE_SWITCHED ? READ_ONCE(file->switched_on) : flags & EVENT_FILE_RECORDS;
}

/*
 * References for inodes and open files. The getters return ERR_PTR(-ENOENT) when the group or event
 * does not exist any more, and ERR_PTR(-EINTR) when the process is being killed.
 */
struct event_group *event_group_get_by_name(struct tracer *tracer, const char *name);
void event_group_put(struct event_group *group);
struct event_file *event_file_get_by_name(struct trace_instance *instance, const char *group,
					  const char *event);
void event_file_drop(struct event_file *file);
/** event_first_probe() - get the oldest probe of an event that has probes, all of one kind; a static event has one */
static inline struct probe *event_first_probe(const struct probe_event *event)
{
	return list_first_entry(&event->probes, struct probe, event_link);
}

struct event_file *event_file_of(const struct probe_event *event,
				 const struct trace_instance *instance);
int events_add_instance(struct trace_instance *instance);
void events_leave_instance(struct trace_instance *instance, struct list_head *files);

/*
 * The tables are all under tracer->lock. event_create() adds an event without probes;
 * event_unlink() takes an event out of the tables; event_release() gives up the tables' reference,
 * and may come after a wait.
 */
struct probe_event *event_find(struct tracer *tracer, const char *group, const char *name);
struct probe_event *event_create(struct tracer *tracer, const char *group, const char *name,
				 struct fetch_layout *layout, struct trace_event_call *call,
				 unsigned int id_wanted);
void event_unlink(struct probe_event *event);
void event_release(struct probe_event *event);
static inline bool event_is_enabled(const struct probe_event *event)
{
	return rcu_access_pointer(event->files);
}

void event_show_in_list(const struct probe_event *event, struct seq_file *m);

/*
 * Walks of seq_file for available_events and set_event; the latter sets @enabled_only. The elements
 * of a walk are struct probe_event.
 */
void *events_seq_start(struct trace_instance *instance, loff_t *pos, bool enabled_only);
void *events_seq_next(struct trace_instance *instance, void *v, loff_t *pos, bool enabled_only);
void events_seq_stop(struct trace_instance *instance, void *v);

#endif
