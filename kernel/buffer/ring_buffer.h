/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Per-CPU ring buffer in the kernel's binary sub-buffer format.
 *
 * One writer CPU per buffer, nested up to NMI; readers on any CPU. Algorithm, invariants and the
 * reader's protocol are at the top of ring_buffer.c.
 */
#ifndef KERNEL_RING_BUFFER_H
#define KERNEL_RING_BUFFER_H

#include <linux/compiler.h>
#include <linux/percpu.h>
#include <linux/types.h>

#define RING_BUFFER_DEPTHS	8	/* writers of one CPU that may be on top of each other */
#define RING_BUFFER_HEADER	16	/* time stamp and commit word of a sub-buffer */

/* Why a reservation failed; each is counted by the caller as its own cause of loss. */
enum ring_buffer_status {
	RING_BUFFER_OK,
	RING_BUFFER_OFF,	/* recording is switched off: for all, or for this CPU */
	RING_BUFFER_FULL,	/* discard mode and no room, or the tail met an uncommitted event */
	RING_BUFFER_TOO_LARGE,	/* does not fit a sub-buffer */
	RING_BUFFER_NESTED,	/* RING_BUFFER_DEPTHS writers of this CPU are inside */
	RING_BUFFER_STATUS_END
};

struct ring_buffer;
struct ring_buffer_cpu;

typedef u64 (*ring_buffer_clock_fn)(void);

/**
 * struct ring_buffer_room - what a small event takes, for writers that know its size beforehand
 * @front: the event's header without a delta, and the first word of the payload: written as one
 * @advance: added to the tail
 * @words: of the payload, as in the event's header
 */
struct ring_buffer_room {
	u64 front;
	u32 advance;
	u32 words;
};

/**
 * struct ring_buffer_reservation - an event between reserve and commit
 * @data: where to write the payload, 4-byte aligned, zeroed slack behind it
 * @time: its time stamp
 * @cpu_buffer: opaque
 */
struct ring_buffer_reservation {
	void *data;
	u64 time;
	void *cpu_buffer;
};

struct ring_buffer *ring_buffer_create(size_t bytes_per_cpu, bool overwrite,
				       ring_buffer_clock_fn clock);
void ring_buffer_destroy(struct ring_buffer *rb);

/*
 * Writers. Preemption is off from reserve to commit; a writer that comes in on top of another one of
 * the same CPU ends before that one goes on. Any context. The wake-up of readers goes through
 * irq_work.
 */
enum ring_buffer_status ring_buffer_reserve(struct ring_buffer *rb, size_t size,
					    struct ring_buffer_reservation *res);
void ring_buffer_commit(struct ring_buffer *rb, struct ring_buffer_reservation *res);
enum ring_buffer_status probefs_ring_buffer_write(struct ring_buffer *rb, const void *data,
						  size_t size);
size_t ring_buffer_max_payload(const struct ring_buffer *rb);
/* For ring_buffer_write.h */
struct ring_buffer_cpu *__percpu *ring_buffer_local(const struct ring_buffer *rb);
void ring_buffer_set_private(struct ring_buffer *rb, int cpu, void *private);

/*
 * Control. Process context; what switches recording on and off, any. @cpu -1 means all CPUs.
 */
void probefs_ring_buffer_record_on(struct ring_buffer *rb, bool on);
bool ring_buffer_is_on(const struct ring_buffer *rb);
void ring_buffer_record_cpu(struct ring_buffer *rb, int cpu, bool on);	/* tracing_cpumask */
void ring_buffer_pause(struct ring_buffer *rb);		/* nests; pause-on-trace */
void ring_buffer_resume(struct ring_buffer *rb);
void ring_buffer_set_overwrite(struct ring_buffer *rb, bool overwrite);
/* Resets: times of two clocks do not compare. */
void probefs_ring_buffer_set_clock(struct ring_buffer *rb, ring_buffer_clock_fn clock);
void probefs_ring_buffer_reset(struct ring_buffer *rb, int cpu);
/* Keeps the newest sub-buffers that fit. */
int probefs_ring_buffer_resize(struct ring_buffer *rb, size_t bytes, int cpu);
/* CPUs are taken to be there; resizing all leaves out those that are said not to be. */
void ring_buffer_set_present(struct ring_buffer *rb, int cpu, bool present);
bool ring_buffer_is_present(const struct ring_buffer *rb, int cpu);
size_t ring_buffer_bytes(const struct ring_buffer *rb, int cpu);	/* all sub-buffers of it */
size_t ring_buffer_subbuf_size(const struct ring_buffer *rb);

