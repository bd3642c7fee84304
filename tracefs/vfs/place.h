/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A place is the objects of the tracer that a directory or file is about.
 */
#ifndef TRACEFS_PLACE_H
#define TRACEFS_PLACE_H

#include <linux/types.h>

struct event_file;
struct event_group;
struct trace_instance;

/**
 * struct tracefs_place - the objects that a node is about
 * @instance: the instance, which is always set, a reference; open files hold it besides
 * @group: the group of a node at or below events/GROUP, a reference; else NULL
 * @event: the event of a node at or below events/GROUP/EVENT, a reference; else NULL
 * @cpu: the CPU of a node at or below per_cpu/cpuN, else -1
 * @option: the TRACE_OPTION_x_BIT of a file options/NAME
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
