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
 * @name: as probe_stats shows it
 * @add: register one probe, with these KPROBE_FLAG_s; fills in kp.addr and the effective maxactive.
 *	The errno of the kernel if its place can't be hooked
 * @enable: arm one that was added disabled
 * @remove: an array of probes that were added; when it returns no hit that the core hands out runs
 * @missed: hits that the kernel could not hand out
 *
 * Every place is validated by it, whoever hooks it afterwards.
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
 * @name: as probe_stats shows it; NULL: that of the core
 * @arm: arms an array of probes, none of them armed; hits may arrive before the function returns.
 *	0, or an errno, and then those that are armed all the same have their @armed set; with
 *	@killable -EINTR when the process is being killed
 * @disarm: an array of armed probes; when it returns no hit of any of them is running. NULL: that
 *	they are removed from the core is enough
 * @tracer_came: there is one more, which may arm probes; NULL: does not matter
 * @tracer_went: there is one less, whose probes are gone; NULL: does not matter
 * @finish: give up what is kept for tracers, the module goes; NULL: nothing is
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
void *pointers_alloc(unsigned int *nr);

/* probe_stuck.c */
unsigned int probes_disable_in_core(struct probe **probes, unsigned int nr);

#endif
