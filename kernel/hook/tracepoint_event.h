/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The hook of static events whose tracepoint calls a function of ours.
 */
#ifndef KERNEL_TRACEPOINT_EVENT_H
#define KERNEL_TRACEPOINT_EVENT_H

struct fetch_layout;
struct hook;
struct probe;
struct trace_event_call;

extern const struct hook tracepoint_event_hook;

struct probe *tracepoint_event_alloc(struct trace_event_call *call, const struct fetch_layout *layout);

#endif
