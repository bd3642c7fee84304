/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Per-CPU ring buffer in mainline's binary sub-buffer format.
 *
 * Each buffer has one writer CPU, whose writers nest up to NMI; readers may run on any CPU. The
 * algorithm, its invariants and the reader's protocol are explained at the top of ring_buffer.c.
 *
 * Functions whose names the kernel's own ring buffer has, too, begin with probefs_: both may be built
 * into one kernel.
 */
#ifndef KERNEL_RING_BUFFER_H
#define KERNEL_RING_BUFFER_H

#include <linux/compiler.h>
#include <linux/percpu.h>
#include <linux/types.h>

#define RING_BUFFER_DEPTHS	8	/* writers of one CPU that may be on top of each other */

/* Reasons why a reservation failed; the caller counts each as its own cause of loss. */
enum ring_buffer_status {
	RING_BUFFER_OK,
	RING_BUFFER_OFF,	/* recording is switched off for all CPUs or for this one */
	RING_BUFFER_FULL,	/* no room in discard mode, or the tail met an uncommitted event */
	RING_BUFFER_TOO_LARGE,	/* the event does not fit a sub-buffer */
	RING_BUFFER_NESTED,	/* RING_BUFFER_DEPTHS writers of this CPU are inside already */
	RING_BUFFER_STATUS_END
};

struct ring_buffer;
struct ring_buffer_cpu;
struct subbuf_event;

typedef u64 (*ring_buffer_clock_fn)(void);

/**
 * struct ring_buffer_room - what a small event takes, for writers that know its size beforehand
 * @front: the event's header without a delta, and the first word of the payload; one store writes
 *	both
 * @advance: what the event adds to the tail
 * @words: words of payload, as the event's header counts them
 */
struct ring_buffer_room {
	u64 front;
	u32 advance;
	u32 words;
};

struct ring_buffer *ring_buffer_create(size_t bytes_per_cpu, bool overwrite,
				       ring_buffer_clock_fn clock);
void ring_buffer_destroy(struct ring_buffer *rb);

/*
 * Writers run in any context and keep preemption off from reserve to commit. A writer that comes in
 * on top of another one of its CPU ends before that one goes on. Readers are woken through
 * irq_work.
 */
enum ring_buffer_status probefs_ring_buffer_write(struct ring_buffer *rb, const void *data,
						  size_t size);
size_t ring_buffer_max_payload(const struct ring_buffer *rb);
/* The following two are for callers of ring_buffer_write.h. */
struct ring_buffer_cpu *__percpu *ring_buffer_local(const struct ring_buffer *rb);
void ring_buffer_set_private(struct ring_buffer *rb, int cpu, void *private);

/*
 * Control runs in process context; functions that only switch recording on and off run in any
 * context but NMI. A @cpu of -1 means all CPUs.
 */
void probefs_ring_buffer_record_on(struct ring_buffer *rb, bool on);
bool ring_buffer_is_on(const struct ring_buffer *rb);
void ring_buffer_switch_in_hit(struct ring_buffer *rb, bool on);	/* any context */
bool ring_buffer_hold_in_hit(struct ring_buffer *rb);			/* any context */
void ring_buffer_let_go(struct ring_buffer *rb);
void ring_buffer_record_cpu(struct ring_buffer *rb, int cpu, bool on);	/* for tracing_cpumask */
void ring_buffer_pause(struct ring_buffer *rb);		/* calls nest; for pause-on-trace */
void ring_buffer_resume(struct ring_buffer *rb);
void ring_buffer_set_overwrite(struct ring_buffer *rb, bool overwrite);
/* Changing the clock resets the buffer, because times of two clocks do not compare. */
void probefs_ring_buffer_set_clock(struct ring_buffer *rb, ring_buffer_clock_fn clock);
void probefs_ring_buffer_reset(struct ring_buffer *rb, int cpu);
/* Resizing keeps the newest sub-buffers that fit. */
int probefs_ring_buffer_resize(struct ring_buffer *rb, size_t bytes, int cpu);
/* Exchanges what is in two buffers, for the snapshot. */
int ring_buffer_swap(struct ring_buffer *rb, struct ring_buffer *other, int cpu);
bool ring_buffer_is_mapped(struct ring_buffer *rb);
/*
 * Every CPU counts as present until it is said not to be; resizing all CPUs leaves absent ones out.
 */
