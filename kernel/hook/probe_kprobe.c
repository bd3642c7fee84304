// SPDX-License-Identifier: GPL-2.0
/*
 * The kprobe core validates places, and is the backend that serves every place.
 *
 * A place is validated by registering the probe disabled, and the probe stays so until it is
 * enabled or removed. A probe that another backend arms need not stay registered: thousands of
 * disabled kprobes would make every registration slower (the kprobe core has a table of 64 buckets)
 * for nothing. But unregistering costs a grace period that an array of probes shares, so a few stay
 * parked like that (transaction.c).
 *
 * Lifetime: unregister_kprobes() waits until no handler runs any more.
 */
#include <linux/mm.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

#include "kernel/event/probe.h"
#include "kernel/hook/hook.h"
#include "kernel/record/record_inline.h"

static int __kprobes kprobe_hit(struct kprobe *kp, struct pt_regs *regs)
{
	return record_entry_inline(container_of(kp, struct probe, kp), regs);
}

/**
 * kprobe_set_place() - fill in the place of a probe
 * @kp: kprobe of the registration, receives the place
 * @probe: a probe that is resolved
 *
 * A negative offset does not fit struct kprobe; the address with offset 0 means the same place.
 */
void kprobe_set_place(struct kprobe *kp, const struct probe *probe)
{
	if (probe->offset >= 0) {
		kp->addr = (kprobe_opcode_t *)probe->address;
		kp->offset = probe->offset;
	} else {
		kp->addr = (kprobe_opcode_t *)(probe->address + probe->offset);
	}
}

static int kprobe_add(struct probe *probe, unsigned int flags)
{
	if (probe->stuck)
		return -EBUSY;
	memset(&probe->kp, 0, sizeof(probe->kp));
	kprobe_set_place(&probe->kp, probe);
	probe->kp.pre_handler = kprobe_hit;
	probe->kp.flags = flags;
	return register_kprobe(&probe->kp);
}

static int kprobe_enable(struct probe *probe)
{
	return enable_kprobe(&probe->kp);
}

static unsigned long kprobe_missed(const struct probe *probe)
{
	return probe->kp.nmissed;
}

static void kprobe_remove_part(struct probe **probes, unsigned int nr, void *array)
{
	struct kprobe **kps = array;
	unsigned int i;

	for (i = 0; i < nr; i++)
		kps[i] = &probes[i]->kp;
	unregister_kprobes(kps, nr);
}

static void kprobe_remove(struct probe **probes, unsigned int nr)
{
	probes_in_parts(probes, probes_disable_in_core(probes, nr), kprobe_remove_part);
}

const struct probe_core kprobe_core = {
	.name		= "kprobe",
	.add		= kprobe_add,
	.enable		= kprobe_enable,
	.remove		= kprobe_remove,
	.missed		= kprobe_missed,
};

static int kprobe_backend_arm_one(struct probe *probe)
{
	int ret;

	if (probe->registered)
		return probe->core->enable(probe);
	ret = probe->core->add(probe, 0);
	probe->registered = !ret;
	return ret;
}

/* The core arms one probe at a time, even if it is handed an array. */
static int kprobe_backend_arm(struct probe **probes, unsigned int nr, bool killable)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < nr && !ret; i++) {
		if (killable && fatal_signal_pending(current))
			return -EINTR;
		ret = kprobe_backend_arm_one(probes[i]);
		probes[i]->armed = !ret;
	}
	return ret;
}

const struct probe_backend kprobe_backend = {
	.arm	= kprobe_backend_arm,
};
