// SPDX-License-Identifier: GPL-2.0
/*
 * Making and removing instances.
 *
 * An instance is made in full before anybody can find it: buffer and options first, then, under
 * tracer->lock, its place on the list and a file for each event. Events that are defined later get
 * theirs from event_create(), under the same lock.
 *
 * Removal is the reverse. It begins with instance_close(), under tracer->lock, which fails while a file
 * of the instance is open. So there are no readers, writers or waiters from then on, nor can any
 * come; inodes that are left find that the instance is gone. What may still be under way are hits, also
 * of events that stay armed because another instance has them switched on: one wait, with no lock
 * held, separates taking the event files off the lists that hits walk from freeing them, the buffer
 * and the lists of pids.
 */
#include <linux/err.h>
#include <linux/list.h>
#include <linux/mutex.h>

#include "kernel/control/event_actions.h"
#include "kernel/control/event_enable.h"
#include "kernel/control/function_tracing.h"
#include "kernel/control/instances.h"
#include "kernel/control/set_event.h"
#include "kernel/event/event.h"
#include "kernel/event/tracer.h"
#include "kernel/instance/clock.h"
#include "kernel/instance/instance.h"
#include "kernel/record/marker.h"
#include "kernel/record/printk_record.h"
#include "kernel/record/record.h"
#include "kernel/record/ways.h"

/* The options that a new instance does not take over from the top level. */
#define OPTIONS_NOT_COPIED	(TRACE_OPTIONS_FOLLOW | TRACE_OPTION(COPY_MARKER) |	\
				 TRACE_OPTION(DUMP_FETCHARG) | TRACE_OPTION(PRINTK_DEST))

static void instance_changed(struct tracer *tracer)
{
	if (IS_ENABLED(CONFIG_PROBEFS_TRACE_MARKER))
		tracer_update_marker_copies(tracer);
	tracer_update_printk(tracer);
	events_change_ends(tracer);
}

static const struct instance_owner tracer_instance_owner = {
	.change_begins	= events_change_begins,
	.change_ends	= instance_changed,
};

/**
 * tracer_create_instance() - make an instance that is on no list yet
 * @tracer: the tracer that the instance is for
 * @name: name of the directory in instances/, or NULL for the top level
 *
 * Context: process context. Return: the instance, or NULL without memory.
 */
struct trace_instance *tracer_create_instance(struct tracer *tracer, const char *name)
{
	return instance_create(tracer, &tracer_instance_owner, tracer->tasks, name);
}

static int copy_options(struct trace_instance *instance, const struct trace_instance *top)
{
	unsigned long wanted = READ_ONCE(top->options) & ~OPTIONS_NOT_COPIED;
	unsigned int bit;
	int ret = 0;

	for (bit = 0; bit < TRACE_NR_OPTIONS && !ret; bit++)
		if ((instance->options ^ wanted) & BIT(bit))
			ret = instance_set_option_bit(instance, bit, wanted & BIT(bit));
	return ret;
}

static void drop_files(struct list_head *files)
{
	struct event_file *file, *next;

	list_for_each_entry_safe(file, next, files, link) {
		list_del(&file->link);
		event_file_remove_triggers(file);
		event_file_drop(file);
	}
}

/* Lets everybody find the instance. */
static int add_instance(struct tracer *tracer, struct trace_instance *instance)
{
	LIST_HEAD(files);
	int ret = mutex_lock_killable(&tracer->lock);

	if (ret)
		return ret;
	if (tracer_find_instance(tracer, instance->name))
		ret = -EEXIST;
	ret = ret ?: events_add_instance(instance);
	if (!ret)
		list_add_tail(&instance->link, &tracer->instances);
	else
		events_leave_instance(instance, &files);
	mutex_unlock(&tracer->lock);
	drop_files(&files);
	return ret;
}

/**
 * tracer_make_instance() - do what mkdir(2) in instances/ does
 * @tracer: the tracer that gets an instance
 * @name: name of the instance
 *
 * The options are those of the top level, everything else is at its default. As on mainline, the clock
 * is "local", also where the top level begins with another one. Context: process context.
 * Return: 0, -EEXIST, -ENOMEM, or -EINTR when the process is being killed.
 */
