/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Filters of events. parser/parse_filter.c parses a filter; the filter is bound to the fields of
 * one event here, and evaluated on the bytes of a record.
 */
#ifndef KERNEL_FILTER_H
#define KERNEL_FILTER_H

#include "fetch/fetch_program.h"
#include "parser/parse_filter.h"

struct event_filter;

#if defined(CONFIG_PROBEFS_FILTER) || !defined(__KERNEL__)
/**
 * event_filter_create() - compile a filter for the records of a layout
 * @layout: the fields of the event
 * @text: text of the filter, without blanks at its end
 * @filter: receives the filter on success
 * @error: receives what is wrong and where, on failure
 *
 * Context: process context, may sleep. Return: 0, -EINVAL (see @error), -ENOMEM.
 */
int event_filter_create(const struct fetch_layout *layout, const char *text,
			struct event_filter **filter, struct filter_error *error);
void event_filter_destroy(struct event_filter *filter);
const char *event_filter_text(const struct event_filter *filter);

bool event_filter_reads_registers(const struct event_filter *filter,
				  const struct fetch_program *program);

/* Any context. @record holds @size bytes that fetch programs wrote, with the common header set. */
bool event_filter_match(const struct event_filter *filter, const void *record, size_t size);
/* Decides before there is a record: 1 or 0, or -1 when only the record can tell. */
int event_filter_match_registers(const struct event_filter *filter,
				 const struct fetch_program *program, const void *regs);
#else	/* no filter can be set, so no event has one */
static inline void event_filter_destroy(struct event_filter *filter)
{
}

static inline const char *event_filter_text(const struct event_filter *filter)
{
	return "";
}

static inline bool event_filter_reads_registers(const struct event_filter *filter,
						const struct fetch_program *program)
{
	return false;
}

static inline int event_filter_match_registers(const struct event_filter *filter,
					       const struct fetch_program *program,
					       const void *regs)
{
	return -1;
}

static inline bool event_filter_match(const struct event_filter *filter, const void *record,
				      size_t size)
{
	return true;
}
#endif

#endif
