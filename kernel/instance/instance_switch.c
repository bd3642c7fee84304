// SPDX-License-Identifier: GPL-2.0
/*
 * What hits ask and change of tracing_on, and how they take snapshots, in any context.
 */
#include <linux/cpumask.h>
#include <linux/kprobes.h>
#include <linux/smp.h>

#include "kernel/buffer/ring_buffer.h"
#include "kernel/instance/instance.h"
#include "kernel/instance/snapshot.h"

/** instance_is_tracing() - does the instance record, as tracing_on says? Context: any */
bool __kprobes instance_is_tracing(const struct trace_instance *instance)
{
	return ring_buffer_is_on(instance->buffer);
}

/**
 * instance_switch_in_hit() - switch recording on or off, as a hit may
 * @instance: the instance that records
 * @on: true to record, false to stop
 *
 * Unlike instance_set_tracing() this wakes no readers, and raises no interrupt: the interrupt might be
 * what hits. Context: any, preemption off.
 */
void __kprobes instance_switch_in_hit(struct trace_instance *instance, bool on)
{
	ring_buffer_switch_in_hit(instance->buffer, on);
}

/**
 * instance_snapshot_in_hit() - ask for a snapshot, which ends here
 * @instance: the instance whose buffer is exchanged, see snapshot.c
 *
 * While one is asked for and not taken yet, nothing is recorded, and this does nothing: the interrupt that it
 * raises may hit again. On a CPU that is going an irq_work would never run, and there is no snapshot.
 * Context: any, preemption off.
 */
void __kprobes instance_snapshot_in_hit(struct trace_instance *instance)
{
	if (unlikely(!cpu_online(raw_smp_processor_id())))
		return;
	if (ring_buffer_hold_in_hit(instance->buffer))
		irq_work_queue(&instance->snapshot_irq_work);
}
