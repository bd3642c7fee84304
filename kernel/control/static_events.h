/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernel's static events in the tables of a tracer.
 */
#ifndef KERNEL_STATIC_EVENTS_H
#define KERNEL_STATIC_EVENTS_H

#include <linux/kconfig.h>

struct module;
struct tracer;

#if IS_ENABLED(CONFIG_PROBEFS_STATIC_EVENTS)
int static_events_bring(struct tracer *tracer, const char *name);
int static_events_bring_locked(struct tracer *tracer, const char *name);
void static_events_module_coming(struct tracer *tracer);
void static_events_module_going(struct tracer *tracer, struct module *mod);
void static_events_destroy(struct tracer *tracer);
#else
static inline int static_events_bring(struct tracer *tracer, const char *name)
{
	return 0;
}

static inline int static_events_bring_locked(struct tracer *tracer, const char *name)
{
	return 0;
}

static inline void static_events_module_coming(struct tracer *tracer)
{
}

static inline void static_events_module_going(struct tracer *tracer, struct module *mod)
{
}

static inline void static_events_destroy(struct tracer *tracer)
{
}
#endif

#endif
