// SPDX-License-Identifier: GPL-2.0
/*
 * How a tracer comes and goes, and what concerns all tracers: modules that come and go.
 */
#define pr_fmt(fmt) "probefs: " fmt

#include <linux/cred.h>
#include <linux/module.h>
#include <linux/security.h>
#include <linux/slab.h>

#include "kernel/control/function_tracing.h"
#include "kernel/control/instances.h"
#include "kernel/control/set_event.h"
#include "kernel/control/static_events.h"
#include "kernel/definition/definition.h"
#include "kernel/definition/definition_kind.h"
#include "kernel/event/event.h"
#include "kernel/event/probe.h"
#include "kernel/hook/arm.h"
#include "kernel/hook/function_hook.h"
#include "kernel/hook/printk_hook.h"
#include "kernel/instance/instance.h"
#include "kernel/instance/saved_tasks.h"
#include "kernel/record/marker.h"
#include "kernel/record/printk_record.h"
#include "kernel/record/record.h"
#include "kernel/symbol/kernel_btf.h"
#include "kernel/symbol/kernel_event_file.h"
#include "kernel/symbol/place_error.h"
#include "kernel/symbol/printk_format.h"
#include "kernel/symbol/symbol.h"
#include "kernel/tracer/tracers.h"

/* All tracers, for the module notifiers. Take tracers_lock before any tracer->lock. */
static LIST_HEAD(tracers);
static DEFINE_MUTEX(tracers_lock);

/**
 * tracer_create() - make a tracer that has no events
 *
 * Context: process context. Return: the tracer, or NULL without memory.
 */
struct tracer *tracer_create(void)
{
	struct tracer *tracer = kzalloc(sizeof(*tracer), GFP_KERNEL);

	if (!tracer)
		return NULL;
	probes_tracer_came();
	printk_hook_tracer_came();
	tracer->cred = get_current_cred();
	mutex_init(&tracer->lock);
	INIT_LIST_HEAD(&tracer->instances);
	INIT_LIST_HEAD(&tracer->marker_copies);
	INIT_LIST_HEAD(&tracer->groups);
	INIT_LIST_HEAD(&tracer->probes);
	INIT_LIST_HEAD(&tracer->parked);
	INIT_LIST_HEAD(&tracer->module_notifier_link);
	hash_init(tracer->event_hash);
	hash_init(tracer->probe_hash);
	idr_init(&tracer->event_ids);
	tracer->tasks = saved_tasks_create();
	if (tracer->tasks)
		tracer->top = tracer_create_instance(tracer, NULL);
	if (!tracer->top) {
		tracer_destroy(tracer);
		return NULL;
	}
	list_add(&tracer->top->link, &tracer->instances);
	if (IS_ENABLED(CONFIG_PROBEFS_TRACE_MARKER))
		tracer_update_marker_copies(tracer);
	tracer_update_printk(tracer);
	mutex_lock(&tracers_lock);
	list_add_tail(&tracer->module_notifier_link, &tracers);
	mutex_unlock(&tracers_lock);
	/* A module that has not found the tracer on the list was hooked before. */
	if (printk_is_hooked())
		tracer_expand_printk(tracer);
	return tracer;
}

/**
 * tracer_set_backend() - choose what arms the probes
 * @tracer: the tracer whose later definitions are concerned
 * @backend: what arms probes that are defined from now on; the probes that exist keep their
 *	backend. Definitions that are being written at this moment may get the old or the new one
 *
 * Context: any.
 */
void tracer_set_backend(struct tracer *tracer, enum tracer_backend backend)
{
	WRITE_ONCE(tracer->backend, backend);
}

/**
 * tracer_set_types() - choose the types by which names in definitions are resolved
 * @tracer: the tracer whose later definitions are concerned; nobody can be writing one
 * @types: types that are used in place of the kernel's own, or NULL for the kernel's own; the tracer takes
 *	over the reference of the caller
 *
 * Context: process context, may sleep.
 */
void tracer_set_types(struct tracer *tracer, struct kernel_btf *types)
{
	swap(tracer->types, types);
	kernel_btf_put(types);
}

/**
 * tracer_destroy() - disable and remove every probe, and free the tracer
 * @tracer: the tracer, or NULL; no inode or open file of it may be left
 *
 * Context: process context, waits for grace periods.
 */
void tracer_destroy(struct tracer *tracer)
{
	if (!tracer)
		return;
	tracer_quiet(tracer);
	definitions_destroy(tracer);
	static_events_destroy(tracer);
	/*
	 * Not before the probes are gone: a module that goes meanwhile has to find the probes in
	 * it.
	 */
	mutex_lock(&tracers_lock);
	list_del_init(&tracer->module_notifier_link);
	mutex_unlock(&tracers_lock);
	printk_hook_tracer_went();
	probes_tracer_went();
	tracer_leave_printk(tracer);
	/* Hits of trace_printk() may be running, and readers that found an event by its id hold RCU, not the tracer. */
	record_wait();
	tracer_destroy_instances(tracer);
	saved_tasks_destroy(tracer->tasks);
	kernel_btf_put(tracer->types);
	idr_destroy(&tracer->event_ids);
	mutex_destroy(&tracer->lock);
	put_cred(tracer->cred);
	kfree(tracer);
}

