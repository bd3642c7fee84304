/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Arming of probes, one by one and as arrays, for definitions and switches.
 */
#ifndef KERNEL_ARM_H
#define KERNEL_ARM_H

#include "kernel/event/probe.h"

void probe_set_hook(struct probe *probe);
void probe_destroy(struct probe *probe);
bool probe_needs_core(const struct probe *probe);
bool probe_leaves_before_core(const struct probe *probe);
int probe_resolve(struct probe *probe);

int probe_validate(struct probe *probe, enum tracer_backend wanted);
int probes_arm(struct probe **probes, unsigned int nr);
int probes_arm_killable(struct probe **probes, unsigned int nr);
void probes_unregister(struct probe **probes, unsigned int nr);
void probes_release(struct probe **probes, unsigned int nr);
void probes_tracer_came(void);
void probes_tracer_went(void);
void probes_finish(void);
const char *probe_backend_name(const struct probe *probe);
unsigned long probe_missed(const struct probe *probe);

#endif
