// SPDX-License-Identifier: GPL-2.0
/*
 * An instance is one ring buffer and what the control files next to the buffer have set.
 *
 * instance->lock serialises changes, but for buffer_percent. Hits and readers look at options,
 * clock and buffer_percent without the lock: each is one word, and a hit that is under way may
 * still go by the old value.
 */
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/cpumask.h>
#include <linux/limits.h>
#include <linux/log2.h>
#include <linux/math64.h>
#include <linux/mutex.h>
#include <linux/overflow.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/time64.h>

#include "kernel/instance/clock.h"
#include "kernel/instance/comm_cache.h"
#include "kernel/instance/error_log.h"
#include "kernel/instance/instance.h"
#include "kernel/instance/pid_follow.h"
#include "kernel/instance/saved_tasks.h"
#include "kernel/subbuf/subbuf_format.h"

#define BUFFER_DEFAULT_KB	1408
#define BUFFER_DEFAULT_PERCENT	50

static const struct trace_option {
	const char *name;
	bool on;
} options[TRACE_NR_OPTIONS] = {
#define OPTION(bit, text, on_) [TRACE_OPTION_##bit##_BIT] = { text, on_ },
	TRACE_OPTIONS(OPTION)
#undef OPTION
};

static unsigned long default_options(void)
{
	unsigned long bits = 0;
	unsigned int i;

	for (i = 0; i < TRACE_NR_OPTIONS; i++) {
		if (options[i].on)
			bits |= BIT(i);
	}
	return bits;
}

static void set_size_kb(struct trace_instance *instance, unsigned long kb, int cpu)
{
	int i;

	for_each_possible_cpu(i) {
		if (cpu < 0 || cpu == i)
			instance->size_kb[i] = kb;
	}
}

/*
 * Makes room for the tasks of one CPU, or of all CPUs that are or were there. Room that was got
 * before memory ran out is kept for the next time.
 */
static int expand_comms(struct trace_instance *instance, int only)
{
	int cpu, ret = 0;

	if (only >= 0)
		return saved_tasks_expand(instance->tasks, only);
	for_each_possible_cpu(cpu) {
		if (ring_buffer_is_present(instance->buffer, cpu))
			ret = ret ?: saved_tasks_expand(instance->tasks, cpu);
	}
	return ret;
}

static int expand_to(struct trace_instance *instance, size_t bytes, int cpu)
{
	int ret = expand_comms(instance, cpu);

	if (!ret)
		ret = probefs_ring_buffer_resize(instance->buffer, bytes, cpu);
	if (!ret)
		/* Pairs with instance_expand(), which takes no lock when there is nothing to do. */
		smp_store_release(&instance->expanded, true);
	return ret;
}

/**
 * instance_expand() - give the buffer its size
 * @instance: the instance whose buffer grows
 *
 * Call this before the first record: enabling an event does, and a marker does. The call does
 * nothing once the buffer has its size. Of a CPU that comes meanwhile either @instance->lock has seen
 * the call first, and then instance_cpu_comes() gives it its size, or the CPU counts as present here.
 * So nothing here keeps CPUs from coming, and a caller that holds the lock of an address space may
 * not do that. Context: process context. Return: 0, or -ENOMEM and nothing has changed.
 */
int instance_expand(struct trace_instance *instance)
{
	int ret = 0;

	if (smp_load_acquire(&instance->expanded))
		return 0;
	mutex_lock(&instance->lock);
	if (!instance->expanded)
		ret = expand_to(instance, BUFFER_DEFAULT_KB << 10, -1);
	mutex_unlock(&instance->lock);
	return ret;
}

static enum cpuhp_state instance_cpu_state;

/*
 * A CPU comes, and nothing runs there yet. If the buffer has its size, the CPU's part gets its own
 * before the CPU counts as present, because from then on programs may map the part, and then it keeps
 * the size that it has.
 */
