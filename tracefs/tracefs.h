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

/**
 * tracefs_file_place() - what an open file is about
 * @file: an open file of this file system
 *
 * An open file holds its mount, and the mount its tracer: the instance is there until release.
 * Group and event stay allocated as long, but may be dead.
 */
const struct tracefs_place *tracefs_file_place(struct file *file);

/* The instance that an open file belongs to; there until the file's release. */
struct trace_instance *tracefs_file_instance(struct file *file);

/* The CPU of a file below per_cpu/cpuN, else -1. */
int tracefs_file_cpu(struct file *file);

#endif
