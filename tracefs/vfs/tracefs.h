/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Nodes of the file system: what an inode stands for, and how a file finds the objects it works on.
 */
#ifndef TRACEFS_TRACEFS_H
#define TRACEFS_TRACEFS_H

#include <linux/fs.h>

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

const struct tracefs_place *tracefs_file_place(struct file *file);
struct trace_instance *tracefs_file_instance(struct file *file);
int tracefs_file_cpu(struct file *file);

#endif
