// SPDX-License-Identifier: GPL-2.0
/*
 * Return probes in the kprobe core.
 *
 * Lifetime: unregister_kretprobes() waits until no handler runs any more. Return instances that are
 * still out when their kretprobe goes belong to the kprobe core, which calls no handler for them
 * and frees them itself.
 */
#include "fetch/fetch_run.h"
#include "kernel/compat/kretprobe.h"
#include "kernel/hook/function_probe.h"
#include "kernel/record/record.h"

static int __kprobes kretprobe_entered(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kretprobe *rp = compat_kretprobe(ri);
	struct core_probe *cp = container_of(rp, struct core_probe, rp);

	/* rp is NULL while the probe is being unregistered; 1 refuses a return instance. */
	if (!rp)
		return 1;
	fetch_program_run_entry(cp->function.probe.program, regs, ri->data);
	return 0;
}

static int __kprobes kretprobe_hit(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kretprobe *rp = compat_kretprobe(ri);

	if (unlikely(!rp))
		return 0;
	return record_return(&container_of(rp, struct core_probe, rp)->function.probe, regs,
			     (unsigned long)rp->kp.addr, compat_kretprobe_return_address(ri), ri->data);
}

static int kretprobe_add(struct probe *probe, unsigned int flags)
{
	struct core_probe *cp = core_probe_of(probe);
	struct kretprobe *rp = &cp->rp;
	int ret;

	if (cp->stuck)
		return -EBUSY;
	memset(rp, 0, sizeof(*rp));
	function_probe_set_place(probe);
	rp->kp.flags = flags;
	rp->handler = kretprobe_hit;
	rp->maxactive = compat_kretprobe_maxactive(probe->maxactive);
	rp->data_size = fetch_program_entry_size(probe->program);
	if (rp->data_size)
		rp->entry_handler = kretprobe_entered;
	ret = register_kretprobe(rp);
	if (!ret)
		probe->maxactive = rp->maxactive;	/* the core's default, if none was given */
	return ret;
}

static int kretprobe_enable(struct probe *probe)
{
	return enable_kretprobe(&core_probe_of(probe)->rp);
}

/** kretprobe_hook_missed() - get the number of hits that the core or ftrace_hit_return() refused */
unsigned long kretprobe_hook_missed(const struct probe *probe)
{
	const struct kretprobe *rp = &core_probe_of(probe)->rp;

	return rp->kp.nmissed + rp->nmissed;
}

static void kretprobe_remove_part(struct probe **probes, unsigned int nr, void *array)
{
	struct kretprobe **rps = array;
	unsigned int i;

	for (i = 0; i < nr; i++)
		rps[i] = &core_probe_of(probes[i])->rp;
	unregister_kretprobes(rps, nr);
}

/**
 * kretprobe_hook_remove() - unregister probes
 * @probes: registered probes; those that get stuck are moved to the end
 * @nr: number of elements in @probes
 *
 * When the function returns, no hit that the core hands out is running, except in idle tasks.
 */
void kretprobe_hook_remove(struct probe **probes, unsigned int nr)
{
	probes_in_parts(probes, probes_disable_in_core(probes, nr), kretprobe_remove_part);
}

const struct core_calls kretprobe_hook_calls = {
	.add	= kretprobe_add,
	.enable	= kretprobe_enable,
};
