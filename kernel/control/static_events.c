// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's static events in the tables of a tracer: each is an event with one probe, which no
 * listing of definitions has and no definition can delete. Ids are the kernel's, so that a program that
 * reads one here and gives it to perf_event_open() gets that event.
 *
 * The events of a group are made when somebody asks for the group, and those of all groups when
 * somebody asks for all: a mount of somebody who only defines probes does not pay for them. They stay
 * until the tracer goes, or their module. Until it is enabled an event costs nothing but memory.
 *
 * All of this happens under tracer->lock; event_mutex is taken inside.
 */
#define pr_fmt(fmt) "probefs: " fmt

#include <linux/cred.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/string.h>

#include "fetch/fetch_layout.h"
#include "fetch/record_head.h"
#include "kernel/control/event_actions.h"
#include "kernel/control/event_enable.h"
#include "kernel/control/instances.h"
#include "kernel/control/static_events.h"
#include "kernel/event/event.h"
#include "kernel/event/probe.h"
#include "kernel/hook/arm.h"
#include "kernel/hook/event_probe.h"
#include "kernel/hook/static_event.h"
#include "kernel/instance/instance.h"
#include "kernel/record/builtin.h"
#include "kernel/symbol/kernel_event.h"

/* Hits of these are of a second task, too, in what mainline makes of lists of pids. */
static const struct {
	const char *event;
	const char *pid;
} two_tasks[] = {
	{ "sched_switch",	"next_pid" },
	{ "sched_wakeup",	"pid" },
	{ "sched_wakeup_new",	"pid" },
	{ "sched_waking",	"pid" },
};

/* Returns the offset of the second task's pid in records of the event, or 0. */
static u16 second_pid_of(struct trace_event_call *call, const struct fetch_layout *layout)
{
	const struct head_field *field;
	unsigned int i;

	if (strcmp(kernel_event_group(call), "sched"))
		return 0;
	for (i = 0; i < ARRAY_SIZE(two_tasks); i++) {
		if (strcmp(kernel_event_name(call), two_tasks[i].event))
			continue;
		field = record_head_find(layout->head, two_tasks[i].pid, strlen(two_tasks[i].pid));
		return field && field->size == sizeof(pid_t) ? field->offset : 0;
	}
	return 0;
}

static int make_event(struct tracer *tracer, struct trace_event_call *call)
{
	struct fetch_layout *layout = kernel_event_layout(call);
	unsigned int id = kernel_event_id(call);
	struct probe_event *event;
	struct probe *probe;

	if (IS_ERR(layout)) {
		pr_info_once("%s:%s and perhaps more events are left out: their fields are not understood\n",
			     kernel_event_group(call), kernel_event_name(call));
		return PTR_ERR(layout) == -EOPNOTSUPP ? 0 : PTR_ERR(layout);
	}
	/* An id that our built-in records have is none for an event; kernels number theirs in other ways. */
	if (builtin_record_by_id(id))
		id = 0;
	probe = static_event_probe_create(call, layout, READ_ONCE(tracer->backend));
	if (IS_ERR(probe)) {
		fetch_layout_destroy(layout);
		return PTR_ERR(probe);
	}
	event = event_create(tracer, kernel_event_group(call), kernel_event_name(call), layout, call, id);
	if (IS_ERR(event)) {
		probe_destroy(probe);
		fetch_layout_destroy(layout);
		return PTR_ERR(event);
	}
	probe->event = event;
	probe->id = event->id;
	probe->second_pid = second_pid_of(call, layout);
	list_add_tail(&probe->event_link, &event->probes);
	event->nr_live = 1;
	return 0;
}

/*
 * The events of a module that comes are made when the tracer is told of the module, or when it is live: if the
 * notifiers of mainline refuse the module in between, nobody tells the tracer that it goes. The events of a module that
 * goes are let go just once before mainline forgets them.
 */
static bool is_there(const struct tracer *tracer, const struct trace_event_call *call)
{
	const struct module *module = kernel_event_owner(call);

	return !module || module->state == MODULE_STATE_LIVE || module == tracer->coming;
}

static int take_call(void *data, struct trace_event_call *call)
{
	struct tracer *tracer = data;
	const char *group = kernel_event_group(call);

	if (!is_there(tracer, call))
		return 0;
	if (strlen(group) >= PROBE_NAME_SIZE || strlen(kernel_event_name(call)) >= PROBE_NAME_SIZE)
		return 0;
	/* It is there already, or somebody has defined an event of that name. */
	if (event_find(tracer, group, kernel_event_name(call)))
		return 0;
	return make_event(tracer, call);
}

static void note_made(struct tracer *tracer, struct event_group *group)
{
	if (group)
		group->static_made = true;
	else
		tracer->static_made = true;
}

