// SPDX-License-Identifier: GPL-2.0
/*
 * perf's counters of static events.
 *
 * With the last counter of an event, perf waits for grace periods, for each event anew and with event_mutex held: 6 ms
 * on Linux 6.1, 75 ms on an RT kernel, for each of 1,300 events. And to make the counters of them all takes the square
 * of their number, for perf schedules all counters of a CPU anew with each that comes. So when a probe is disarmed, the
 * counters of the kernel's own events stay where they are, without the probe: a hit finds none, and does nothing. Such
 * counters rest. Arming puts the probe back. What has rested for a while is taken off its CPUs by a work: from then on
 * it leaves, and is released, but nothing is released while somebody arms probes, who would wait for each release, nor
 * while a real-time task fills a CPU, which perf would wait for with its locks held. The counters of a probe that is
 * freed leave as well. Those of a module's events are released at once.
 *
 * perf holds the module of an event for each counter. On mainline a module can be removed while its events are
 * enabled, so a counter gives up what perf holds, and takes it again to be released, because perf gives it up then.
 * The module notifier disarms the events of a module that goes, before mainline looks who uses them.
 *
 * Grace periods are expedited where a process waits for counters to be released or made. That concerns all grace periods
 * of the machine, and those have to wait for each other then, in tasks that a real-time task may keep away from their
 * CPU. So the work, which goes on for much longer than any of these, has no expedited ones. Who needs perf's lock
 * meanwhile waits for one release at most.
 *
 * Locking: who has the probe armed owns the counters. resting_lock protects the lists of those that rest and leave, and
 * the link between those that rest and their probe.
 *
 * Lifetime: a hit may still be running when counters have been released. record_wait() waits for the hit, before they
 * are freed.
 */
#include <linux/cpumask.h>
#include <linux/jiffies.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/perf_event.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>

#include "kernel/compat/rcu.h"
#include "kernel/compat/workqueue.h"
#include "kernel/hook/static_counters.h"
#include "kernel/record/record.h"
#include "kernel/record/static_record.h"
#include "kernel/symbol/kernel_event.h"

static LIST_HEAD(resting);		/* those that have rested longest come first */
static LIST_HEAD(leaving);		/* off their CPUs, and without a probe that could take them back */
static unsigned int nr_resting;		/* on both lists, and while they are released */
static DEFINE_SPINLOCK(resting_lock);
static atomic_t nr_arming = ATOMIC_INIT(0);

/* The counters of so many events may rest, which is more than a kernel has without its modules. */
#define RESTING_MAX	2048
/* For so long counters rest at least, unless they are too many. */
#define REST_JIFFIES	HZ
/* For so long the work believes that all CPUs run workers. */
#define ANSWER_JIFFIES	(HZ / 4)

static void static_event_hit(struct perf_event *counter, struct perf_sample_data *data,
			     struct pt_regs *regs)
{
	const struct static_counters *counters = counter->overflow_handler_context;
	struct probe *probe = READ_ONCE(counters->probe);
	const struct perf_raw_record *raw = data->raw;

	if (likely(probe && raw))
		static_record(probe, raw->frag.data, regs, raw->frag.size);
}
NOKPROBE_SYMBOL(static_event_hit);

static void counter_release(struct static_counters *counters, int cpu)
{
	struct perf_event *counter = counters->of[cpu];

	if (!counter)
		return;
	/* try_module_get() would refuse a module that goes, which stays until the module notifier has returned. */
	__module_get(kernel_event_owner(counter->tp_event));
	perf_event_release_kernel(counter);
	counters->of[cpu] = NULL;
}

/*
 * Without PERF_SAMPLE_PERIOD, perf would call back once for each unit that an event counts:
 * sched_stat_runtime counts nanoseconds.
 */
static int counter_create(struct static_counters *counters, struct trace_event_call *call, int cpu)
{
	struct perf_event_attr attr = {
		.type		= PERF_TYPE_TRACEPOINT,
		.size		= sizeof(attr),
		.config		= kernel_event_id(call),
		.sample_type	= PERF_SAMPLE_RAW | PERF_SAMPLE_PERIOD,
		.sample_period	= 1,
	};
	struct perf_event *counter;

	counter = perf_event_create_kernel_counter(&attr, cpu, NULL, static_event_hit, counters);
	/* perf says that the CPU has gone, or is going; then its counter comes when the CPU is back. */
	if (IS_ERR(counter))
		return PTR_ERR(counter) == -ENODEV ? 0 : PTR_ERR(counter);
	if (unlikely(counter->tp_event != call)) {
		/* The event is going with its module, and its id has been given to another one. */
		perf_event_release_kernel(counter);
		return -ENODEV;
	}
	counters->of[cpu] = counter;
	module_put(kernel_event_owner(call));
	return 0;
}

