// SPDX-License-Identifier: GPL-2.0
/*
 * The table of all hooks, and the choice between those that probe functions: the kprobe core serves
 * every place that can be probed, and ftrace the entries of functions that it hooks.
 */
#define pr_fmt(fmt) "probefs: " fmt

#include <linux/err.h>

#include "kernel/hook/event_probe.h"
#include "kernel/hook/function_probe.h"
#include "kernel/hook/hook_table.h"
#include "kernel/hook/static_event.h"
#include "kernel/hook/tracepoint_event.h"
#include "kernel/hook/uprobe.h"
#include "kernel/symbol/entry_site.h"
#include "kernel/symbol/symbol.h"

static int function_probe_validate(struct probe *probe, unsigned long place,
				   enum tracer_backend wanted);

static struct probe *alloc_at_entry(struct probe *last, unsigned int nr_wanted, unsigned long place,
				    enum tracer_backend wanted);

static struct probe *kprobe_alloc(void)
{
	return function_probe_alloc(&kprobe_hook_calls);
}

const struct hook kprobe_hook = {
	.name		= "kprobe",
	.stays_registered = true,
	.alloc		= kprobe_alloc,
	.alloc_at_entry	= alloc_at_entry,
	.free		= function_probe_free,
	.validate	= function_probe_validate,
	.arm		= function_probes_arm,
	.remove		= kprobe_hook_remove,
	.leaves_first	= function_probe_leaves_first,
	.on_ftrace	= function_probe_is_on_ftrace,
	.missed		= kprobe_hook_missed,
};

#if IS_ENABLED(CONFIG_PROBEFS_FTRACE)
static bool always_on_ftrace(const struct probe *probe)
{
	return true;
}

/* A probe may still be registered with the kprobe core, disabled, since that validated its place. */
static const struct hook ftrace_hook = {
	.name		= "ftrace",
	.free		= function_probe_free,
	.validate	= function_probe_validate,
	.arm		= ftrace_hook_arm,
	.disarm		= ftrace_hook_disarm,
	.remove		= kprobe_hook_remove,
	.leaves_first	= function_probe_leaves_first,
	.on_ftrace	= always_on_ftrace,
	.missed		= kprobe_hook_missed,
	.tracer_came	= ftrace_hook_tracer_came,
	.tracer_went	= ftrace_hook_tracer_went,
	.finish		= ftrace_hook_finish,
};
#endif

#if IS_ENABLED(CONFIG_PROBEFS_KRETPROBES)
static struct probe *kretprobe_alloc(void)
{
	return function_probe_alloc(&kretprobe_hook_calls);
}

const struct hook kretprobe_hook = {
	.name		= "kretprobe",
	.stays_registered = true,
	.alloc		= kretprobe_alloc,
	.free		= function_probe_free,
	.validate	= function_probe_validate,
	.arm		= function_probes_arm,
	.remove		= kretprobe_hook_remove,
	.leaves_first	= function_probe_leaves_first,
	.on_ftrace	= function_probe_is_on_ftrace,
	.missed		= kretprobe_hook_missed,
};

#if IS_ENABLED(CONFIG_PROBEFS_FTRACE)
/* Return instances belong to the kprobe core, whoever hooks the entry: the probe stays there. */
static const struct hook ftrace_return_hook = {
	.name		= "ftrace",
	.stays_registered = true,
	.free		= function_probe_free,
	.validate	= function_probe_validate,
	.arm		= ftrace_hook_arm,
	.disarm		= ftrace_hook_disarm,
	.remove		= kretprobe_hook_remove,
	.leaves_first	= function_probe_leaves_first,
	.on_ftrace	= always_on_ftrace,
	.missed		= kretprobe_hook_missed,
};
#endif
#else
static int refuse(struct probe *probe, unsigned long place, enum tracer_backend wanted)
{
	return -EOPNOTSUPP;
}

/*
 * Without kretprobes, a return probe is refused, or waits for ever for a module. It is never
 * registered or armed, so the row needs no more, and is not in the table.
 */
const struct hook kretprobe_hook = {
	.name		= "kretprobe",
	.alloc		= kprobe_alloc,
	.free		= function_probe_free,
	.validate	= refuse,
};
#endif

