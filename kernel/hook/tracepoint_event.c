// SPDX-License-Identifier: GPL-2.0
/*
 * Static events whose tracepoint calls a function of ours (event_functions.c), for what perf does with a hit takes
 * more than twice as many instructions. The function makes the record that perf would have made.
 *
 * Such events are the kernel's own, so their tracepoints are there for ever.
 */
#include <linux/slab.h>

#include "kernel/compat/event/function.h"
#include "kernel/hook/event_functions.h"
#include "kernel/hook/tracepoint_event.h"
#include "kernel/hook/tracepoint_probe.h"
#include "kernel/symbol/kernel_event.h"
#include "kernel/symbol/symbol.h"

const struct hook tracepoint_event_hook = {
	.name		= "tracepoint",
	.free		= tracepoint_probe_free,
	.arm		= tracepoint_probes_arm,
	.disarm		= tracepoint_probes_disarm,
};

/**
 * tracepoint_event_alloc() - make the object of the probe of a static event that has a function for its tracepoint
 * @call: the kernel's event
 * @layout: the layout of the event's records
 *
 * Return: the probe, for probe_init_named(); NULL when the event has no function; or ERR_PTR(-ENOMEM).
 */
struct probe *tracepoint_event_alloc(struct trace_event_call *call, const struct fetch_layout *layout)
{
	const struct event_function *function = event_function_find(call, layout);
	struct tracepoint_probe *tp;
	unsigned long start, size;

	/* Stacks of hits leave the function out. */
	if (!function || !symbol_bounds((unsigned long)function->function, &start, &size))
		return NULL;
	tp = kzalloc(sizeof(*tp), GFP_KERNEL_ACCOUNT);
	if (!tp)
		return ERR_PTR(-ENOMEM);
	tp->function = function->function;
	tracepoint_probe_set(tp, kernel_event_tracepoint(call));
	tp->probe.callback = start;
	tp->probe.callback_end = start + size;
	tp->probe.hook = &tracepoint_event_hook;
	return &tp->probe;
}