void ring_buffer_set_present(struct ring_buffer *rb, int cpu, bool present);
bool ring_buffer_is_present(const struct ring_buffer *rb, int cpu);
size_t ring_buffer_bytes(const struct ring_buffer *rb, int cpu);	/* of all sub-buffers */
size_t ring_buffer_subbuf_size(const struct ring_buffer *rb);
/* Changing the size of sub-buffers resets the buffer. */
int ring_buffer_set_subbuf_size(struct ring_buffer *rb, size_t size, void (*changed)(void *data),
				void *data);

/**
 * struct ring_buffer_stats - what happened in the buffer of one CPU since its last reset
 * @entries: events that are in the buffer and that no consuming reader has taken
 * @overrun: events that newer ones overwrote before a consuming reader took them
 * @commit_overrun: events that were refused because the ring was full of events that an interrupted
 *	writer had not committed
 * @bytes: bytes that the events counted by @entries take in the buffer
 * @oldest_time: time stamp of the oldest of these events, by the buffer's clock; 0 when there is
 *	none
 * @now: what the buffer's clock showed when the numbers were taken
 * @dropped: events that were refused because the buffer was full and may not overwrite
 * @read: events that consuming readers have taken
 * @written: events that were committed; equal to @read + @overrun + @entries
 *
 * per_cpu/cpuN/stats shows all members but @written.
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

/*
 * An iterating reader reads the events of one CPU. It sees a copy, consumes nothing and never
 * blocks a writer. ring_buffer_iterator_peek() returns false at the end of what is there now, or when
 * a full buffer was handed out, until the iterator is rewound or may go on.
 */
struct ring_buffer_iterator;
struct ring_buffer_iterator *ring_buffer_iterator_create(struct ring_buffer *rb, int cpu);
void ring_buffer_iterator_destroy(struct ring_buffer_iterator *it);
void ring_buffer_iterator_rewind(struct ring_buffer_iterator *it);
void ring_buffer_iterator_go_on(struct ring_buffer_iterator *it);
bool ring_buffer_iterator_peek(struct ring_buffer_iterator *it, struct subbuf_event *event);
void ring_buffer_iterator_next(struct ring_buffer_iterator *it);
bool ring_buffer_iterator_is_stale(const struct ring_buffer_iterator *it);

/*
 * A consuming reader takes events one by one (trace_pipe), or whole sub-buffers (trace_pipe_raw).
 * The buffer serialises the readers of one CPU. peek leaves the event, consume takes it, and copies
 * its payload to @copy, so that no lock is held on return.
 */
bool probefs_ring_buffer_peek(struct ring_buffer *rb, int nr, struct subbuf_event *event);
bool probefs_ring_buffer_consume(struct ring_buffer *rb, int cpu, void *copy, size_t room,
				 struct subbuf_event *event);
/*
 * Takes the next sub-buffer image into *@page, or into a new page when that is NULL. As a rule the
 * buffer keeps the page that was given, and *@page becomes another one; the caller frees it by
 * subbuf_page_free() or put_page(). Returns 0 when there is nothing to read.
 */
ssize_t probefs_ring_buffer_read_page(struct ring_buffer *rb, int cpu, void **page, bool full);

bool probefs_ring_buffer_empty(struct ring_buffer *rb, int cpu);
/*
 * True when complete sub-buffers are @percent of the buffer or more; 0: when any event can be read.
 */
bool ring_buffer_watermark(struct ring_buffer *rb, int cpu, unsigned int percent);

/* Waiting exists in the kernel only (ring_buffer_wait.c). A @cpu of -1 means any CPU. */
struct file;
struct poll_table_struct;
int probefs_ring_buffer_wait(struct ring_buffer *rb, int cpu, unsigned int percent,
			     bool (*stop)(void *), void *data);
unsigned int ring_buffer_poll(struct ring_buffer *rb, int cpu, struct file *file,
			      struct poll_table_struct *table, unsigned int percent);
void ring_buffer_wake_all(struct ring_buffer *rb, int cpu);
void ring_buffer_look(struct ring_buffer *rb);
void ring_buffer_wake_waiters(struct ring_buffer *rb, int cpu);

#endif
