// SPDX-License-Identifier: GPL-2.0
/*
 * The tree consists of tables of the fixed names, made from the rows of entries.h, and of levels,
 * whose names come and go with the tables of the tracer.
 */
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/string.h>

#include "kernel/control/instances.h"
#include "kernel/control/static_events.h"
#include "kernel/event/event.h"
#include "kernel/event/tracer.h"
#include "kernel/instance/instance.h"
#include "tracefs/files/files.h"
#include "tracefs/vfs/node.h"

#define MODE_READ	(S_IFREG | 0440)
#define MODE_WRITE	(S_IFREG | 0640)
#define MODE_MARK	(S_IFREG | 0220)
#define MODE_FREE	(S_IFREG | 0200)
#define MODE_DIR	(S_IFDIR | 0750)

/*
 * The tables
 */

static const struct tracefs_level cpu_level, event_level, ftrace_level, group_level, instance_level,
				  option_level;

static const struct tracefs_dir instances_dir = { .level = &instance_level };
static const struct tracefs_dir options_dir = { .level = &option_level };
static const struct tracefs_dir per_cpu_dir = { .level = &cpu_level };

#define DIRECTORY(table)	static const struct tracefs_entry table##_entries[] = {
#define DIRECTORY_END(table, ...)						\
	};									\
	static const struct tracefs_dir table##_dir = {				\
		.entries = table##_entries,					\
		.nr_entries = ARRAY_SIZE(table##_entries),			\
		__VA_ARGS__							\
	};
#define TEXT_READ(file, ops)	{ .name = file, .mode = MODE_READ, .text = &(ops) },
#define TEXT_WRITE(file, ops)	{ .name = file, .mode = MODE_WRITE, .text = &(ops) },
#define FILE_OPS(file, m, ops)	{ .name = file, .mode = m, .fops = &(ops) },
#define SUBDIR(file, d)		{ .name = file, .mode = MODE_DIR, .dir = &(d) },

#include "tracefs/files/entries.h"

const struct tracefs_entry tracefs_root_entry = { .mode = S_IFDIR | 0700, .dir = &top_dir };

/*
 * events/GROUP/EVENT
 */

static int find_event(const struct tracefs_place *dir, const char *name,
		      struct tracefs_place *child)
{
	struct event_file *file = event_file_get_by_name(dir->instance, dir->group->name, name);

	if (IS_ERR(file))
		return PTR_ERR(file);
	if (file->event->group != dir->group) {		/* a new group has the same name */
		event_file_drop(file);
		return -ENOENT;
	}
	*child = *dir;
	child->event = file;
	kref_get(&dir->group->kref);
	instance_get(dir->instance);
	return 0;
}

static int list_events(const struct tracefs_place *dir, struct name_list *names)
{
	return tracer_list_events(dir->instance->tracer, dir->group->name, names);
}

static const struct tracefs_level event_level = {
	.child	= { .mode = MODE_DIR, .dir = &event_dir },
	.find	= find_event,
	.list	= list_events,
};

/*
 * events/GROUP
 */

static int find_group(const struct tracefs_place *dir, const char *name,
		      struct tracefs_place *child)
{
	struct event_group *group;
	int ret = static_events_bring(dir->instance->tracer, name);

	if (ret)
		return ret;
	group = event_group_get_by_name(dir->instance->tracer, name);
	if (IS_ERR(group))
		return PTR_ERR(group);
	*child = *dir;
	child->group = group;
	instance_get(dir->instance);
	return 0;
}

static int list_groups(const struct tracefs_place *dir, struct name_list *names)
{
	int ret = static_events_bring(dir->instance->tracer, NULL);

	return ret ?: tracer_list_groups(dir->instance->tracer, names);
}

static const struct tracefs_level group_level = {
	.child	= { .mode = MODE_DIR, .dir = &group_dir },
	.find	= find_group,
	.list	= list_groups,
};

/*
 * events/ftrace has, beside its fixed entries, the events that somebody defines in that group
 */

static int find_ftrace_event(const struct tracefs_place *dir, const char *name,
			     struct tracefs_place *child)
{
	struct event_file *file = event_file_get_by_name(dir->instance, "ftrace", name);

	if (IS_ERR(file))
		return PTR_ERR(file);
	*child = *dir;
	child->event = file;
	child->group = file->event->group;
	kref_get(&child->group->kref);
	instance_get(dir->instance);
	return 0;
}

