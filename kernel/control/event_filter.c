// SPDX-License-Identifier: GPL-2.0
/*
 * Filters of events: setting, clearing and showing them. A bad filter changes nothing.
 *
 * A filter is published to hits by RCU under tracer->lock and freed after one wait.
 */
#include <linux/mm.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "kernel/control/event_filter.h"
#include "kernel/event/event.h"
#include "kernel/filter/filter.h"
#include "kernel/instance/error_log.h"
#include "kernel/instance/instance.h"
#include "kernel/record/record.h"
#include "kernel/record/ways.h"

static struct event_filter *event_file_swap_filter(struct event_file *file,
						   struct event_filter *filter)
{
	struct event_filter *old = rcu_dereference_raw(file->filter);

	rcu_assign_pointer(file->filter, filter);
	event_choose_ways(file->event);
	return old;
}

/* @line and @unfinished are as in struct error_report. */
static void event_filter_log(struct trace_instance *instance, const char *text,
			     const struct filter_error *error, unsigned int line, bool unfinished)
{
	const struct error_report report = {
		.location	= "event filter parse error",
		.command	= text,
		.message	= filter_error_text(error->code),
		.pos		= error->pos,
		.line		= line,
		.unfinished	= unfinished,
	};

	if (error->code)
		error_log_add(instance->errors, &report);
}

/**
 * event_file_create_condition() - compile the filter that a definition has
 * @file: the event file; its instance's error_log gets what is wrong
 * @text: text of the filter, without blanks at its end
 * @line: number of the definition's line, or 0, as in struct error_report
 * @unfinished: the line has no newline, as in struct error_report
 * @filter: receives the filter on success
 *
 * Context: process context, may sleep. Return: 0, -EINVAL, -ENOMEM.
 */
int event_file_create_condition(struct event_file *file, const char *text, unsigned int line,
				bool unfinished, struct event_filter **filter)
{
	struct filter_error error = {};
	int ret = event_filter_create(file->event->layout, text, filter, &error);

	if (ret)
		event_filter_log(file->instance, text, &error, line, unfinished);
	return ret;
}

/**
 * event_file_create_filter() - compile a filter for the records of an event
 * @file: the event file; its instance's error_log gets what is wrong
 * @text: text of the filter, without blanks at its end
 * @filter: receives the filter on success
 *
 * Context: process context, may sleep. Return: 0, -EINVAL, -ENOMEM.
 */
int event_file_create_filter(struct event_file *file, const char *text,
			     struct event_filter **filter)
{
	return event_file_create_condition(file, text, 0, false, filter);
}

/* Is @text the one that clears a filter? */
static bool filter_text_clears(const char *text)
{
	return !strcmp(skip_spaces(text), "0");
}

/**
 * event_file_set_filter() - replace or clear the filter of an event
 * @file: the event file whose filter is set
 * @text: the filter; blanks at its end are cut off; "0" clears the filter
 *
 * Context: process context. Return: 0, -ENODEV when the event is gone, -EINVAL (error_log says
 * why), -ENOMEM, -EINTR when the process is being killed.
 */
int event_file_set_filter(struct event_file *file, char *text)
{
	struct tracer *tracer = file->event->tracer;
	struct event_filter *filter = NULL, *old = NULL;
	int ret = mutex_lock_killable(&tracer->lock);

	if (ret)
		return ret;
	strim(text);	/* blanks in front stay: the columns of errors count them */
	if (file->event->dead)
		ret = -ENODEV;
	else if (!filter_text_clears(text))
		ret = event_file_create_filter(file, text, &filter);
	if (!ret)
		old = event_file_swap_filter(file, filter);
	mutex_unlock(&tracer->lock);
	if (old) {
		record_wait();
		event_filter_destroy(old);
	}
	return ret;
}

/**
 * struct group_filters - the filters that are to replace those of a group's events
 * @filter: new filter of each event, by its number in the group; NULL clears the filter
 * @apply: whether each event takes its new filter, or else keeps the old one
 * @nr: number of events in the group
 * @errors: why events do not take the filter, each error once
 * @nr_errors: number of elements in @errors, at most as many as error_log keeps
 */
struct group_filters {
	struct event_filter **filter;
	bool *apply;
	unsigned int nr;
	struct filter_error errors[ERROR_LOG_ENTRIES];
	unsigned int nr_errors;
};

static int group_filters_alloc(struct group_filters *set, struct event_group *group)
{
	struct probe_event *event;
	unsigned int nr = 0;

	list_for_each_entry(event, &group->events, link)
		nr++;
	set->filter = kvcalloc(nr ?: 1, sizeof(*set->filter), GFP_KERNEL);
	set->apply = kvcalloc(nr ?: 1, sizeof(*set->apply), GFP_KERNEL);
	set->nr = nr;
	return set->filter && set->apply ? 0 : -ENOMEM;
}

