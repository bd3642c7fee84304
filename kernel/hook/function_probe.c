// SPDX-License-Identifier: GPL-2.0
/*
 * What probes in functions have in common: their object, and how they are registered with the kprobe
 * core, and armed by it.
 */
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "kernel/hook/function_probe.h"

/**
 * function_probe_alloc() - allocate the object of a probe
 * @core: what the kprobe core does for probes of its kind
 *
 * Return: the probe in the object, or NULL without memory.
 */
struct probe *function_probe_alloc(const struct core_calls *core)
{
	struct core_probe *cp = kzalloc(sizeof(*cp), GFP_KERNEL);

	if (!cp)
		return NULL;
	cp->core = core;
	return &cp->function.probe;
}

/**
 * function_probe_set_place() - fill in the place of a kprobe or kretprobe that is all zero
 * @probe: a probe that is resolved
 *
 * A negative offset does not fit struct kprobe; the address with offset 0 means the same place.
 */
void function_probe_set_place(struct probe *probe)
{
	struct kprobe *kp = &core_probe_of(probe)->kp;

	if (probe->offset >= 0) {
		kp->addr = (kprobe_opcode_t *)probe->address;
		kp->offset = probe->offset;
	} else {
		kp->addr = (kprobe_opcode_t *)(probe->address + probe->offset);
	}
}

/**
 * function_probe_add() - register a probe with the kprobe core
 * @probe: a probe that is resolved and not registered
 * @flags: the KPROBE_FLAG_s that the kprobe is registered with
 *
 * The probe's @ip is stored when hits may already arrive, unless it is registered disabled. That is
 * the value which the validation has stored before. Return: 0, or the errno of the kernel.
 */
int function_probe_add(struct probe *probe, unsigned int flags)
{
	struct core_probe *cp = core_probe_of(probe);
	int ret = cp->core->add(probe, flags);

	probe->registered = !ret;
	if (!ret)
		probe->ip = (unsigned long)cp->kp.addr;
	return ret;
}

/**
 * function_probes_each() - do something with one probe after the other, until that fails
 * @probes: the probes, in the order in which it is done
 * @nr: number of elements in @probes
 * @killable: whether to give up when the process is being killed
 * @one: is called for each probe; returns 0 or an errno
 *
 * Return: 0, what @one returned, or -EINTR.
 */
int function_probes_each(struct probe **probes, unsigned int nr, bool killable,
			 int (*one)(struct probe *probe))
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < nr && !ret; i++) {
		if (killable && fatal_signal_pending(current))
			return -EINTR;
		ret = one(probes[i]);
	}
	return ret;
}

static int arm_one(struct probe *probe)
{
	int ret = probe->registered ? core_probe_of(probe)->core->enable(probe) :
				      function_probe_add(probe, 0);

	probe->armed = !ret;
	return ret;
}

/**
 * function_probes_arm() - the function @arm of struct hook for probes that the kprobe core arms
 * @probes: validated probes, none of them armed
 * @nr: number of elements in @probes
 * @killable: whether to give up when the process is being killed
 *
 * The core arms one probe at a time, even if it is handed an array. Return: see struct hook.
 */
int function_probes_arm(struct probe **probes, unsigned int nr, bool killable)
{
	return function_probes_each(probes, nr, killable, arm_one);
}

/**
 * function_probe_leaves_first() - see struct hook
 * @probe: a probe in a module that goes
 *
 * kill_kprobe() of v5.10 marks a probe as disabled before it asks whether ftrace is to forget the
 * address, so the address stays in the filter, and hooks the function that is loaded there next.
 * Other probes have to wait for the core: kill_optimized_kprobe(), up to v7.2 at least, loses
 * a jump that an unregistered probe has left to the optimizer, and nobody can probe that place again.
 */
bool function_probe_leaves_first(const struct probe *probe)
{
	return probe->registered && core_probe_of(probe)->kp.flags & KPROBE_FLAG_FTRACE;
}

/** function_probe_is_on_ftrace() - see struct hook, for a probe that the kprobe core has armed */
bool function_probe_is_on_ftrace(const struct probe *probe)
{
	return core_probe_of(probe)->kp.flags & KPROBE_FLAG_FTRACE;
}