/* The probe may have been defined before the kernel was locked down, and must not be registered after that. */
static int tracer_revive_probe(struct tracer *tracer, struct probe *probe, struct module *mod)
{
	const struct definition_kind *kind = definition_kind_of(probe->kind);

	return security_locked_down(kind->lockdown) ?: kind->revive(tracer, probe, mod);
}

static void warn_unregistered(const struct probe *probe, const struct module *mod, int ret)
{
	enum parse_error_code code = place_error(probe->address + probe->offset, ret);

	pr_warn("the probe on %s could not be registered when module %s was loaded (error %d): %s\n",
		probe->line->place, mod->name, ret, parse_error_text(code));
}

/* Arms the probes as one batch, or one by one if that fails. */
static void tracer_arm_revived(struct probe_batch *batch, struct module *mod)
{
	unsigned int i;
	int ret;

	if (!probes_arm(batch->probe, batch->nr))
		return;
	for (i = 0; i < batch->nr; i++) {
		struct probe *probe = batch->probe[i];

		ret = probes_arm(&probe, 1);
		probe->pending = ret;
		if (ret)
			warn_unregistered(probe, mod, ret);
	}
}

/*
 * Does a probe wait for a module that is coming, or live? One of several places of a definition that has gone with
 * its module is gone for good.
 */
static bool is_waiting(const struct probe *probe, const struct module *mod, unsigned long state)
{
	const struct definition_kind *kind = definition_kind_of(probe->kind);

	return probe->pending && !probe->line->several &&
	       (state == MODULE_STATE_COMING || kind->finds_live) && kind->waits_for(probe, mod);
}

static void tracer_revive_probes(struct tracer *tracer, struct module *mod, unsigned long state)
{
	struct probe_batch revived = {}, enabled = {};
	struct probe *probe;
	int ret;

	list_for_each_entry(probe, &tracer->probes, link) {
		if (!is_waiting(probe, mod, state))
			continue;
		ret = tracer_revive_probe(tracer, probe, mod);
		ret = ret ?: probe_batch_add(&revived, probe);
		if (!ret && event_is_enabled(probe->event))
			ret = probe_batch_add(&enabled, probe);
		if (ret)
			warn_unregistered(probe, mod, ret);
	}
	tracer_arm_revived(&enabled, mod);
	probes_release(revived.probe, revived.nr);
	probe_batch_free(&enabled);
	probe_batch_free(&revived);
}

/* Revives the probes that wait for this module, and finds its data that arguments read. */
static void tracer_module_coming(struct tracer *tracer, struct module *mod, unsigned long state)
{
	struct probe *probe;

	if (tracer->going)
		return;
	tracer->coming = mod;
	if (printk_is_hooked())
		tracer_expand_printk(tracer);
	static_events_module_coming(tracer);
	list_for_each_entry(probe, &tracer->probes, link)
		if (probe->leads)
			fetch_program_update_symbols(probe->program, symbol_lookup);
	tracer_revive_probes(tracer, mod, state);
	if (set_event_wants_of(tracer, mod->name))
		static_events_bring_locked(tracer, NULL);
	set_event_module_comes(tracer, mod->name);
	tracer->coming = NULL;
}

/* A module that is live has finished its initialisation code, which is freed. */
static bool probe_goes(const struct probe *probe, const struct module *mod, unsigned long state)
{
	unsigned long place = probe->address + probe->offset;

	if (!probe->address)
		return false;
	return state == MODULE_STATE_LIVE ? within_module_init(place, mod) : within_module(place, mod);
}

/*
 * A module or its initialisation code goes: that memory will be somebody else's, and the kprobe
 * core puts probes there out of action and never says so. The probes wait for the next time that
 * the module is loaded. Without memory for the batch they are taken back one by one.
 */
static void tracer_probes_going(struct tracer *tracer, struct module *mod, unsigned long state,
				bool early)
{
	struct probe_batch batch = {};
	struct probe *probe;

	list_for_each_entry(probe, &tracer->probes, link) {
		if (!probe_goes(probe, mod, state) || (early && !probe_leaves_first(probe)))
			continue;
		if ((probe->registered || probe->armed) && probe_batch_add(&batch, probe))
			probes_unregister(&probe, 1);
		probe->pending = true;
		if (probe->line->several)	/* it does not come back: another module may get the place */
			probe->address = 0;
	}
	probes_unregister(batch.probe, batch.nr);
	probe_batch_free(&batch);
}

static const struct module *tracers_going;	/* the module that goes; under tracers_lock */

/* Leaves out the symbols of the module that goes: symbol_lookup() still finds them. */
static int lookup_staying_symbol(const char *symbol, unsigned long *address)
{
	int ret = symbol_lookup(symbol, address);

	return !ret && within_module(*address, tracers_going) ? -ENOENT : ret;
}

