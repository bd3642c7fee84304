// SPDX-License-Identifier: GPL-2.0
/*
 * Prints the listings of definitions: the lines of kprobe_events and dynamic_events, kprobe_profile
 * and probe_stats.
 */
#include <linux/bits.h>
#include <linux/list.h>
#include <linux/sched.h>
#include <linux/seq_file.h>

#include "fetch/fetch_dump.h"
#include "fetch/fetch_layout.h"
#include "fetch/text_buffer.h"
#include "kernel/definition/definition_kind.h"
#include "kernel/definition/definition_list.h"
#include "kernel/event/event.h"
#include "kernel/hook/arm.h"
#include "kernel/hook/hook.h"
#include "kernel/record/ways.h"

/*
 * Returns the link of the first definition behind @link that @file takes, or NULL. The link is that of the
 * definition's first probe.
 */
static struct list_head *definition_next(struct tracer *tracer, enum definition_file file,
					 struct list_head *link)
{
	while ((link = link->next) != &tracer->probes) {
		const struct probe *probe = list_entry(link, struct probe, link);

		if (probe->leads && definition_kind_of(probe->kind)->files & BIT(file))
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

/** definition_show() - print the definition of a first probe as a line of the listing */
void definition_show(struct seq_file *m, void *v)
{
	const struct probe *probe = definition_probe(v);
	const struct definition_kind *kind = definition_kind_of(probe->kind);
	const struct probe_line *line = probe->line;
	unsigned int i;

	kind->show_letter(m, probe);
	seq_printf(m, ":%s/%s %s%s", probe->event->group->name, probe->event->name, line->place,
		   kind->suffix ?: "");
	for (i = 0; i < line->nr_args; i++)
		seq_printf(m, " %s", line->args[i]);
	seq_putc(m, '\n');
}

#define DUMP_MAX	512	/* bytes of the program of one argument; what is longer is cut */

/**
 * definition_show_program() - print the compiled arguments of a probe as comments
 * @m: receives a line for each argument, in the form that Linux 7.3 has for this: see fetch_dump()
 * @v: element of the walk
 */
void definition_show_program(struct seq_file *m, void *v)
{
	const struct probe *probe = definition_probe(v);
	const struct fetch_layout *layout = probe->event->layout;
	bool user = probe->kind == PROBE_USER_ENTRY || probe->kind == PROBE_USER_RETURN;
	char line[DUMP_MAX];
	struct text_buffer text;
	unsigned int i;

	for (i = 0; i < layout->nr_fields; i++) {
		text_buffer_init(&text, line, sizeof(line));
		fetch_dump(&text, probe->program, &layout->field[i], user);
		seq_printf(m, "#  %s: %s\n", layout->field[i].name, line);
	}
}

/* Returns the probe behind @probe of the same definition, or NULL. */
static const struct probe *next_of_line(const struct probe *probe)
{
	const struct probe *next = list_next_entry(probe, event_link);

	if (list_is_last(&probe->event_link, &probe->event->probes) || next->leads)
		return NULL;
	return next;
}

/** definition_show_profile() - print a definition as a line of kprobe_profile: event, hits, misses */
void definition_show_profile(struct seq_file *m, void *v)
{
	const struct probe *probe = definition_probe(v);
	unsigned long missed = probe_missed(probe);
	struct probe_counters sum;
	u64 hits;

	probe_sum_counters(probe, &sum);
	hits = probe_hits(&sum);
	while ((probe = next_of_line(probe))) {
		probe_sum_counters(probe, &sum);
		hits += probe_hits(&sum);
		missed += probe_missed(probe);
	}
	seq_printf(m, "  %-44s %15llu %15lu\n", definition_probe(v)->event->name, hits, missed);
}

/** definition_show_user_profile() - print a user probe as a line of uprobe_profile: path, event, hits */
void definition_show_user_profile(struct seq_file *m, void *v)
{
	const struct probe *probe = definition_probe(v);
	const char *place = probe->line->place;
	int path = strrchr(place, ':') - place;
	struct probe_counters sum;

	probe_sum_counters(probe, &sum);
	seq_printf(m, "  %.*s %-44s %15llu\n", path, place, probe->event->name, probe_hits(&sum));
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

/* Of a definition with several places, each probe has a place of its own. */
static void show_own_place(struct seq_file *m, const struct probe *probe)
{
	if (!probe->line->several)
		seq_puts(m, probe->line->place);
	else if (probe->function)
		seq_puts(m, probe->function);
	else
		seq_printf(m, "%ps", (void *)probe->address);
}

static void show_stats(struct seq_file *m, const struct probe *probe)
{
	struct probe_counters sum;

	probe_sum_counters(probe, &sum);
	seq_printf(m, "%s/%s ", probe->event->group->name, probe->event->name);
	show_own_place(m, probe);
	seq_printf(m, " %s %llu", probe->hook->name, probe_hits(&sum));
#define OUTCOME(name) seq_printf(m, " %llu", sum.name);
	PROBE_OUTCOMES(OUTCOME)
#undef OUTCOME
	seq_printf(m, " %llu %lu %s %llu %llu\n", sum.faults, probe_missed(probe),
		   probe_way_name(probe), sum.slow, sum.any_context);
}

/** definition_show_stats() - print the probes of a definition as rows of probe_stats */
void definition_show_stats(struct seq_file *m, void *v)
{
	const struct probe *probe = definition_probe(v);

	do {
		show_stats(m, probe);
		cond_resched();
	} while ((probe = next_of_line(probe)) && !seq_has_overflowed(m));
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
				show_stats(m, event_first_probe(event));
}
