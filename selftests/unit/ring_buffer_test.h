/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The ring buffer for one source of a test, with a clock that the test sets and, between any two
 * steps of a writer or reader, a call of test_step().
 */
#ifndef UNIT_RING_BUFFER_TEST_H
#define UNIT_RING_BUFFER_TEST_H

#include "cmocka_all.h"

#define RING_BUFFER_STEPS
#include "kernel/buffer/ring_buffer_internal.h"

#include "ring_buffer_sources.h"
#include "ring_buffer_control_steps.h"
#include "ring_buffer_reserve.h"

#define SUBBUF		4096
#define CAPACITY	(SUBBUF - SUBBUF_HEADER)
#define MAX_PAYLOAD	(CAPACITY - 8)

unsigned int standin_cpu;
int standin_alloc_fail_at;

static u64 test_time;
static u64 test_tick;		/* what each look at the clock adds */

static inline u64 test_clock(void)
{
	u64 now = test_time;

	test_time += test_tick;
	return now;
}

static void (*test_step)(const struct ring_buffer_cpu *cpu, const char *step);

void ring_buffer_step(const struct ring_buffer_cpu *cpu, const char *step)
{
	if (test_step)
		test_step(cpu, step);
}

/* Nobody sleeps on the host. */
void ring_buffer_wait_init(struct ring_buffer *rb)
{
}

void ring_buffer_wait_finish(struct ring_buffer *rb)
{
}

void ring_buffer_wait_init_cpu(struct ring_buffer_cpu *cpu)
{
}

void ring_buffer_wait_finish_cpu(struct ring_buffer_cpu *cpu)
{
}

/* @pages sub-buffers for each CPU; time starts at 1000 and stands still. */
static inline struct ring_buffer *test_buffer(unsigned int pages, bool overwrite)
{
	struct ring_buffer *rb = ring_buffer_create(pages * SUBBUF, overwrite, test_clock);

	assert_non_null(rb);
	test_time = 1000;
	test_tick = 0;
	test_step = NULL;
	standin_cpu = 0;
	return rb;
}

/*
 * probefs_ring_buffer_read_page() with a page of its own, which is full of what nobody may ever
 * see, into @image.
 */
static inline size_t test_read_page(struct ring_buffer *rb, int cpu, void *image, bool full)
{
	void *page = subbuf_page_alloc(cpu, SUBBUF);
	ssize_t bytes;

	assert_non_null(page);
	memset(page, 0xa5, SUBBUF);
	bytes = probefs_ring_buffer_read_page(rb, cpu, &page, full);
	assert_true(bytes >= 0);
	if (bytes)
		memcpy(image, page, SUBBUF);
	subbuf_page_free(page);
	return bytes;
}

#endif