/**
 * static_counters_replace() - make the counter of a CPU that has come anew
 * @counters: the counters of a probe that is armed
 * @call: the event that the counter counts
 * @cpu: the CPU; the counter that it had when it went counts no more
 *
 * Context: process context, without cpu_hotplug_lock. Return: 0, also when the CPU has gone again, -ENOMEM, or -ENODEV
 * when the event is going.
 */
int static_counters_replace(struct static_counters *counters, struct trace_event_call *call, int cpu)
{
	counter_release(counters, cpu);
	return counter_create(counters, call, cpu);
}

/* Takes the counters off their CPUs. A hit may still be running when this returns. */
static void counters_disable(struct static_counters *counters)
{
	int cpu;

	for_each_possible_cpu(cpu)
		if (counters->of[cpu])
			perf_event_disable(counters->of[cpu]);
}

/* Takes the counters away from their probe, which then has none. The caller holds resting_lock. */
static void counters_disown(struct static_counters *counters)
{
	if (counters->owner)
		*counters->owner = NULL;
	counters->owner = NULL;
}

/* Takes counters off their list and away from their probe. The caller holds resting_lock. */
static void counters_take(struct static_counters *counters)
{
	list_del_init(&counters->link);
	counters_disown(counters);
}

/* Takes the first counters of a list. Returns NULL when the list is empty. The caller holds resting_lock. */
static struct static_counters *take_first(struct list_head *list)
{
	struct static_counters *counters = list_first_entry_or_null(list, struct static_counters, link);

	if (counters)
		counters_take(counters);
	return counters;
}

/* Lets counters leave that are on no list and have no probe. */
static void counters_leave(struct static_counters *counters)
{
	counters_disable(counters);
	spin_lock(&resting_lock);
	list_add_tail(&counters->link, &leaving);
	spin_unlock(&resting_lock);
}

/* Takes the counters that have rested longest, if that is for long enough. Returns NULL when there are none. */
static struct static_counters *take_rested(void)
{
	struct static_counters *counters;

	spin_lock(&resting_lock);
	counters = list_first_entry_or_null(&resting, struct static_counters, link);
	if (counters && time_before(jiffies, counters->rests_since + REST_JIFFIES))
		counters = NULL;
	if (counters)
		counters_take(counters);
	spin_unlock(&resting_lock);
	return counters;
}

/*
 * Takes counters that leave, or else those that have rested longest. Returns NULL when there are none, or no more than
 * @keep that are not released.
 */
static struct static_counters *take_next(unsigned int keep)
{
	struct static_counters *counters = NULL;

	spin_lock(&resting_lock);
	if (nr_resting > keep)
		counters = take_first(&leaving) ?: take_first(&resting);
	spin_unlock(&resting_lock);
	return counters;
}

static struct static_counters *take_leaving(void)
{
	struct static_counters *counters;

	spin_lock(&resting_lock);
	counters = take_first(&leaving);
	spin_unlock(&resting_lock);
	return counters;
}

/* A hit may still be running when this returns. */
static void counters_release(struct static_counters *counters)
{
	int cpu;

	for_each_possible_cpu(cpu)
		counter_release(counters, cpu);
}

/**
 * static_counters_release() - release counters at once
 * @counters: counters from which the probe was taken, or that were never given one; hits may be running
 * @released: list that gets the counters, for static_counters_free()
 */
void static_counters_release(struct static_counters *counters, struct list_head *released)
{
	compat_rcu_expedite();
	counters_release(counters);
	compat_rcu_unexpedite();
	list_move(&counters->link, released);
}

/** static_counters_free() - wait for hits of counters that were released, and free the counters */
void static_counters_free(struct list_head *released)
{
	struct static_counters *counters, *next;

	if (list_empty(released))
		return;
	record_wait();
	list_for_each_entry_safe(counters, next, released, link)
		kfree(counters);
}

static void count_released(void)
{
	spin_lock(&resting_lock);
	nr_resting--;
	spin_unlock(&resting_lock);
}

/*
 * Tells whether the work may go on to release. The answer to whether all CPUs run workers holds for a while: to ask
 * takes the time of each CPU.
 */
static bool may_release(unsigned long *asked)
{
	if (time_after(jiffies, *asked + ANSWER_JIFFIES)) {
		if (!record_workers_run())
			return false;
		*asked = jiffies;
	}
	return !atomic_read(&nr_arming);
}

static void leave_rested(void)
{
	struct static_counters *counters;

	while ((counters = take_rested()))
		counters_leave(counters);
}

static void release_resting(struct work_struct *work);
static DECLARE_DELAYED_WORK(release_work, release_resting);

static void release_resting(struct work_struct *work)
{
	struct static_counters *counters;
	unsigned long asked = jiffies - 2 * ANSWER_JIFFIES;
	LIST_HEAD(released);

	leave_rested();
	while (!list_empty(&leaving) && may_release(&asked)) {
		counters = take_leaving();
		if (!counters)
			break;
		counters_release(counters);
		list_add(&counters->link, &released);
		count_released();
		cond_resched();
		leave_rested();
	}
	static_counters_free(&released);
	if (READ_ONCE(nr_resting))
		compat_queue_unbound_delayed_work(&release_work, REST_JIFFIES);
}

