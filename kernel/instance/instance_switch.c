// SPDX-License-Identifier: GPL-2.0
/*
 * What hits ask and change of tracing_on, in any context.
 */
#include <linux/kprobes.h>

#include "kernel/buffer/ring_buffer.h"
#include "kernel/instance/instance.h"

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
