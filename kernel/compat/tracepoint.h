/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tracepoints of the kernel, found by name. A kernel without CONFIG_TRACEPOINTS has none.
 *
 * Up to commit befe6d946551 ("tracepoint: Do not fail unregistering a probe due to memory failure",
 * v5.12, and stable releases before) taking a function back could fail without memory. The function
 * stays then, and compat_tracepoint_remove() tries again.
 */
#ifndef KERNEL_COMPAT_TRACEPOINT_H
#define KERNEL_COMPAT_TRACEPOINT_H

#include <linux/errno.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "kernel/compat/have.h"

#ifdef CONFIG_TRACEPOINTS

#include <linux/tracepoint.h>
#include <trace/events/sched.h>

struct compat_tracepoint_search {
	const char *name;
	struct tracepoint *found;
};

static inline void compat_tracepoint_look(struct tracepoint *tracepoint, void *data)
{
	struct compat_tracepoint_search *search = data;

	if (!strcmp(tracepoint->name, search->name))
		search->found = tracepoint;
}

static inline struct tracepoint *compat_tracepoint_find(const char *name)
{
	struct compat_tracepoint_search search = { .name = name };

	for_each_kernel_tracepoint(compat_tracepoint_look, &search);
	return search.found;
}

struct compat_tracepoint_module_search {
	struct notifier_block notifier;
	struct compat_tracepoint_search search;
	const struct module *coming;
};

/* Whether a module has a tracepoint; @search->found is that tracepoint then. */
static inline bool compat_tracepoint_look_in(const struct module *mod,
					     struct compat_tracepoint_search *search)
{
	unsigned int i;

	for (i = 0; i < mod->num_tracepoints && !search->found; i++)
		compat_tracepoint_look(tracepoint_ptr_deref(&mod->tracepoints_ptrs[i]), search);
	return search->found;
}

/*
 * To a module that is going no probe may be added any more, and probes of ours have been taken back from one whose
 * loading is undone, which never gets another state than that of coming.
 */
static inline int compat_tracepoint_look_in_each(struct notifier_block *notifier,
						 unsigned long state, void *data)
{
	struct compat_tracepoint_module_search *all =
		container_of(notifier, struct compat_tracepoint_module_search, notifier);
	const struct tp_module *of = data;

	if (state == MODULE_STATE_COMING &&
	    (of->mod == all->coming || READ_ONCE(of->mod->state) == MODULE_STATE_LIVE))
		compat_tracepoint_look_in(of->mod, &all->search);
	return NOTIFY_DONE;
}

/*
 * Finds a tracepoint of a module that is live, or of @coming, which may be NULL. A notifier that is registered
 * is told of all modules that have tracepoints, and is told once more when it is unregistered, of the same ones.
 */
static inline struct tracepoint *compat_tracepoint_find_in_modules(const char *name,
								    const struct module *coming)
{
	struct compat_tracepoint_module_search all = {
		.notifier.notifier_call = compat_tracepoint_look_in_each,
		.search.name = name,
		.coming = coming,
	};

	if (register_tracepoint_module_notifier(&all.notifier))
		return NULL;
	unregister_tracepoint_module_notifier(&all.notifier);
	return all.search.found;
}

/*
 * The function whose address stands for the tracepoint: mainline's probes are in its stub, which is called
 * with the arguments. Before there were stubs, the function that calls what is registered has them.
 */
static inline unsigned long compat_tracepoint_place(const struct tracepoint *tracepoint)
{
#ifdef COMPAT_HAVE_TRACEPOINT_PROBESTUB
	return (unsigned long)tracepoint->probestub;
#else
	return (unsigned long)tracepoint->iterator;
#endif
}

/* Does the tracepoint leave preemption as it is, when it calls functions? */
static inline bool compat_tracepoint_is_preemptible(struct tracepoint *tracepoint)
{
#if defined(COMPAT_HAVE_CALL_TRACEPOINT_UNREGISTER_ATOMIC)
	return true;
#elif defined(COMPAT_HAVE_TRACEPOINT_IS_FAULTABLE)
	return tracepoint_is_faultable(tracepoint);
#else
	return false;
#endif
}

static inline int compat_tracepoint_add(struct tracepoint *tracepoint, void *function, void *data)
{
	return tracepoint_probe_register(tracepoint, function, data);
}

static inline void compat_tracepoint_remove(struct tracepoint *tracepoint, void *function,
					    void *data)
{
	while (tracepoint_probe_unregister(tracepoint, function, data) == -ENOMEM)
		schedule_timeout_uninterruptible(1);
}

/* Waits for the functions that were removed. */
#define compat_tracepoint_wait()	tracepoint_synchronize_unregister()

/* The compiler compares the type of a function with what the tracepoint calls. */
#define compat_tracepoint_check(name, function)	check_trace_callback_type_##name(function)

#else

struct tracepoint;

static inline struct tracepoint *compat_tracepoint_find(const char *name)
{
	return NULL;
}

static inline int compat_tracepoint_add(struct tracepoint *tracepoint, void *function, void *data)
{
	return -ENOENT;
}

static inline void compat_tracepoint_remove(struct tracepoint *tracepoint, void *function,
					    void *data)
{
}

#define compat_tracepoint_wait()		do { } while (0)
#define compat_tracepoint_check(name, function)	do { } while (0)

#endif
#endif
