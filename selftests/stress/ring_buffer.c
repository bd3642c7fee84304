// SPDX-License-Identifier: GPL-2.0
/*
 * The ring buffer with a writer, two kinds of reader and control in threads of their own.
 *
 *	ring_buffer EVENTS MODE	writes about so many events; MODE is one of the table below
 *
 * The writer is one CPU: at random steps it is interrupted by itself, one deeper, and by what other
 * threads have called on it. Events carry
 * their time, a number and a sum over a payload of random length. Whoever gets an event checks
 * it and that times rise; in the end
 *
 *	events the consuming reader got + events it was told are lost = events written
 *
 * must hold, less where a page had no room for the number, and except where resets threw some
 * away. Bounded by the number of events: a loaded host takes longer and tests the same.
 */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RING_BUFFER_STEPS
#include "kernel/buffer/ring_buffer_internal.h"

#include "../unit/ring_buffer_sources.h"
#include "kernel/buffer/ring_buffer_control.c"
#include "kernel/buffer/ring_buffer_open.c"
#include "../unit/ring_buffer_reserve.h"

#define SUBBUF		4096
#define SUBBUF_LARGEST	(SUBBUF << 3)

unsigned int standin_cpu;

#define CHECK(condition) do {							\
	if (!(condition)) {							\
		fprintf(stderr, "ring_buffer.c:%d: %s\n", __LINE__, #condition); \
		abort();							\
	}									\
} while (0)

struct mode {
	const char *name;
	bool overwrite;
	bool resize;
	bool reset;
	bool map;
	bool subbuf;		/* changes of the size of sub-buffers, which reset */
};

static const struct mode modes[] = {
	{ "overwrite", true },
	{ "discard", false },
	{ "resize", true, true },
	{ "reset", true, true, true },
	{ "mapped", true, true, .map = true },
	{ "mapped-discard", false, .map = true },
	{ "mapped-reset", true, true, true, true },
	{ "sub-buffers", true, true, true, .subbuf = true },
	{ "mapped-sub-buffers", true, true, true, true, true },
};

struct payload {
	u64 time;
	u64 number;
	u32 words;
	u32 sum;
	u32 word[];
};

static const struct mode *mode;
static struct ring_buffer *rb;
static u64 nr_events;
static u64 stress_time = 1;
static bool writer_done;

static u64 stress_clock(void)
{
	return __atomic_fetch_add(&stress_time, 1, __ATOMIC_RELAXED);
}

/* Numbers of one thread; the same in every run. */
static _Thread_local u32 random_state;

static u32 draw(u32 below)
{
	random_state = random_state * 1664525 + 1013904223;
	return (random_state >> 10) % below;
}

/* --- the writer --- */

static _Thread_local bool is_writer;
static unsigned int depth;	/* of the next writer */
static u64 attempts;
static u64 accepted;
static u64 refused;

static void fill(struct payload *payload, u32 words, u64 time)
{
	u32 i;

	payload->time = time;
	payload->number = accepted;
	payload->words = words;
	payload->sum = time + words;
	for (i = 0; i < words; i++) {
		payload->word[i] = draw(1 << 20);
		payload->sum += payload->word[i];
	}
}

/* As hits are recorded (kernel/record/record_inline.h); false: no common case. Called one level up. */
static bool write_quickly(u32 words)
{
	struct ring_buffer_cpu *cpu = raw_cpu_read(*ring_buffer_local(rb));
	struct ring_buffer_room room = ring_buffer_room(sizeof(struct payload) + 4 * words, 0);
	void *payload;
	u64 time;

	if (!ring_buffer_enter_first(cpu))
		return false;
	if (!ring_buffer_begin_quick(cpu, &room, &payload, &time)) {
		ring_buffer_refuse(cpu);
		return false;
	}
	accepted++;
	fill(payload, words, time);
	ring_buffer_end_first(cpu);
	return true;
}

