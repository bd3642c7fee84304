// SPDX-License-Identifier: GPL-2.0
/*
 * The tree: what there is, and with which permissions.
 *
 * A file that does not work does not exist: programs take a file's presence as its promise.
 */
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/string.h>

#include "kernel/event/event.h"
#include "kernel/event/tracer.h"
#include "kernel/instance/instance.h"
#include "tracefs/files/files.h"
#include "tracefs/vfs/node.h"

#define MODE_READ	(S_IFREG | 0440)
#define MODE_WRITE	(S_IFREG | 0640)
#define MODE_MARK	(S_IFREG | 0220)
#define MODE_DIR	(S_IFDIR | 0750)

#define TEXT_READ(file, ops)	{ .name = file, .mode = MODE_READ, .text = &(ops) }
#define TEXT_WRITE(file, ops)	{ .name = file, .mode = MODE_WRITE, .text = &(ops) }
#define FILE_OPS(file, m, ops)	{ .name = file, .mode = m, .fops = &(ops) }
#define SUBDIR(file, d)		{ .name = file, .mode = MODE_DIR, .dir = &(d) }

#define DIR_OF(e, l)		{ .entries = e, .nr_entries = ARRAY_SIZE(e), .level = l }

/*
 * events/GROUP/EVENT
 */

static const struct tracefs_entry event_entries[] = {
	TEXT_WRITE("enable",		tracefs_event_enable),
#ifdef CONFIG_PROBEFS_FILTER
	TEXT_WRITE("filter",		tracefs_event_filter),
#endif
	TEXT_READ("format",		tracefs_event_format),
	TEXT_READ("id",			tracefs_event_id),
};

static const struct tracefs_dir event_dir = DIR_OF(event_entries, NULL);

static int find_event(const struct tracefs_place *dir, const char *name,
		      struct tracefs_place *child)
{
	struct event_file *file = event_file_get_by_name(dir->instance, dir->group->name, name);

	if (!file)
		return -ENOENT;
	if (file->event->group != dir->group) {		/* a new group of the same name */
		event_file_drop(file);
		return -ENOENT;
	}
	*child = *dir;
	child->event = file;
	kref_get(&dir->group->kref);
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

static const struct tracefs_entry group_entries[] = {
	TEXT_WRITE("enable",		tracefs_group_enable),
#ifdef CONFIG_PROBEFS_FILTER
	TEXT_WRITE("filter",		tracefs_group_filter),
#endif
};

static const struct tracefs_dir group_dir = DIR_OF(group_entries, &event_level);

static int find_group(const struct tracefs_place *dir, const char *name,
		      struct tracefs_place *child)
{
	struct event_group *group = event_group_get_by_name(dir->instance->tracer, name);

	if (!group)
		return -ENOENT;
	*child = *dir;
	child->group = group;
	return 0;
}

static int list_groups(const struct tracefs_place *dir, struct name_list *names)
{
	return tracer_list_groups(dir->instance->tracer, names);
}

static const struct tracefs_level group_level = {
	.child	= { .mode = MODE_DIR, .dir = &group_dir },
	.find	= find_group,
	.list	= list_groups,
};

/*
 * events. The group "ftrace" has the records that are no event's and cannot be switched: its
 * directory has no enable, by which programs know it. Events that somebody defines in that group
 * are there too.
 */

static const struct tracefs_entry stack_entries[] = {
	TEXT_READ("format",		tracefs_stack_format),
};

static const struct tracefs_dir stack_dir = DIR_OF(stack_entries, NULL);

#ifdef CONFIG_PROBEFS_TRACE_MARKER
static const struct tracefs_entry print_entries[] = {
	TEXT_READ("format",		tracefs_print_format),
	TEXT_READ("id",			tracefs_print_id),
};

static const struct tracefs_dir print_dir = DIR_OF(print_entries, NULL);
#endif

static const struct tracefs_entry ftrace_entries[] = {
	SUBDIR("kernel_stack",		stack_dir),
#ifdef CONFIG_PROBEFS_TRACE_MARKER
	SUBDIR("print",			print_dir),
#endif
};

static int find_ftrace_event(const struct tracefs_place *dir, const char *name,
			     struct tracefs_place *child)
{
	struct event_file *file = event_file_get_by_name(dir->instance, "ftrace", name);

