// SPDX-License-Identifier: GPL-2.0
/*
 * The snapshot of an instance is a second ring buffer, which no hit is recorded in. Taking a snapshot
 * exchanges what is in the two (ring_buffer_swap(), where the exclusion is explained): the snapshot gets what was
 * recorded until then, and recording goes on with what was in the snapshot before, as on mainline.
 *
 * The buffer is made when somebody first looks at it, as small as can be. It has memory for a snapshot, sizes
 * like those of the buffer, from the first snapshot or trigger until it is freed (@snapshot_allocated). The
 * structure stays as long as the instance, because files that are open read it.
 *
 * A hit that takes a snapshot can't exchange anything: writers below it, and on other CPUs, may be inside.
 * So it holds the buffer, which refuses writers from then on, and queues an irq_work, which queues a work
 * item, which exchanges the buffers and lets go. What hits meanwhile counts as suppressed.
 * instance_settle_snapshot() waits until that is done.
 *
 * Locks: instance->lock protects @snapshot_allocated and @snapshot_armed, and is held over every change of
 * the second buffer, which ring_buffer_swap() asks for.
 */
#include <linux/cpumask.h>
#include <linux/irq_work.h>
#include <linux/mutex.h>
#include <linux/workqueue.h>

#include "kernel/buffer/ring_buffer.h"
#include "kernel/buffer/ring_buffer_map.h"
#include "kernel/compat/irq_work.h"
#include "kernel/instance/clock.h"
#include "kernel/instance/instance.h"
#include "kernel/instance/snapshot.h"

/* Gives the parts of the second buffer, or one of them, the sizes of the first. */
static int fit(struct trace_instance *instance, int only)
{
	int cpu, ret = 0;

	for_each_possible_cpu(cpu)
		if (!ret && (only < 0 || cpu == only))
			ret = probefs_ring_buffer_resize(instance->snapshot,
							 ring_buffer_bytes(instance->buffer, cpu), cpu);
	return ret;
}

/* Makes the second buffer as small and empty as it was at first. */
static void shrink(struct trace_instance *instance)
{
	probefs_ring_buffer_reset(instance->snapshot, -1);
	probefs_ring_buffer_resize(instance->snapshot, 0, -1);
	ring_buffer_set_subbuf_size(instance->snapshot, PAGE_SIZE, NULL, NULL);
	WRITE_ONCE(instance->snapshot_allocated, false);
}

/* Makes the second buffer; instance->lock is held. */
static struct ring_buffer *create(struct trace_instance *instance)
{
	struct ring_buffer *snapshot = instance->snapshot;

	if (snapshot)
		return snapshot;
	snapshot = ring_buffer_create(0, true, clock_at(instance->clock)->read);
	/* Pairs with instance_snapshot(), which looks without the lock. */
	smp_store_release(&instance->snapshot, snapshot);
	return snapshot;
}

/* Gives the second buffer the memory for a snapshot of @cpu, or of all for -1; instance->lock is held. */
static int allocate(struct trace_instance *instance, int cpu)
{
	int ret;

	if (!create(instance))
		return -ENOMEM;
	if (instance->snapshot_allocated)
		return fit(instance, cpu);
	ret = ring_buffer_set_subbuf_size(instance->snapshot,
					  ring_buffer_subbuf_size(instance->buffer), NULL, NULL);
	ret = ret ?: fit(instance, -1);
	if (ret)
		shrink(instance);
	else
		WRITE_ONCE(instance->snapshot_allocated, true);
	return ret;
}

/* Whoever sleeps on one of the buffers may find something there now. */
static void wake(struct trace_instance *instance)
{
	ring_buffer_look(instance->buffer);
	ring_buffer_look(instance->snapshot);
}

/* What a hit has asked for. Of a buffer that is mapped, or a snapshot that is freed, nothing happens. */
static void exchange_for_hit(struct work_struct *work)
{
	struct trace_instance *instance = container_of(work, struct trace_instance, snapshot_work);

	mutex_lock(&instance->lock);
	if (instance->snapshot_allocated) {
		ring_buffer_swap(instance->buffer, instance->snapshot, -1);
		wake(instance);
	}
	mutex_unlock(&instance->lock);
	ring_buffer_let_go(instance->buffer);
}

static void queue_exchange(struct irq_work *irq_work)
{
	schedule_work(&container_of(irq_work, struct trace_instance, snapshot_irq_work)->snapshot_work);
}

/** snapshot_init() - prepare a new instance for snapshots */
void snapshot_init(struct trace_instance *instance)
{
	INIT_WORK(&instance->snapshot_work, exchange_for_hit);
	compat_init_irq_work_hard(&instance->snapshot_irq_work, queue_exchange);
}

/** snapshot_destroy() - free the second buffer of an instance that no hit arrives at any more */
void snapshot_destroy(struct trace_instance *instance)
{
	instance_settle_snapshot(instance);
	ring_buffer_destroy(instance->snapshot);
}

/**
 * snapshot_follow_size() - give the snapshot the size that the buffer has got
 * @instance: the instance, whose lock is held
 * @cpu: the CPU whose part has another size, or -1 for all
 *
 * Return: 0, -ENOMEM, or -EINTR when the process is being killed.
 */
int snapshot_follow_size(struct trace_instance *instance, int cpu)
{
	return instance->snapshot_allocated ? fit(instance, cpu) : 0;
}

/** snapshot_follow_subbuf_size() - the same for the size of sub-buffers, which empties the snapshot */
int snapshot_follow_subbuf_size(struct trace_instance *instance)
{
	int ret;

	if (!instance->snapshot_allocated)
		return 0;
	ret = ring_buffer_set_subbuf_size(instance->snapshot,
					  ring_buffer_subbuf_size(instance->buffer), NULL, NULL);
	return ret ?: fit(instance, -1);
}

