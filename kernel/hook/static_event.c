// SPDX-License-Identifier: GPL-2.0
/*
 * Static events of the kernel, which perf hooks: a counter on each CPU, whose overflow handler perf
 * calls for each hit, with the record that the kernel has made.
 *
 * An armed probe is on the list armed_probes, and has a counter for each CPU that was online when the
 * probe was armed or has come since. Counters of a CPU that goes do not come back with the CPU: they
 * are replaced then. A callback of the CPU hotplug may not do that: perf takes event_mutex, and
 * inside of that cpu_hotplug_lock. So the callback queues a work. Until the work has run, hits on
 * that CPU do not arrive.
 *
 * Locking: armed_lock protects armed_probes and the counters; it is taken inside of tracer->lock, and
 * outside of event_mutex. Neither is held by who holds cpu_hotplug_lock.
 *
 * Lifetime: a counter holds the module of its event. perf_event_release_kernel() takes the counter
 * off its CPU; a hit may still be in the handler, and record_wait() waits for that.
 */
#define pr_fmt(fmt) "probefs: " fmt

#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/cred.h>
#include <linux/kprobes.h>
#include <linux/mutex.h>
#include <linux/perf_event.h>
#include <linux/rcupdate.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include "kernel/compat/event_depth.h"
#include "kernel/compat/rcu.h"
#include "kernel/event/event.h"
#include "kernel/event/tracer.h"
#include "kernel/hook/hook.h"
#include "kernel/hook/static_event.h"
#include "kernel/record/context.h"
#include "kernel/record/record.h"
#include "kernel/record/static_record.h"
#include "kernel/symbol/kernel_event.h"

/**
 * struct static_event_probe - the probe of a static event
 * @probe: what all mechanisms know of the probe
 * @call: the kernel's event
 * @link: puts an armed probe on armed_probes
 * @counter: while the probe is armed, perf's counter of each CPU, or NULL; else NULL
 */
struct static_event_probe {
	struct probe probe;
	struct trace_event_call *call;
	struct list_head link;
	struct perf_event **counter;
};

static LIST_HEAD(armed_probes);
static DEFINE_MUTEX(armed_lock);

static struct static_event_probe *static_probe_of(const struct probe *probe)
{
	return container_of((struct probe *)probe, struct static_event_probe, probe);
}

static void static_event_hit(struct perf_event *counter, struct perf_sample_data *data,
			     struct pt_regs *regs)
{
	struct static_event_probe *sp = counter->overflow_handler_context;
	const struct perf_raw_record *raw = data->raw;

	if (likely(raw))
		static_record(&sp->probe, raw->frag.data, regs, raw->frag.size);
}
NOKPROBE_SYMBOL(static_event_hit);

static void counter_release(struct static_event_probe *sp, int cpu)
{
	if (sp->counter[cpu])
		perf_event_release_kernel(sp->counter[cpu]);
	sp->counter[cpu] = NULL;
}

/*
 * Without PERF_SAMPLE_PERIOD, perf would call back once for each unit that an event counts:
 * sched_stat_runtime counts nanoseconds.
 */
static int counter_create(struct static_event_probe *sp, int cpu)
{
	struct perf_event_attr attr = {
		.type		= PERF_TYPE_TRACEPOINT,
		.size		= sizeof(attr),
		.config		= kernel_event_id(sp->call),
		.sample_type	= PERF_SAMPLE_RAW | PERF_SAMPLE_PERIOD,
		.sample_period	= 1,
	};
	struct perf_event *counter;

	counter = perf_event_create_kernel_counter(&attr, cpu, NULL, static_event_hit, sp);
	/* perf says that the CPU has gone, or is going; then its counter comes when the CPU is back. */
	if (IS_ERR(counter))
		return PTR_ERR(counter) == -ENODEV ? 0 : PTR_ERR(counter);
	sp->counter[cpu] = counter;
	if (likely(counter->tp_event == sp->call))
		return 0;
	/* The event is going with its module, and its id has been given to another one. */
	counter_release(sp, cpu);
	return -ENODEV;
}

static void counters_release(struct static_event_probe *sp)
{
	int cpu;

	for_each_possible_cpu(cpu)
		counter_release(sp, cpu);
}

/* No hit of the probe runs any more. */
static void counters_free(struct static_event_probe *sp)
{
	kfree(sp->counter);
	sp->counter = NULL;
}

static void find_callback(struct static_event_probe *sp)
{
	unsigned long start, size;

	if (sp->probe.callback || !kernel_event_callback(sp->call, &start, &size))
		return;
	sp->probe.callback_end = start + size;
	sp->probe.callback = start;
}

static int arm_one(struct static_event_probe *sp)
{
	int cpu, ret = 0;

	find_callback(sp);
	sp->counter = kcalloc(nr_cpu_ids, sizeof(*sp->counter), GFP_KERNEL);
	if (!sp->counter)
		return -ENOMEM;
	for_each_online_cpu(cpu) {
		ret = counter_create(sp, cpu);
		if (ret)
			break;
	}
	if (!ret) {
		list_add_tail(&sp->link, &armed_probes);
		sp->probe.armed = true;
		return 0;
	}
	counters_release(sp);
	record_wait();
	counters_free(sp);
	return ret;
}

