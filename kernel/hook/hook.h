/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A hook is a mechanism that makes hits of probes arrive: users call it the backend. Each has one row
 * of functions, which arm.c drives, and an object in which struct probe is embedded; hooks that
 * hand probes to each other have the same object (function_probe.h).
 */
#ifndef KERNEL_HOOK_H
#define KERNEL_HOOK_H

#include "kernel/event/probe.h"

/**
 * struct hook - one mechanism
 * @name: the name that probe_stats shows
 * @stays_registered: probes are registered with the kernel, disabled, from their validation on; else
 *	what a validation registered may be released
 * @alloc: allocates the object of a probe, zeroed; returns NULL without memory. Only a hook that a
 *	kind of definition names has it: the others get their probes from such a hook
 * @set_place: takes over what the definition says of the place besides its text; returns 0 or
 *	-ENOMEM. NULL when struct probe has all of the place
 * @alloc_at_entry: makes the probe of one more place of a definition, at the entry of a function, if that needs no
 *	@validate; then the probe has its counters, @hook and @ip. @last and @nr_wanted are as for
 *	function_block_take(). Returns NULL without memory; ERR_PTR(-ENOENT) for a place that takes @alloc and
 *	@validate; ERR_PTR(-EINVAL) when it can't be probed. May be NULL
 * @free: frees the object of a probe that is not armed
 * @validate: finds out whether the place can be probed; NULL for a hook whose kind of definition does that
 *	without it. Fills in the probe's @ip, sets @registered
 *	if the kernel has the probe from now on, and may hand the probe to another hook, one that has
 *	the same object. Returns 0, or the errno of the kernel if the place can't be probed, and then
 *	the probe is as before
 * @arm: arms an array of probes, none of them armed; hits may arrive before the function returns.
 *	Returns 0, or an errno, and then those that are armed all the same have their @armed set;
 *	with @killable -EINTR when the process is being killed
 * @disarm: disarms an array of armed probes; when it returns, no hit of any of them is running.
 *	NULL when @remove disarms them: then arm.c calls record_wait_for_idle() behind it, for hits
 *	in idle tasks
 * @remove: takes an array of registered probes back from the kernel
 * @leaves_first: says whether a probe in a module that goes is taken back before mainline's own notifiers
 *	hear of the module, and so before the kprobe core puts it out of action; may be NULL
 * @on_ftrace: says whether ftrace calls for a probe that is armed, at the entry of its function; NULL when it
 *	does for none
 * @missed: returns the number of hits that were not handed out since a probe was registered; NULL for one that
 *	does not hear of such hits
 * @tracer_came: called when there is a new tracer, before it has probes; may be NULL
 * @tracer_went: called when a tracer is gone, with its probes; may be NULL
 * @finish: gives up what is kept for tracers, before the module goes; NULL when nothing is kept
 *
 * There is one call for each function in @arm, @disarm and @remove, with the probes of all hooks
 * that have this function.
 */
struct hook {
	const char *name;
	bool stays_registered;
	struct probe *(*alloc)(void);
	int (*set_place)(struct probe *probe, const struct probe_definition *def);
	struct probe *(*alloc_at_entry)(struct probe *last, unsigned int nr_wanted, unsigned long place,
					enum tracer_backend wanted);
	void (*free)(struct probe *probe);
	int (*validate)(struct probe *probe, unsigned long place, enum tracer_backend wanted);
	int (*arm)(struct probe **probes, unsigned int nr, bool killable);
	void (*disarm)(struct probe **probes, unsigned int nr);
	void (*remove)(struct probe **probes, unsigned int nr);
	bool (*leaves_first)(const struct probe *probe);
	bool (*on_ftrace)(const struct probe *probe);
	unsigned long (*missed)(const struct probe *probe);
	void (*tracer_came)(void);
	void (*tracer_went)(void);
	void (*finish)(void);
};

/* probe_parts.c */
void probes_in_parts(struct probe **probes, unsigned int nr,
		     void (*take)(struct probe **probes, unsigned int nr, void *array));

#endif
