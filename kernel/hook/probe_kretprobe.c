// SPDX-License-Identifier: GPL-2.0
/*
 * Return probes in the kprobe core.
 *
 * Lifetime: unregister_kretprobes() waits until no handler runs any more. Return instances that are
 * still out when their kretprobe goes belong to the kprobe core, which calls no handler for them
 * and frees them itself.
 */
#include <linux/mm.h>
#include <linux/slab.h>

#include "kernel/compat/kretprobe.h"
#include "kernel/event/probe.h"
#include "kernel/hook/hook.h"
#include "kernel/record/record.h"

static int __kprobes kretprobe_entered(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kretprobe *rp = compat_kretprobe(ri);

	/* rp is NULL while the probe is being unregistered; 1 refuses a return instance. */
	if (!rp)
		return 1;
	fetch_program_run_entry(container_of(rp, struct probe, rp)->program, regs, ri->data);
	return 0;
}

static int __kprobes kretprobe_hit(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kretprobe *rp = compat_kretprobe(ri);

	if (unlikely(!rp))
		return 0;
	return record_return(container_of(rp, struct probe, rp), regs, (unsigned long)rp->kp.addr,
			     compat_kretprobe_return_address(ri), ri->data);
}

static int kretprobe_add(struct probe *probe, unsigned int flags)
{
	int ret;

	if (probe->stuck)
		return -EBUSY;
	memset(&probe->rp, 0, sizeof(probe->rp));
	kprobe_set_place(&probe->rp.kp, probe);
	probe->rp.kp.flags = flags;
	probe->rp.handler = kretprobe_hit;
	probe->rp.maxactive = compat_kretprobe_maxactive(probe->maxactive);
	probe->rp.data_size = fetch_program_entry_size(probe->program);
	if (probe->rp.data_size)
		probe->rp.entry_handler = kretprobe_entered;
	ret = register_kretprobe(&probe->rp);
	if (!ret)
		probe->maxactive = probe->rp.maxactive;	/* the core's default, if none was given */
	return ret;
}

static int kretprobe_enable(struct probe *probe)
{
	return enable_kretprobe(&probe->rp);
}

static unsigned long kretprobe_missed(const struct probe *probe)
{
	return probe->rp.kp.nmissed + probe->rp.nmissed;
}

static void kretprobe_remove_part(struct probe **probes, unsigned int nr, void *array)
{
	struct kretprobe **rps = array;
	unsigned int i;

	for (i = 0; i < nr; i++)
		rps[i] = &probes[i]->rp;
	unregister_kretprobes(rps, nr);
}

static void kretprobe_remove(struct probe **probes, unsigned int nr)
{
	probes_in_parts(probes, probes_disable_in_core(probes, nr), kretprobe_remove_part);
}

const struct probe_core kretprobe_core = {
	.name		= "kretprobe",
	.add		= kretprobe_add,
	.enable		= kretprobe_enable,
	.remove		= kretprobe_remove,
	.missed		= kretprobe_missed,
};
