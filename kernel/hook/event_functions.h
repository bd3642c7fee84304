/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which static events have a function for their tracepoint.
 */
#ifndef KERNEL_EVENT_FUNCTIONS_H
#define KERNEL_EVENT_FUNCTIONS_H

struct event_function;
struct fetch_layout;
struct trace_event_call;

void event_functions_compare(const char *group);
const struct event_function *event_function_find(struct trace_event_call *call, const struct fetch_layout *layout);

#endif
