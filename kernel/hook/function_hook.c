// SPDX-License-Identifier: GPL-2.0
/*
 * Hooks at the entry of many functions, an ftrace_ops for each.
 *
 * A hook does not change after it was registered: who wants other functions makes another hook, and
 * closes the first one. The hook alone decides whose calls are recorded. The filter of its ops only
 * says which functions call us, and may be wider: it is empty, and so all functions call, when
 * nearly all are wanted, or more than this kernel takes in a reasonable time.
 *
 * Lifetimes. A hit looks at the instance with preemption off. function_hook_close() takes the
 * instance away and waits for the hits that are running (record_wait()); from then on nobody looks at
 * the instance. The hook itself, with its ops and the trampoline that ftrace made for that, is left
 * to a kernel thread, which unregisters the ops. Rules 5 to 7 at the head of probe_ftrace.c say why a
 * filter that shall call nobody has a function of ours, and why neither a process that unmounts nor
 * one that holds a lock unregisters, nor anybody while ftrace is off or a CPU runs no workers.
 */
#define pr_fmt(fmt) "probefs: " fmt

#include <linux/list.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include "kernel/hook/function_hook.h"
#include "kernel/hook/kernel_variable.h"
#include "kernel/record/record.h"

#define UNREGISTER_AGAIN	HZ

/*
 * The longest filter. Without ftrace_set_filter_ips() each address copies the filter so far.
 */
#define FILTER_MAX	(COMPAT_FTRACE_FILTERS_MANY ? UINT_MAX : 4096)

/* Hooks that were closed and are still registered */
static LIST_HEAD(closed_hooks);
static DEFINE_MUTEX(closed_lock);

static void unregister_closed(struct work_struct *work);
static DECLARE_DELAYED_WORK(unregister_work, unregister_closed);

/* Stands in the filter of a hook that no function shall call. */
static noinline __used void function_hook_nothing(void)
{
	barrier();
}

static struct function_hook *hook_alloc(const unsigned long *sites, unsigned int nr, bool others)
{
	unsigned int i, bits = ilog2(roundup_pow_of_two(2UL * nr + 2));
	struct function_hook *hook;

	hook = kvzalloc(struct_size(hook, site, BIT(bits)), GFP_KERNEL);
	if (!hook)
		return NULL;
	hook->ops.func = function_hook_hit;
	hook->ops.flags = COMPAT_FTRACE_RECURSION_SAFE;
	hook->others = others;
	hook->bits = bits;
	for (i = 0; i < nr; i++)
		*function_hook_place(hook, sites[i]) = sites[i];
	return hook;
}

/* Gives the ops of a hook for @sites alone its filter. */
static int hook_filter(struct function_hook *hook, const unsigned long *sites, unsigned int nr)
{
	int ret;

	if (nr > FILTER_MAX)
		return 0;
	ret = ftrace_set_filter_ip(&hook->ops, (unsigned long)function_hook_nothing, 0, 1);
	if (!ret && nr)
		ret = compat_ftrace_filter(&hook->ops, (unsigned long *)sites, nr, false);
	return ret;
}

static void hook_free(struct function_hook *hook)
{
	compat_ftrace_free_filter(&hook->ops);
	kvfree(hook);
}

/**
 * function_hook_create() - hook functions; nothing is recorded yet
 * @sites: addresses of functions, as ftrace has them
 * @nr: number of elements in @sites
 * @others: false to record the calls of these functions, true to record those of all others
 *
 * Context: process context, waits. Return: the hook, or ERR_PTR() of -ENOMEM or an error of ftrace.
 */
struct function_hook *function_hook_create(const unsigned long *sites, unsigned int nr,
					   bool others)
{
	struct function_hook *hook = hook_alloc(sites, nr, others);
	int ret;

	if (!hook)
		return ERR_PTR(-ENOMEM);
	kernel_variables_find();
	ret = others ? 0 : hook_filter(hook, sites, nr);
	ret = ret ?: register_ftrace_function(&hook->ops);
	if (!ret)
		return hook;
	hook_free(hook);
	return ERR_PTR(ret);
}

/**
 * function_hook_open() - record calls from now on
 * @hook: a hook that has not been opened before
 * @instance: the instance that records the calls
 *
 * Context: any.
 */
void function_hook_open(struct function_hook *hook, struct trace_instance *instance)
{
	smp_store_release(&hook->instance, instance);
}

/**
 * function_hook_close() - record no more calls, and give up the hook
 * @hook: the hook; the caller uses it no more
 *
 * Context: process context, waits for the hits that are running: afterwards none of them uses the
 * instance.
 */
void function_hook_close(struct function_hook *hook)
{
	WRITE_ONCE(hook->instance, NULL);
	record_wait();
	mutex_lock(&closed_lock);
	hook->keeps_module = kernel_ftrace_is_off();
	if (hook->keeps_module)
		__module_get(THIS_MODULE);
	list_add_tail(&hook->link, &closed_hooks);
	mutex_unlock(&closed_lock);
	schedule_delayed_work(&unregister_work, 0);
}

/* A hook that ftrace does not let go of stays for ever, and the module with it. */
static void hook_unregister(struct function_hook *hook)
{
	bool keeps_module = hook->keeps_module;
	int ret = unregister_ftrace_function(&hook->ops);

	if (ret) {
		pr_err("ftrace can't remove its hooks (error %d): the module can't be unloaded\n",
		       ret);
		if (!keeps_module)
			__module_get(THIS_MODULE);
		return;
	}
	hook_free(hook);
	if (keeps_module)
		module_put(THIS_MODULE);
}

static struct function_hook *take_closed(void)
{
	struct function_hook *hook;

	mutex_lock(&closed_lock);
	hook = list_first_entry_or_null(&closed_hooks, struct function_hook, link);
	if (hook)
		list_del(&hook->link);
	mutex_unlock(&closed_lock);
	return hook;
}

static void unregister_closed(struct work_struct *work)
{
	while (!list_empty_careful(&closed_hooks)) {
		if (kernel_ftrace_is_off() || !record_workers_run()) {
			schedule_delayed_work(to_delayed_work(work), UNREGISTER_AGAIN);
			return;
		}
		hook_unregister(take_closed());
	}
}

/** function_hooks_finish() - unregister what is left, when the module goes; waits as long as it takes */
void function_hooks_finish(void)
{
	struct function_hook *hook;

	cancel_delayed_work_sync(&unregister_work);
	while ((hook = take_closed()))
		hook_unregister(hook);
}
