/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The clocks of trace_clock.
 */
#ifndef KERNEL_CLOCK_H
#define KERNEL_CLOCK_H

#include "kernel/buffer/ring_buffer.h"

/**
 * struct clock_source - a clock that time stamps are taken from
 * @name: name of the clock as trace_clock shows it
 * @read: returns the time; called in any context
 * @in_ns: the clock counts nanoseconds, so that times are shown as seconds
 */
struct clock_source {
	const char *name;
	ring_buffer_clock_fn read;
	bool in_ns;
};

unsigned int clock_default(void);
int clock_find(const char *name);
/* Returns NULL behind the last clock. A clock without @read does not exist on this kernel. */
const struct clock_source *clock_at(unsigned int index);

#endif
