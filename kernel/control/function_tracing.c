// SPDX-License-Identifier: GPL-2.0
/*
 * The tracer "function" of an instance.
 *
 * Everything here is under tracer->lock. A hook never changes (kernel/hook/function_hook.c): when
 * functions are chosen while the tracer runs, a hook for the new ones takes the place of the old one.
 * The new one is there before the old one goes, so an error leaves things as they were.
 */
#include <linux/err.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>

#include "kernel/control/function_tracing.h"
#include "kernel/event/tracer.h"
#include "kernel/hook/function_hook.h"
#include "kernel/instance/instance.h"
#include "kernel/symbol/entry_site.h"

/**
 * struct function_tracing - the tracer "function" of one instance
 * @set: the functions that users have chosen and left out
 * @all: no function was chosen, so all are. A module that goes with all that were chosen does not
 *	change that
 * @hook: records the calls; NULL while current_tracer is "nop"
 */
struct function_tracing {
	struct function_set set[FUNCTION_FILTERS];
	bool all;
	struct function_hook *hook;
};

/* Returns NULL without memory. */
static struct function_tracing *tracing_of(struct trace_instance *instance)
{
	struct function_tracing *tracing = instance->functions;

	lockdep_assert_held(&instance->tracer->lock);
	if (tracing)
		return tracing;
	tracing = kzalloc(sizeof(*tracing), GFP_KERNEL);
	if (tracing)
		tracing->all = true;
	instance->functions = tracing;
	return tracing;
}

static bool is_gone(unsigned long site, const void *unused)
{
	return !entry_site_is_there(site);
}

/*
 * Forgets functions of modules that went while nobody could know of these functions: they were in the copy of
 * an open file, or were found when the module was about to go. ftrace refuses a filter as a whole for one of them.
 */
static void forget_gone(struct function_tracing *tracing)
{
	unsigned int i;

	for (i = 0; i < FUNCTION_FILTERS; i++)
		function_set_forget(&tracing->set[i], is_gone, NULL);
}

/* Finds the functions that are chosen and not left out; the caller frees @traced in any case. */
static int get_traced(const struct function_tracing *tracing, struct function_set *traced)
{
	char every[] = "*";
	int ret;

	*traced = (struct function_set){ };
	if (tracing->all)
		ret = function_set_apply(traced, every);
	else
		ret = function_set_copy(traced, &tracing->set[FUNCTIONS_CHOSEN]);
	return ret ?: function_set_subtract(traced, &tracing->set[FUNCTIONS_LEFT_OUT]);
}

/* Makes a hook for these functions. Where all but a few are traced, those few are what is looked for. */
static struct function_hook *create_hook(const struct function_tracing *tracing)
{
	const struct function_set *left_out = &tracing->set[FUNCTIONS_LEFT_OUT];
	struct function_set traced;
	struct function_hook *hook;
	int ret;

	if (tracing->all)
		return function_hook_create(left_out->site, left_out->nr, true);
	ret = get_traced(tracing, &traced);
	hook = ret ? ERR_PTR(ret) : function_hook_create(traced.site, traced.nr, false);
	function_set_free(&traced);
	return hook;
}

/* Puts a hook, or NULL, in the place of the one that is there. */
static void replace_hook(struct trace_instance *instance, struct function_hook *hook)
{
	struct function_tracing *tracing = instance->functions;
	struct function_hook *old = tracing->hook;

	tracing->hook = hook;
	WRITE_ONCE(instance->current_tracer, hook ? "function" : "nop");
	if (old)
		function_hook_close(old);
	if (hook)
		function_hook_open(hook, instance);
}

/* Makes the hook anew, if there is one, because the functions are others. */
static int renew_hook(struct trace_instance *instance)
{
	struct function_hook *hook;

	forget_gone(instance->functions);
	if (!instance->functions->hook)
		return 0;
	hook = create_hook(instance->functions);
	if (IS_ERR(hook))
		return PTR_ERR(hook);
	replace_hook(instance, hook);
	return 0;
}

static int switch_on(struct trace_instance *instance)
{
	struct function_tracing *tracing = tracing_of(instance);
	struct function_hook *hook;

	if (!tracing)
		return -ENOMEM;
	if (tracing->hook)
		return 0;
	forget_gone(tracing);
	hook = create_hook(tracing);
	if (IS_ERR(hook))
		return PTR_ERR(hook);
	instance_reset(instance, -1);
	replace_hook(instance, hook);
	return 0;
}

static void switch_off(struct trace_instance *instance)
{
	if (!instance->functions || !instance->functions->hook)
		return;
	replace_hook(instance, NULL);
	instance_reset(instance, -1);
}

/**
 * function_tracing_switch() - do what a write to current_tracer does
 * @instance: the instance that traces functions, or no more
 * @on: true for "function", false for "nop"
 *
 * As on mainline, the buffer is emptied when the tracer changes, and has its size from the first write on,
 * whatever is written. Context: process context, waits for
 * grace periods. Return: 0, -ENOMEM, -EINTR when the process is being killed, or an error of ftrace.
 */
