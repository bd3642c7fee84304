// SPDX-License-Identifier: GPL-2.0
/*
 * Switching the recording of an instance on and off in a hit, which comes in any context.
 *
 * What tracing_on says changes at once, and so does what writers find that come in the usual way.
 * Whether writers of a CPU may come in the quick way depends on a word of that CPU that takes a lock
 * to be set. So the hit only clears it, and an irq_work sets it as it has to be, by what tracing_on
 * says when the irq_work runs: a switch that is made while another one changes the word, too, is
 * seen by one of them.
 */
#include <linux/kprobes.h>

#include "kernel/buffer/ring_buffer.h"
#include "kernel/instance/instance.h"

static void instance_switched(struct irq_work *work)
{
	ring_buffer_update_open_all(container_of(work, struct trace_instance, switched)->buffer);
}

/** instance_switch_init() - prepare a new instance for instance_switch_in_hit() */
void instance_switch_init(struct trace_instance *instance)
{
	init_irq_work(&instance->switched, instance_switched);
}

/** instance_switch_finish() - wait until no irq_work uses the buffer any more; no hit may come */
void instance_switch_finish(struct trace_instance *instance)
{
	irq_work_sync(&instance->switched);
}

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
 * Readers are not woken, as instance_set_tracing() does. Context: any, preemption off.
 */
void __kprobes instance_switch_in_hit(struct trace_instance *instance, bool on)
{
	ring_buffer_switch_in_hit(instance->buffer, on);
	irq_work_queue(&instance->switched);
}
