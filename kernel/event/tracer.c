// SPDX-License-Identifier: GPL-2.0
/*
 * The tables of a tracer, in the form in which directories list them.
 */
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "kernel/event/event.h"
#include "kernel/event/tracer.h"
#include "kernel/instance/instance.h"

/**
 * name_list_alloc() - make a list of names
 * @names: receives the list, which is empty; free it with name_list_free()
 * @nr: how many names there is room for
 * @size: bytes that each name has room for, with its NUL
 *
 * Return: 0 or -ENOMEM.
 */
int name_list_alloc(struct name_list *names, unsigned int nr, unsigned int size)
{
	names->nr = 0;
	names->size = size;
	names->text = kvmalloc_array(nr ?: 1, size, GFP_KERNEL_ACCOUNT);
	return names->text ? 0 : -ENOMEM;
}

/** name_list_add() - append a name, for which name_list_alloc() has made room */
void name_list_add(struct name_list *names, const char *name)
{
	strscpy(names->text + (size_t)names->nr++ * names->size, name, names->size);
}

/** name_list_free() - free a snapshot of names */
void name_list_free(struct name_list *names)
{
	kvfree(names->text);
	names->text = NULL;
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
	ret = name_list_alloc(names, nr, PROBE_NAME_SIZE);
	if (!ret)
		list_for_each_entry(group, &tracer->groups, link)
			name_list_add(names, group->name);
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
		ret = name_list_alloc(names, nr, PROBE_NAME_SIZE);
	}
	if (!ret)
		list_for_each_entry(event, &group->events, link)
			name_list_add(names, event->name);
	mutex_unlock(&tracer->lock);
	return ret;
}

/** tracer_find_instance() - find an instance by name, or return NULL; the caller holds tracer->lock */
struct trace_instance *tracer_find_instance(const struct tracer *tracer, const char *name)
{
	struct trace_instance *instance;

	list_for_each_entry(instance, &tracer->instances, link)
		if (instance->name && !strcmp(instance->name, name))
			return instance;
	return NULL;
}

/**
 * tracer_get_instance() - find an instance by name, and take a reference to it
 * @tracer: the tracer that has the instance
 * @name: name of a directory in instances/
 *
 * Context: process context, takes tracer->lock. Return: the instance, ERR_PTR(-ENOENT), or
 * ERR_PTR(-EINTR) when the process is being killed.
 */
struct trace_instance *tracer_get_instance(struct tracer *tracer, const char *name)
{
	struct trace_instance *instance;
	int ret = mutex_lock_killable(&tracer->lock);

	if (ret)
		return ERR_PTR(ret);
	instance = tracer_find_instance(tracer, name);
	if (instance)
		instance_get(instance);
	mutex_unlock(&tracer->lock);
	return instance ?: ERR_PTR(-ENOENT);
}

/**
 * tracer_list_instances() - list the names of all directories in instances/
 * @tracer: the tracer that has the instances
 * @names: receives the names; free them with name_list_free()
 *
 * Return: 0, -ENOMEM, or -EINTR when the process is being killed.
 */
int tracer_list_instances(struct tracer *tracer, struct name_list *names)
{
	struct trace_instance *instance;
	unsigned int nr = 0;
	int ret = mutex_lock_killable(&tracer->lock);

	if (ret)
		return ret;
	list_for_each_entry(instance, &tracer->instances, link)
		nr++;
	ret = name_list_alloc(names, nr, NAME_MAX + 1);
	if (!ret)
		list_for_each_entry(instance, &tracer->instances, link)
			if (instance->name)
				name_list_add(names, instance->name);
	mutex_unlock(&tracer->lock);
	return ret;
}
