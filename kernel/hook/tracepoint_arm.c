// SPDX-License-Identifier: GPL-2.0
/*
 * Arms and disarms probes that a tracepoint calls a function for.
 *
 * Lifetime: a tracepoint calls the function with the address of the probe. Whether tracepoints run
 * with preemption off or under SRCU, tracepoint_synchronize_unregister() waits for all of it, so that
 * after it nobody is in the probe or in the code of this module.
 */
#include <linux/sched/signal.h>
#include <linux/slab.h>

#include "kernel/compat/rcu.h"
#include "kernel/compat/tracepoint.h"
#include "kernel/hook/tracepoint_probe.h"

/** tracepoint_probe_set() - put a probe, which is not armed, on a tracepoint that was found for it */
void tracepoint_probe_set(struct tracepoint_probe *tp, struct tracepoint *tracepoint)
{
	tp->tracepoint = tracepoint;
	tp->probe.preemptible = compat_tracepoint_is_preemptible(tracepoint);
}

int tracepoint_probes_arm(struct probe **probes, unsigned int nr, bool killable)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < nr && !ret; i++) {
		struct tracepoint_probe *tp = tracepoint_probe_of(probes[i]);

		if (killable && fatal_signal_pending(current))
			return -EINTR;
		ret = compat_tracepoint_add(tp->tracepoint, tp->function, &tp->probe);
		probes[i]->armed = !ret;
	}
	return ret;
}

void tracepoint_probes_disarm(struct probe **probes, unsigned int nr)
{
	unsigned int i;

	compat_rcu_expedite();
	for (i = 0; i < nr; i++) {
		struct tracepoint_probe *tp = tracepoint_probe_of(probes[i]);

		compat_tracepoint_remove(tp->tracepoint, tp->function, &tp->probe);
	}
	compat_tracepoint_wait();
	compat_rcu_unexpedite();
}

void tracepoint_probe_free(struct probe *probe)
{
	kfree(tracepoint_probe_of(probe));
}
