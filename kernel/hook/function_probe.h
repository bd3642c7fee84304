/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The object of probes in functions, which the kprobe core or ftrace hooks. Nothing outside of
 * kernel/hook/ includes this.
 */
#ifndef KERNEL_FUNCTION_PROBE_H
#define KERNEL_FUNCTION_PROBE_H

#include <linux/kprobes.h>

#include "kernel/hook/hook.h"

/**
 * struct core_calls - what the kprobe core does for probes of one kind
 * @add: registers one probe, with these KPROBE_FLAG_s; fills in the address, and the effective
 *	maxactive. Returns 0, or the errno of the kernel if the probe's place can't be hooked
 * @enable: arms a probe that was added disabled
 *
 * The core validates places that no other mechanism can validate itself.
 */
struct core_calls {
	int (*add)(struct probe *probe, unsigned int flags);
	int (*enable)(struct probe *probe);
};

/**
 * struct function_probe - a probe in a function
 * @probe: what all mechanisms know of the probe
 * @sibling: for ftrace's hooks, the probe of the same function that was armed before this one
 * @block: the block that the object is part of, and then the kprobe core never hears of the probe; NULL when
 *	the object is a struct core_probe
 */
struct function_probe {
	struct probe probe;
	struct probe __rcu *sibling;
	struct function_block *block;
};

/**
 * struct core_probe - a probe in a function that the kprobe core may have
 * @function: what every probe in a function has
 * @core: what the kprobe core does for this kind of probe
 * @stuck: the kprobe core did not take the probe back, see probe_stuck.c
 * @kp: kprobe of an entry probe, and of the kretprobe @rp; its addr is where the core would put the
 *	breakpoint
 * @rp: kretprobe of a return probe
 */
struct core_probe {
	struct function_probe function;
	const struct core_calls *core;
	bool stuck;
	union {
		struct kprobe kp;
		struct kretprobe rp;
	};
};

static_assert(offsetof(struct core_probe, kp) == offsetof(struct core_probe, rp.kp));

static __always_inline struct function_probe *function_probe_of(const struct probe *probe)
{
	return container_of((struct probe *)probe, struct function_probe, probe);
}

/* Call this only for a probe that is in no block. */
static __always_inline struct core_probe *core_probe_of(const struct probe *probe)
{
	return container_of((struct probe *)probe, struct core_probe, function.probe);
}

struct probe *function_probe_alloc(const struct core_calls *core);
void function_probe_set_place(struct probe *probe);
int function_probe_add(struct probe *probe, unsigned int flags);
int function_probes_each(struct probe **probes, unsigned int nr, bool killable,
			 int (*one)(struct probe *probe));
int function_probes_arm(struct probe **probes, unsigned int nr, bool killable);
bool function_probe_leaves_first(const struct probe *probe);
bool function_probe_is_on_ftrace(const struct probe *probe);

/* The mechanisms, as hook_table.c puts them into rows: */

extern const struct core_calls kprobe_hook_calls;
void kprobe_hook_remove(struct probe **probes, unsigned int nr);
unsigned long kprobe_hook_missed(const struct probe *probe);

#if IS_ENABLED(CONFIG_PROBEFS_KRETPROBES)
extern const struct core_calls kretprobe_hook_calls;
void kretprobe_hook_remove(struct probe **probes, unsigned int nr);
unsigned long kretprobe_hook_missed(const struct probe *probe);
#endif

#if IS_ENABLED(CONFIG_PROBEFS_FTRACE)
bool ftrace_hook_can_arm(const struct probe *probe);
int ftrace_hook_arm(struct probe **probes, unsigned int nr, bool killable);
void ftrace_hook_disarm(struct probe **probes, unsigned int nr);
void ftrace_hook_tracer_came(void);
void ftrace_hook_tracer_went(void);
void ftrace_hook_finish(void);
#endif

/* function_block.c */
struct probe *function_block_take(struct probe *last, unsigned int nr_wanted);
void function_block_put(struct function_block *block);

/* probe_stuck.c */
unsigned int probes_disable_in_core(struct probe **probes, unsigned int nr);
void function_probe_free(struct probe *probe);

#endif
