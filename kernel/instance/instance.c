// SPDX-License-Identifier: GPL-2.0
/*
 * An instance is one ring buffer and what the control files next to the buffer have set. Sizes are in
 * instance_size.c, options in instance_options.c.
 *
 * instance->lock serialises changes, but for buffer_percent. Hits and readers look at options,
 * clock and buffer_percent without the lock: each is one word, and a hit that is under way may
 * still go by the old value.
 */
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/math64.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/time64.h>

#include "kernel/instance/clock.h"
#include "kernel/instance/comm_cache.h"
#include "kernel/instance/error_log.h"
#include "kernel/instance/instance.h"
#include "kernel/instance/instance_parts.h"
#include "kernel/instance/pid_follow.h"
#include "kernel/instance/saved_tasks.h"
#include "kernel/instance/snapshot.h"

#define BUFFER_DEFAULT_PERCENT	50

static enum cpuhp_state instance_cpu_state;

/*
 * A CPU comes, and nothing runs there yet. If the buffer has its size, the CPU's part gets its own
 * before the CPU counts as present, because from then on programs may map the part, and then it keeps
 * the size that it has.
 */
static int instance_cpu_comes(unsigned int cpu, struct hlist_node *node)
{
	struct trace_instance *instance = hlist_entry(node, struct trace_instance, cpu_link);
	int ret;

	mutex_lock(&instance->lock);
	ret = instance_size_cpu(instance, cpu);
	ret = ret ?: snapshot_follow_size(instance, cpu);
	if (!ret)
		ring_buffer_set_present(instance->buffer, cpu, true);
	mutex_unlock(&instance->lock);
	return ret;
}

/* A CPU has gone, whose last hits could wake nobody. */
static int instance_cpu_gone(unsigned int cpu, struct hlist_node *node)
{
	ring_buffer_look(hlist_entry(node, struct trace_instance, cpu_link)->buffer);
	return 0;
}

/* Marks CPUs that are not there as absent: they get memory when they come. */
static int instance_follow_cpus(struct trace_instance *instance)
{
	int cpu, ret = cpuhp_state_add_instance_nocalls(instance_cpu_state, &instance->cpu_link);

	if (ret)
		return ret;
	cpus_read_lock();
	for_each_possible_cpu(cpu)
		if (!cpu_online(cpu))
			ring_buffer_set_present(instance->buffer, cpu, false);
	cpus_read_unlock();
	return 0;
}

/**
 * instances_init() - set up what all instances need
 *
 * Return: 0 or -errno.
 */
int instances_init(void)
{
	int state = cpuhp_setup_state_multi(CPUHP_BP_PREPARE_DYN, "probefs:prepare",
					    instance_cpu_comes, instance_cpu_gone);

	if (state < 0)
		return state;
	instance_cpu_state = state;
	pid_follow_init();
	return 0;
}

/** instances_exit() - undo instances_init(); no instance may be left */
void instances_exit(void)
{
	cpuhp_remove_multi_state(instance_cpu_state);
}

static void instance_free(struct kref *kref)
{
	struct trace_instance *instance = container_of(kref, struct trace_instance, kref);

	kfree(instance->name);
	kfree(instance);
}

/** instance_put() - give up a reference to an instance; memory reclaim may call this */
void instance_put(struct trace_instance *instance)
{
	kref_put(&instance->kref, instance_free);
}

/* Without memory, some of the members are NULL; free_parts() takes what there is. */
static bool alloc_parts(struct trace_instance *instance, const char *name)
{
	if (name)
		instance->name = kstrdup(name, GFP_KERNEL);
	instance->errors = error_log_create();
	instance->size_kb = kcalloc(nr_cpu_ids, sizeof(*instance->size_kb), GFP_KERNEL);
	instance->buffer = ring_buffer_create(0, true, clock_at(instance->clock)->read);
	return alloc_cpumask_var(&instance->cpumask, GFP_KERNEL) && instance->errors &&
	       instance->size_kb && instance->buffer && (!name || instance->name);
}

static void free_parts(struct trace_instance *instance)
{
	ring_buffer_destroy(instance->buffer);
	kfree(instance->size_kb);
	free_cpumask_var(instance->cpumask);
	error_log_destroy(instance->errors);
	mutex_destroy(&instance->lock);
}

/* Gives the parts of a new instance their contents. */
static void init_parts(struct trace_instance *instance)
{
	int cpu;

	cpumask_copy(instance->cpumask, cpu_possible_mask);
	instance_size_init(instance);
	for_each_possible_cpu(cpu)
		ring_buffer_set_private(instance->buffer, cpu, per_cpu_ptr(instance->comms, cpu));
}

/**
 * instance_create() - make an instance with everything at its default
 * @tracer: the tracer that the instance belongs to
 * @owner: the functions to call when the clock or an option changes
 * @tasks: the tasks that all instances of the tracer note theirs in
 * @name: name of the directory in instances/, or NULL for the top level
 *
 * The buffer is as small as can be until instance_expand(): most mounts that are made to look at
 * something else never record anything.
 *
 * Context: process context. Return: the instance, or NULL without memory.
 */
