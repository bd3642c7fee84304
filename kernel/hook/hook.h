/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The mechanisms that make hits of probes arrive, as arm.c sees them. Nothing above kernel/hook/
 * includes this.
 */
#ifndef KERNEL_HOOK_H
#define KERNEL_HOOK_H

#include "kernel/event/probe.h"

/**
 * struct probe_core - what the kprobe core does for one kind of probe
 * @name: the name that probe_stats shows
 * @add: registers one probe, with these KPROBE_FLAG_s; fills in kp.addr and the effective
 *	maxactive. Returns 0, or the errno of the kernel if the probe's place can't be hooked
 * @enable: arms a probe that was added disabled
 * @remove: unregisters an array of probes that were added; when it returns, no hit that the core
 *	hands out is running, except in idle tasks
 * @missed: returns the number of hits that the kernel could not hand out
 *
 * The core validates places that no other backend can validate itself.
 */
struct probe_core {
	const char *name;
	int (*add)(struct probe *probe, unsigned int flags);
	int (*enable)(struct probe *probe);
	void (*remove)(struct probe **probes, unsigned int nr);
	unsigned long (*missed)(const struct probe *probe);
};

extern const struct probe_core kprobe_core;
#if IS_ENABLED(CONFIG_PROBEFS_KRETPROBES)
extern const struct probe_core kretprobe_core;
#endif

/**
 * struct probe_backend - one way to make hits of probes arrive
 * @name: the name that probe_stats shows; NULL when it shows that of the core
 * @arm: arms an array of probes, none of them armed; hits may arrive before the function returns.
 *	Returns 0, or an errno, and then those that are armed all the same have their @armed set;
 *	with @killable -EINTR when the process is being killed
 * @disarm: disarms an array of armed probes; when it returns, no hit of any of them is running.
 *	NULL when removing the probes from the core is enough
 * @tracer_came: called when there is a new tracer, which may arm probes; may be NULL
 * @tracer_went: called when a tracer is gone, with its probes; may be NULL
 * @finish: gives up what is kept for tracers, before the module goes; NULL when nothing is kept
 */
struct probe_backend {
	const char *name;
	int (*arm)(struct probe **probes, unsigned int nr, bool killable);
	void (*disarm)(struct probe **probes, unsigned int nr);
	void (*tracer_came)(void);
	void (*tracer_went)(void);
	void (*finish)(void);
};

extern const struct probe_backend kprobe_backend;
#if IS_ENABLED(CONFIG_PROBEFS_FTRACE)
extern const struct probe_backend ftrace_backend;
bool ftrace_backend_can(const struct probe *probe);
#endif

void kprobe_set_place(struct kprobe *kp, const struct probe *probe);

/* pointers.c */
void probes_in_parts(struct probe **probes, unsigned int nr,
		     void (*take)(struct probe **probes, unsigned int nr, void *array));

/* probe_stuck.c */
unsigned int probes_disable_in_core(struct probe **probes, unsigned int nr);

#endif