static void group_filters_free(struct group_filters *set)
{
	unsigned int i;

	for (i = 0; set->filter && i < set->nr; i++)
		event_filter_destroy(set->filter[i]);
	kvfree(set->filter);
	kvfree(set->apply);
}

static void group_filters_add_error(struct group_filters *set, const struct filter_error *error)
{
	unsigned int i;

	for (i = 0; i < set->nr_errors; i++)
		if (set->errors[i].code == error->code && set->errors[i].pos == error->pos)
			return;
	if (i < ARRAY_SIZE(set->errors))
		set->errors[set->nr_errors++] = *error;
}

/* Returns 0 when at least one event of the group takes the filter. */
static int group_filters_compile(struct group_filters *set, struct event_group *group,
				 const char *text)
{
	struct probe_event *event;
	unsigned int i = 0;
	int ret = -EINVAL;

	list_for_each_entry(event, &group->events, link) {
		struct filter_error error = {};
		int one = 0;

		if (!filter_text_clears(text))
			one = event_filter_create(event->layout, text, &set->filter[i], &error);
		if (one)
			group_filters_add_error(set, &error);
		if (one == -ENOMEM)
			return one;
		set->apply[i] = !one;
		if (!one)
			ret = 0;
		i++;
	}
	return ret;
}

/* Publishes the new filters and leaves the old ones in @set. */
static void group_filters_swap(struct group_filters *set, struct trace_instance *instance,
			       struct event_group *group)
{
	struct probe_event *event;
	unsigned int i = 0;

	list_for_each_entry(event, &group->events, link) {
		if (set->apply[i])
			set->filter[i] = event_file_swap_filter(event_file_of(event, instance),
								set->filter[i]);
		i++;
	}
}

/*
 * When some events took the filter (@applied), the log says only that others lack a field; else it
 * gets each of the errors.
 */
static void group_filters_log(const struct group_filters *set, struct trace_instance *instance,
			      const char *text, bool applied)
{
	const struct filter_error some = { .code = FILTER_BAD_SUBSYS_FILTER };
	unsigned int i;

	if (applied && set->nr_errors)
		event_filter_log(instance, text, &some, 0, false);
	for (i = 0; !applied && i < set->nr_errors; i++)
		event_filter_log(instance, text, &set->errors[i], 0, false);
}

/**
 * event_group_set_filter() - set or clear the filter of every event of a group that has its fields
 * @instance: the instance whose events get the filter, and which has the error_log for the errors
 * @group: the group whose events get the filter
 * @text: the filter; blanks at its end are cut off; "0" clears the filters
 *
 * Events that lack a field keep the filter they have, and error_log says that there are such
 * events. Return: 0, -ENODEV when the group is gone, -EINVAL when no event can take it (error_log
 * has each of the reasons), -ENOMEM, -EINTR when the process is being killed.
 */
int event_group_set_filter(struct trace_instance *instance, struct event_group *group, char *text)
{
	struct group_filters set = {};
	int ret = mutex_lock_killable(&instance->tracer->lock);

	if (ret)
		return ret;
	strim(text);	/* blanks in front stay: the columns of errors count them */
	ret = -ENODEV;
	if (!group->dead)
		ret = group_filters_alloc(&set, group);
	if (!ret)
		ret = group_filters_compile(&set, group, text);
	if (!ret)
		group_filters_swap(&set, instance, group);
	mutex_unlock(&instance->tracer->lock);
	group_filters_log(&set, instance, text, !ret);
	if (!ret)
		record_wait();
	group_filters_free(&set);
	return ret;
}

/** event_file_show_filter() - print the filter as it was written, or "none". Return: 0 or -EINTR */
int event_file_show_filter(struct event_file *file, struct seq_file *m)
{
	struct tracer *tracer = file->event->tracer;
	const struct event_filter *filter;
	int ret = mutex_lock_killable(&tracer->lock);

	if (ret)
		return ret;
	filter = rcu_dereference_raw(file->filter);
	seq_printf(m, "%s\n", filter ? event_filter_text(filter) : "none");
	mutex_unlock(&tracer->lock);
	return 0;
}

/**
 * event_file_list_filter() - print the line that an event has in show_event_filters, if it has one
 * @file: the event file
 * @m: receives the line
 *
 * Context: under tracer->lock.
 */
void event_file_list_filter(struct event_file *file, struct seq_file *m)
{
	const struct event_filter *filter = rcu_dereference_raw(file->filter);

	if (!filter)
		return;
	event_show_in_list(file->event, m);
	seq_printf(m, "%s\n", event_filter_text(filter));
}
