/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The hook of the kernel's static events.
 */
#ifndef KERNEL_STATIC_EVENT_H
#define KERNEL_STATIC_EVENT_H

struct hook;
struct probe;
struct trace_event_call;

extern const struct hook static_event_hook;

struct probe *static_event_probe_create(struct trace_event_call *call);

#endif