static void write_slowly(u32 words)
{
	struct ring_buffer_reservation res;

	switch (ring_buffer_reserve(rb, sizeof(struct payload) + 4 * words, &res)) {
	case RING_BUFFER_OK:
		accepted++;
		fill(res.data, words, res.time);
		ring_buffer_commit(&res);
		break;
	case RING_BUFFER_FULL:
		refused++;
		break;
	case RING_BUFFER_OFF:
		CHECK(mode->resize || mode->reset);
		break;
	case RING_BUFFER_NESTED:
		CHECK(depth > RING_BUFFER_DEPTHS);
		break;
	case RING_BUFFER_TOO_LARGE:
		CHECK(mode->subbuf && words > 900);
		break;
	default:
		CHECK(false);
	}
}

static void write_one(void)
{
	u32 words = draw(16) ? draw(20) : draw(mode->subbuf ? 4000 : 900);
	bool small = subbuf_is_small(sizeof(struct payload) + 4 * words);

	attempts++;
	depth++;
	if (!small || !draw(4) || !write_quickly(words))
		write_slowly(words);
	depth--;
}

/* --- interrupts of the writer's CPU by other threads, one at a time --- */

static pthread_mutex_t interrupt_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t caller_lock = PTHREAD_MUTEX_INITIALIZER;
static void (*interrupt_func)(void *);
static void *interrupt_info;

/* What writes on top of an interrupt is an NMI. */
static void take_interrupt(void)
{
	static bool in_interrupt;

	if (in_interrupt || !__atomic_load_n(&interrupt_func, __ATOMIC_RELAXED))
		return;
	pthread_mutex_lock(&interrupt_lock);
	in_interrupt = true;
	interrupt_func(interrupt_info);
	in_interrupt = false;
	__atomic_store_n(&interrupt_func, NULL, __ATOMIC_RELAXED);
	pthread_mutex_unlock(&interrupt_lock);
}

/* Until the writer takes it; when it has ended nobody runs on its CPU any more. */
int standin_interrupt(int cpu, void (*func)(void *), void *info)
{
	bool pending = true;

	pthread_mutex_lock(&caller_lock);
	pthread_mutex_lock(&interrupt_lock);
	if (cpu || writer_done) {
		func(info);
		pending = false;
	} else {
		interrupt_info = info;
		__atomic_store_n(&interrupt_func, func, __ATOMIC_RELAXED);
	}
	pthread_mutex_unlock(&interrupt_lock);
	while (pending) {
		sched_yield();
		pthread_mutex_lock(&interrupt_lock);
		pending = interrupt_func;
		pthread_mutex_unlock(&interrupt_lock);
	}
	pthread_mutex_unlock(&caller_lock);
	return 0;
}

void ring_buffer_step(const struct ring_buffer_cpu *cpu __always_unused, const char *step)
{
	if (!is_writer) {
		if (!strcmp(step, "no longer stopped"))
			usleep(draw(100));	/* so that writers reopen the quick way themselves */
		else if (!draw(64))
			sched_yield();
		return;
	}
	take_interrupt();
	if (depth > RING_BUFFER_DEPTHS || draw(24))
		return;
	write_one();
	while (!draw(3))
		write_one();
}

static void *writer(void *unused __always_unused)
{
	is_writer = true;
	random_state = 1;
	while (attempts < nr_events) {
		write_one();
		if (!draw(200))
			sched_yield();
	}
	pthread_mutex_lock(&interrupt_lock);
	if (interrupt_func) {
		interrupt_func(interrupt_info);
		interrupt_func = NULL;
	}
	__atomic_store_n(&writer_done, true, __ATOMIC_RELEASE);
	pthread_mutex_unlock(&interrupt_lock);
	return NULL;
}

/* --- readers --- */

static void check_payload(const void *data, size_t size, u64 time)
{
	const struct payload *payload = data;
	u32 sum = time + payload->words;
	u32 i;

	CHECK(payload->time == time);
	CHECK(size == sizeof(*payload) + 4 * payload->words);
	for (i = 0; i < payload->words; i++)
		sum += payload->word[i];
	CHECK(sum == payload->sum);
}

static u64 got;
static u64 lost;
static u64 lost_unknown;	/* times */
static u64 last_time;

static void got_event(const struct subbuf_event *event)
{
	check_payload(event->data, event->size, event->time);
	CHECK(event->time > last_time);
	last_time = event->time;
	got++;
	lost += event->lost;
}

