// SPDX-License-Identifier: GPL-2.0
/*
 * Static events of the kernel, which perf hooks: a counter on each CPU, whose overflow handler perf
 * calls for each hit, with the record that the kernel has made. A few that are hit most often have
 * a hook of their own (tracepoint_event.c).
 *
 * An armed probe is on the list armed_probes, and has a counter for each CPU that was online when the
 * probe was armed or has come since. Counters of a CPU that goes do not come back with the CPU: they
 * are replaced then. A callback of the CPU hotplug may not do that: perf takes event_mutex, and
 * inside of that cpu_hotplug_lock. So the callback queues a work. Until the work has run, hits on
 * that CPU do not arrive.
 *
 * Locking: armed_lock protects armed_probes and the counters of armed probes; it is taken inside of tracer->lock,
 * and outside of event_mutex. Neither is held by who holds cpu_hotplug_lock.
 *
 * Lifetime: what becomes of the counters of a probe that is disarmed is told in static_counters.c. A hit that has
 * found the probe may still be running when the probe has been taken out of its counters: record_wait() waits for
 * the hit.
 */
#define pr_fmt(fmt) "probefs: " fmt

#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/cred.h>
#include <linux/err.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include "kernel/compat/event_depth.h"
#include "kernel/compat/rcu.h"
#include "kernel/event/event.h"
#include "kernel/event/tracer.h"
#include "kernel/hook/event_functions.h"
#include "kernel/hook/hook.h"
#include "kernel/hook/static_counters.h"
#include "kernel/hook/static_event.h"
#include "kernel/hook/tracepoint_event.h"
#include "kernel/record/context.h"
#include "kernel/record/record.h"
#include "kernel/symbol/kernel_event.h"

/**
 * struct static_event_probe - the probe of a static event
 * @probe: what all mechanisms know of the probe
 * @call: the kernel's event
 * @link: puts an armed probe on armed_probes
 * @counters: while the probe is armed, perf's counters, and after that while they rest; else NULL
 */
struct static_event_probe {
	struct probe probe;
	struct trace_event_call *call;
	struct list_head link;
	struct static_counters *counters;
};

static LIST_HEAD(armed_probes);
static DEFINE_MUTEX(armed_lock);
/* CPUs that have come are counted before they are marked in cpus_that_came, and once more behind that. */
static atomic_t nr_cpus_came = ATOMIC_INIT(0);
static atomic_t nr_cpus_marked = ATOMIC_INIT(0);

static struct static_event_probe *static_probe_of(const struct probe *probe)
{
	return container_of((struct probe *)probe, struct static_event_probe, probe);
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
	int ret = 0;

	find_callback(sp);
	if (!static_counters_take_back(&sp->counters, &sp->probe, atomic_read(&nr_cpus_came)))
		ret = static_counters_make(&sp->counters, sp->call, &sp->probe, atomic_read(&nr_cpus_came));
	if (ret)
		return ret;
	list_add_tail(&sp->link, &armed_probes);
	sp->probe.armed = true;
	return 0;
}

/* perf asks whether its caller may see records; here that is who mounted the tracer, and gave it away. */
static int static_event_arm(struct probe **probes, unsigned int nr, bool killable)
{
	const struct cred *asker = override_creds(probes[0]->event->tracer->cred);
	unsigned int i;
	int ret = 0;

	static_counters_stop_releases();
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
	static_counters_go_on_releasing();
	revert_creds(asker);
	return ret;
}

/* Gives up the counters of a probe that hits do not find any more, though one may still be running. */
static void give_up_counters(struct static_event_probe *sp, struct list_head *released)
{
	struct static_counters *counters = sp->counters;

	if (!kernel_event_owner(sp->call)) {
		static_counters_rest(counters);
		return;
	}
	sp->counters = NULL;
	static_counters_release(counters, released);
}

static void static_event_disarm(struct probe **probes, unsigned int nr)
{
	LIST_HEAD(released);
	unsigned int i;

	mutex_lock(&armed_lock);
	for (i = 0; i < nr; i++) {
		struct static_event_probe *sp = static_probe_of(probes[i]);

		list_del_init(&sp->link);
		WRITE_ONCE(sp->counters->probe, NULL);
	}
	mutex_unlock(&armed_lock);
	record_wait();
	for (i = 0; i < nr; i++)
		give_up_counters(static_probe_of(probes[i]), &released);
	static_counters_free(&released);
	static_counters_limit();
}

/* CPUs that come */

static struct cpumask cpus_that_came;
static int hotplug_state = -1;		/* under armed_lock */
static bool some_lack_counters;		/* under armed_lock; then no counters are believed to be complete any more */

