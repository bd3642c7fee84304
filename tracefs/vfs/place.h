/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Places: the objects of the tracer that a directory or file is about.
 */
#ifndef TRACEFS_PLACE_H
#define TRACEFS_PLACE_H

#include <linux/types.h>

struct event_file;
struct event_group;
struct trace_instance;

/**
 * struct tracefs_place - the objects a node is about
 * @instance: always set
 * @group: at and below events/GROUP, else NULL; a reference
 * @event: at and below events/GROUP/EVENT, else NULL; a reference
 * @cpu: at and below per_cpu/cpuN, else -1
 * @option: TRACE_OPTION_x_BIT of options/NAME
 */
struct tracefs_place {
	struct trace_instance *instance;
	struct event_group *group;
	struct event_file *event;
	int cpu;
	unsigned int option;
};

void tracefs_place_get(const struct tracefs_place *place);
void tracefs_place_put(const struct tracefs_place *place);
bool tracefs_place_is_dead(const struct tracefs_place *place);

#endif