static void got_page(void *page, size_t bytes)
{
	const struct subbuf_header *header = page;
	struct subbuf_chunk chunk = { .page = page, .end = bytes };
	struct subbuf_event event;

	chunk.time = header->time_stamp;
	if (header->commit & HEADER_LOST_STORED)
		memcpy(&chunk.lost, page + SUBBUF_HEADER + bytes, 8);
	else if (header->commit & HEADER_LOST)
		lost_unknown++;
	while (subbuf_chunk_peek(&chunk, &event)) {
		got_event(&event);
		subbuf_chunk_pass(&chunk, &event);
	}
}

static bool mapped;

static void *subbuf_mapped(u32 id)
{
	return ring_buffer_map_page(rb, 0, (1 + id) * (ring_buffer_subbuf_size(rb) / SUBBUF));
}

/* The same sub-buffer after the first question has what others had begun to read. */
static bool take_rest(void)
{
	const struct ring_buffer_meta *meta = ring_buffer_map_page(rb, 0, 0);
	struct subbuf_header *header = subbuf_mapped(0);
	u32 bytes = header->commit & (BIT(27) - 1);

	CHECK(!meta->reader.id && !meta->reader.read);
	if (!bytes)
		return false;
	CHECK(!ring_buffer_map_get_reader(rb, 0));
	CHECK(!meta->reader.id && meta->reader.read == bytes);
	got_page(header, bytes);
	return true;
}

/* Reads as a program that has mapped the buffer: what it finds belongs to it until it asks again. */
static bool read_mapped(void)
{
	const struct ring_buffer_meta *meta = ring_buffer_map_page(rb, 0, 0);
	u32 id = READ_ONCE(meta->reader.id);
	const struct subbuf_header *header;

	CHECK(!ring_buffer_map_get_reader(rb, 0));
	if (READ_ONCE(meta->reader.id) == id)
		return false;
	if (mode->reset)	/* which empties what the program reads */
		return true;
	header = subbuf_mapped(meta->reader.id);
	got_page((void *)header, header->commit & (BIT(27) - 1));
	return true;
}

static bool consume_mapped(void)
{
	if (!mapped) {
		CHECK(!ring_buffer_map(rb, 0));
		mapped = true;
		/* What others have left is there from the beginning. */
		return !mode->reset && take_rest();
	}
	if (draw(50))
		return read_mapped();
	ring_buffer_unmap(rb, 0);
	mapped = false;
	return true;
}

static bool consume_something(void)
{
	static u8 copy[SUBBUF_LARGEST] __aligned(8);
	static void *page;
	struct subbuf_event event;
	ssize_t bytes;

	if (mode->map && (mapped || !draw(20)))
		return consume_mapped();
	if (draw(3)) {
		if (!probefs_ring_buffer_consume(rb, 0, copy, sizeof(copy), &event))
			return false;
		got_event(&event);
		return true;
	}
	bytes = probefs_ring_buffer_read_page(rb, 0, &page, draw(2));
	CHECK(bytes >= 0);
	if (bytes)
		got_page(page, bytes);
	if (!draw(4)) {		/* the next one brings none */
		subbuf_page_free(page);
		page = NULL;
	}
	return bytes;
}

static void *consumer(void *unused __always_unused)
{
	random_state = 2;
	while (!__atomic_load_n(&writer_done, __ATOMIC_ACQUIRE)) {
		atomic_or(WAKE_DATA, &rb->cpus[0]->wake);
		if (!consume_something())
			sched_yield();
		while (!draw(400))	/* fall behind */
			usleep(1000);
	}
	return NULL;
}

static void *iterator(void *unused __always_unused)
{
	struct ring_buffer_iterator *it = ring_buffer_iterator_create(rb, 0);
	struct subbuf_event event;
	u64 last = 0;

	random_state = 3;
	CHECK(it);
	while (!__atomic_load_n(&writer_done, __ATOMIC_ACQUIRE)) {
		if (!ring_buffer_iterator_peek(it, &event) || !draw(2000)) {
			ring_buffer_iterator_rewind(it);
			last = 0;
			sched_yield();
			continue;
		}
		check_payload(event.data, event.size, event.time);
		CHECK(event.time > last);
		last = event.time;
		ring_buffer_iterator_next(it);
	}
	ring_buffer_iterator_destroy(it);
	return NULL;
}