static bool fits(const struct trace_instance *instance)
{
	int cpu;

	if (ring_buffer_subbuf_size(instance->snapshot) != ring_buffer_subbuf_size(instance->buffer))
		return false;
	for_each_possible_cpu(cpu)
		if (ring_buffer_bytes(instance->snapshot, cpu) != ring_buffer_bytes(instance->buffer, cpu))
			return false;
	return true;
}

/**
 * snapshot_free_misfit() - free a snapshot that has other sizes than the buffer
 * @instance: the instance, whose lock is held
 *
 * Call this when snapshot_follow_size() or snapshot_follow_subbuf_size() has failed: only what fits can be
 * exchanged. A hit that takes a snapshot then switches recording off, as where somebody has freed it.
 */
void snapshot_free_misfit(struct trace_instance *instance)
{
	if (instance->snapshot_allocated && !fits(instance))
		shrink(instance);
}

/** snapshot_follow_clock() - empty the snapshot, because the buffer has another clock */
void snapshot_follow_clock(struct trace_instance *instance)
{
	if (instance->snapshot)
		probefs_ring_buffer_set_clock(instance->snapshot, clock_at(instance->clock)->read);
}

/**
 * instance_snapshot() - get the second buffer, to read it
 * @instance: the instance, which the caller holds
 *
 * Context: process context. Return: the buffer, which stays as long as the instance, or NULL without memory.
 */
struct ring_buffer *instance_snapshot(struct trace_instance *instance)
{
	struct ring_buffer *snapshot = smp_load_acquire(&instance->snapshot);	/* pairs with create() */

	if (snapshot)
		return snapshot;
	mutex_lock(&instance->lock);
	snapshot = create(instance);
	mutex_unlock(&instance->lock);
	return snapshot;
}

/**
 * instance_settle_snapshot() - wait until the snapshots are taken that hits have asked for
 * @instance: the instance, whose lock is not held
 *
 * Hits that come during the call may ask again. Context: process context.
 */
void instance_settle_snapshot(struct trace_instance *instance)
{
	irq_work_sync(&instance->snapshot_irq_work);
	flush_work(&instance->snapshot_work);
}

/**
 * instance_take_snapshot() - exchange what was recorded for what is in the snapshot
 * @instance: the instance whose buffer is exchanged
 * @cpu: the CPU whose part is exchanged, or -1 for all
 *
 * Context: process context. Return: 0, -EBUSY while a program has mapped the buffer, -ENOMEM, or -EINTR when the
 * process is being killed; nothing was exchanged when the call fails.
 */
int instance_take_snapshot(struct trace_instance *instance, int cpu)
{
	int ret = instance_expand(instance);

	if (ret)
		return ret;
	mutex_lock(&instance->lock);
	ret = ring_buffer_is_mapped(instance->buffer) ? -EBUSY : allocate(instance, cpu);
	ret = ret ?: ring_buffer_swap(instance->buffer, instance->snapshot, cpu);
	if (!ret)
		wake(instance);
	mutex_unlock(&instance->lock);
	return ret;
}

/**
 * snapshot_empty() - empty the snapshot, if there is one
 * @instance: the instance, whose lock is held
 * @cpu: the CPU whose part is emptied, or -1 for all
 */
void snapshot_empty(struct trace_instance *instance, int cpu)
{
	if (instance->snapshot_allocated)
		probefs_ring_buffer_reset(instance->snapshot, cpu);
}

/**
 * instance_clear_snapshot() - empty the snapshot, if there is one
 * @instance: the instance that has the snapshot
 * @cpu: the CPU whose part is emptied, or -1 for all
 */
void instance_clear_snapshot(struct trace_instance *instance, int cpu)
{
	mutex_lock(&instance->lock);
	snapshot_empty(instance, cpu);
	mutex_unlock(&instance->lock);
}

/** instance_free_snapshot() - give back the memory of the snapshot */
void instance_free_snapshot(struct trace_instance *instance)
{
	mutex_lock(&instance->lock);
	if (instance->snapshot_allocated)
		shrink(instance);
	mutex_unlock(&instance->lock);
}

/**
 * instance_arm_snapshot() - make ready for snapshots that hits take
 * @instance: the instance whose hits take them
 *
 * Until instance_disarm_snapshot() no program can map the buffer. Context: process context. Return: 0, -EBUSY
 * while a program has the buffer mapped, -ENOMEM, or -EINTR when the process is being killed.
 */
int instance_arm_snapshot(struct trace_instance *instance)
{
	int ret = instance_expand(instance);

	if (ret)
		return ret;
	mutex_lock(&instance->lock);
	ret = ring_buffer_is_mapped(instance->buffer) ? -EBUSY : allocate(instance, -1);
	instance->snapshot_armed += !ret;
	mutex_unlock(&instance->lock);
	return ret;
}

/** instance_disarm_snapshot() - take back one instance_arm_snapshot(); the memory stays */
void instance_disarm_snapshot(struct trace_instance *instance)
{
	mutex_lock(&instance->lock);
	instance->snapshot_armed--;
	mutex_unlock(&instance->lock);
}

/**
 * instance_map() - map the buffer of a CPU for a program
 * @instance: the instance whose buffer is mapped
 * @cpu: number of the CPU
 *
 * Context: process context, also with the lock of an address space held. Return: 0, -EBUSY while hits may take
 * snapshots, or an errno of ring_buffer_map().
 */
int instance_map(struct trace_instance *instance, int cpu)
{
	int ret;

	mutex_lock(&instance->lock);
	ret = instance->snapshot_armed ? -EBUSY : ring_buffer_map(instance->buffer, cpu);
	mutex_unlock(&instance->lock);
	return ret;
}