static int list_ftrace_events(const struct tracefs_place *dir, struct name_list *names)
{
	int ret;

	*names = (struct name_list){};
	ret = tracer_list_events(dir->instance->tracer, "ftrace", names);
	return ret == -ENOENT ? 0 : ret;
}

static const struct tracefs_level ftrace_level = {
	.child	= { .mode = MODE_DIR, .dir = &event_dir },
	.find	= find_ftrace_event,
	.list	= list_ftrace_events,
};

/*
 * per_cpu has a directory for every CPU that could ever be there
 */

/* Finds "cpu3", but neither "cpu03" nor "cpu+3". */
static int find_cpu(const struct tracefs_place *dir, const char *name, struct tracefs_place *child)
{
	char canonical[PROBE_NAME_SIZE];
	int cpu;

	if (strncmp(name, "cpu", 3) || kstrtoint(name + 3, 10, &cpu))
		return -ENOENT;
	snprintf(canonical, sizeof(canonical), "cpu%d", cpu);
	if (strcmp(name, canonical) || cpu < 0 || cpu >= nr_cpu_ids || !cpu_possible(cpu))
		return -ENOENT;
	*child = *dir;
	child->cpu = cpu;
	tracefs_place_get(child);
	return 0;
}

static int list_cpus(const struct tracefs_place *dir, struct name_list *names)
{
	char name[PROBE_NAME_SIZE];
	int cpu, ret = name_list_alloc(names, num_possible_cpus(), sizeof(name));

	if (ret)
		return ret;
	for_each_possible_cpu(cpu) {
		snprintf(name, sizeof(name), "cpu%d", cpu);
		name_list_add(names, name);
	}
	return 0;
}

static const struct tracefs_level cpu_level = {
	.child	= { .mode = MODE_DIR, .dir = &cpu_dir },
	.find	= find_cpu,
	.list	= list_cpus,
};

/*
 * options
 */

/* As on mainline, an instance has no files for options of the top level, but trace_options has them. */
static bool has_option_file(const struct trace_instance *instance, unsigned int bit)
{
	return trace_option_name(bit) && (!instance->name || !(BIT(bit) & TRACE_OPTIONS_TOP));
}

static int find_option(const struct tracefs_place *dir, const char *name,
		       struct tracefs_place *child)
{
	unsigned int bit;

	for (bit = 0; bit < TRACE_NR_OPTIONS; bit++) {
		if (!has_option_file(dir->instance, bit) || strcmp(name, trace_option_name(bit)))
			continue;
		*child = *dir;
		child->option = bit;
		tracefs_place_get(child);
		return 0;
	}
	return -ENOENT;
}

static int list_options(const struct tracefs_place *dir, struct name_list *names)
{
	unsigned int bit;
	int ret = name_list_alloc(names, TRACE_NR_OPTIONS, PROBE_NAME_SIZE);

	if (ret)
		return ret;
	for (bit = 0; bit < TRACE_NR_OPTIONS; bit++)
		if (has_option_file(dir->instance, bit))
			name_list_add(names, trace_option_name(bit));
	return 0;
}

static const struct tracefs_level option_level = {
	.child	= { .mode = MODE_WRITE, .text = &tracefs_option },
	.find	= find_option,
	.list	= list_options,
};

/*
 * instances
 */

static int find_instance(const struct tracefs_place *dir, const char *name,
			 struct tracefs_place *child)
{
	struct trace_instance *instance = tracer_get_instance(dir->instance->tracer, name);

	if (IS_ERR(instance))
		return PTR_ERR(instance);
	*child = *dir;
	child->instance = instance;
	return 0;
}

static int list_instances(const struct tracefs_place *dir, struct name_list *names)
{
	return tracer_list_instances(dir->instance->tracer, names);
}

static int make_instance(const struct tracefs_place *dir, const char *name)
{
	return tracer_make_instance(dir->instance->tracer, name);
}

static int remove_instance(const struct tracefs_place *child)
{
	return tracer_remove_instance(child->instance);
}

static const struct tracefs_level instance_level = {
	.child	= { .mode = MODE_DIR, .dir = &instance_dir },
	.find	= find_instance,
	.list	= list_instances,
	.make	= make_instance,
	.remove	= remove_instance,
};
