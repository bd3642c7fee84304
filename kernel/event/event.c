// SPDX-License-Identifier: GPL-2.0
/*
 * Events, groups and event files: tables, references, and the walk for listings. event_enable.c
 * switches events on and off, event_filter.c sets their filters.
 *
 * References: the tables hold all event files of an event; a file holds its event, the event its
 * group. Inodes hold event files and groups. An event leaves the tables when its last probe is
 * deleted (@dead is set), and is freed by RCU after the last reference, because readers of records
 * find events by id under RCU alone.
 */
#include <linux/jhash.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "fetch/fetch_layout.h"
#include "kernel/event/event.h"
#include "kernel/filter/filter.h"
#include "kernel/instance/instance.h"

static u32 event_name_hash(const char *group, const char *name)
{
	return jhash(name, strlen(name), jhash(group, strlen(group), 0));
}

static struct event_group *group_create(struct tracer *tracer, const char *name)
{
	struct event_group *group = kzalloc(sizeof(*group), GFP_KERNEL);

	if (!group)
		return NULL;
	kref_init(&group->kref);
	INIT_LIST_HEAD(&group->events);
	group->tracer = tracer;
	strscpy(group->name, name, sizeof(group->name));
	list_add_tail(&group->link, &tracer->groups);
	return group;
}

static void group_free(struct kref *kref)
{
	kfree(container_of(kref, struct event_group, kref));
}

/** event_group_put() - give up a reference to a group, or do nothing for NULL */
void event_group_put(struct event_group *group)
{
	if (group)
		kref_put(&group->kref, group_free);
}

/* Takes a group out of the tables when it has no events. */
static void group_drop_if_empty(struct event_group *group)
{
	if (!list_empty(&group->events) || group->dead)
		return;
	list_del(&group->link);
	WRITE_ONCE(group->dead, true);
	event_group_put(group);
}

/**
 * event_group_get_by_name() - find a group, and take a reference to it
 * @tracer: the tracer that has the group
 * @name: name of the group
 *
 * Context: process context, takes tracer->lock. Return: the group, ERR_PTR(-ENOENT), or
 * ERR_PTR(-EINTR) when the process is being killed.
 */
struct event_group *event_group_get_by_name(struct tracer *tracer, const char *name)
{
	struct event_group *group;
	int ret = mutex_lock_killable(&tracer->lock);

	if (ret)
		return ERR_PTR(ret);
	group = tracer_find_group(tracer, name);
	if (group)
		kref_get(&group->kref);
	mutex_unlock(&tracer->lock);
	return group ?: ERR_PTR(-ENOENT);
}

static void event_free_rcu(struct rcu_head *rcu)
{
	struct probe_event *event = container_of(rcu, struct probe_event, rcu);

	fetch_layout_destroy(event->layout);
	kfree(event);
}

static void event_free(struct kref *kref)
{
	struct probe_event *event = container_of(kref, struct probe_event, kref);

	event_group_put(event->group);
	call_rcu(&event->rcu, event_free_rcu);
}

static void event_file_free(struct kref *kref)
{
	struct event_file *file = container_of(kref, struct event_file, kref);

	event_filter_destroy(rcu_dereference_raw(file->filter));
	kref_put(&file->event->kref, event_free);
	kfree(file);
}

/** event_file_drop() - give up a reference to an event file, or do nothing for NULL */
void event_file_drop(struct event_file *file)
{
	if (file)
		kref_put(&file->kref, event_file_free);
}

/* Adds the file of an event in an instance. */
static int event_add_file(struct probe_event *event, struct trace_instance *instance)
{
	struct event_file *file = kzalloc(sizeof(*file), GFP_KERNEL);

	if (!file)
		return -ENOMEM;
	kref_init(&file->kref);
	kref_get(&event->kref);
	file->event = event;
	file->instance = instance;
	list_add_tail(&file->link, &event->all_files);
	return 0;
}

/**
 * event_file_of() - an event as an instance sees it
 * @event: an event in the tables; the caller holds tracer->lock
 * @instance: an instance of the event's tracer
 *
 * Return: the event file, or NULL for an instance that is gone; who holds the instance finds the file.
 */
struct event_file *event_file_of(const struct probe_event *event,
				 const struct trace_instance *instance)
{
	struct event_file *file;

	list_for_each_entry(file, &event->all_files, link)
		if (file->instance == instance)
			return file;
	return NULL;
}

/* Returns the event behind @event in the tables, or the first one. */
static struct probe_event *events_next(struct tracer *tracer, struct probe_event *event)
{
	struct event_group *group;

