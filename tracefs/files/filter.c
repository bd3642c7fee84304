// SPDX-License-Identifier: GPL-2.0
/*
 * The filter files of events and groups.
 */
#include "kernel/control/event_filter.h"
#include "kernel/event/event.h"
#include "tracefs/files/files.h"

static int show_event_filter(struct seq_file *m, const struct tracefs_place *place)
{
	return event_file_show_filter(place->event, m);
}

static int store_event_filter(const struct tracefs_place *place, char *text, size_t len)
{
	return event_file_set_filter(place->event, text);
}

/* A group has no filter of its own: writing sets those of its events. */
static int show_group_filter(struct seq_file *m, const struct tracefs_place *place)
{
	seq_puts(m, "# A filter written here is given to every event of this group that has\n"
		    "# all the fields it names; \"0\" takes the filters of all of them away.\n");
	return 0;
}

static int store_group_filter(const struct tracefs_place *place, char *text, size_t len)
{
	return event_group_set_filter(place->instance, place->group, text);
}

const struct tracefs_text tracefs_event_filter = {
	.show	= show_event_filter,
	.store	= store_event_filter,
};

const struct tracefs_text tracefs_group_filter = {
	.show	= show_group_filter,
	.store	= store_group_filter,
};
