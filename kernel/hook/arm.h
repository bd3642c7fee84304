/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The life of probes in the kernel, for definitions and switches.
 */
#ifndef KERNEL_ARM_H
#define KERNEL_ARM_H

#include "kernel/event/probe.h"

struct probe *probe_create(const struct hook *hook, const struct probe_definition *def,
			   const struct probe_argument *args, unsigned int nr_args);
struct probe *probe_create_beside(const struct hook *hook, const struct probe *first, struct probe *last,
				  unsigned long place, unsigned int nr_wanted,
				  enum tracer_backend wanted);
void probe_destroy(struct probe *probe);
bool probe_is_parkable(const struct probe *probe);
bool probe_leaves_first(const struct probe *probe);
bool probe_is_on_ftrace(const struct probe *probe);
int probe_resolve(struct probe *probe);

int probe_validate(struct probe *probe, enum tracer_backend wanted);
int probes_arm(struct probe **probes, unsigned int nr);
int probes_arm_killable(struct probe **probes, unsigned int nr);
void probes_unregister(struct probe **probes, unsigned int nr);
void probes_release(struct probe **probes, unsigned int nr);
void probes_tracer_came(void);
void probes_tracer_went(void);
void probes_finish(void);
unsigned long probe_missed(const struct probe *probe);

#endif