	if (event && !list_is_last(&event->link, &event->group->events))
		return list_next_entry(event, link);
	group = event ? event->group : list_entry(&tracer->groups, struct event_group, link);
	if (list_is_last(&group->link, &tracer->groups))
		return NULL;
	/* A group in the tables has events. */
	return list_first_entry(&list_next_entry(group, link)->events, struct probe_event, link);
}

/**
 * events_leave_instance() - take an instance's files out of all events
 * @instance: the instance that goes; its events are switched off. The caller holds tracer->lock
 * @files: receives the files, linked by their member link, with the tables' references to them
 *
 * Hits that are under way may still use the files. Then who drops them has to wait first.
 */
void events_leave_instance(struct trace_instance *instance, struct list_head *files)
{
	struct probe_event *event = NULL;
	struct event_file *file;

	while ((event = events_next(instance->tracer, event))) {
		file = event_file_of(event, instance);
		if (file)
			list_move(&file->link, files);
	}
}

/**
 * events_add_instance() - give each event a file in a new instance
 * @instance: the instance, which need not be on the list of its tracer yet; the caller holds
 *	tracer->lock
 *
 * Return: 0, or -ENOMEM, and the caller has to call events_leave_instance() all the same.
 */
int events_add_instance(struct trace_instance *instance)
{
	struct probe_event *event = NULL;
	int ret = 0;

	while (!ret && (event = events_next(instance->tracer, event)))
		ret = event_add_file(event, instance);
	return ret;
}

/**
 * event_find() - find an event that is not doomed
 * @tracer: the tracer, which the caller has locked
 * @group: name of the event's group
 * @name: name of the event
 */
struct probe_event *event_find(struct tracer *tracer, const char *group, const char *name)
{
	struct probe_event *event;

	hash_for_each_possible(tracer->event_hash, event, hash_link, event_name_hash(group, name))
		if (!event->doomed && !strcmp(event->name, name) &&
		    !strcmp(event->group->name, group))
			return event;
	return NULL;
}

/* Frees an event that was never in the tables; its layout still belongs to the caller. */
static void event_abandon(struct probe_event *event, struct event_group *group)
{
	struct event_file *file, *next;

	if (group)
		group_drop_if_empty(group);
	list_for_each_entry_safe(file, next, &event->all_files, link)
		kfree(file);
	kfree(event);
}

/* Creates everything of a new event but its place in the tables. */
static struct probe_event *event_alloc(struct tracer *tracer, const char *name)
{
	struct probe_event *event = kzalloc(sizeof(*event), GFP_KERNEL);
	struct trace_instance *instance;

	if (!event)
		return NULL;
	kref_init(&event->kref);
	INIT_LIST_HEAD(&event->probes);
	INIT_LIST_HEAD(&event->all_files);
	event->tracer = tracer;
	strscpy(event->name, name, sizeof(event->name));
	list_for_each_entry(instance, &tracer->instances, link) {
		if (event_add_file(event, instance)) {
			event_abandon(event, NULL);
			return NULL;
		}
	}
	return event;
}

/* Returns an id that no reader of records finds an event by yet, or -ENOMEM, or -ENOSPC. */
static int event_reserve_id(struct tracer *tracer, unsigned int wanted)
{
	int id = -ENOSPC;

	if (wanted)
		id = idr_alloc(&tracer->event_ids, NULL, wanted, wanted + 1, GFP_KERNEL);
	if (id == -ENOSPC)
		id = idr_alloc(&tracer->event_ids, NULL, TRACER_EVENT_ID_FIRST,
			       TRACER_EVENT_ID_LAST + 1, GFP_KERNEL);
	return id;
}

/**
 * event_create() - add an event
 * @tracer: the tracer, which the caller has locked
 * @group_name: name of the event's group, which is created when it is new
 * @name: name of the event
 * @layout: fields of the event's records; belongs to the event on success
 * @call: the kernel's event, when that is what the event is; else NULL
 * @id_wanted: the id that the event gets when no other event of the tracer has it; 0 when any will do
 *
 * Return: the event, ERR_PTR(-ENOMEM), or ERR_PTR(-ENOSPC) when all ids are in use.
 */
struct probe_event *event_create(struct tracer *tracer, const char *group_name, const char *name,
				 struct fetch_layout *layout, struct trace_event_call *call,
				 unsigned int id_wanted)
{
	struct probe_event *event = event_alloc(tracer, name);
	struct event_group *group;
	int id = -ENOMEM;

	if (!event)
		return ERR_PTR(-ENOMEM);
	group = tracer_find_group(tracer, group_name) ?: group_create(tracer, group_name);
	if (group)
		id = event_reserve_id(tracer, id_wanted);
	if (id < 0) {
		event_abandon(event, group);
		return ERR_PTR(id);
	}
	kref_get(&group->kref);
	event->group = group;
	event->id = id;
	event->layout = layout;
	event->call = call;
	/* A reader may have a record of an event that had the id before. */
	idr_replace(&tracer->event_ids, event, id);
	list_add_tail(&event->link, &group->events);
	hash_add(tracer->event_hash, &event->hash_link, event_name_hash(group_name, name));
	/*
	 * The tables hold the event through its files, so the reference of kref_init() is given up.
	 */
	kref_put(&event->kref, event_free);
	WRITE_ONCE(tracer->generation, tracer->generation + 1);
	return event;
}

