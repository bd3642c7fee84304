// SPDX-License-Identifier: GPL-2.0
/*
 * Static events whose tracepoint calls a function of ours (event_functions.c), for what perf does with a hit takes
 * more than twice as many instructions. The function makes the record that perf would have made.
 *
 * Such events are the kernel's own, so their tracepoints are there for ever.
 *
 * Lifetime: a tracepoint calls the function with the address of the probe. Whether tracepoints run with preemption off
 * or under SRCU, tracepoint_synchronize_unregister() waits for all of it.
 */
#include <linux/module.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

#include "kernel/compat/event/function.h"
#include "kernel/compat/rcu.h"
#include "kernel/compat/tracepoint.h"
#include "kernel/event/probe.h"
#include "kernel/hook/event_functions.h"
#include "kernel/hook/hook.h"
#include "kernel/hook/tracepoint_event.h"
#include "kernel/symbol/kernel_event.h"
#include "kernel/symbol/symbol.h"

/**
 * struct tracepoint_event - the probe of such an event
 * @probe: what all mechanisms know of the probe, and what the function is called with
 * @tracepoint: the tracepoint of the event
 * @function: the function
 */
struct tracepoint_event {
	struct probe probe;
	struct tracepoint *tracepoint;
	const struct event_function *function;
};

static struct tracepoint_event *tracepoint_event_of(struct probe *probe)
{
	return container_of(probe, struct tracepoint_event, probe);
}

static int tracepoint_event_arm(struct probe **probes, unsigned int nr, bool killable)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < nr && !ret; i++) {
		struct tracepoint_event *te = tracepoint_event_of(probes[i]);

		if (killable && fatal_signal_pending(current))
			return -EINTR;
		ret = compat_tracepoint_add(te->tracepoint, te->function->function, &te->probe);
		probes[i]->armed = !ret;
	}
	return ret;
}

static void tracepoint_event_disarm(struct probe **probes, unsigned int nr)
{
	unsigned int i;

	compat_rcu_expedite();
	for (i = 0; i < nr; i++) {
		struct tracepoint_event *te = tracepoint_event_of(probes[i]);

		compat_tracepoint_remove(te->tracepoint, te->function->function, &te->probe);
	}
	compat_tracepoint_wait();
	compat_rcu_unexpedite();
}

static void tracepoint_event_free(struct probe *probe)
{
	kfree(tracepoint_event_of(probe));
}

const struct hook tracepoint_event_hook = {
	.name		= "tracepoint",
	.free		= tracepoint_event_free,
	.arm		= tracepoint_event_arm,
	.disarm		= tracepoint_event_disarm,
};

/**
 * tracepoint_event_create() - create the one probe of a static event that has a function for its tracepoint
 * @call: the kernel's event
 * @layout: its records
 *
 * Return: the probe, which is in no table, for probe_destroy(); NULL when the event has no function; or
 * ERR_PTR(-ENOMEM).
 */
struct probe *tracepoint_event_create(struct trace_event_call *call, const struct fetch_layout *layout)
{
	const struct event_function *function = event_function_find(call, layout);
	struct tracepoint_event *te;
	unsigned long start, size;

	/* Stacks of hits leave the function out. */
	if (!function || !symbol_bounds((unsigned long)function->function, &start, &size))
		return NULL;
	te = kzalloc(sizeof(*te), GFP_KERNEL_ACCOUNT);
	if (!te)
		return ERR_PTR(-ENOMEM);
	te->function = function;
	te->tracepoint = kernel_event_tracepoint(call);
	te->probe.preemptible = compat_tracepoint_is_preemptible(te->tracepoint);
	te->probe.callback = start;
	te->probe.callback_end = start + size;
	te->probe.hook = &tracepoint_event_hook;
	te->probe.brings_record = true;
	if (!probe_init_named(&te->probe, kernel_event_group(call), kernel_event_name(call)))
		return &te->probe;
	probe_free_parts(&te->probe);
	kfree(te);
	return ERR_PTR(-ENOMEM);
}
