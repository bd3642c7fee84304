// SPDX-License-Identifier: GPL-2.0
/*
 * Prints the listings of definitions: the lines of kprobe_events and dynamic_events, kprobe_profile
 * and probe_stats.
 */
#include <linux/bits.h>
#include <linux/list.h>
#include <linux/seq_file.h>

#include "kernel/control/definition_kind.h"
#include "kernel/control/definition_list.h"
#include "kernel/event/event.h"
#include "kernel/hook/arm.h"
#include "kernel/hook/hook.h"
#include "kernel/record/ways.h"

/* Returns the link of the first probe behind @link whose definition @file takes, or NULL. */
static struct list_head *definition_next(struct tracer *tracer, enum definition_file file,
					 struct list_head *link)
{
	while ((link = link->next) != &tracer->probes) {
		const struct probe *probe = list_entry(link, struct probe, link);

		if (definition_kind_of(probe->kind)->files & BIT(file))
			return link;
	}
	return NULL;
}

/**
 * definitions_seq_start() - begin or resume the walk of a seq_file over the definitions
 * @tracer: the tracer that has the probes
 * @file: the listing has the definitions that this file takes
 * @pos: number of definitions that the walk has passed already
 *
 * The walk goes in the order of definition. The function takes tracer->lock, until
 * definitions_seq_stop(). Return: the first element, NULL, or ERR_PTR(-EINTR) without the lock when
 * the process is being killed.
 */
void *definitions_seq_start(struct tracer *tracer, enum definition_file file, loff_t *pos)
{
	struct list_head *link;
	loff_t n = *pos;
	int ret = mutex_lock_killable(&tracer->lock);

	if (ret)
		return ERR_PTR(ret);
	link = definition_next(tracer, file, &tracer->probes);
	while (link && n--)
		link = definition_next(tracer, file, link);
	return link;
}

/** definitions_seq_next() - go to the next definition of the walk */
void *definitions_seq_next(struct tracer *tracer, enum definition_file file, void *v, loff_t *pos)
{
	++*pos;
	return definition_next(tracer, file, v);
}

/** definitions_seq_stop() - end the walk, whose last element is @v, and release tracer->lock */
void definitions_seq_stop(struct tracer *tracer, void *v)
{
	if (!IS_ERR(v))
		mutex_unlock(&tracer->lock);
}

static const struct probe *definition_probe(void *v)
{
	return list_entry((struct list_head *)v, struct probe, link);
}

/** definition_show() - print a probe as a line of the listing, in the form of a definition */
void definition_show(struct seq_file *m, void *v)
{
	const struct probe *probe = definition_probe(v);
	unsigned int i;

	definition_kind_of(probe->kind)->show_letter(m, probe);
	seq_printf(m, ":%s/%s %s", probe->event->group->name, probe->event->name, probe->place);
	for (i = 0; i < probe->nr_args; i++)
		seq_printf(m, " %s", probe->args[i]);
	seq_putc(m, '\n');
}

/** definition_show_profile() - print a probe as a line of kprobe_profile: event, hits, misses */
void definition_show_profile(struct seq_file *m, void *v)
{
	const struct probe *probe = definition_probe(v);
	struct probe_counters sum;

	probe_sum_counters(probe, &sum);
	seq_printf(m, "  %-44s %15llu %15lu\n", probe->event->name, probe_hits(&sum), probe_missed(probe));
}

/** definition_show_stats_header() - print the names of the columns of probe_stats */
void definition_show_stats_header(struct seq_file *m)
{
	seq_puts(m, "# event place backend hits");
#define OUTCOME(name) seq_puts(m, " " #name);
	PROBE_OUTCOMES(OUTCOME)
#undef OUTCOME
	seq_puts(m, " faults missed way slow any_context\n");
}

static void show_stats(struct seq_file *m, const struct probe *probe)
{
	struct probe_counters sum;

	probe_sum_counters(probe, &sum);
	seq_printf(m, "%s/%s %s %s %llu", probe->event->group->name, probe->event->name,
		   probe->place, probe->hook->name, probe_hits(&sum));
#define OUTCOME(name) seq_printf(m, " %llu", sum.name);
	PROBE_OUTCOMES(OUTCOME)
#undef OUTCOME
	seq_printf(m, " %llu %lu %s %llu %llu\n", sum.faults, probe_missed(probe),
		   probe_way_name(probe), sum.slow, sum.any_context);
}

/** definition_show_stats() - print a probe as a row of probe_stats */
void definition_show_stats(struct seq_file *m, void *v)
{
	show_stats(m, definition_probe(v));
}

static bool was_enabled(const struct probe_event *event)
{
	const struct event_file *file;

	list_for_each_entry(file, &event->all_files, link)
		if (file->was_enabled)
			return true;
	return false;
}

/**
 * static_events_show_stats() - print the rows of probe_stats for static events
 * @m: receives the text
 * @tracer: the tracer, which the caller has locked
 *
 * Events that no instance has ever switched on have no row: there are more than a thousand of them.
 */
void static_events_show_stats(struct seq_file *m, const struct tracer *tracer)
{
	const struct event_group *group;
	const struct probe_event *event;

	list_for_each_entry(group, &tracer->groups, link)
		list_for_each_entry(event, &group->events, link)
			if (event->call && was_enabled(event))
				show_stats(m, list_first_entry(&event->probes, struct probe,
							       event_link));
}
