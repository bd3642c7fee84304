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
 * outside of event_mutex. Neither is held by who holds cpu_hotplug_lock. resting_lock protects the list
 * resting, and the link between counters on the list and their probe.
 *
 * Lifetime: a counter holds the module of its event. With the last counter of an event, perf waits for grace
 * periods, for each event anew and with event_mutex held: 6 ms on Linux 6.1, 75 ms on an RT kernel, for each of
 * 1,300 events. And to make the counters of them all takes the square of their number, for perf schedules all
 * counters of a CPU anew with each that comes. So disarming takes the probe out of the counters of the kernel's own
 * events and leaves them where they are: a hit finds no probe, and does nothing. Such counters rest. Arming the
 * probe again puts it back. A work releases what has rested for a while, but nothing while somebody arms probes,
 * who would wait for each release. The counters of a probe that is freed are taken off their CPUs and left to the
 * work. Those of a module's events are released at once, for the module could not be removed before.
 *
 * A hit that has found the probe may still be running when the probe has been taken out or the counters have been
 * released: record_wait() waits for the hit, before the probe or the counters are freed.
 */
#define pr_fmt(fmt) "probefs: " fmt

#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/cred.h>
#include <linux/jiffies.h>
#include <linux/kprobes.h>
#include <linux/mutex.h>
#include <linux/perf_event.h>
#include <linux/rcupdate.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>

#include "kernel/compat/event_depth.h"
#include "kernel/compat/rcu.h"
#include "kernel/compat/workqueue.h"
#include "kernel/event/event.h"
#include "kernel/event/tracer.h"
#include "kernel/hook/hook.h"
#include "kernel/hook/static_event.h"
#include "kernel/record/context.h"
#include "kernel/record/record.h"
#include "kernel/record/static_record.h"
#include "kernel/symbol/kernel_event.h"

/**
 * struct static_counters - perf's counters of one event
 * @link: puts counters that rest on the list resting
 * @rests_since: the jiffies at which they began to rest
 * @cpus_came: what nr_cpus_came was before they were made
 * @owner: the probe that they were made for, or NULL when that is gone
 * @probe: the same while the probe is armed, else NULL; for hits
 * @of: the counter of each CPU, or NULL
 */
struct static_counters {
	struct list_head link;
	unsigned long rests_since;
	int cpus_came;
	struct static_event_probe *owner;
	struct static_event_probe *probe;
	struct perf_event *of[];
};

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
static LIST_HEAD(resting);		/* those that have rested longest come first */
static unsigned int nr_resting;
static DEFINE_SPINLOCK(resting_lock);
static atomic_t nr_arming = ATOMIC_INIT(0);
static atomic_t nr_cpus_came = ATOMIC_INIT(0);

/* The counters of so many events may rest, which is more than a kernel has without its modules. */
#define RESTING_MAX	2048
/* For so long counters rest at least, unless they are too many. */
#define REST_JIFFIES	HZ

static struct static_event_probe *static_probe_of(const struct probe *probe)
{
	return container_of((struct probe *)probe, struct static_event_probe, probe);
}

static void static_event_hit(struct perf_event *counter, struct perf_sample_data *data,
			     struct pt_regs *regs)
{
	const struct static_counters *counters = counter->overflow_handler_context;
	struct static_event_probe *sp = READ_ONCE(counters->probe);
	const struct perf_raw_record *raw = data->raw;

	if (likely(sp && raw))
		static_record(&sp->probe, raw->frag.data, regs, raw->frag.size);
}
NOKPROBE_SYMBOL(static_event_hit);

static void counter_release(struct static_counters *counters, int cpu)
{
	if (counters->of[cpu])
		perf_event_release_kernel(counters->of[cpu]);
	counters->of[cpu] = NULL;
}

/*
 * Without PERF_SAMPLE_PERIOD, perf would call back once for each unit that an event counts:
 * sched_stat_runtime counts nanoseconds.
 */
