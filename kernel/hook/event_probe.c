// SPDX-License-Identifier: GPL-2.0
/*
 * Event probes. Their hits are those of another event, and arrive through that event's files, which
 * kernel/control/event_enable.c attaches them to; kernel/record/actions.c hands the records on. So
 * arming hooks nothing here.
 *
 * Lifetime: an event probe holds the module of a static event that it is attached to, from its definition on. The
 * files of its event are off all lists when it is disarmed, and then record_wait() waits for hits that are still
 * there.
 */
#include <linux/slab.h>

#include "kernel/event/event.h"
#include "kernel/hook/event_probe.h"
#include "kernel/hook/hook.h"
#include "kernel/record/record.h"
#include "kernel/symbol/kernel_event.h"

/**
 * struct event_probe - the probe of an event probe's event
 * @probe: what all mechanisms know of the probe
 * @module: the module that the probe holds, or NULL
 */
struct event_probe {
	struct probe probe;
	struct module *module;
};

static struct event_probe *event_probe_of(struct probe *probe)
{
	return container_of(probe, struct event_probe, probe);
}

static struct probe *event_probe_alloc(void)
{
	struct event_probe *ep = kzalloc(sizeof(*ep), GFP_KERNEL);

	return ep ? &ep->probe : NULL;
}

static void event_probe_free(struct probe *probe)
{
	struct event_probe *ep = event_probe_of(probe);

	kernel_event_release(ep->module);
	kfree(ep);
}

/*
 * Stacks of hits leave out the function that the other event's hits come through. What perf hooks has one when it is
 * armed.
 */
static void take_callback(struct probe *probe)
{
	const struct probe *other;

	if (!probe->attached)
		return;
	other = event_first_probe(probe->attached);
	probe->callback_end = other->callback_end;
	WRITE_ONCE(probe->callback, other->callback);
}

static int event_probe_arm(struct probe **probes, unsigned int nr, bool killable)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		take_callback(probes[i]);
	return 0;
}

static void event_probe_disarm(struct probe **probes, unsigned int nr)
{
	record_wait();
}

const struct hook event_probe_hook = {
	.name		= "event",
	.alloc		= event_probe_alloc,
	.free		= event_probe_free,
	.arm		= event_probe_arm,
	.disarm		= event_probe_disarm,
};

/**
 * event_probe_attach() - attach a new event probe to an event
 * @probe: the event probe, which is in no table yet
 * @event: the event whose records the probe fetches from
 *
 * Context: process context, under tracer->lock. Return: false when the event's module is going.
 */
bool event_probe_attach(struct probe *probe, struct probe_event *event)
{
	if (event->call && !kernel_event_hold(event->call, &event_probe_of(probe)->module))
		return false;
	if (event->call)
		probe->second_pid = event_first_probe(event)->second_pid;
	probe->attached = event;
	take_callback(probe);	/* hits may come before the probe is armed */
	return true;
}

/**
 * event_probe_lose() - leave an event probe without the event that it was attached to
 * @probe: the event probe; no hit of it runs, or will come
 *
 * Context: process context, under tracer->lock.
 */
void event_probe_lose(struct probe *probe)
{
	struct event_probe *ep = event_probe_of(probe);

	probe->attached = NULL;
	kernel_event_release(ep->module);
	ep->module = NULL;
}
