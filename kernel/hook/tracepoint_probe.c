// SPDX-License-Identifier: GPL-2.0
/*
 * Probes on tracepoints, of definitions: they are found here, armed in tracepoint_arm.c, and hit in tracepoint_hit.c.
 *
 * Modules: a tracepoint goes with its module, and the kernel complains about one that still has probes then.
 * So the probe is taken back in the early module notifier, and is pending until a module brings a tracepoint
 * of that name. In between nobody finds the tracepoint of a module that is going, or whose loading is undone
 * (compat_tracepoint_look_in_each()). A definition that is written while a module is coming finds none of the
 * module's, and the probe is pending until the module is live. A module may begin to go behind the look: its
 * notifier waits for tracer->lock, which the finder holds until the probe is armed or known to have a place.
 */
#define pr_fmt(fmt) "probefs: " fmt

#include <linux/module.h>
#include <linux/slab.h>
#include <linux/tracepoint.h>

#include "kernel/compat/tracepoint.h"
#include "kernel/hook/tracepoint_probe.h"
#include "kernel/hook/hook_table.h"
#include "kernel/symbol/entry_site.h"
#include "kernel/symbol/symbol.h"

static struct probe *tracepoint_alloc(void)
{
	struct tracepoint_probe *tp = kzalloc(sizeof(*tp), GFP_KERNEL);

	if (!tp)
		return NULL;
	tp->function = tracepoint_entry;
	return &tp->probe;
}

/* The address that records show: that of the call of ftrace in the function, where mainline's probe is. */
static unsigned long tracepoint_ip(const struct tracepoint *tracepoint)
{
	unsigned long place = compat_tracepoint_place(tracepoint);
	unsigned long site = entry_sites_set_up() ? 0 : entry_site_of(place);

	return site ?: place;
}

static struct tracepoint *find(const char *name, const struct module *coming)
{
	return compat_tracepoint_find(name) ?: compat_tracepoint_find_in_modules(name, coming);
}

/**
 * tracepoint_module() - name the module that has a tracepoint
 * @name: name of the tracepoint
 * @module: receives the name of the module; empty when the tracepoint is the kernel's, or there is none
 * @size: bytes at @module
 *
 * Context: process context, may sleep.
 */
void tracepoint_module(const char *name, char *module, size_t size)
{
	const struct tracepoint *tracepoint = find(name, NULL);

	*module = '\0';
	if (tracepoint)
		symbol_module(compat_tracepoint_place(tracepoint), module, size);
}

/**
 * tracepoint_probe_resolve() - find the tracepoint of a probe
 * @probe: a probe on a tracepoint that is not armed
 * @coming: a module that is coming, and that the tracer has been told of, or NULL
 *
 * Context: process context, under tracer->lock. Return: 0; -ENOENT when neither the kernel, nor a module that is
 * live, nor @coming has such a tracepoint.
 */
int tracepoint_probe_resolve(struct probe *probe, const struct module *coming)
{
	struct tracepoint *found = find(probe->line->place, coming);

	if (!found)
		return -ENOENT;
	tracepoint_probe_set(tracepoint_probe_of(probe), found);
	probe->address = (unsigned long)found;
	probe->ip = tracepoint_ip(found);
	probe->callback_end = (unsigned long)tracepoint_entry_end;
	probe->callback = (unsigned long)tracepoint_entry;
	return 0;
}

/**
 * tracepoint_probe_waits_for() - whether a module brings the tracepoint that a probe waits for
 * @probe: a probe on a tracepoint that is pending
 * @mod: the module, which is coming
 */
bool tracepoint_probe_waits_for(const struct probe *probe, const struct module *mod)
{
	struct compat_tracepoint_search search = { .name = probe->line->place };

	return compat_tracepoint_look_in(mod, &search);
}

/* The kernel asks in a notifier of its own whether a tracepoint of a module that goes has probes. */
static bool tracepoint_leaves_first(const struct probe *probe)
{
	return true;
}

const struct hook tracepoint_hook = {
	.name		= "tracepoint",
	.alloc		= tracepoint_alloc,
	.free		= tracepoint_probe_free,
	.arm		= tracepoint_probes_arm,
	.disarm		= tracepoint_probes_disarm,
	.leaves_first	= tracepoint_leaves_first,
};
