/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A writer for tests of the ring buffer: ring_buffer_begin() and ring_buffer_end() as functions, with
 * the results of the first in a structure, so that a test can do something between the two. Behind
 * kernel/buffer/ring_buffer.c.
 */
#ifndef RING_BUFFER_RESERVE_H
#define RING_BUFFER_RESERVE_H

#include "kernel/buffer/ring_buffer_write.h"

/**
 * struct ring_buffer_reservation - an event between reserve and commit
 * @data: receives the payload; 4-byte aligned, with zeroed slack behind the payload
 * @time: time stamp of the event, by the buffer's clock
 * @cpu: the part of the buffer that ring_buffer_end() is called for
 */
struct ring_buffer_reservation {
	void *data;
	u64 time;
	struct ring_buffer_cpu *cpu;
};

static inline enum ring_buffer_status ring_buffer_reserve(struct ring_buffer *rb, size_t size,
							  struct ring_buffer_reservation *res)
{
	return ring_buffer_begin(rb, size, &res->cpu, &res->data, &res->time);
}

static inline void ring_buffer_commit(struct ring_buffer_reservation *res)
{
	ring_buffer_end(res->cpu);
}

#endif
