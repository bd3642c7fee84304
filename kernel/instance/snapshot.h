/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The snapshot of an instance: a second buffer, which what was recorded is exchanged into.
 */
#ifndef KERNEL_SNAPSHOT_H
#define KERNEL_SNAPSHOT_H

#include <linux/types.h>

struct ring_buffer;
struct trace_instance;

/* For instance.c, which calls those that change buffers under instance->lock. */
void snapshot_init(struct trace_instance *instance);
void snapshot_destroy(struct trace_instance *instance);
int snapshot_follow_size(struct trace_instance *instance, int cpu);
int snapshot_follow_subbuf_size(struct trace_instance *instance);
void snapshot_empty(struct trace_instance *instance, int cpu);
void snapshot_free_misfit(struct trace_instance *instance);
void snapshot_follow_clock(struct trace_instance *instance);

/* Process context. An int is 0 or -errno. */
struct ring_buffer *instance_snapshot(struct trace_instance *instance);
void instance_settle_snapshot(struct trace_instance *instance);
int instance_take_snapshot(struct trace_instance *instance, int cpu);
void instance_clear_snapshot(struct trace_instance *instance, int cpu);
void instance_free_snapshot(struct trace_instance *instance);
int instance_arm_snapshot(struct trace_instance *instance);
void instance_disarm_snapshot(struct trace_instance *instance);
int instance_map(struct trace_instance *instance, int cpu);

void instance_snapshot_in_hit(struct trace_instance *instance);	/* any context */

#endif
