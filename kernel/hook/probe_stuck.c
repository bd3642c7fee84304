// SPDX-License-Identifier: GPL-2.0
/*
 * Probes that the kprobe core does not take back.
 *
 * Disarming a kprobe that ftrace serves takes memory. Without memory the kprobe stays registered
 * and enabled, and unregister_kprobes() says so by nothing but an address of NULL; a caller that
 * then frees the kprobe has hits in freed memory. So probes are disabled first, which has a result,
 * and unregistered when that succeeded.
 *
 * There is no second try: the core has counted the probe off already, and would do so again. A
 * kprobe with a handler that does nothing is left of such a probe, and this module, which has the
 * handler, stays loaded.
 */
#define pr_fmt(fmt) "probefs: " fmt

#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>

#include "kernel/hook/function_probe.h"

/* The probes stay on this list for ever, which also shows them to kmemleak. */
static LIST_HEAD(stuck_probes);
static DEFINE_MUTEX(stuck_lock);

static int __kprobes stuck_hit(struct kprobe *kp, struct pt_regs *regs)
{
	return 0;
}

#if IS_ENABLED(CONFIG_PROBEFS_KRETPROBES)
static int __kprobes stuck_returned(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return 0;
}

/* Silences the returns of calls that have not returned yet. */
static void silence_returns(struct probe *probe)
{
	if (probe_is_return(probe))
		WRITE_ONCE(core_probe_of(probe)->rp.handler, stuck_returned);
}
#else
static void silence_returns(struct probe *probe)
{
}
#endif

static void probe_get_stuck(struct probe *probe, int error)
{
	pr_err("%s: the kernel can't remove the probe (error %d): the probe stays, without effect, and the module can't be unloaded\n",
	       probe->line->place, error);
	WRITE_ONCE(core_probe_of(probe)->kp.pre_handler, stuck_hit);
	silence_returns(probe);
	core_probe_of(probe)->stuck = true;
	__module_get(THIS_MODULE);
}

/**
 * probes_disable_in_core() - disable probes before they are unregistered
 * @probes: registered probes; those that get stuck are moved to the end
 * @nr: number of elements in @probes
 *
 * Context: process context. Return: how many probes can be unregistered. No hit of the others does
 * anything any more, apart from hits in idle tasks: see record_wait_for_idle().
 */
unsigned int probes_disable_in_core(struct probe **probes, unsigned int nr)
{
	unsigned int i = 0, end = nr;

	while (i < end) {
		int ret = disable_kprobe(&core_probe_of(probes[i])->kp);

		if (!ret) {
			i++;
			continue;
		}
		probe_get_stuck(probes[i], ret);
		end--;
		swap(probes[i], probes[end]);
	}
	if (end < nr)
		synchronize_rcu();
	return end;
}

/**
 * function_probe_free() - free the object of a probe
 * @probe: a probe that is not armed and in no table
 *
 * The memory stays if the kernel still has the probe.
 */
void function_probe_free(struct probe *probe)
{
	struct function_block *block = function_probe_of(probe)->block;

	if (block) {
		function_block_put(block);
		return;
	}
	if (!core_probe_of(probe)->stuck) {
		kfree(core_probe_of(probe));
		return;
	}
	mutex_lock(&stuck_lock);
	list_add(&probe->link, &stuck_probes);
	mutex_unlock(&stuck_lock);
}
