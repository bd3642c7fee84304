// SPDX-License-Identifier: GPL-2.0
/*
 * Places of event probes: another event of the tracer, whose records the probe fetches from.
 *
 * Lifetime: an event that an event probe is attached to can't be deleted (nr_attached of struct probe_event), and
 * a static event's module can't be removed (kernel/hook/event_probe.c), from the definition of the probe to
 * its deletion. The one thing that takes the attached event away all the same is a module whose
 * initialisation fails: then the probe is left without one (static_events.c).
 */
#include <linux/security.h>
#include <linux/string.h>

#include "kernel/control/event_filter.h"
#include "kernel/control/static_events.h"
#include "kernel/definition/definition_event.h"
#include "kernel/definition/definition_kind.h"
#include "kernel/definition/definition_names.h"
#include "kernel/definition/definition_write.h"
#include "kernel/event/event.h"
#include "kernel/event/probe.h"
#include "kernel/hook/event_probe.h"
#include "kernel/instance/instance.h"
#include "kernel/record/record.h"
#include "parser/parse_text.h"

/* What is wrong with the filter is for the error_log of the top level, in an entry of its own. */
static int make_condition(struct definition_write *write)
{
	const struct text_span filter = write->def.filter;
	struct event_file *file = event_file_of(write->attached, write->tx.tracer->top);

	if (!filter.pos)
		return 0;
	if (!filter.len)
		return parse_fail(&write->cmd.error, PARSE_NO_EP_FILTER,
				  strlen(write->cmd.text) + 1);
	return event_file_create_condition(file, write->cmd.text + filter.pos, write->line,
					   write->unfinished, &write->condition);
}

/**
 * definition_find_event() - look up the event that an event probe is attached to, and make its filter
 * @write: the write whose current line defines an event probe; gets the event and the filter
 *
 * Return: 0, or an errno, with the error of the line, or of the filter, except for -ENOMEM.
 */
int definition_find_event(struct definition_write *write)
{
	const struct probe_definition *def = &write->def;
	struct tracer *tracer = write->tx.tracer;
	struct probe_event *event;
	int ret = static_events_bring_locked(tracer, def->attached_group);

	if (ret)
		return ret;
	write->flags = write->kind->flags;
	event = event_find(tracer, def->attached_group, def->attached_event);
	/* Whom a hit finds through an event that an event probe is attached to leads to nobody else (event_enable.c). */
	if (!event || (!event->call && event_first_probe(event)->kind == PROBE_EVENT))
		return definition_fail(write, PARSE_BAD_ATTACH_EVENT, 1);
	write->attached = event;
	ret = make_condition(write);
	if (ret)
		return ret == -ENOMEM ? ret : -EINVAL;
	return definition_names_of_event(write, event);
}

/**
 * definition_validate_event() - attach a new event probe
 * @write: the write whose current line defines the probe
 * @probe: the new probe; gets the filter
 *
 * A kernel that is locked down does not let its memory be read, which arguments may do.
 *
 * Return: 0, -EPERM, -ENOMEM, or -ENODEV, with the error of the line, when the event's module is going.
 */
int definition_validate_event(struct definition_write *write, struct probe *probe)
{
	int ret = security_locked_down(write->kind->lockdown);

	ret = ret ?: record_add_scratch();
	if (ret)
		return ret;
	if (!event_probe_attach(probe, write->attached))
		return definition_fail(write, PARSE_BAD_ATTACH_EVENT, 1);
	probe->condition = write->condition;
	write->condition = NULL;
	return 0;
}

/**
 * definition_is_event() - tell whether a deletion means the place of an event probe
 * @probe: the event probe
 * @text: the place in the deletion: GROUP/EVENT, or as listed, GROUP.EVENT
 * @len: bytes of @text
 */
bool definition_is_event(const struct probe *probe, const char *text, size_t len)
{
	const char *place = probe->line->place;
	size_t group = strcspn(place, ".");

	return len == strlen(place) && (text[group] == '/' || text[group] == '.') &&
	       !memcmp(text, place, group) &&
	       !memcmp(text + group + 1, place + group + 1, len - group - 1);
}