static int instance_cpu_comes(unsigned int cpu, struct hlist_node *node)
{
	struct trace_instance *instance = hlist_entry(node, struct trace_instance, cpu_link);
	int ret = 0;

	mutex_lock(&instance->lock);
	if (instance->expanded)
		ret = expand_to(instance, instance->size_kb[cpu] << 10, cpu);
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

/* Returns the room in a CPU's buffer, without the headers of pages. */
static unsigned long room_kb(const struct trace_instance *instance, int cpu)
{
	size_t bytes = ring_buffer_bytes(instance->buffer, cpu);
	size_t pages = bytes / ring_buffer_subbuf_size(instance->buffer);

	return (bytes - pages * SUBBUF_HEADER) >> 10;
}

/*
 * Call this when the size of sub-buffers has changed, before the buffer takes writers again: a record that is
 * built for larger sub-buffers would be refused. A record keeps the place of a string in 16 bits, so
 * room for more is of no use.
 */
static void set_record_room(void *data)
{
	struct trace_instance *instance = data;

	WRITE_ONCE(instance->record_room,
		   min_t(size_t, ring_buffer_max_payload(instance->buffer), U16_MAX));
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
	set_size_kb(instance, BUFFER_DEFAULT_KB, -1);
	instance->small_kb = room_kb(instance, cpumask_first(cpu_possible_mask));
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
	INIT_LIST_HEAD(&instance->wanted_events);
	mutex_init(&instance->lock);
	instance->tracer = tracer;
	instance->tasks = tasks;
	instance->comms = tasks->comms;
	instance->owner = owner;
	instance->current_tracer = "nop";
	instance->options = default_options();
	instance->clock = clock_default();
	instance->buffer_percent = BUFFER_DEFAULT_PERCENT;
	if (alloc_parts(instance, name)) {
		init_parts(instance);
		set_record_room(instance);
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

/* An option does not exist where probefs or the kernel lacks what it switches. */
static bool option_exists(unsigned int bit)
{
	switch (bit) {
	case TRACE_OPTION_MARKERS_BIT:
		return IS_ENABLED(CONFIG_PROBEFS_TRACE_MARKER);
	case TRACE_OPTION_EVENT_FORK_BIT:
		return pid_follow_works();
	case TRACE_OPTION_FUNCTION_FORK_BIT:
		return IS_ENABLED(CONFIG_PROBEFS_FUNCTION_TRACER) && pid_follow_works();
	case TRACE_OPTION_USERSTACKTRACE_BIT:
		return IS_ENABLED(CONFIG_X86_64);
	default:
		return bit < TRACE_NR_OPTIONS;
	}
}

static int find_option(const char *name)
{
	unsigned int i;

	for (i = 0; i < TRACE_NR_OPTIONS; i++) {
		if (option_exists(i) && !strcmp(options[i].name, name))
			return i;
	}
	return -EINVAL;
}

/**
 * instance_set_option() - switch an option by its name, as a write to trace_options does
 * @instance: the instance whose option is switched
 * @name: name of an option to switch on, or "no" and the name of an option to switch off
 *
 * Context: process context. Return: 0, -EINVAL for an unknown option, -ENOMEM, -EINTR when the
 * process is being killed.
 */
int instance_set_option(struct trace_instance *instance, const char *name)
{
	bool off = !strncmp(name, "no", 2);
	int bit = find_option(off ? name + 2 : name);

	return bit < 0 ? bit : instance_set_option_bit(instance, bit, !off);
}

static void set_option_bit(struct trace_instance *instance, unsigned int bit, bool on)
{
	mutex_lock(&instance->lock);
	if (on)
		WRITE_ONCE(instance->options, instance->options | BIT(bit));
	else
		WRITE_ONCE(instance->options, instance->options & ~BIT(bit));
	if (bit == TRACE_OPTION_OVERWRITE_BIT)
		ring_buffer_set_overwrite(instance->buffer, on);
	mutex_unlock(&instance->lock);
}

/**
 * instance_set_option_bit() - switch an option by its number
 * @instance: the instance whose option is switched
 * @bit: number of the option, TRACE_OPTION_x_BIT
 * @on: new value of the option
 *
 * Context: process context. Return: 0, -ENOMEM, or -EINTR when the process is being killed; nothing
 * has changed when the call fails.
 */
int instance_set_option_bit(struct trace_instance *instance, unsigned int bit, bool on)
{
	int ret = instance->owner->change_begins(instance->tracer);

	if (ret)
		return ret;
	ret = pid_follow(instance, on ? instance->options | BIT(bit) : instance->options & ~BIT(bit));
	if (!ret)
		set_option_bit(instance, bit, on);
	instance->owner->change_ends(instance->tracer);
	return ret;
}

/* Prints trace_options: each option on a line, with "no" in front of an option that is off. */
void instance_show_options(struct trace_instance *instance, struct seq_file *m)
{
	unsigned long bits = READ_ONCE(instance->options);
	unsigned int i;

	for (i = 0; i < TRACE_NR_OPTIONS; i++) {
		if (option_exists(i))
			seq_printf(m, "%s%s\n", bits & BIT(i) ? "" : "no", options[i].name);
	}
}

/* Returns NULL when there is no such option. */
const char *trace_option_name(unsigned int bit)
{
	return option_exists(bit) ? options[bit].name : NULL;
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

/* Gives all CPUs that are there, except @cpu, the default size. */
static int expand_others(struct trace_instance *instance, int cpu)
{
	int other, ret = expand_comms(instance, -1);

	for_each_possible_cpu(other) {
		if (ret)
			break;
		if (other != cpu && ring_buffer_is_present(instance->buffer, other))
			ret = probefs_ring_buffer_resize(instance->buffer, BUFFER_DEFAULT_KB << 10,
							 other);
	}
	return ret;
}

/*
 * The first size that is given may be that of one CPU. The size says nothing about the other CPUs:
 * they get the default, or nothing changes. The CPU comes first, because its size is the one that
 * may be out of all reason.
 */
static int expand_around(struct trace_instance *instance, size_t bytes, int cpu)
{
	int ret = expand_comms(instance, cpu);

	ret = ret ?: probefs_ring_buffer_resize(instance->buffer, bytes, cpu);
	if (ret)
		return ret;
	ret = expand_others(instance, cpu);
	if (!ret) {
		smp_store_release(&instance->expanded, true);	/* as in expand_to() */
		return 0;
	}
	/* Back to the size before instance_expand(); without memory for that, the buffer stays large. */
	probefs_ring_buffer_resize(instance->buffer, 0, cpu);
	probefs_ring_buffer_resize(instance->buffer, 0, -1);
	return ret;
}

static int resize(struct trace_instance *instance, size_t bytes, int cpu)
{
	int ret;

	if (cpu >= 0 && !instance->expanded)
		ret = expand_around(instance, bytes, cpu);
	else
		ret = expand_to(instance, bytes, cpu);
	if (!ret && cpu >= 0)
		ring_buffer_set_present(instance->buffer, cpu, true);
	return ret;
}

/**
 * instance_resize() - set the size of the buffer, as buffer_size_kb does
 * @instance: the instance whose buffer is resized
 * @kb: new size per CPU in KiB
 * @cpu: the CPU whose part is resized, or -1 for all
 *
 * Context: process context. Return: 0, -EINVAL for a size out of range, -ENOMEM, -EINTR when the
 * process is being killed. Nothing has changed when the call fails.
 */
int instance_resize(struct trace_instance *instance, unsigned long kb, int cpu)
{
	size_t bytes;
	int ret;

	if (!kb || check_mul_overflow((size_t)kb, (size_t)1024, &bytes))
		return -EINVAL;
	mutex_lock(&instance->lock);
	ret = resize(instance, bytes, cpu);
	if (!ret)
		set_size_kb(instance, kb, cpu);
	mutex_unlock(&instance->lock);
	return ret;
}

static bool same_sizes(const struct trace_instance *instance)
{
	unsigned long first = instance->size_kb[cpumask_first(cpu_possible_mask)];
	int cpu;

	for_each_possible_cpu(cpu) {
		if (instance->size_kb[cpu] != first)
			return false;
	}
	return true;
}

/*
 * Before a CPU's buffer is expanded, its size is the room that was in it at first: larger sub-buffers do
 * not show.
 */
static unsigned long present_kb(const struct trace_instance *instance, int cpu)
{
	if (instance->expanded && ring_buffer_is_present(instance->buffer, cpu))
		return instance->size_kb[cpu];
	return instance->small_kb;
}

/**
 * instance_set_subbuf_kb() - set the size of sub-buffers, as buffer_subbuf_size_kb does
 * @instance: the instance whose buffer gets other memory
 * @kb: the size in KiB; rounded up to a power of two of pages
 *
 * The call empties the buffer, but not when the size stays the same. Context: process context.
 * Return: 0, -EINVAL for a size out of range, -EBUSY while a program has mapped the buffer of a CPU,
 * -ENOMEM, -EINTR when the process is being killed. Nothing has changed when the call fails.
 */
int instance_set_subbuf_kb(struct trace_instance *instance, unsigned long kb)
{
	size_t bytes;
	int ret;

	if (!kb || check_mul_overflow((size_t)kb, (size_t)1024, &bytes) || bytes > LONG_MAX)
		return -EINVAL;
	bytes = max_t(size_t, roundup_pow_of_two(bytes), PAGE_SIZE);
	mutex_lock(&instance->lock);
	ret = ring_buffer_set_subbuf_size(instance->buffer, bytes, set_record_room, instance);
	mutex_unlock(&instance->lock);
	return ret;
}

/**
 * instance_free_buffer() - give back the memory of the buffer, as closing free_buffer does
 * @instance: the instance whose buffer gets as small as can be; the newest records that fit stay
 *
 * The buffer keeps that size until it gets another one. A buffer that has not been expanded yet is
 * as small already, and is expanded as it would have been. With the option disable_on_free nothing
 * is recorded any more, before the buffer shrinks.
 *
 * Context: process context, also while the process is being killed: to shrink takes no page.
 * Without memory for its tables, the buffer stays as it is.
 */
void instance_free_buffer(struct trace_instance *instance)
{
	if (READ_ONCE(instance->options) & TRACE_OPTION(DISABLE_ON_FREE))
		instance_set_tracing(instance, false);
	mutex_lock(&instance->lock);
	if (instance->expanded && !probefs_ring_buffer_resize(instance->buffer, 0, -1))
		set_size_kb(instance, room_kb(instance, cpumask_first(cpu_online_mask)), -1);
	mutex_unlock(&instance->lock);
}

/*
 * Prints buffer_size_kb: the size that was asked for, in which the rounding of the buffer does not
 * show. Programs know the form that the text has before the buffer is expanded.
 */
void instance_show_size(struct trace_instance *instance, struct seq_file *m, int cpu)
{
	int shown = cpu < 0 ? cpumask_first(cpu_possible_mask) : cpu;

	mutex_lock(&instance->lock);
	if (cpu < 0 && !same_sizes(instance))
		seq_puts(m, "X\n");
	else if (cpu < 0 && !instance->expanded)
		seq_printf(m, "%lu (expanded: %lu)\n", present_kb(instance, shown),
			   instance->size_kb[shown]);
	else
		seq_printf(m, "%lu\n", present_kb(instance, shown));
	mutex_unlock(&instance->lock);
}

/* Prints buffer_total_size_kb: the sum of the sizes of all CPUs. */
void instance_show_total_size(struct trace_instance *instance, struct seq_file *m)
{
	unsigned long total = 0, expanded = 0;
	int cpu;

	mutex_lock(&instance->lock);
	for_each_possible_cpu(cpu) {
		total += present_kb(instance, cpu);
		expanded += instance->size_kb[cpu];
	}
	if (instance->expanded)
		seq_printf(m, "%lu\n", total);
	else
		seq_printf(m, "%lu (expanded: %lu)\n", total, expanded);
	mutex_unlock(&instance->lock);
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