/**
 * event_unlink() - take an event out of the tables
 * @event: an event that is disabled, or is before it is released; the caller holds tracer->lock
 *
 * Readers under RCU may still use the event: event_release() follows.
 */
void event_unlink(struct probe_event *event)
{
	struct tracer *tracer = event->tracer;

	hash_del(&event->hash_link);
	list_del(&event->link);
	idr_remove(&tracer->event_ids, event->id);
	WRITE_ONCE(event->dead, true);
	group_drop_if_empty(event->group);
	WRITE_ONCE(tracer->generation, tracer->generation + 1);
}

/** event_release() - give up the tables' reference to an unlinked event */
void event_release(struct probe_event *event)
{
	struct event_file *file, *next;

	kref_get(&event->kref);		/* the walk needs the event to its end */
	list_for_each_entry_safe(file, next, &event->all_files, link) {
		list_del(&file->link);
		event_file_drop(file);
	}
	kref_put(&event->kref, event_free);
}

/**
 * event_file_get_by_name() - find an event, and take a reference to its event file
 * @instance: the instance that the file is of
 * @group: name of the event's group
 * @name: name of the event
 *
 * Context: process context, takes tracer->lock. Return: the event file, ERR_PTR(-ENOENT), or
 * ERR_PTR(-EINTR) when the process is being killed.
 */
struct event_file *event_file_get_by_name(struct trace_instance *instance, const char *group,
					  const char *name)
{
	struct tracer *tracer = instance->tracer;
	struct probe_event *event;
	struct event_file *file = ERR_PTR(-ENOENT);
	int ret = mutex_lock_killable(&tracer->lock);

	if (ret)
		return ERR_PTR(ret);
	event = event_find(tracer, group, name);
	if (event) {
		file = event_file_of(event, instance) ?: ERR_PTR(-ENOENT);
		if (!IS_ERR(file))
			kref_get(&file->kref);
	}
	mutex_unlock(&tracer->lock);
	return file;
}

#define LIST_COLUMN	32	/* of what comes behind the name, if that leaves room */

/**
 * event_show_in_list() - print GROUP:EVENT and blanks, for a list of something that events have
 * @event: the event whose names are printed
 * @m: receives the text
 */
void event_show_in_list(const struct probe_event *event, struct seq_file *m)
{
	int len = strlen(event->group->name) + 1 + strlen(event->name);

	seq_printf(m, "%s:%s%*s", event->group->name, event->name, max(LIST_COLUMN - len, 1), "");
}

static struct probe_event *events_next_shown(struct trace_instance *instance,
					     struct probe_event *event, bool enabled_only)
{
	do {
		event = events_next(instance->tracer, event);
	} while (event && enabled_only && !event_file_of(event, instance)->flags);
	return event;
}

/**
 * events_seq_start() - begin or resume the walk of a seq_file over the events
 * @instance: the instance whose tracer has the events
 * @pos: number of events that the walk has passed already
 * @enabled_only: lists only those events that are enabled in @instance
 *
 * The function takes tracer->lock, until events_seq_stop(). Return: the first event, NULL, or
 * ERR_PTR(-EINTR) without the lock when the process is being killed.
 */
void *events_seq_start(struct trace_instance *instance, loff_t *pos, bool enabled_only)
{
	struct tracer *tracer = instance->tracer;
	struct probe_event *event;
	loff_t n = *pos;
	int ret = mutex_lock_killable(&tracer->lock);

	if (ret)
		return ERR_PTR(ret);
	if (list_empty(&tracer->groups))
		return NULL;
	event = events_next_shown(instance, NULL, enabled_only);
	while (event && n--)
		event = events_next_shown(instance, event, enabled_only);
	return event;
}

/** events_seq_next() - go to the next event of the walk */
void *events_seq_next(struct trace_instance *instance, void *v, loff_t *pos, bool enabled_only)
{
	++*pos;
	return events_next_shown(instance, v, enabled_only);
}

/** events_seq_stop() - end the walk, whose last element is @v, and release tracer->lock */
void events_seq_stop(struct trace_instance *instance, void *v)
{
	if (!IS_ERR(v))
		mutex_unlock(&instance->tracer->lock);
}