static bool release_is_late(void)
{
	struct static_counters *counters;
	bool late;

	spin_lock(&resting_lock);
	counters = list_first_entry_or_null(list_empty(&leaving) ? &resting : &leaving,
					    struct static_counters, link);
	late = counters && time_after(jiffies, counters->rests_since + 3 * REST_JIFFIES);
	spin_unlock(&resting_lock);
	return late;
}

/*
 * The work belongs to no CPU, but its timer is one of the CPU that queues it, and a real-time task that fills that
 * CPU may keep the timer from expiring: then somebody else has to call this.
 */
static void release_later(void)
{
	if (release_is_late())
		compat_mod_unbound_delayed_work(&release_work, 0);
	else
		compat_queue_unbound_delayed_work(&release_work, REST_JIFFIES);
}

/* Releases counters that rest or leave until no more than @keep of them do. */
static void release_down_to(unsigned int keep)
{
	struct static_counters *counters;
	LIST_HEAD(released);

	while ((counters = take_next(keep))) {
		static_counters_release(counters, &released);
		count_released();
	}
	static_counters_free(&released);
}

/** static_counters_rest() - leave counters where they are, from which the probe was taken; hits may be running */
void static_counters_rest(struct static_counters *counters)
{
	spin_lock(&resting_lock);
	counters->rests_since = jiffies;
	list_add_tail(&counters->link, &resting);
	nr_resting++;
	spin_unlock(&resting_lock);
}

/**
 * static_counters_limit() - release counters that rest if there are too many, and the others later
 *
 * Context: process context, sleeps.
 */
void static_counters_limit(void)
{
	release_down_to(RESTING_MAX);
	release_later();
}

/** static_counters_leave() - let the counters of a probe that is being freed leave their CPUs, if they rest */
void static_counters_leave(struct static_counters **owner)
{
	struct static_counters *counters;

	spin_lock(&resting_lock);
	counters = *owner;
	if (counters)
		counters_take(counters);
	spin_unlock(&resting_lock);
	if (counters)
		counters_leave(counters);
}

/**
 * static_counters_take_back() - let hits find a probe in the counters that it had
 * @owner: where the probe has its pointer to its counters, which is NULL when there are none any more
 * @probe: the probe that is armed again
 * @cpus_came: how many times a CPU has come so far; counters made before the last of them are not complete
 *
 * Return: false when there are none at rest, or none that are complete.
 */
bool static_counters_take_back(struct static_counters **owner, struct probe *probe, int cpus_came)
{
	struct static_counters *counters;
	bool fits = false;

	spin_lock(&resting_lock);
	counters = *owner;
	if (counters) {
		fits = counters->cpus_came == cpus_came;
		if (fits) {
			list_del_init(&counters->link);
			nr_resting--;
		} else {
			counters_disown(counters);
		}
	}
	spin_unlock(&resting_lock);
	if (fits)
		smp_store_release(&counters->probe, probe);
	return fits;
}

/**
 * static_counters_make() - make the counters of a probe, one on each CPU that is online
 * @owner: where the probe has its pointer to its counters, which is set
 * @call: the event that the counters count
 * @probe: the probe, which hits find from now on
 * @cpus_came: how many times a CPU has come so far
 *
 * Context: process context, with the rights of who may see records. Return: 0, -ENOMEM, -EACCES, or -ENODEV when the
 * event is going.
 */
int static_counters_make(struct static_counters **owner, struct trace_event_call *call,
			 struct probe *probe, int cpus_came)
{
	struct static_counters *counters = kzalloc(struct_size(counters, of, nr_cpu_ids), GFP_KERNEL);
	LIST_HEAD(released);
	int cpu, ret = 0;

	if (!counters)
		return -ENOMEM;
	INIT_LIST_HEAD(&counters->link);
	counters->cpus_came = cpus_came;
	counters->owner = owner;
	counters->probe = probe;
	for_each_online_cpu(cpu) {
		ret = counter_create(counters, call, cpu);
		if (ret)
			break;
	}
	if (!ret) {
		*owner = counters;
		return 0;
	}
	static_counters_release(counters, &released);
	static_counters_free(&released);
	return ret;
}

/** static_counters_stop_releases() - have the work release nothing: the caller makes counters */
void static_counters_stop_releases(void)
{
	atomic_inc(&nr_arming);
}

/** static_counters_go_on_releasing() - undo static_counters_stop_releases() */
void static_counters_go_on_releasing(void)
{
	atomic_dec(&nr_arming);
	if (READ_ONCE(nr_resting))
		release_later();
}

/** static_counters_finish() - release all counters; all probes are gone, and none will be armed */
void static_counters_finish(void)
{
	static_counters_stop_releases();	/* the work would go on to the last */
	cancel_delayed_work_sync(&release_work);
	release_down_to(0);
}
