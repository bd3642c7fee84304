/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A tracer is everything that one mount owns. That of the parameter kprobe_event is there before a
 * mount (boot.c).
 *
 * Lifetime: a tracer is created when the file system is mounted, and destroyed when its superblock
 * dies, that is when the last copy of the mount, open file and working directory is gone.
 *
 * Locking: tracer->lock (a mutex) protects the tables of groups, events and probes, the enabled
 * state of events, and filters and actions as seen by writers. Hits never take the lock: RCU publishes what
 * they use (preemption is off in a hit), and it is freed after one wait. tracer->lock is taken
 * before instance->lock.
 */
#ifndef KERNEL_TRACER_H
#define KERNEL_TRACER_H

#include <linux/hashtable.h>
#include <linux/idr.h>
#include <linux/list.h>
#include <linux/mutex.h>

#include "parser/parse_definition.h"

struct event_group;
struct kernel_btf;
struct trace_instance;
struct probe_event;
struct saved_tasks;

#define TRACER_EVENT_HASH_BITS	10
#define TRACER_PROBE_HASH_BITS	10

/*
 * Ids of defined events are the upper half of the 16 bits that a record has room for. Mainline numbers
 * its own events from 1 up, about 2,000 of them and those that its users add; static events have
 * the ids that mainline has given them.
 */
#define TRACER_EVENT_ID_FIRST	32768
#define TRACER_EVENT_ID_LAST	65535

/* The mount option backend= says which of these arms the probes. */
enum tracer_backend {
	TRACER_BACKEND_AUTO,
	TRACER_BACKEND_KPROBE,
	TRACER_BACKEND_FTRACE,
};

/**
 * struct tracer - one mount
 * @lock: protects the tables, see the top
 * @groups: list of struct event_group, in order of creation
 * @probes: list of struct probe, in order of definition, which is the order of the listings
 * @parked: list of struct probe that are registered, disabled, since they were validated, and need
 *	not be registered
 * @event_hash: struct probe_event by group and name
 * @probe_hash: the first probe of each definition by event, place and arguments, see probe_key()
 * @event_ids: struct probe_event by id; readers hold RCU
 * @static_made: all groups have the kernel's static events (static_events.c)
 * @coming: the module that comes, while the tracer is told of it
 * @going: the tracer is being destroyed: modules that come bring no events, and switch none on
 * @generation: changes whenever an event or group appears or goes
 * @cred: the rights of who has mounted the tracer, with which perf is asked for static events; of the tracer
 *	that was given definitions at load, those of who loaded the module
 * @backend: the backend that serves new definitions, as far as it can
 * @types: the types by which names are resolved in place of the kernel's own, or NULL; changed only while nobody
 *	uses the mount
 * @tasks: the tasks that recorded something, in whatever instance
 * @instances: list of struct trace_instance, in order of creation; @top is the first
 * @top: the instance of the mount itself
 * @marker_copies: list of the instances that get what is written to the trace_marker of @top, with the
 *	option copy_trace_marker; changed under @lock, and readers hold RCU
 * @module_notifier_link: puts the tracer on the list that the module notifier walks
 */
struct tracer {
	struct mutex lock;
	struct list_head groups;
	struct list_head probes;
	struct list_head parked;
	DECLARE_HASHTABLE(event_hash, TRACER_EVENT_HASH_BITS);
	DECLARE_HASHTABLE(probe_hash, TRACER_PROBE_HASH_BITS);
	struct idr event_ids;
	bool static_made;
	const struct module *coming;
	bool going;
	const struct cred *cred;
	unsigned long generation;
	enum tracer_backend backend;
	struct kernel_btf *types;
	struct saved_tasks *tasks;
	struct list_head instances;
	struct trace_instance *top;
	struct list_head marker_copies;
	struct list_head module_notifier_link;
};

struct event_group *tracer_find_group(struct tracer *tracer, const char *name);

/**
 * struct name_list - a snapshot of names, for directory listings
 * @nr: number of names
 * @size: bytes that each name has room for, with its NUL
 * @text: the names, one after the other
 */
struct name_list {
	unsigned int nr;
	unsigned int size;
	char *text;
};

int name_list_alloc(struct name_list *names, unsigned int nr, unsigned int size);
void name_list_add(struct name_list *names, const char *name);
static inline const char *name_list_at(const struct name_list *names, unsigned int i)
{
	return names->text + (size_t)i * names->size;
}

struct trace_instance *tracer_find_instance(const struct tracer *tracer, const char *name);
struct trace_instance *tracer_get_instance(struct tracer *tracer, const char *name);
int tracer_list_instances(struct tracer *tracer, struct name_list *names);
int tracer_list_groups(struct tracer *tracer, struct name_list *names);
int tracer_list_events(struct tracer *tracer, const char *group, struct name_list *names);
void name_list_free(struct name_list *names);

#endif
