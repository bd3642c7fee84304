// SPDX-License-Identifier: GPL-2.0
/*
 * The trigger files of events.
 *
 * Opening one with O_TRUNC removes nothing, as in mainline: each trigger is removed by its name.
 */
#include "kernel/control/trigger.h"
#include "tracefs/files/files.h"

static int show_triggers(struct seq_file *m, const struct tracefs_place *place)
{
	return event_file_show_triggers(place->event, m);
}

static int store_trigger(const struct tracefs_place *place, char *text, size_t len)
{
	return len ? event_file_set_trigger(place->event, text) : 0;
}

const struct tracefs_text tracefs_event_trigger = {
	.show	= show_triggers,
	.store	= store_trigger,
};