struct trace_instance *instance_create(struct tracer *tracer, const struct instance_owner *owner,
				       struct saved_tasks *tasks, const char *name)
{
	struct trace_instance *instance = kzalloc(sizeof(*instance), GFP_KERNEL);

	if (!instance)
		return NULL;
	kref_init(&instance->kref);
	INIT_LIST_HEAD(&instance->link);
	INIT_LIST_HEAD(&instance->marker_link);
	INIT_LIST_HEAD(&instance->printk_link);
	INIT_LIST_HEAD(&instance->wanted_events);
	mutex_init(&instance->lock);
	snapshot_init(instance);
	instance->tracer = tracer;
	instance->tasks = tasks;
	instance->comms = tasks->comms;
	instance->owner = owner;
	instance->current_tracer = "nop";
	instance->options = instance_default_options();
	instance->clock = clock_default();
	instance->buffer_percent = BUFFER_DEFAULT_PERCENT;
	if (alloc_parts(instance, name)) {
		init_parts(instance);
		if (!instance_follow_cpus(instance))
			return instance;
	}
	free_parts(instance);
	instance_put(instance);
	return NULL;
}

/**
 * instance_destroy() - free what an instance consists of, and give up the first reference to it
 * @instance: the instance, or NULL; no event is enabled in it, no file of it is open. References that
 *	inodes still have keep nothing but the structure
 *
 * Context: process context.
 */
void instance_destroy(struct trace_instance *instance)
{
	unsigned int i;

	if (!instance)
		return;
	pid_follow(instance, 0);
	for (i = 0; i < PID_LISTS; i++)
		pid_list_destroy(rcu_dereference_raw(instance->pids[i]));
	cpuhp_state_remove_instance_nocalls(instance_cpu_state, &instance->cpu_link);
	snapshot_destroy(instance);
	free_parts(instance);
	instance_put(instance);
}

/**
 * instance_change_clock() - take time stamps from another clock, with the owner's knowledge
 * @instance: the instance whose clock changes
 * @clock: index in the clock table
 *
 * Context: process context, between @change_begins and @change_ends of struct instance_owner.
 */
void instance_change_clock(struct trace_instance *instance, unsigned int clock)
{
	mutex_lock(&instance->lock);
	WRITE_ONCE(instance->clock, clock);
	probefs_ring_buffer_set_clock(instance->buffer, clock_at(clock)->read);
	snapshot_follow_clock(instance);
	mutex_unlock(&instance->lock);
}

/**
 * instance_set_clock() - take time stamps from another clock
 * @instance: the instance whose clock changes
 * @name: name of the clock
 *
 * The call empties the buffer, because times of two clocks do not compare. Context: process
 * context. Return: 0, -EINVAL for an unknown clock, -EINTR when the process is being killed.
 */
int instance_set_clock(struct trace_instance *instance, const char *name)
{
	int ret, clock = clock_find(name);

	if (clock < 0)
		return clock;
	ret = instance->owner->change_begins(instance->tracer);
	if (ret)
		return ret;
	instance_change_clock(instance, clock);
	instance->owner->change_ends(instance->tracer);
	return 0;
}

/* Prints trace_clock: all clocks, the clock in use in brackets. */
void instance_show_clocks(struct trace_instance *instance, struct seq_file *m)
{
	unsigned int i, current_clock = READ_ONCE(instance->clock);
	const struct clock_source *clock;

	for (i = 0; (clock = clock_at(i)); i++) {
		if (clock->read)
			seq_printf(m, i == current_clock ? "%s[%s]" : "%s%s", i ? " " : "",
				   clock->name);
	}
	seq_putc(m, '\n');
}

/* Tells whether time stamps are shown as seconds. */
bool instance_clock_in_ns(const struct trace_instance *instance)
{
	return clock_at(READ_ONCE(instance->clock))->in_ns;
}

/**
 * instance_set_tracing() - switch recording on or off, as tracing_on does
 * @instance: the instance that records
 * @on: true to record, false to stop
 *
 * Switching off wakes all readers: for some of them that is the end. Context: process context.
 */
void instance_set_tracing(struct trace_instance *instance, bool on)
{
	mutex_lock(&instance->lock);
	probefs_ring_buffer_record_on(instance->buffer, on);
	mutex_unlock(&instance->lock);
	if (!on)
		ring_buffer_wake_all(instance->buffer, -1);
}

/**
 * instance_free_buffer() - give back the memory of the buffer, as closing free_buffer does
 * @instance: the instance that has the buffer, see instance_shrink_buffer()
 *
 * With the option disable_on_free nothing is recorded any more, before the buffer shrinks. Context:
 * process context, also while the process is being killed.
 */
