/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The tracer "function" of an instance: current_tracer, set_ftrace_filter, set_ftrace_notrace.
 */
#ifndef KERNEL_FUNCTION_TRACING_H
#define KERNEL_FUNCTION_TRACING_H

#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/types.h>

#include "kernel/control/function_set.h"
#include "kernel/instance/instance.h"

struct module;
struct trace_instance;
struct tracer;

/* The sets of functions of an instance */
enum function_filter {
	FUNCTIONS_CHOSEN,	/* set_ftrace_filter: these are traced; all, when there is none */
	FUNCTIONS_LEFT_OUT,	/* set_ftrace_notrace: these are not */
	FUNCTION_FILTERS
};

#ifdef CONFIG_PROBEFS_FUNCTION_TRACER
int function_tracing_switch(struct trace_instance *instance, bool on);
void function_tracing_destroy(struct trace_instance *instance);
void function_tracing_module_goes(struct tracer *tracer, const struct module *mod);
int function_tracing_get_traced(const struct trace_instance *instance,
				struct function_set *traced);
int function_filter_get(struct trace_instance *instance, enum function_filter filter,
			struct function_set *copy);
int function_filter_set(struct trace_instance *instance, enum function_filter filter,
			struct function_set *set);
#else
static inline int function_tracing_switch(struct trace_instance *instance, bool on)
{
	return on ? -EINVAL : instance_expand(instance);
}

static inline int function_tracing_get_traced(const struct trace_instance *instance,
					      struct function_set *traced)
{
	*traced = (struct function_set){ };
	return 0;
}

static inline void function_tracing_destroy(struct trace_instance *instance)
{
}

static inline void function_tracing_module_goes(struct tracer *tracer, const struct module *mod)
{
}
#endif

#endif