/*
 * Tells the arguments that the module's data is going. A hit at this moment reads what is there, or
 * gets a fault.
 */
static void tracer_symbols_going(struct tracer *tracer, struct module *mod)
{
	struct probe *probe;

	tracers_going = mod;
	list_for_each_entry(probe, &tracer->probes, link)
		if (probe->leads)
			fetch_program_update_symbols(probe->program, lookup_staying_symbol);
}

static void tracer_module_going_early(struct tracer *tracer, struct module *mod,
				      unsigned long state)
{
	tracer_probes_going(tracer, mod, state, true);
	if (state == MODULE_STATE_GOING)
		static_events_module_going(tracer, mod);
}

/* A module has initialised itself: the code for that goes, and probes that wait may be revived. */
static void tracer_module_live(struct tracer *tracer, struct module *mod, unsigned long state)
{
	tracer_probes_going(tracer, mod, state, false);
	if (tracer->going)
		return;
	/* Somebody may have asked for all events while the module initialised itself, and got none of its own. */
	static_events_module_coming(tracer);
	tracer_revive_probes(tracer, mod, state);
}

static void tracer_module_going(struct tracer *tracer, struct module *mod, unsigned long state)
{
	tracer_probes_going(tracer, mod, state, false);
	tracer_symbols_going(tracer, mod);
	function_tracing_module_goes(tracer, mod);
	/* Somebody may have asked for events since they were let go, before mainline forgot them. */
	static_events_module_going(tracer, mod);
}

static void tracers_tell(void (*tell)(struct tracer *tracer, struct module *mod, unsigned long state),
			 struct module *mod, unsigned long state)
{
	struct tracer *tracer;

	mutex_lock(&tracers_lock);
	list_for_each_entry(tracer, &tracers, module_notifier_link) {
		mutex_lock(&tracer->lock);
		tell(tracer, mod, state);
		mutex_unlock(&tracer->lock);
	}
	mutex_unlock(&tracers_lock);
}

static int tracers_module_notify_early(struct notifier_block *nb, unsigned long state, void *data)
{
	if (state == MODULE_STATE_LIVE || state == MODULE_STATE_GOING)
		tracers_tell(tracer_module_going_early, data, state);
	return NOTIFY_DONE;
}

static int tracers_module_notify(struct notifier_block *nb, unsigned long state, void *data)
{
	struct module *mod = data;

	/* The kernel has made or removed the module's file in /sys/kernel/btf by now. */
	if (state == MODULE_STATE_COMING || state == MODULE_STATE_GOING)
		kernel_btf_forget(mod->name);
	printk_hook_module_changed(mod, state == MODULE_STATE_GOING);
	if (state == MODULE_STATE_COMING)
		tracers_tell(tracer_module_coming, data, state);
	else if (state == MODULE_STATE_LIVE)
		tracers_tell(tracer_module_live, data, state);
	else if (state == MODULE_STATE_GOING)
		tracers_tell(tracer_module_going, data, state);
	return NOTIFY_DONE;
}

/*
 * One notifier runs before those of mainline, and one after them: that of its events has priority 1, those of
 * the kprobe core and of tracepoints 0. When a module comes, the core adds the module's blacklist first, and
 * mainline its events. When a module goes, its probes are taken back after the core put them out of
 * action, except the probes that probe_leaves_first() names, and the module's static events are let go
 * before mainline finds that somebody uses them.
 */
static struct notifier_block early_module_notifier = {
	.notifier_call	= tracers_module_notify_early,
	.priority	= 2,
};

static struct notifier_block module_notifier = {
	.notifier_call	= tracers_module_notify,
	.priority	= -1,
};

/**
 * tracers_init() - set up what all tracers need: symbols, instances, and the module notifiers
 *
 * Return: 0 or -errno.
 */
int tracers_init(void)
{
	int ret = symbol_init();

	if (ret)
		return ret;
	record_wait_init();
	printk_hook_init();
	ret = instances_init();
	if (ret)
		goto no_instances;
	ret = register_module_notifier(&early_module_notifier);
	if (ret)
		goto no_early_notifier;
	ret = register_module_notifier(&module_notifier);
	if (ret)
		goto no_notifier;
	return 0;

no_notifier:
	unregister_module_notifier(&early_module_notifier);
no_early_notifier:
	instances_exit();
no_instances:
	symbol_exit();
	return ret;
}

/** tracers_exit() - undo tracers_init(); no tracer may be left */
void tracers_exit(void)
{
	unregister_module_notifier(&module_notifier);
	unregister_module_notifier(&early_module_notifier);
	probes_finish();
	printk_hook_exit();
	if (IS_ENABLED(CONFIG_PROBEFS_TRACE_PRINTK))
		printk_formats_exit();
	function_hooks_finish();
	record_wait_finish();
	instances_exit();
	kernel_event_file_exit();
	kernel_btf_exit();
	symbol_exit();
	rcu_barrier();	/* events are freed by RCU callbacks of this module */
}