int function_tracing_switch(struct trace_instance *instance, bool on)
{
	int ret = instance_expand(instance);

	ret = ret ?: mutex_lock_killable(&instance->tracer->lock);
	if (ret)
		return ret;
	if (on)
		ret = switch_on(instance);
	else
		switch_off(instance);
	mutex_unlock(&instance->tracer->lock);
	return ret;
}

/**
 * function_tracing_get_traced() - find the functions whose calls are recorded
 * @instance: the instance that records them; the caller holds the lock of its tracer
 * @traced: receives the functions, none while current_tracer is "nop"; free them with
 *	function_set_free(), whatever the call returns
 *
 * Context: process context. Return: 0, -ENOMEM, -EINTR when the process is being killed, or -EOPNOTSUPP
 * when all are traced and this kernel's functions can't be found.
 */
int function_tracing_get_traced(const struct trace_instance *instance, struct function_set *traced)
{
	const struct function_tracing *tracing = instance->functions;

	if (tracing && tracing->hook)
		return get_traced(tracing, traced);
	*traced = (struct function_set){ };
	return 0;
}

/**
 * function_tracing_destroy() - end the tracer of an instance that goes
 * @instance: the instance, of which no file is open; the caller holds tracer->lock
 *
 * Context: process context, waits for the hits that are running.
 */
void function_tracing_destroy(struct trace_instance *instance)
{
	struct function_tracing *tracing = instance->functions;
	unsigned int i;

	if (!tracing)
		return;
	replace_hook(instance, NULL);
	for (i = 0; i < FUNCTION_FILTERS; i++)
		function_set_free(&tracing->set[i]);
	instance->functions = NULL;
	kfree(tracing);
}

static bool is_of_module(unsigned long site, const void *mod)
{
	return within_module(site, mod);
}

/* Forgets the functions of a module. The hook stays if there is no memory: its addresses call no more. */
static void forget_module(struct trace_instance *instance, const struct module *mod)
{
	struct function_tracing *tracing = instance->functions;
	unsigned int i, nr = 0;

	for (i = 0; i < FUNCTION_FILTERS; i++) {
		nr += tracing->set[i].nr;
		function_set_forget(&tracing->set[i], is_of_module, mod);
		nr -= tracing->set[i].nr;
	}
	if (nr)
		renew_hook(instance);
}

/**
 * function_tracing_module_goes() - forget the functions of a module
 * @tracer: the tracer whose instances forget them; the caller holds tracer->lock
 * @mod: the module, whose functions are still there
 *
 * Context: process context.
 */
void function_tracing_module_goes(struct tracer *tracer, const struct module *mod)
{
	struct trace_instance *instance;

	list_for_each_entry(instance, &tracer->instances, link)
		if (instance->functions)
			forget_module(instance, mod);
}

/**
 * function_filter_get() - copy one of the sets of functions
 * @instance: the instance that has the set
 * @filter: which of the sets
 * @copy: receives the copy; free it with function_set_free()
 *
 * Context: process context. Return: 0, -ENOMEM, or -EINTR when the process is being killed.
 */
int function_filter_get(struct trace_instance *instance, enum function_filter filter,
			struct function_set *copy)
{
	const struct function_tracing *tracing;
	int ret = mutex_lock_killable(&instance->tracer->lock);

	if (ret)
		return ret;
	tracing = instance->functions;
	if (tracing)
		ret = function_set_copy(copy, &tracing->set[filter]);
	else
		*copy = (struct function_set){ };
	mutex_unlock(&instance->tracer->lock);
	return ret;
}

static int set_filter(struct trace_instance *instance, enum function_filter filter,
		      struct function_set *set)
{
	struct function_tracing *tracing = tracing_of(instance);
	bool all;
	int ret;

	if (!tracing)
		return -ENOMEM;
	all = tracing->all;
	swap(tracing->set[filter], *set);
	if (filter == FUNCTIONS_CHOSEN)
		tracing->all = !tracing->set[filter].nr;
	ret = renew_hook(instance);
	if (ret) {
		swap(tracing->set[filter], *set);
		tracing->all = all;
	}
	return ret;
}

/**
 * function_filter_set() - replace one of the sets of functions
 * @instance: the instance that has the set
 * @filter: which of the sets
 * @set: the new set; receives what the caller has to free with function_set_free()
 *
 * Context: process context, waits for grace periods while the tracer is on. Return: 0, -ENOMEM, or an
 * error of ftrace; nothing has changed when the call fails.
 */
int function_filter_set(struct trace_instance *instance, enum function_filter filter,
			struct function_set *set)
{
	int ret;

	mutex_lock(&instance->tracer->lock);	/* close(2) comes here, of killed processes too */
	ret = set_filter(instance, filter, set);
	mutex_unlock(&instance->tracer->lock);
	return ret;
}
