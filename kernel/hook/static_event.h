/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The hook of the kernel's static events.
 */
#ifndef KERNEL_STATIC_EVENT_H
#define KERNEL_STATIC_EVENT_H

#include "kernel/event/tracer.h"

struct fetch_layout;
struct hook;
struct probe;
struct trace_event_call;

extern const struct hook static_event_hook;

void static_events_prepare(const char *group, enum tracer_backend wanted);
struct probe *static_event_probe_create(struct trace_event_call *call, const struct fetch_layout *layout,
					enum tracer_backend wanted);

#endif
