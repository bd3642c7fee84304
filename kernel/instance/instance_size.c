// SPDX-License-Identifier: GPL-2.0
/*
 * How much memory the buffer of an instance has: buffer_size_kb, buffer_total_size_kb, buffer_subbuf_size_kb
 * and free_buffer. A buffer is as small as can be until it is expanded, by instance_expand() or a size that
 * somebody asks for.
 *
 * instance->lock serialises all changes.
 */
#include <linux/cpumask.h>
#include <linux/limits.h>
#include <linux/log2.h>
#include <linux/mutex.h>
#include <linux/overflow.h>
#include <linux/seq_file.h>

#include "kernel/instance/instance.h"
#include "kernel/instance/instance_parts.h"
#include "kernel/instance/saved_tasks.h"
#include "kernel/instance/snapshot.h"
#include "kernel/subbuf/subbuf_format.h"

#define BUFFER_DEFAULT_KB	1408

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

/** instance_size_init() - note the sizes that the buffer of a new instance has, and is to get */
void instance_size_init(struct trace_instance *instance)
{
	set_size_kb(instance, BUFFER_DEFAULT_KB, -1);
	instance->small_kb = room_kb(instance, cpumask_first(cpu_possible_mask));
	set_record_room(instance);
}

/**
 * instance_size_cpu() - give a CPU's part its size, if the buffer has been expanded
 * @instance: the instance, whose lock is held
 * @cpu: number of the CPU, where nothing runs yet
 *
 * Return: 0, or -ENOMEM and nothing has changed.
 */
int instance_size_cpu(struct trace_instance *instance, int cpu)
{
	return instance->expanded ? expand_to(instance, instance->size_kb[cpu] << 10, cpu) : 0;
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

/* Gives the buffer back the sizes that it had; without memory for that, it has the new ones. */
static void undo_resize(struct trace_instance *instance, int only)
{
	int cpu;

	for_each_possible_cpu(cpu)
		if ((only < 0 || cpu == only) && ring_buffer_is_present(instance->buffer, cpu))
			probefs_ring_buffer_resize(instance->buffer, instance->size_kb[cpu] << 10, cpu);
	if (snapshot_follow_size(instance, only))
		snapshot_free_misfit(instance);
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
	if (!ret) {
		ret = snapshot_follow_size(instance, cpu);
		if (ret)
			undo_resize(instance, cpu);
	}
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

/*
 * The buffer gets back what it had when there is no memory for the snapshot; the records are gone then. A
 * process that is being killed gets no memory for that either, and the snapshot is freed.
 */
static int set_subbuf_size(struct trace_instance *instance, size_t bytes)
{
	size_t before = ring_buffer_subbuf_size(instance->buffer);
	int ret = ring_buffer_set_subbuf_size(instance->buffer, bytes, set_record_room, instance);

	if (ret)
		return ret;
	ret = snapshot_follow_subbuf_size(instance);
	if (ret) {
		ring_buffer_set_subbuf_size(instance->buffer, before, set_record_room, instance);
		snapshot_follow_subbuf_size(instance);
		snapshot_free_misfit(instance);
	}
	return ret;
}

/**
 * instance_set_subbuf_kb() - set the size of sub-buffers, as buffer_subbuf_size_kb does
 * @instance: the instance whose buffer gets other memory
 * @kb: the size in KiB; rounded up to a power of two of pages
 *
 * The call empties the buffer, but not when the size stays the same. Context: process context.
 * Return: 0, -EINVAL for a size out of range, -EBUSY while a program has mapped the buffer of a CPU,
 * -ENOMEM, -EINTR when the process is being killed. When the call fails for want of memory for the snapshot,
 * the records are gone; of a process that is being killed the new size may stay.
 */
int instance_set_subbuf_kb(struct trace_instance *instance, unsigned long kb)
{
	size_t bytes;
	int ret;

	if (!kb || check_mul_overflow((size_t)kb, (size_t)1024, &bytes) || bytes > LONG_MAX)
		return -EINVAL;
	bytes = max_t(size_t, roundup_pow_of_two(bytes), PAGE_SIZE);
	mutex_lock(&instance->lock);
	ret = set_subbuf_size(instance, bytes);
	mutex_unlock(&instance->lock);
	return ret;
}

/**
 * instance_shrink_buffer() - make the buffer as small as can be; the newest records that fit stay
 * @instance: the instance whose buffer shrinks, and the snapshot with the buffer
 *
 * The buffer keeps that size until it gets another one. A buffer that has not been expanded yet is
 * as small already, and is expanded as it would have been.
 *
 * Context: process context, also while the process is being killed: to shrink takes no page.
 * Without memory for its tables, the buffer stays as it is.
 */
void instance_shrink_buffer(struct trace_instance *instance)
{
	mutex_lock(&instance->lock);
	if (instance->expanded && !probefs_ring_buffer_resize(instance->buffer, 0, -1))
		set_size_kb(instance, room_kb(instance, cpumask_first(cpu_online_mask)), -1);
	if (snapshot_follow_size(instance, -1))
		snapshot_free_misfit(instance);
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
