// SPDX-License-Identifier: GPL-2.0
/*
 * The kprobe core validates places, and serves every place that can be probed.
 *
 * A place is validated by registering the probe disabled, and the probe stays so until it is
 * enabled or removed. A probe that ftrace arms need not stay registered: thousands of
 * disabled kprobes would make every registration slower (the kprobe core has a table of 64 buckets)
 * for nothing. But unregistering costs a grace period that an array of probes shares, so a few stay
 * parked like that (transaction.c).
 *
 * Lifetime: unregister_kprobes() waits until no handler runs any more.
 */
#include "kernel/hook/function_probe.h"
#include "kernel/record/record_entry.h"

static int __kprobes kprobe_hit(struct kprobe *kp, struct pt_regs *regs)
{
	return record_entry_inline(&container_of(kp, struct core_probe, kp)->function.probe, regs);
}

static int kprobe_add(struct probe *probe, unsigned int flags)
{
	struct core_probe *cp = core_probe_of(probe);

	if (cp->stuck)
		return -EBUSY;
	memset(&cp->kp, 0, sizeof(cp->kp));
	function_probe_set_place(probe);
	cp->kp.pre_handler = kprobe_hit;
	cp->kp.flags = flags;
	return register_kprobe(&cp->kp);
}

static int kprobe_enable(struct probe *probe)
{
	return enable_kprobe(&core_probe_of(probe)->kp);
}

/** kprobe_hook_missed() - get the number of hits that the core could not hand out */
unsigned long kprobe_hook_missed(const struct probe *probe)
{
	return core_probe_of(probe)->kp.nmissed;
}

static void kprobe_remove_part(struct probe **probes, unsigned int nr, void *array)
{
	struct kprobe **kps = array;
	unsigned int i;

	for (i = 0; i < nr; i++)
		kps[i] = &core_probe_of(probes[i])->kp;
	unregister_kprobes(kps, nr);
}

/**
 * kprobe_hook_remove() - unregister probes
 * @probes: registered probes; those that get stuck are moved to the end
 * @nr: number of elements in @probes
 *
 * When the function returns, no hit that the core hands out is running, except in idle tasks.
 */
void kprobe_hook_remove(struct probe **probes, unsigned int nr)
{
	probes_in_parts(probes, probes_disable_in_core(probes, nr), kprobe_remove_part);
}

const struct core_calls kprobe_hook_calls = {
	.add	= kprobe_add,
	.enable	= kprobe_enable,
};
