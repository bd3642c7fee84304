// SPDX-License-Identifier: GPL-2.0
/*
 * The tables of a tracer, in the form in which directories list them.
 */
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "kernel/event/event.h"
#include "kernel/event/tracer.h"

static int name_list_alloc(struct name_list *names, unsigned int nr)
{
	names->nr = 0;
	names->name = kvmalloc_array(nr ?: 1, PROBE_NAME_SIZE, GFP_KERNEL_ACCOUNT);
	return names->name ? 0 : -ENOMEM;
}

/** name_list_free() - free a snapshot of names */
void name_list_free(struct name_list *names)
{
	kvfree(names->name);
	names->name = NULL;
	names->nr = 0;
}

/**
 * tracer_list_groups() - list the names of all groups
 * @tracer: the tracer that has the groups
 * @names: receives the names; free them with name_list_free()
 *
 * Return: 0, -ENOMEM, or -EINTR when the process is being killed.
 */
int tracer_list_groups(struct tracer *tracer, struct name_list *names)
{
	struct event_group *group;
	unsigned int nr = 0;
	int ret = mutex_lock_killable(&tracer->lock);

	if (ret)
		return ret;
	list_for_each_entry(group, &tracer->groups, link)
		nr++;
	ret = name_list_alloc(names, nr);
	if (!ret)
		list_for_each_entry(group, &tracer->groups, link)
			strscpy(names->name[names->nr++], group->name, PROBE_NAME_SIZE);
	mutex_unlock(&tracer->lock);
	return ret;
}

/** tracer_find_group() - find a group by name, or return NULL; the caller holds tracer->lock */
struct event_group *tracer_find_group(struct tracer *tracer, const char *name)
{
	struct event_group *group;

	list_for_each_entry(group, &tracer->groups, link)
		if (!strcmp(group->name, name))
			return group;
	return NULL;
}

/**
 * tracer_list_events() - list the names of all events of a group
 * @tracer: the tracer that has the group
 * @group_name: name of the group
 * @names: receives the names; free them with name_list_free()
 *
 * Return: 0, -ENOENT (no such group any more), -ENOMEM, or -EINTR when the process is being killed.
 */
int tracer_list_events(struct tracer *tracer, const char *group_name, struct name_list *names)
{
	struct event_group *group;
	struct probe_event *event;
	unsigned int nr = 0;
	int ret = mutex_lock_killable(&tracer->lock);

	if (ret)
		return ret;
	ret = -ENOENT;
	group = tracer_find_group(tracer, group_name);
	if (group) {
		list_for_each_entry(event, &group->events, link)
			nr++;
		ret = name_list_alloc(names, nr);
	}
	if (!ret)
		list_for_each_entry(event, &group->events, link)
			strscpy(names->name[names->nr++], event->name, PROBE_NAME_SIZE);
	mutex_unlock(&tracer->lock);
	return ret;
}
