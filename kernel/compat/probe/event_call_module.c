// SPDX-License-Identifier: GPL-2.0
/* Commit 1d18538e6a09 ("tracing: Have dynamic events have a ref counter", v5.15) */
#include <linux/trace_events.h>

void *probe_event_call_module(const struct trace_event_call *call);

void *probe_event_call_module(const struct trace_event_call *call)
{
	return call->module;
}