int tracer_make_instance(struct tracer *tracer, const char *name)
{
	struct trace_instance *instance = tracer_create_instance(tracer, name);
	int ret;

	if (!instance)
		return -ENOMEM;
	instance_change_clock(instance, clock_find("local"));
	ret = copy_options(instance, tracer->top);
	ret = ret ?: instance_expand(instance);
	ret = ret ?: add_instance(tracer, instance);
	if (ret)
		instance_destroy(instance);
	return ret;
}

/**
 * tracer_remove_instance() - do what rmdir(2) in instances/ does
 * @instance: an instance that has a name; the caller has a reference to it
 *
 * Context: process context, waits for grace periods. Return: 0, -EBUSY while a file of the instance is
 * open, or -EINTR when the process is being killed, which happens before anything has changed.
 */
int tracer_remove_instance(struct trace_instance *instance)
{
	struct tracer *tracer = instance->tracer;
	struct event_file *file;
	LIST_HEAD(files);
	int ret = mutex_lock_killable(&tracer->lock);

	if (ret)
		return ret;
	if (!instance_close(instance)) {
		mutex_unlock(&tracer->lock);
		return -EBUSY;
	}
	function_tracing_destroy(instance);
	events_disable_all(instance);
	events_leave_instance(instance, &files);
	list_for_each_entry(file, &files, link)
		event_file_leave_targets(file);
	instance_change_option(instance, TRACE_OPTION_PRINTK_DEST_BIT, false);
	tracer_update_printk(tracer);
	list_del(&instance->link);
	list_del_rcu(&instance->marker_link);
	mutex_unlock(&tracer->lock);
	record_wait();
	drop_files(&files);
	set_event_forget(instance);
	instance_destroy(instance);
	return 0;
}

/** event_mark_buffers_stale() - note the buffers that may have records of an event that goes */
void event_mark_buffers_stale(struct probe_event *event)
{
	struct event_file *file;

	list_for_each_entry(file, &event->all_files, link)
		file->instance->stale |= file->was_enabled;
}

/**
 * tracer_clear_stale_buffers() - empty the buffers that event_mark_buffers_stale() has noted
 * @tracer: the tracer, which the caller has locked
 *
 * Nobody can decode the records of events that are gone; mainline clears such buffers, too.
 */
void tracer_clear_stale_buffers(struct tracer *tracer)
{
	struct trace_instance *instance;

	list_for_each_entry(instance, &tracer->instances, link) {
		if (instance->stale)
			instance_reset_all(instance);
		instance->stale = false;
	}
}

/**
 * tracer_quiet() - let no hit arrive at any instance, and take all triggers away
 * @tracer: a tracer that is going; no file of it is open
 *
 * Triggers go when everything is switched off: until then hits of an event may come that one instance
 * has switched off and another one has not. Context: process context, waits for grace periods.
 */
void tracer_quiet(struct tracer *tracer)
{
	struct trace_instance *instance;
	struct event_group *group;
	struct probe_event *event;

	mutex_lock(&tracer->lock);	/* not killable: the tracer has to go */
	tracer->going = true;
	list_for_each_entry(instance, &tracer->instances, link) {
		function_tracing_destroy(instance);
		events_disable_all(instance);
	}
	list_for_each_entry(group, &tracer->groups, link)
		list_for_each_entry(event, &group->events, link)
			event_remove_triggers(event);
	mutex_unlock(&tracer->lock);
}

/**
 * tracer_destroy_instances() - free all instances, also that of the top level
 * @tracer: a tracer that is going; it has no events any more
 *
 * Context: process context.
 */
void tracer_destroy_instances(struct tracer *tracer)
{
	struct trace_instance *instance, *next;

	list_for_each_entry_safe(instance, next, &tracer->instances, link) {
		set_event_forget(instance);
		instance_destroy(instance);
	}
}