	if (!file)
		return -ENOENT;
	*child = *dir;
	child->event = file;
	child->group = file->event->group;
	kref_get(&child->group->kref);
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

static const struct tracefs_dir ftrace_dir = DIR_OF(ftrace_entries, &ftrace_level);

static const struct tracefs_entry events_entries[] = {
	TEXT_WRITE("enable",		tracefs_events_enable),
	SUBDIR("ftrace",		ftrace_dir),
	TEXT_READ("header_event",	tracefs_header_event),
	TEXT_READ("header_page",	tracefs_header_page),
};

static const struct tracefs_dir events_dir = DIR_OF(events_entries, &group_level);

/*
 * per_cpu: a directory for every CPU that could ever be there
 */

static const struct tracefs_entry cpu_entries[] = {
	TEXT_WRITE("buffer_size_kb",	tracefs_buffer_size),
	TEXT_READ("stats",		tracefs_stats),
	FILE_OPS("trace",		MODE_WRITE,	tracefs_trace_fops),
	FILE_OPS("trace_pipe",		MODE_READ,	tracefs_trace_pipe_fops),
	FILE_OPS("trace_pipe_raw",	MODE_READ,	tracefs_raw_fops),
};

static const struct tracefs_dir cpu_dir = DIR_OF(cpu_entries, NULL);

/* "cpu3", and neither "cpu03" nor "cpu+3". */
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
	return 0;
}

static int list_cpus(const struct tracefs_place *dir, struct name_list *names)
{
	int cpu;

	names->name = kvmalloc_array(num_possible_cpus(), sizeof(*names->name), GFP_KERNEL_ACCOUNT);
	if (!names->name)
		return -ENOMEM;
	names->nr = 0;
	for_each_possible_cpu(cpu)
		snprintf(names->name[names->nr++], PROBE_NAME_SIZE, "cpu%d", cpu);
	return 0;
}

static const struct tracefs_level cpu_level = {
	.child	= { .mode = MODE_DIR, .dir = &cpu_dir },
	.find	= find_cpu,
	.list	= list_cpus,
};

static const struct tracefs_dir per_cpu_dir = { .level = &cpu_level };

/*
 * options
 */

static int find_option(const struct tracefs_place *dir, const char *name,
		       struct tracefs_place *child)
{
	unsigned int bit;

	for (bit = 0; bit < TRACE_NR_OPTIONS; bit++) {
		if (!trace_option_name(bit) || strcmp(name, trace_option_name(bit)))
			continue;
		*child = *dir;
		child->option = bit;
		return 0;
	}
	return -ENOENT;
}

static int list_options(const struct tracefs_place *dir, struct name_list *names)
{
	unsigned int bit;

	names->name = kvmalloc_array(TRACE_NR_OPTIONS, sizeof(*names->name), GFP_KERNEL_ACCOUNT);
	if (!names->name)
		return -ENOMEM;
	names->nr = 0;
	for (bit = 0; bit < TRACE_NR_OPTIONS; bit++) {
		const char *name = trace_option_name(bit);

		if (name)
			strscpy(names->name[names->nr++], name, PROBE_NAME_SIZE);
	}
	return 0;
}

static const struct tracefs_level option_level = {
	.child	= { .mode = MODE_WRITE, .text = &tracefs_option },
	.find	= find_option,
	.list	= list_options,
};

static const struct tracefs_dir options_dir = { .level = &option_level };

/*
 * The top
 */

static const struct tracefs_entry root_entries[] = {
	TEXT_READ("README",			tracefs_readme),
	TEXT_READ("available_events",		tracefs_available_events),
#ifdef CONFIG_DYNAMIC_FTRACE
	FILE_OPS("available_filter_functions",	MODE_READ,	tracefs_functions_fops),
#endif
	TEXT_READ("available_tracers",		tracefs_available_tracers),
	TEXT_WRITE("buffer_percent",		tracefs_buffer_percent),
	TEXT_WRITE("buffer_size_kb",		tracefs_buffer_size),
	TEXT_READ("buffer_total_size_kb",	tracefs_buffer_total_size),
	TEXT_WRITE("current_tracer",		tracefs_current_tracer),
	TEXT_WRITE("dynamic_events",		tracefs_dynamic_events),
	TEXT_WRITE("error_log",			tracefs_error_log),
	SUBDIR("events",			events_dir),
	TEXT_WRITE("kprobe_events",		tracefs_kprobe_events),
	TEXT_READ("kprobe_profile",		tracefs_kprobe_profile),
	SUBDIR("options",			options_dir),
	SUBDIR("per_cpu",			per_cpu_dir),
	TEXT_READ("printk_formats",		tracefs_printk_formats),
	TEXT_READ("probe_stats",		tracefs_probe_stats),
	TEXT_READ("saved_cmdlines",		tracefs_saved_cmdlines),
	TEXT_WRITE("set_event",			tracefs_set_event),
	FILE_OPS("trace",			MODE_WRITE,	tracefs_trace_fops),
	TEXT_WRITE("trace_clock",		tracefs_trace_clock),
#ifdef CONFIG_PROBEFS_TRACE_MARKER
	FILE_OPS("trace_marker",		MODE_MARK,	tracefs_marker_fops),
#endif
	TEXT_WRITE("trace_options",		tracefs_trace_options),
	FILE_OPS("trace_pipe",			MODE_READ,	tracefs_trace_pipe_fops),
	TEXT_WRITE("tracing_cpumask",		tracefs_tracing_cpumask),
	TEXT_WRITE("tracing_on",		tracefs_tracing_on),
};

static const struct tracefs_dir root_dir = DIR_OF(root_entries, NULL);

const struct tracefs_entry tracefs_root_entry = { .mode = S_IFDIR | 0700, .dir = &root_dir };
