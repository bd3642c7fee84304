/* SPDX-License-Identifier: GPL-2.0 */
/*
 * set_event: switching events on and off by their names, also those of modules that are not there yet.
 */
#ifndef KERNEL_SET_EVENT_H
#define KERNEL_SET_EVENT_H

#include <linux/types.h>

struct seq_file;
struct trace_instance;
struct tracer;

int set_event_write(struct trace_instance *instance, const char *token);
int set_event_clear(struct trace_instance *instance);
void set_event_forget(struct trace_instance *instance);
bool set_event_wants_of(struct tracer *tracer, const char *module);
void set_event_module_comes(struct tracer *tracer, const char *module);

/* The walk of a seq_file over what set_event shows */
void *set_event_seq_start(struct trace_instance *instance, loff_t *pos);
void *set_event_seq_next(struct trace_instance *instance, void *v, loff_t *pos);
void set_event_seq_show(struct trace_instance *instance, struct seq_file *m, void *v);

#endif