/**
 * struct ring_buffer_stats - what happened in the buffer of one CPU since its last reset
 * @entries: events that are in the buffer and that no consuming reader has taken
 * @overrun: events that newer ones overwrote before a consuming reader took them
 * @commit_overrun: events that were refused because the ring was full of events that an interrupted writer had
 *	not committed
 * @bytes: bytes that the events counted by @entries take in the buffer
 * @oldest_time: time stamp of the oldest of these events, by the buffer's clock; 0 when there is none
 * @now: what the buffer's clock showed when the numbers were taken
 * @dropped: events that were refused because the buffer was full and may not overwrite
 * @read: events that consuming readers have taken
 * @written: events that were committed; equal to @read + @overrun + @entries
 *
 * per_cpu/cpuN/stats shows all of them but @written.
 */
struct ring_buffer_stats {
	u64 entries;
	u64 overrun;
	u64 commit_overrun;
	u64 bytes;
	u64 oldest_time;
	u64 now;
	u64 dropped;
	u64 read;
	u64 written;
};

void ring_buffer_get_stats(struct ring_buffer *rb, int cpu, struct ring_buffer_stats *stats);

/**
 * struct ring_buffer_event - one event as a reader sees it
 * @data: payload, valid until the next call on the same iterator
 * @size: payload bytes (rounded up to 4 by the writer)
 * @time: absolute time stamp
 * @lost: events lost immediately before this one
 */
struct ring_buffer_event {
	const void *data;
	size_t size;
	u64 time;
	u64 lost;
};

/*
 * Iterating reader of one CPU: sees a copy, consumes nothing, never blocks a writer.
 * ring_buffer_iterator_peek() returns false at the end of what is there now.
 */
struct ring_buffer_iterator;
struct ring_buffer_iterator *ring_buffer_iterator_create(struct ring_buffer *rb, int cpu);
void ring_buffer_iterator_destroy(struct ring_buffer_iterator *it);
void ring_buffer_iterator_rewind(struct ring_buffer_iterator *it);
bool ring_buffer_iterator_peek(struct ring_buffer_iterator *it, struct ring_buffer_event *event);
void ring_buffer_iterator_next(struct ring_buffer_iterator *it);

/*
 * Consuming reader: events one by one (trace_pipe), or whole sub-buffers (trace_pipe_raw).
 * Serialised per CPU inside. peek leaves the event, consume takes it. The event is copied to
 * @copy (of at least ring_buffer_subbuf_size() bytes) so that no lock is held on return.
 */
bool probefs_ring_buffer_peek(struct ring_buffer *rb, int cpu, void *copy,
			      struct ring_buffer_event *event);
bool probefs_ring_buffer_consume(struct ring_buffer *rb, int cpu, void *copy,
				 struct ring_buffer_event *event);
/*
 * Takes the next sub-buffer image into *@page: unread events only, own header, lost-event bits and
 * count, tail zeroed. *@page becomes another page as a rule, the buffer keeps the one that was
 * given; NULL: one is allocated when there is something. @full: only a sub-buffer that no writer is
 * on. Returns bytes of events in it (0: nothing there) or -ENOMEM.
 */
ssize_t probefs_ring_buffer_read_page(struct ring_buffer *rb, int cpu, void **page, bool full);
/* Pages for that. Freed by the latter, or by put_page(). */
void *ring_buffer_page_alloc(const struct ring_buffer *rb, int cpu);
void ring_buffer_page_free(const struct ring_buffer *rb, void *page);

bool probefs_ring_buffer_empty(struct ring_buffer *rb, int cpu);
/* Complete sub-buffers are @percent of the buffer or more; 0: anything to read. */
bool ring_buffer_watermark(struct ring_buffer *rb, int cpu, unsigned int percent);

/* Waiting (kernel only, ring_buffer_wait.c). @cpu -1: any CPU. */
struct file;
struct poll_table_struct;
int probefs_ring_buffer_wait(struct ring_buffer *rb, int cpu, unsigned int percent,
			     bool (*stop)(void *), void *data);
unsigned int ring_buffer_poll(struct ring_buffer *rb, int cpu, struct file *file,
			      struct poll_table_struct *table, unsigned int percent);
void ring_buffer_wake_all(struct ring_buffer *rb, int cpu);
void ring_buffer_wake_waiters(struct ring_buffer *rb, int cpu);

#endif