/* perf asks whether its caller may see records; here that is who mounted the tracer, and gave it away. */
static int static_event_arm(struct probe **probes, unsigned int nr, bool killable)
{
	const struct cred *asker = override_creds(probes[0]->event->tracer->cred);
	unsigned int i;
	int ret = 0;

	compat_rcu_expedite();
	mutex_lock(&armed_lock);
	for (i = 0; i < nr && !ret; i++) {
		if (killable && fatal_signal_pending(current))
			ret = -EINTR;
		else
			ret = arm_one(static_probe_of(probes[i]));
	}
	mutex_unlock(&armed_lock);
	compat_rcu_unexpedite();
	revert_creds(asker);
	return ret;
}

/* perf waits for a grace period for each event; so these are expedited. */
static void static_event_disarm(struct probe **probes, unsigned int nr)
{
	unsigned int i;

	compat_rcu_expedite();
	mutex_lock(&armed_lock);
	for (i = 0; i < nr; i++) {
		struct static_event_probe *sp = static_probe_of(probes[i]);

		list_del_init(&sp->link);
		counters_release(sp);
	}
	mutex_unlock(&armed_lock);
	record_wait();
	compat_rcu_unexpedite();
	for (i = 0; i < nr; i++)
		counters_free(static_probe_of(probes[i]));
}

/* CPUs that come */

static struct cpumask cpus_that_came;
static int hotplug_state = -1;	/* under armed_lock */

static void replace_counters(struct work_struct *work)
{
	struct static_event_probe *sp;
	int cpu, ret;

	mutex_lock(&armed_lock);
	for_each_possible_cpu(cpu) {
		if (!cpumask_test_and_clear_cpu(cpu, &cpus_that_came))
			continue;
		compat_rcu_expedite();
		list_for_each_entry(sp, &armed_probes, link) {
			counter_release(sp, cpu);
			ret = counter_create(sp, cpu);
			if (ret)
				pr_warn("%s does not count on CPU %d (error %d)\n", sp->probe.place,
					cpu, ret);
		}
		compat_rcu_unexpedite();
	}
	mutex_unlock(&armed_lock);
}

static DECLARE_WORK(replace_work, replace_counters);

static int cpu_comes(unsigned int cpu)
{
	cpumask_set_cpu(cpu, &cpus_that_came);
	schedule_work(&replace_work);
	return 0;
}

/* A second call, of the second tracer, does nothing. Without the state CPUs that come do not record. */
static void static_event_tracer_came(void)
{
	mutex_lock(&armed_lock);
	if (hotplug_state < 0)
		hotplug_state = cpuhp_setup_state_nocalls(CPUHP_AP_ONLINE_DYN,
							  "probefs/static:online", cpu_comes, NULL);
	mutex_unlock(&armed_lock);
}

static void static_event_finish(void)
{
	if (hotplug_state >= 0)
		cpuhp_remove_state_nocalls(hotplug_state);
	hotplug_state = -1;
	cancel_work_sync(&replace_work);
}

/* Probes */

static void static_event_free(struct probe *probe)
{
	kfree(static_probe_of(probe));
}

static unsigned long static_event_missed(const struct probe *probe)
{
	return 0;
}

const struct hook static_event_hook = {
	.name		= "perf",
	.free		= static_event_free,
	.arm		= static_event_arm,
	.disarm		= static_event_disarm,
	.missed		= static_event_missed,
	.tracer_came	= static_event_tracer_came,
	.finish		= static_event_finish,
};

/**
 * static_event_probe_create() - create the one probe of a static event
 * @call: the kernel's event
 *
 * Return: the probe, which is in no table, for probe_destroy(); or NULL without memory.
 */
struct probe *static_event_probe_create(struct trace_event_call *call)
{
	struct static_event_probe *sp = kzalloc(sizeof(*sp), GFP_KERNEL_ACCOUNT);

	if (!sp)
		return NULL;
	sp->call = call;
	sp->probe.hook_depth = kernel_event_is_syscall(call) ? COMPAT_SYSCALL_EVENT_DEPTH :
							       COMPAT_EVENT_DEPTH;
	sp->probe.hook_depth <<= CONTEXT_COUNT_SHIFT;
	sp->probe.hook = &static_event_hook;
	INIT_LIST_HEAD(&sp->link);
	INIT_LIST_HEAD(&sp->probe.link);
	INIT_LIST_HEAD(&sp->probe.event_link);
	INIT_LIST_HEAD(&sp->probe.park_link);
	sp->probe.counters = alloc_percpu_gfp(struct probe_counters, GFP_KERNEL_ACCOUNT);
	sp->probe.place = kasprintf(GFP_KERNEL_ACCOUNT, "%s:%s", kernel_event_group(call),
				    kernel_event_name(call));
	if (sp->probe.counters && sp->probe.place)
		return &sp->probe;
	probe_free_parts(&sp->probe);
	kfree(sp);
	return NULL;
}
