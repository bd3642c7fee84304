/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How instances come and go: the directories in instances/, and the top level of a tracer.
 */
#ifndef KERNEL_INSTANCES_H
#define KERNEL_INSTANCES_H

struct probe_event;
struct saved_tasks;
struct trace_instance;
struct tracer;

struct trace_instance *tracer_create_instance(struct tracer *tracer, const char *name);
int tracer_make_instance(struct tracer *tracer, const char *name);
int tracer_remove_instance(struct trace_instance *instance);
void event_mark_buffers_stale(struct probe_event *event);
void tracer_clear_stale_buffers(struct tracer *tracer);
void tracer_quiet(struct tracer *tracer);
void tracer_destroy_instances(struct tracer *tracer);

#endif