/** probe_hooks - all mechanisms; NULL is behind the last one */
const struct hook *const probe_hooks[] = {
	&kprobe_hook,
#if IS_ENABLED(CONFIG_PROBEFS_FTRACE)
	&ftrace_hook,
#endif
#if IS_ENABLED(CONFIG_PROBEFS_KRETPROBES)
	&kretprobe_hook,
#if IS_ENABLED(CONFIG_PROBEFS_FTRACE)
	&ftrace_return_hook,
#endif
#endif
#if IS_ENABLED(CONFIG_PROBEFS_STATIC_EVENTS)
	&static_event_hook,
	&tracepoint_event_hook,
#endif
#if IS_ENABLED(CONFIG_PROBEFS_TRACEPOINTS)
	&tracepoint_hook,
#endif
#if IS_ENABLED(CONFIG_PROBEFS_UPROBES)
	&uprobe_hook,
#endif
	&event_probe_hook,	/* behind those whose events it is attached to */
	NULL
};

static const struct hook *const core_hooks[] = {
	[PROBE_ENTRY]		= &kprobe_hook,
	[PROBE_RETURN]		= &kretprobe_hook,
	[PROBE_FUNCTION_ENTRY]	= &kprobe_hook,
	[PROBE_FUNCTION_EXIT]	= &kretprobe_hook,
};

#if IS_ENABLED(CONFIG_PROBEFS_FTRACE)
static const struct hook *const ftrace_hooks[] = {
	[PROBE_ENTRY]		= &ftrace_hook,
	[PROBE_FUNCTION_ENTRY]	= &ftrace_hook,
#if IS_ENABLED(CONFIG_PROBEFS_KRETPROBES)
	[PROBE_RETURN]		= &ftrace_return_hook,
	[PROBE_FUNCTION_EXIT]	= &ftrace_return_hook,
#endif
};

/* Chooses ftrace for an entry; returns -ENOENT when the kprobe core has to decide. */
static int validate_entry(struct probe *probe, unsigned long place, enum tracer_backend wanted)
{
	unsigned long site;
	int ret;

	if (wanted == TRACER_BACKEND_KPROBE || probe_is_return(probe))
		return -ENOENT;
	ret = entry_site_find(place, &site);
	if (ret)
		return ret;
	probe->ip = site;
	probe->hook = &ftrace_hook;
	return 0;
}

static struct probe *alloc_at_entry(struct probe *last, unsigned int nr_wanted, unsigned long place,
				    enum tracer_backend wanted)
{
	struct probe *probe;
	unsigned long site;
	int ret = wanted == TRACER_BACKEND_KPROBE ? -ENOENT : entry_site_find(place, &site);

	if (ret)
		return ret == -ENOMEM ? NULL : ERR_PTR(ret);
	probe = function_block_take(last, nr_wanted);
	if (!probe)
		return NULL;
	probe->ip = site;
	probe->hook = &ftrace_hook;
	return probe;
}

static void choose_hook(struct probe *probe, enum tracer_backend wanted)
{
	if (wanted != TRACER_BACKEND_KPROBE && ftrace_hook_can_arm(probe))
		probe->hook = ftrace_hooks[probe->kind];
}
#else
static int validate_entry(struct probe *probe, unsigned long place, enum tracer_backend wanted)
{
	return -ENOENT;
}

static struct probe *alloc_at_entry(struct probe *last, unsigned int nr_wanted, unsigned long place,
				    enum tracer_backend wanted)
{
	return ERR_PTR(-ENOENT);
}

static void choose_hook(struct probe *probe, enum tracer_backend wanted)
{
}
#endif

static int validate_by_core(struct probe *probe, unsigned long place, enum tracer_backend wanted)
{
	int ret = symbol_check_traceable(place);

	if (!ret)
		ret = function_probe_add(probe, KPROBE_FLAG_DISABLED);
	if (ret)
		return ret;
	probe->hook = core_hooks[probe->kind];
	choose_hook(probe, wanted);
	return 0;
}

/* The kprobe core serves what @wanted does not. */
static int function_probe_validate(struct probe *probe, unsigned long place,
				   enum tracer_backend wanted)
{
	int ret = validate_entry(probe, place, wanted);

	return ret == -ENOENT ? validate_by_core(probe, place, wanted) : ret;
}
