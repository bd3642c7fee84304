/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How tracers come and go. kernel/event/tracer.h says what a tracer is.
 */
#ifndef KERNEL_TRACERS_H
#define KERNEL_TRACERS_H

#include "kernel/event/tracer.h"

struct kernel_btf;

struct tracer *tracer_create(void);
void tracer_destroy(struct tracer *tracer);
void tracer_set_backend(struct tracer *tracer, enum tracer_backend backend);
void tracer_set_types(struct tracer *tracer, struct kernel_btf *types);
int tracers_init(void); /* module init: notifiers, symbol look-up */
void tracers_exit(void);

#endif
