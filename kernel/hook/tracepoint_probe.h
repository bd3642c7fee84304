/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Probes that a tracepoint calls a function for: those of definitions, of which there are none without
 * CONFIG_PROBEFS_TRACEPOINTS, and those of some static events (tracepoint_event.c).
 */
#ifndef KERNEL_TRACEPOINT_PROBE_H
#define KERNEL_TRACEPOINT_PROBE_H

#include "kernel/hook/hook.h"

struct module;
struct tracepoint;

/**
 * struct tracepoint_probe - a probe on a tracepoint
 * @probe: what all mechanisms know of the probe, and what @function is called with. Of a definition, its @place is the
 *	name of the tracepoint, its @address that of the struct tracepoint, 0 while the tracepoint is not there
 * @tracepoint: the tracepoint, of the kernel or of a module; NULL as long as none was found. It is gone
 *	when the probe is pending
 * @function: what the tracepoint calls
 */
struct tracepoint_probe {
	struct probe probe;
	struct tracepoint *tracepoint;
	void *function;
};

static inline struct tracepoint_probe *tracepoint_probe_of(const struct probe *probe)
{
	return container_of((struct probe *)probe, struct tracepoint_probe, probe);
}

/* tracepoint_arm.c: what a struct hook has for such probes */
void tracepoint_probe_set(struct tracepoint_probe *tp, struct tracepoint *tracepoint);
int tracepoint_probes_arm(struct probe **probes, unsigned int nr, bool killable);
void tracepoint_probes_disarm(struct probe **probes, unsigned int nr);
void tracepoint_probe_free(struct probe *probe);

int tracepoint_probe_resolve(struct probe *probe, const struct module *coming);
void tracepoint_module(const char *name, char *module, size_t size);
bool tracepoint_probe_waits_for(const struct probe *probe, const struct module *mod);

/* tracepoint_hit.c: what tracepoints call; the code of the function ends at tracepoint_entry_end. */
void tracepoint_entry(void);
extern const char tracepoint_entry_end[];

#endif