static int counter_create(struct static_event_probe *sp, struct static_counters *counters, int cpu)
{
	struct perf_event_attr attr = {
		.type		= PERF_TYPE_TRACEPOINT,
		.size		= sizeof(attr),
		.config		= kernel_event_id(sp->call),
		.sample_type	= PERF_SAMPLE_RAW | PERF_SAMPLE_PERIOD,
		.sample_period	= 1,
	};
	struct perf_event *counter;

	counter = perf_event_create_kernel_counter(&attr, cpu, NULL, static_event_hit, counters);
	/* perf says that the CPU has gone, or is going; then its counter comes when the CPU is back. */
	if (IS_ERR(counter))
		return PTR_ERR(counter) == -ENODEV ? 0 : PTR_ERR(counter);
	counters->of[cpu] = counter;
	if (likely(counter->tp_event == sp->call))
		return 0;
	/* The event is going with its module, and its id has been given to another one. */
	counter_release(counters, cpu);
	return -ENODEV;
}

/* A hit may still be running when this returns. */
static void counters_release(struct static_counters *counters)
{
	int cpu;

	for_each_possible_cpu(cpu)
		counter_release(counters, cpu);
}

/*
 * Takes the counters that have rested longest off the list. Returns NULL when no more than @keep rest, and when
 * the others have rested for less than @rest jiffies.
 */
static struct static_counters *next_resting(unsigned int keep, unsigned long rest)
{
	struct static_counters *counters;

	spin_lock(&resting_lock);
	counters = list_first_entry_or_null(&resting, struct static_counters, link);
	if (nr_resting <= keep || (counters && time_before(jiffies, counters->rests_since + rest)))
		counters = NULL;
	if (counters) {
		list_del(&counters->link);
		nr_resting--;
		if (counters->owner)
			counters->owner->counters = NULL;
	}
	spin_unlock(&resting_lock);
	return counters;
}

/* Takes the counters of a probe that is being freed off their CPUs, if they rest, and lets them be released next. */
static void counters_leave(struct static_event_probe *sp)
{
	struct static_counters *counters;
	int cpu;

	spin_lock(&resting_lock);
	counters = sp->counters;
	if (counters)
		list_del(&counters->link);
	spin_unlock(&resting_lock);
	if (!counters)
		return;
	for_each_possible_cpu(cpu)
		if (counters->of[cpu])
			perf_event_disable(counters->of[cpu]);
	counters->owner = NULL;
	counters->rests_since = jiffies - REST_JIFFIES;
	spin_lock(&resting_lock);
	list_add(&counters->link, &resting);
	spin_unlock(&resting_lock);
}

static void free_released(struct list_head *released)
{
	struct static_counters *counters, *next;

	if (list_empty(released))
		return;
	record_wait();
	list_for_each_entry_safe(counters, next, released, link)
		kfree(counters);
}

static void release_resting(struct work_struct *work);
static DECLARE_DELAYED_WORK(release_work, release_resting);

static void release_resting(struct work_struct *work)
{
	struct static_counters *counters;
	LIST_HEAD(released);

	compat_rcu_expedite();
	while (!atomic_read(&nr_arming) && (counters = next_resting(0, REST_JIFFIES))) {
		counters_release(counters);
		list_add(&counters->link, &released);
		cond_resched();
	}
	free_released(&released);
	compat_rcu_unexpedite();
	if (READ_ONCE(nr_resting))
		compat_queue_unbound_delayed_work(&release_work, REST_JIFFIES);
}

/* Releases all but @keep of the counters that rest, however long they have. */
static void release_down_to(unsigned int keep)
{
	struct static_counters *counters;
	LIST_HEAD(released);

	compat_rcu_expedite();
	while ((counters = next_resting(keep, 0))) {
		counters_release(counters);
		list_add(&counters->link, &released);
	}
	free_released(&released);
	compat_rcu_unexpedite();
}

