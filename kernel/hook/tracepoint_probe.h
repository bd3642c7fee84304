/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Probes on tracepoints. Without CONFIG_PROBEFS_TRACEPOINTS there are none.
 */
#ifndef KERNEL_TRACEPOINT_PROBE_H
#define KERNEL_TRACEPOINT_PROBE_H

#include "kernel/hook/hook.h"

struct module;
struct tracepoint;

/**
 * struct tracepoint_probe - a probe on a tracepoint
 * @probe: what all mechanisms know of the probe; its @place is the name of the tracepoint, its @address
 *	that of the struct tracepoint, 0 while the tracepoint is not there
 * @tracepoint: the tracepoint, of the kernel or of a module; NULL as long as none was found. It is gone
 *	when the probe is pending
 * @preemptible: the tracepoint leaves preemption as it is, so that a hit has to switch it off
 */
struct tracepoint_probe {
	struct probe probe;
	struct tracepoint *tracepoint;
	bool preemptible;
};

int tracepoint_probe_resolve(struct probe *probe, const struct module *coming);
void tracepoint_module(const char *name, char *module, size_t size);
bool tracepoint_probe_waits_for(const struct probe *probe, const struct module *mod);

/* tracepoint_hit.c: what tracepoints call; the code of the function ends at tracepoint_entry_end. */
void tracepoint_entry(void);
extern const char tracepoint_entry_end[];

#endif