/* perf takes no event of a module that goes, whose events are about to be disarmed. */
static bool module_goes(const struct trace_event_call *call)
{
	struct module *module = kernel_event_owner(call);

	return module && !module_is_live(module);
}

/* Returns whether all armed probes have a counter on a CPU that has come. */
static bool replace_counters_of(int cpu)
{
	struct static_event_probe *sp;
	bool all = true;
	int ret;

	compat_rcu_expedite();
	list_for_each_entry(sp, &armed_probes, link) {
		ret = static_counters_replace(sp->counters, sp->call, cpu);
		if (!ret || module_goes(sp->call))
			continue;
		all = false;
		pr_warn("%s does not count on CPU %d (error %d)\n", sp->probe.line->place, cpu, ret);
	}
	compat_rcu_unexpedite();
	return all;
}

static void replace_counters(struct work_struct *work)
{
	struct static_event_probe *sp;
	bool all = true;
	int cpu, marked, came;

	static_counters_stop_releases();
	mutex_lock(&armed_lock);
	/* When these agree, all CPUs that were counted are marked, and this call or one before serves them. */
	marked = atomic_read_acquire(&nr_cpus_marked);
	came = atomic_read_acquire(&nr_cpus_came);
	for_each_possible_cpu(cpu)
		if (cpumask_test_and_clear_cpu(cpu, &cpus_that_came))
			all &= replace_counters_of(cpu);
	if (!all)
		some_lack_counters = true;
	if (!some_lack_counters && marked == came)
		list_for_each_entry(sp, &armed_probes, link)
			sp->counters->cpus_came = came;
	mutex_unlock(&armed_lock);
	static_counters_go_on_releasing();
}

static DECLARE_WORK(replace_work, replace_counters);

static int cpu_comes(unsigned int cpu)
{
	atomic_inc_return(&nr_cpus_came);	/* ordered before what follows */
	cpumask_set_cpu(cpu, &cpus_that_came);
	atomic_inc_return(&nr_cpus_marked);	/* and behind that */
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
	static_counters_finish();
}

/* Probes */

static void static_event_free(struct probe *probe)
{
	struct static_event_probe *sp = static_probe_of(probe);

	static_counters_leave(&sp->counters);
	kfree(sp);
}

const struct hook static_event_hook = {
	.name		= "perf",
	.free		= static_event_free,
	.arm		= static_event_arm,
	.disarm		= static_event_disarm,
	.tracer_came	= static_event_tracer_came,
	.finish		= static_event_finish,
};

static struct probe *perf_probe_alloc(struct trace_event_call *call)
{
	struct static_event_probe *sp = kzalloc(sizeof(*sp), GFP_KERNEL_ACCOUNT);

	if (!sp)
		return ERR_PTR(-ENOMEM);
	sp->call = call;
	sp->probe.hook_depth = kernel_event_is_syscall(call) ? COMPAT_SYSCALL_EVENT_DEPTH :
							       COMPAT_EVENT_DEPTH;
	sp->probe.hook_depth <<= CONTEXT_COUNT_SHIFT;
	sp->probe.hook = &static_event_hook;
	INIT_LIST_HEAD(&sp->link);
	return &sp->probe;
}

/**
 * static_events_prepare() - get ready to create the probes of a group of static events
 * @group: name of the group, or NULL for all groups
 * @wanted: how the mount wants hits to arrive
 *
 * Context: process context, may sleep, without event_mutex.
 */
void static_events_prepare(const char *group, enum tracer_backend wanted)
{
	if (wanted != TRACER_BACKEND_KPROBE)
		event_functions_compare(group);
}

/**
 * static_event_probe_create() - create the one probe of a static event
 * @call: the kernel's event
 * @layout: the layout of the event's records
 * @wanted: how the mount wants hits to arrive; TRACER_BACKEND_KPROBE leaves all events to perf
 *
 * Context: process context, may sleep, after static_events_prepare(). Return: the probe, which is in no table, for
 * probe_destroy(); or ERR_PTR(-ENOMEM).
 */
struct probe *static_event_probe_create(struct trace_event_call *call, const struct fetch_layout *layout,
					enum tracer_backend wanted)
{
	struct probe *probe = wanted == TRACER_BACKEND_KPROBE ? NULL : tracepoint_event_alloc(call, layout);

	if (!probe)
		probe = perf_probe_alloc(call);
	if (IS_ERR(probe))
		return probe;
	probe->brings_record = true;
	if (!probe_init_named(probe, kernel_event_group(call), kernel_event_name(call)))
		return probe;
	probe_free_parts(probe);
	probe->hook->free(probe);
	return ERR_PTR(-ENOMEM);
}