/* Gives up counters that have no probe any more. A hit may still be running. */
static void counters_put(struct static_event_probe *sp)
{
	struct static_counters *counters = sp->counters;

	if (kernel_event_module(sp->call)) {
		sp->counters = NULL;
		counters_release(counters);
		record_wait();
		kfree(counters);
		return;
	}
	spin_lock(&resting_lock);
	counters->rests_since = jiffies;
	list_add_tail(&counters->link, &resting);
	nr_resting++;
	spin_unlock(&resting_lock);
}

/* Lets hits find the probe in the counters that it had, if these rest and no CPU has come since they were made. */
static bool counters_take_back(struct static_event_probe *sp)
{
	struct static_counters *counters;
	bool fits = false;

	spin_lock(&resting_lock);
	counters = sp->counters;
	if (counters) {
		fits = counters->cpus_came == atomic_read(&nr_cpus_came);
		if (fits) {
			list_del(&counters->link);
			nr_resting--;
		} else {
			counters->owner = NULL;
			sp->counters = NULL;
		}
	}
	spin_unlock(&resting_lock);
	if (fits)
		smp_store_release(&counters->probe, sp);
	return fits;
}

static void find_callback(struct static_event_probe *sp)
{
	unsigned long start, size;

	if (sp->probe.callback || !kernel_event_callback(sp->call, &start, &size))
		return;
	sp->probe.callback_end = start + size;
	sp->probe.callback = start;
}

static int counters_create(struct static_event_probe *sp)
{
	struct static_counters *counters = kzalloc(struct_size(counters, of, nr_cpu_ids), GFP_KERNEL);
	int cpu, ret = 0;

	if (!counters)
		return -ENOMEM;
	counters->cpus_came = atomic_read(&nr_cpus_came);
	counters->owner = sp;
	counters->probe = sp;
	for_each_online_cpu(cpu) {
		ret = counter_create(sp, counters, cpu);
		if (ret)
			break;
	}
	if (!ret) {
		sp->counters = counters;
		return 0;
	}
	counters_release(counters);
	record_wait();
	kfree(counters);
	return ret;
}

static int arm_one(struct static_event_probe *sp)
{
	int ret = 0;

	find_callback(sp);
	if (!counters_take_back(sp))
		ret = counters_create(sp);
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

	atomic_inc(&nr_arming);
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
	atomic_dec(&nr_arming);
	revert_creds(asker);
	return ret;
}

static void static_event_disarm(struct probe **probes, unsigned int nr)
{
	unsigned int i;

	compat_rcu_expedite();
	mutex_lock(&armed_lock);
	for (i = 0; i < nr; i++) {
		struct static_event_probe *sp = static_probe_of(probes[i]);

		list_del_init(&sp->link);
		WRITE_ONCE(sp->counters->probe, NULL);
	}
	mutex_unlock(&armed_lock);
	record_wait();
	for (i = 0; i < nr; i++)
		counters_put(static_probe_of(probes[i]));
	release_down_to(RESTING_MAX);
	compat_rcu_unexpedite();
	/* On no CPU of its own: a real-time task may fill one, and the grace periods there would wait for it. */
	compat_queue_unbound_delayed_work(&release_work, REST_JIFFIES);
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
			counter_release(sp->counters, cpu);
			ret = counter_create(sp, sp->counters, cpu);
			if (ret)
				pr_warn("%s does not count on CPU %d (error %d)\n", sp->probe.line->place,
					cpu, ret);
		}
		compat_rcu_unexpedite();
	}
	mutex_unlock(&armed_lock);
}

static DECLARE_WORK(replace_work, replace_counters);

static int cpu_comes(unsigned int cpu)
{
	atomic_inc(&nr_cpus_came);
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
	cancel_delayed_work_sync(&release_work);
	release_down_to(0);
}

/* Probes */

static void static_event_free(struct probe *probe)
{
	struct static_event_probe *sp = static_probe_of(probe);

	counters_leave(sp);
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
	sp->probe.brings_record = true;
	INIT_LIST_HEAD(&sp->link);
	if (!probe_init_named(&sp->probe, kernel_event_group(call), kernel_event_name(call)))
		return &sp->probe;
	probe_free_parts(&sp->probe);
	kfree(sp);
	return NULL;
}
