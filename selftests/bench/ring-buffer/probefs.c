// SPDX-License-Identifier: GPL-2.0
/*
 * probefs' ring buffer and fetch programs, the module's very sources, on the host. Written in line
 * like the record path does (kernel/record/record.c), without what only a kernel has around it.
 *
 * The clock is the one that LTTng-UST reads.
 */
#include <assert.h>
#include <stdlib.h>
#include <time.h>

#include "kernel/buffer/ring_buffer_internal.h"

#include "ring_buffer_sources.h"
#include "kernel/buffer/ring_buffer_control.c"
#include "kernel/buffer/ring_buffer_open.c"

#include <linux/ptrace.h>

#include "fetch/fetch_inline.h"
#include "fetch_test.h"

#define assert_true	assert
#include "fake_kernel.h"

#include "bench.h"

#define BUFFER_BYTES	(1 << 20)

unsigned int standin_cpu;
int standin_alloc_fail_at;

static struct ring_buffer *buffer;
static struct fetch_test registers_test;

/* Nobody waits for events. */
void ring_buffer_wait_init(struct ring_buffer *rb __always_unused)
{
}

void ring_buffer_wait_finish(struct ring_buffer *rb __always_unused)
{
}

void ring_buffer_wait_init_cpu(struct ring_buffer_cpu *cpu __always_unused)
{
}

void ring_buffer_wait_finish_cpu(struct ring_buffer_cpu *cpu __always_unused)
{
}

static u64 bench_clock(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

static int find_no_symbol(const char *symbol __always_unused,
			  unsigned long *address __always_unused)
{
	return -ENOENT;
}

void probefs_start(void)
{
	buffer = ring_buffer_create(BUFFER_BYTES, true, bench_clock);
	if (!buffer || fetch_test_create(&registers_test, "p:e f %di %si %dx %cx", find_no_symbol) ||
	    !fetch_program_is_simple(registers_test.program))
		abort();
}

/* Events that were written since the start. */
unsigned long probefs_written(void)
{
	struct ring_buffer_stats stats;

	ring_buffer_get_stats(buffer, 0, &stats);
	return stats.written;
}

static __always_inline void *begin(size_t size, struct ring_buffer_cpu **cpu)
{
	void *payload;
	u64 time;

	if (unlikely(ring_buffer_begin(buffer, size, cpu, &payload, &time)))
		abort();
	return payload;
}

static __always_inline void write_event(const u8 *data, size_t size)
{
	struct ring_buffer_cpu *cpu;

	memcpy(begin(size, &cpu), data, size);
	ring_buffer_end(cpu);
}

#define WRITE(size)							\
void probefs_write_##size(const u8 *data, unsigned long times)		\
{									\
	while (times--)							\
		write_event(data, size);				\
}

WRITE(16)
WRITE(32)
WRITE(128)
WRITE(512)

/* An event of 32 bytes that is interrupted, one level up, by another one. */
void probefs_write_nested_32(const u8 *data, unsigned long times)
{
	struct ring_buffer_cpu *cpu;
	void *payload;

	while (times--) {
		payload = begin(32, &cpu);
		write_event(data, 32);
		memcpy(payload, data, 32);
		ring_buffer_end(cpu);
	}
}

/*
 * Four registers. The program puts them behind the head of a record, which is in the bytes before
 * the payload here, where nothing is written: the payload is theirs alone, as it is for LTTng.
 */
void probefs_write_registers(const u8 *data, unsigned long times)
{
	const struct fetch_program *program = registers_test.program;
	struct pt_regs regs = { };
	struct ring_buffer_cpu *cpu;
	size_t head = registers_test.layout->field[0].offset;

	memcpy(&regs.di, data, 8);
	memcpy(&regs.si, data + 8, 8);
	memcpy(&regs.dx, data + 16, 8);
	memcpy(&regs.cx, data + 24, 8);
	while (times--) {
		void *payload = begin(32, &cpu);

		fetch_program_run_simple(program, &regs, payload - head);
		ring_buffer_end(cpu);
	}
}
