// SPDX-License-Identifier: GPL-2.0
/*
 * Switching events on and off: the enable files, available_events, set_event. The lists of the
 * filters and triggers that events have.
 */
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/sizes.h>
#include <linux/string.h>

#include "kernel/control/event_enable.h"
#include "kernel/control/event_filter.h"
#include "kernel/control/set_event.h"
#include "kernel/control/static_events.h"
#include "kernel/control/trigger.h"
#include "kernel/event/event.h"
#include "kernel/instance/instance.h"
#include "tracefs/files/files.h"

/*
 * The enable files of one event, a group, and all events
 */

/* A '*' says that triggers, also of other events, or event probes keep the event's probes armed, be it on or off. */
static int show_event_enable(struct seq_file *m, const struct tracefs_place *place)
{
	unsigned int flags = READ_ONCE(place->event->flags);
	bool soft = flags & (EVENT_FILE_ACTS | EVENT_FILE_FOLLOWED | EVENT_FILE_SWITCHED);

	seq_printf(m, "%d%s\n", event_file_records(place->event, flags), soft ? "*" : "");
	return 0;
}

static int store_event_enable(const struct tracefs_place *place, char *text, size_t len)
{
	bool on;
	int ret = tracefs_parse_switch(text, &on);

	return ret ?: event_file_enable(place->event, on);
}

/* @state is a character to show, or -errno. */
static int show_state(struct seq_file *m, int state)
{
	if (state < 0)
		return state;
	seq_printf(m, "%c\n", state);
	return 0;
}

static int show_group_enable(struct seq_file *m, const struct tracefs_place *place)
{
	return show_state(m, event_group_state(place->instance, place->group));
}

static int store_group_enable(const struct tracefs_place *place, char *text, size_t len)
{
	bool on;
	int ret = tracefs_parse_switch(text, &on);

	return ret ?: event_group_enable(place->instance, place->group, on);
}

static int show_events_enable(struct seq_file *m, const struct tracefs_place *place)
{
	int ret = static_events_bring(place->instance->tracer, NULL);

	return ret ?: show_state(m, events_state(place->instance));
}

static int store_events_enable(const struct tracefs_place *place, char *text, size_t len)
{
	bool on;
	int ret = tracefs_parse_switch(text, &on);

	/* An event that nobody has asked for yet is off. */
	if (!ret && on)
		ret = static_events_bring(place->instance->tracer, NULL);
	return ret ?: events_enable_all(place->instance, on);
}

const struct tracefs_text tracefs_event_enable = {
	.show	= show_event_enable,
	.store	= store_event_enable,
};

const struct tracefs_text tracefs_group_enable = {
	.show	= show_group_enable,
	.store	= store_group_enable,
};

const struct tracefs_text tracefs_events_enable = {
	.show	= show_events_enable,
	.store	= store_events_enable,
};

/*
 * The lists of events: available_events, set_event
 */

static void *all_start(struct seq_file *m, loff_t *pos)
{
	return events_seq_start(tracefs_seq_instance(m), pos, false);
}

/* available_events has the events that nobody has asked for yet. */
static void *available_start(struct seq_file *m, loff_t *pos)
{
	int ret = static_events_bring(tracefs_seq_instance(m)->tracer, NULL);

	return ret ? ERR_PTR(ret) : all_start(m, pos);
}

static void *all_next(struct seq_file *m, void *v, loff_t *pos)
{
	return events_seq_next(tracefs_seq_instance(m), v, pos, false);
}

static void *set_event_start(struct seq_file *m, loff_t *pos)
{
	return set_event_seq_start(tracefs_seq_instance(m), pos);
}

static void *set_event_next(struct seq_file *m, void *v, loff_t *pos)
{
	return set_event_seq_next(tracefs_seq_instance(m), v, pos);
}

static void walk_stop(struct seq_file *m, void *v)
{
	events_seq_stop(tracefs_seq_instance(m), v);
}

static int show_event_name(struct seq_file *m, void *v)
{
	const struct probe_event *event = v;

	seq_printf(m, "%s:%s\n", event->group->name, event->name);
	return 0;
}

static int show_set_event(struct seq_file *m, void *v)
{
	set_event_seq_show(tracefs_seq_instance(m), m, v);
	return 0;
}

static const struct seq_operations available_events_seq = {
	.start	= available_start,
	.next	= all_next,
	.stop	= walk_stop,
	.show	= show_event_name,
};

static const struct seq_operations set_event_seq = {
	.start	= set_event_start,
	.next	= set_event_next,
	.stop	= walk_stop,
	.show	= show_set_event,
};

/* A word that names one group brings the static events of that group, any other word those of all. */
static int bring_for_word(struct tracer *tracer, const char *word)
{
	char group[PROBE_NAME_SIZE];
	size_t len;

	word += *word == '!';
	len = strcspn(word, ":*?[");
	if (word[len] != ':' || !len || len >= sizeof(group))
		return static_events_bring(tracer, NULL);
	memcpy(group, word, len);
	group[len] = '\0';
	return static_events_bring(tracer, group);
}

/*
 * Takes any number of words, one by one; the words before one that fails have taken effect. A NUL
 * ends a word as a blank does: mainline takes one word of a write, and the rest comes with the next
 * write.
 */
static int store_set_event(const struct tracefs_place *place, char *text, size_t len)
{
	char *word;
	int ret;

	tracefs_blank_nuls(text, len);
	while ((word = strsep(&text, " \t\n\v\f\r"))) {
		if (fatal_signal_pending(current))
			return -EINTR;
		cond_resched();
		if (!*word)
			continue;
		ret = bring_for_word(place->instance->tracer, word);
		ret = ret ?: set_event_write(place->instance, word);
		if (ret)
			return ret;
	}
	return 0;
}

static int truncate_set_event(const struct tracefs_place *place)
{
	return set_event_clear(place->instance);
}

const struct tracefs_text tracefs_available_events = {
	.seq		= &available_events_seq,
};

/* The names of all events of a kernel, so that what was read may be written back. */
#define SET_EVENT_WRITE_MAX	SZ_1M

const struct tracefs_text tracefs_set_event = {
	.seq		= &set_event_seq,
	.store		= store_set_event,
	.truncate	= truncate_set_event,
	.write_max	= SET_EVENT_WRITE_MAX,
	.no_pwrite	= true,
};

/*
 * The lists of filters and triggers. An event that has none has no line.
 */

#ifdef CONFIG_PROBEFS_FILTER
static int list_filter(struct seq_file *m, void *v)
{
	event_file_list_filter(event_file_of(v, tracefs_seq_instance(m)), m);
	return 0;
}

static const struct seq_operations show_event_filters_seq = {
	.start	= all_start,
	.next	= all_next,
	.stop	= walk_stop,
	.show	= list_filter,
};

const struct tracefs_text tracefs_show_event_filters = {
	.seq	= &show_event_filters_seq,
};
#endif

static int list_triggers(struct seq_file *m, void *v)
{
	event_file_list_triggers(event_file_of(v, tracefs_seq_instance(m)), m);
	return 0;
}

static const struct seq_operations show_event_triggers_seq = {
	.start	= all_start,
	.next	= all_next,
	.stop	= walk_stop,
	.show	= list_triggers,
};

const struct tracefs_text tracefs_show_event_triggers = {
	.seq	= &show_event_triggers_seq,
};
