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
#include <linux/sched.h>
#include <linux/string.h>

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