/* @group: NULL for all; the caller holds tracer->lock */
static int bring(struct tracer *tracer, const char *group)
{
	const struct cred *asker = override_creds(tracer->cred);
	int ret;

	static_events_prepare(group, READ_ONCE(tracer->backend));
	ret = kernel_events_walk(group, take_call, tracer);
	revert_creds(asker);
	return ret == -ENOENT ? 0 : ret;	/* a kernel without the list has no static events */
}

/**
 * static_events_bring_locked() - make the static events that somebody asks for
 * @tracer: the tracer that gets the events; the caller holds tracer->lock
 * @name: name of a group, which may have none, or NULL for all groups
 *
 * Context: process context. Return: the same as static_events_bring().
 */
int static_events_bring_locked(struct tracer *tracer, const char *name)
{
	struct event_group *group = name ? tracer_find_group(tracer, name) : NULL;
	int ret;

	if (tracer->static_made || (group && group->static_made))
		return 0;
	ret = bring(tracer, name);
	group = name ? tracer_find_group(tracer, name) : NULL;
	if (!ret && (group || !name))
		note_made(tracer, group);
	return ret;
}

/**
 * static_events_bring() - make the static events that somebody asks for
 * @tracer: the tracer that gets the events
 * @name: name of a group, which may have none, or NULL for all groups
 *
 * Context: process context, takes tracer->lock. Return: 0, -ENOMEM, -ENOSPC when all ids are in use,
 * or -EINTR when the process is being killed.
 */
int static_events_bring(struct tracer *tracer, const char *name)
{
	int ret;

	if (READ_ONCE(tracer->static_made))
		return 0;
	ret = mutex_lock_killable(&tracer->lock);
	if (ret)
		return ret;
	ret = static_events_bring_locked(tracer, name);
	mutex_unlock(&tracer->lock);
	return ret;
}

/**
 * static_events_module_coming() - make the events of a module that comes, or is live
 * @tracer: the tracer; its groups that have their events get those of the module
 *
 * Without memory for them they are made when somebody asks for events again. Context: under
 * tracer->lock, after the kernel has put the module's events on its list.
 */
void static_events_module_coming(struct tracer *tracer)
{
	struct event_group *group;

	if (tracer->static_made) {
		tracer->static_made = !bring(tracer, NULL);
		return;
	}
	/* bring() adds to these groups, and adds no group. */
	list_for_each_entry(group, &tracer->groups, link)
		if (group->static_made)
			group->static_made = !bring(tracer, group->name);
}

/* The events move to @gone: readers of records do not find them any more. Hits may, until they are disabled. */
static void unlink_events(struct tracer *tracer, struct module *mod, struct list_head *gone)
{
	struct event_group *group, *next_group;
	struct probe_event *event, *next;

	list_for_each_entry_safe(group, next_group, &tracer->groups, link) {
		kref_get(&group->kref);		/* it may go with its last event */
		list_for_each_entry_safe(event, next, &group->events, link) {
			unsigned long call = (unsigned long)event->call;

			if (!call || (mod && !within_module(call, mod)))
				continue;
			event_unlink(event);
			list_add_tail(&event->link, gone);
		}
		event_group_put(group);
	}
}

static void free_events(struct list_head *events)
{
	struct probe_event *event, *next;

	list_for_each_entry_safe(event, next, events, link) {
		struct probe *probe = event_first_probe(event);

		event_mark_buffers_stale(event);
		event_remove_triggers(event);
		list_del(&probe->event_link);
		probe_destroy(probe);
		event_release(event);
	}
}

/* No hit of an event that has left the tables runs any more. */
static void leave_event_probes(struct tracer *tracer)
{
	struct probe *probe;

	list_for_each_entry(probe, &tracer->probes, link)
		if (probe->attached && probe->attached->dead)
			event_probe_lose(probe);
}

static void remove_events(struct tracer *tracer, struct module *mod)
{
	LIST_HEAD(gone);

	unlink_events(tracer, mod, &gone);
	if (list_empty(&gone))
		return;
	events_disable(&gone);
	/* A reader of records may be printing one by the kernel's event, which goes with its module. */
	synchronize_rcu();
	leave_event_probes(tracer);
	free_events(&gone);
	if (mod)	/* else the buffers go, too */
		tracer_clear_stale_buffers(tracer);
}

/**
 * static_events_module_going() - remove the events of a module that goes
 * @tracer: the tracer that may have them
 * @mod: the module that goes
 *
 * Events may be enabled. Call this before mainline finds that somebody uses what goes, and once more after it
 * has forgotten the module's events. Context: under tracer->lock.
 */
void static_events_module_going(struct tracer *tracer, struct module *mod)
{
	remove_events(tracer, mod);
}

/** static_events_destroy() - remove all static events; none is enabled, and none has triggers */
void static_events_destroy(struct tracer *tracer)
{
	mutex_lock(&tracer->lock);
	remove_events(tracer, NULL);
	mutex_unlock(&tracer->lock);
}