static void *control(void *unused __always_unused)
{
	struct ring_buffer_stats stats;

	random_state = 4;
	while (!__atomic_load_n(&writer_done, __ATOMIC_ACQUIRE)) {
		ring_buffer_get_stats(rb, 0, &stats);
		CHECK(stats.written == stats.read + stats.overrun + stats.entries);
		CHECK((s64)stats.overrun >= 0 && (s64)stats.entries >= 0);
		CHECK(mode->overwrite || !stats.overrun);
		if (mode->reset && !draw(8))
			probefs_ring_buffer_reset(rb, draw(2) ? 0 : -1);
		if (mode->resize && !draw(4)) {
			int ret = probefs_ring_buffer_resize(rb, (2 + draw(12)) * SUBBUF,
							     draw(2) ? 0 : -1);

			CHECK(!ret || (mode->map && ret == -EBUSY));
		}
		if (mode->subbuf && !draw(4)) {
			int ret = ring_buffer_set_subbuf_size(rb, SUBBUF << draw(4), NULL, NULL);

			CHECK(!ret || (mode->map && ret == -EBUSY));
		}
		ring_buffer_watermark(rb, -1, draw(101));
		probefs_ring_buffer_empty(rb, 0);
		usleep(draw(300));
	}
	return NULL;
}

static void check_sums(void)
{
	struct ring_buffer_stats stats;
	struct ring_buffer_cpu *cpu = rb->cpus[0];

	CHECK(cpu->nest == 0);
	CHECK(cpu->commit == cpu->tail);
	while (!probefs_ring_buffer_empty(rb, 0))
		consume_something();
	if (mapped)
		ring_buffer_unmap(rb, 0);
	ring_buffer_get_stats(rb, 0, &stats);
	CHECK(!stats.entries && !stats.bytes);
	printf("%s: %llu attempts, %llu written, %llu refused, %llu read, %llu lost\n", mode->name,
	       (unsigned long long)attempts, (unsigned long long)accepted,
	       (unsigned long long)refused, (unsigned long long)got, (unsigned long long)lost);
	CHECK(got > accepted / 1000);
	if (mode->reset)
		return;
	CHECK(stats.written == accepted);
	CHECK(stats.read == got);
	CHECK(got + stats.overrun == accepted);
	CHECK(lost_unknown ? lost < stats.overrun : lost == stats.overrun);
	CHECK(stats.dropped + stats.commit_overrun == refused);
}

int main(int argc, char **argv)
{
	static void *(*const threads[])(void *) = { writer, consumer, iterator, control };
	pthread_t ids[ARRAY_SIZE(threads)];
	unsigned int i;

	for (i = 0; argc == 3 && i < ARRAY_SIZE(modes); i++)
		if (!strcmp(argv[2], modes[i].name))
			mode = &modes[i];
	if (!mode) {
		fprintf(stderr, "Usage: ring_buffer EVENTS MODE\n");
		return 2;
	}
	nr_events = strtoull(argv[1], NULL, 0);
	rb = ring_buffer_create(6 * SUBBUF, mode->overwrite, stress_clock);
	CHECK(rb);
	for (i = 0; i < ARRAY_SIZE(threads); i++)
		CHECK(!pthread_create(&ids[i], NULL, threads[i], NULL));
	for (i = 0; i < ARRAY_SIZE(threads); i++)
		pthread_join(ids[i], NULL);
	check_sums();
	ring_buffer_destroy(rb);
	return 0;
}

/* Nobody sleeps on the host. */
void ring_buffer_wait_init(struct ring_buffer *buffer __always_unused)
{
}

void ring_buffer_wait_finish(struct ring_buffer *buffer __always_unused)
{
}

void ring_buffer_wait_init_cpu(struct ring_buffer_cpu *cpu __always_unused)
{
}

void ring_buffer_wait_finish_cpu(struct ring_buffer_cpu *cpu __always_unused)
{
}