void instance_free_buffer(struct trace_instance *instance)
{
	if (READ_ONCE(instance->options) & TRACE_OPTION(DISABLE_ON_FREE))
		instance_set_tracing(instance, false);
	instance_shrink_buffer(instance);
}

/**
 * instance_set_cpumask() - choose the CPUs that record, as tracing_cpumask does
 * @instance: the instance that records
 * @mask: the CPUs that record; the mask may be empty, and it may have CPUs that do not exist
 *
 * Context: process context. Return: 0.
 */
int instance_set_cpumask(struct trace_instance *instance, const struct cpumask *mask)
{
	int cpu;

	mutex_lock(&instance->lock);
	for_each_possible_cpu(cpu) {
		bool on = cpumask_test_cpu(cpu, mask);

		if (on != cpumask_test_cpu(cpu, instance->cpumask))
			ring_buffer_record_cpu(instance->buffer, cpu, on);
	}
	cpumask_and(instance->cpumask, mask, cpu_possible_mask);
	mutex_unlock(&instance->lock);
	return 0;
}

static void show_time(struct seq_file *m, const char *what, u64 time, bool in_ns)
{
	u32 usec;

	if (!in_ns) {
		seq_printf(m, "%s: %llu\n", what, time);
		return;
	}
	time = div_u64_rem(div_u64(time + NSEC_PER_USEC / 2, NSEC_PER_USEC), USEC_PER_SEC, &usec);
	seq_printf(m, "%s: %5llu.%06u\n", what, time, usec);
}

/* Prints per_cpu/cpuN/stats of one CPU. */
void instance_show_stats(struct trace_instance *instance, struct seq_file *m, int cpu)
{
	bool in_ns = instance_clock_in_ns(instance);
	struct ring_buffer_stats stats;

	ring_buffer_get_stats(instance->buffer, cpu, &stats);
	seq_printf(m, "entries: %llu\n", stats.entries);
	seq_printf(m, "overrun: %llu\n", stats.overrun);
	seq_printf(m, "commit overrun: %llu\n", stats.commit_overrun);
	seq_printf(m, "bytes: %llu\n", stats.bytes);
	show_time(m, "oldest event ts", stats.oldest_time, in_ns);
	show_time(m, "now ts", stats.now, in_ns);
	seq_printf(m, "dropped events: %llu\n", stats.dropped);
	seq_printf(m, "read events: %llu\n", stats.read);
}

/**
 * instance_set_buffer_percent() - set how full a buffer wakes poll and splice
 * @instance: the instance whose buffer is meant
 * @percent: 0 to 100; with 0 any data wakes them
 *
 * Context: process context. Return: 0 or -EINVAL.
 */
int instance_set_buffer_percent(struct trace_instance *instance, unsigned int percent)
{
	if (percent > 100)
		return -EINVAL;
	WRITE_ONCE(instance->buffer_percent, percent);
	return 0;
}

/**
 * instance_reset() - empty the buffer
 * @instance: the instance whose buffer is emptied
 * @cpu: the CPU whose part is emptied, or -1 for all
 *
 * Context: process context.
 */
void instance_reset(struct trace_instance *instance, int cpu)
{
	mutex_lock(&instance->lock);
	probefs_ring_buffer_reset(instance->buffer, cpu);
	mutex_unlock(&instance->lock);
}

/** instance_reset_all() - empty the buffer and the snapshot, between which nothing moves meanwhile; process context */
void instance_reset_all(struct trace_instance *instance)
{
	mutex_lock(&instance->lock);
	probefs_ring_buffer_reset(instance->buffer, -1);
	snapshot_empty(instance, -1);
	mutex_unlock(&instance->lock);
}

/**
 * instance_claim_pipe() - take the records of a CPU for one trace_pipe alone
 * @instance: the instance whose records are taken
 * @cpu: the CPU whose records are taken, or -1 for all
 *
 * Context: process context. Return: 0, or -EBUSY if another trace_pipe has a CPU of these.
 */
int instance_claim_pipe(struct trace_instance *instance, int cpu)
{
	int ret = 0;

	mutex_lock(&instance->lock);
	if (instance->pipe_reader_all || (cpu < 0 && !cpumask_empty(&instance->pipe_readers)))
		ret = -EBUSY;
	else if (cpu < 0)
		instance->pipe_reader_all = true;
	else if (cpumask_test_and_set_cpu(cpu, &instance->pipe_readers))
		ret = -EBUSY;
	mutex_unlock(&instance->lock);
	return ret;
}

/* Gives back what instance_claim_pipe() took. */
void instance_release_pipe(struct trace_instance *instance, int cpu)
{
	mutex_lock(&instance->lock);
	if (cpu < 0)
		instance->pipe_reader_all = false;
	else
		cpumask_clear_cpu(cpu, &instance->pipe_readers);
	mutex_unlock(&instance->lock);
}
