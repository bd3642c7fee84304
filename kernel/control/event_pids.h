/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The lists of pids of an instance, which say whose hits are recorded.
 */
#ifndef KERNEL_EVENT_PIDS_H
#define KERNEL_EVENT_PIDS_H

#include "kernel/instance/pid_list.h"

struct trace_instance;

int event_pids_add(struct trace_instance *instance, enum pid_list_kind kind, char *text);
int event_pids_clear(struct trace_instance *instance, enum pid_list_kind kind);

/*
 * The walk of a seq_file over a list. An element is the pid plus one, as a pointer; the walk holds
 * tracer->lock.
 */
bool event_pids_are_set(struct trace_instance *instance, enum pid_list_kind kind);
void *event_pids_seq_start(struct trace_instance *instance, enum pid_list_kind kind, loff_t *pos);
void *event_pids_seq_next(struct trace_instance *instance, enum pid_list_kind kind, void *v,
			  loff_t *pos);
void event_pids_seq_stop(struct trace_instance *instance, void *v);

#endif
