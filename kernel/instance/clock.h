/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The clocks of trace_clock.
 */
#ifndef KERNEL_CLOCK_H
#define KERNEL_CLOCK_H

#include "kernel/buffer/ring_buffer.h"

/**
 * struct clock_source - a clock that time stamps are taken from
 * @name: as trace_clock shows it
 * @read: any context
 * @in_ns: counts nanoseconds, so that times are shown as seconds
 */
struct clock_source {
	const char *name;
	ring_buffer_clock_fn read;
	bool in_ns;
};

unsigned int clock_default(void);
int clock_find(const char *name);
/* NULL behind the last; a clock without @read is one that this kernel has not. */
const struct clock_source *clock_at(unsigned int index);

#endif
