// SPDX-License-Identifier: GPL-2.0
/*
 * Making, resizing, resetting and switching the ring buffer.
 *
 * An operation that moves memory first stops the writers of the CPU and takes cpu->mutex against
 * readers, so that nothing here races with anything. Order of locks: rb->resize, rb->control,
 * cpu->mutex. An operation that only switches recording sets a bit that writers look at, and may do
 * so in any context but NMI.
 *
 * A writer that comes while its CPU is stopped still enters, sees that, and leaves again, and in
 * leaving it publishes the tail that it finds: a writer that it interrupted, or that interrupted
 * it, may have left an event unpublished. So control writes tail and commit on the writers' CPU, in
 * an interrupt (ring_buffer_control_call()), which is a layer of the same stack that writers are on. An NMI on
 * top of the interrupt finds the CPU stopped and publishes; the interrupt overwrites what the NMI
 * has published. A writer below the interrupt that is about to look whether the tail has moved
 * since it published finds control's tail, and publishes that.
 *
 * A CPU that is not online takes no such interrupt. The only code that may still run there, or
 * already, is the CPU's way down or up. RCU watches that way, except for the last instructions of a
 * CPU that dies: after a grace period a writer that came before it is out, its stores with it, and
 * a writer that comes later is refused. Then control writes from the CPU that it runs on, and a
 * writer that is refused meanwhile stores nothing but what control stores (ring_buffer_refuse()).
 */
#include <linux/cpumask.h>
#include <linux/delay.h>
#include <linux/gfp.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/printk.h>
#include <linux/rcupdate.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/topology.h>

#include "kernel/buffer/ring_buffer.h"
#include "kernel/buffer/ring_buffer_internal.h"
#include "kernel/buffer/ring_buffer_map.h"
#include "kernel/buffer/ring_buffer_write.h"

#define MIN_PAGES	2	/* writers use one, the consuming reader takes the other */

/* Returns how many sub-buffers of @size make @bytes, two at least, or 0 when they are too many. */
static u64 pages_for(size_t size, size_t bytes)
{
	u64 pages = bytes / size + !!(bytes % size);

	return pages > SLOT_MAX_PAGES ? 0 : max_t(u64, pages, MIN_PAGES);
}

/* Refuses writers of @cpu from now on; wait_for_writers() waits for those inside. Calls nest. */
static void stop_writers(struct ring_buffer_cpu *cpu)
{
	atomic_inc(&cpu->stopped);
	ring_buffer_update_open(cpu);
}

/**
 * struct control_call - a change that is made when no writer is inside
 * @cpu: the buffer whose writers were stopped
 * @change: called on the writers' CPU, in an interrupt; NULL when the caller only waits for writers
 * @data: what @change is called with
 * @done: set when no writer was inside and @change was called
 */
struct control_call {
	struct ring_buffer_cpu *cpu;
	void (*change)(struct ring_buffer_cpu *cpu, void *data);
	void *data;
	bool done;
};

static void control_call_here(void *data)
{
	struct control_call *call = data;

	/* Pairs with the release of nest in ring_buffer_publish() when this runs on another CPU. */
	call->done = !smp_load_acquire(&call->cpu->nest);
	if (call->done && call->change)
		call->change(call->cpu, call->data);
}

/*
 * Does control_call() for a CPU that is not online. *@waited says whether a grace period has ended
 * since its writers were stopped.
 */
static void control_call_offline(struct control_call *call, bool *waited)
{
	if (!*waited)
		synchronize_rcu();
	*waited = true;
	control_call_here(call);
}

/**
 * ring_buffer_control_call - make a change between writers of a CPU, which the caller has stopped
 * @cpu: the buffer of that CPU
 * @change: called where the writers run, see the top of this file; or NULL
 * @data: what @change is called with
 * @waited: says whether a grace period has ended since the writers were stopped; true after
 *	ring_buffer_control_begin()
 *
 * Process context; returns when no writer was inside and @change has been called.
 */
void ring_buffer_control_call(struct ring_buffer_cpu *cpu,
			      void (*change)(struct ring_buffer_cpu *cpu, void *data), void *data,
			      bool *waited)
{
	struct control_call call = { .cpu = cpu, .change = change, .data = data };

	for (;;) {
		if (smp_call_function_single(cpu->cpu, control_call_here, &call, 1))
			control_call_offline(&call, waited);
		if (call.done)
			break;
		usleep_range(20, 100);
	}
}

/* Waits until the writers of CPU @nr, or of all for -1, that came before stop_writers() are out. */
static void wait_for_writers(struct ring_buffer *rb, int nr)
{
	bool waited = false;	/* one grace period serves all CPUs that are not online */
	int i;

	for_each_possible_cpu(i)
		if (nr < 0 || i == nr)
			ring_buffer_control_call(rb->cpus[i], NULL, NULL, &waited);
}

static void let_writers_in(struct ring_buffer_cpu *cpu)
{
	/* Release pairs with the acquire in ring_buffer_begin(). */
	atomic_fetch_dec_release(&cpu->stopped);
	ring_buffer_step(cpu, "no longer stopped");
	ring_buffer_update_open(cpu);
}

/**
 * ring_buffer_restart_tail - move the tail
 * @cpu: the buffer, no writer of which is inside; on the writers' CPU, in ring_buffer_control_call(), or where
 *	there are no writers
 * @tail: the new tail
 * @mark: the mark that @tail names
 */
void ring_buffer_restart_tail(struct ring_buffer_cpu *cpu, u64 tail, struct ring_buffer_mark mark)
{
	mark_write(cpu->marks, tail & POSITION_MARK_MASK, mark);
	barrier();	/* the mark before the tail that names it, as in ring_buffer_move_tail() */
	WRITE_ONCE(cpu->tail, tail);
	ring_buffer_step(cpu, "tail restarted");
	smp_store_release(&cpu->commit, tail);	/* pairs as in ring_buffer_publish() */
}

/* Moves the tail to cpu->start. */
static void tail_restart(struct ring_buffer_cpu *cpu, void *unused __always_unused)
{
	u64 page = position_page(cpu->start);

	ring_buffer_restart_tail(cpu, cpu->start, (struct ring_buffer_mark){
		.events = cpu->start_events,
		.data = subbuf_data(cpu->pages[slot_id(ring_buffer_slot(cpu, page)->word)]),
	});
}

/*
 * Empties the ring and puts its start at the end of page @page, which counts as read: the first
 * event enters the next page, which saves writers the question whether theirs is the first of a
 * page. The caller calls tail_restart() next.
 */
static void cpu_restart(struct ring_buffer_cpu *cpu, u64 page)
{
	u64 i;

	for (i = 0; i < cpu->nr_pages; i++)
		cpu->slots[i].word = slot_make(0, slot_id(cpu->slots[i].word));
	cpu->start_events = mark_read(cpu->marks, cpu->tail).events;
	cpu->start = position_make(page, ring_buffer_capacity(cpu));
	memset(cpu->refusals, 0, sizeof(cpu->refusals));
	ring_buffer_reader_restart(cpu);
}

static struct ring_buffer_memory cpu_memory(const struct ring_buffer_cpu *cpu)
{
	return (struct ring_buffer_memory){
		.nr_pages = cpu->nr_pages,
		.subbuf_size = cpu->subbuf_size,
		.slots = cpu->slots,
		.pages = cpu->pages,
	};
}

/* Makes a ring of @memory, all of whose sub-buffers are fresh. The last one is the reader's. */
static void cpu_set_memory(struct ring_buffer_cpu *cpu, const struct ring_buffer_memory *memory)
{
	u64 i;

	for (i = 0; i < memory->nr_pages; i++)
		memory->slots[i].word = slot_make(0, i);
	WRITE_ONCE(cpu->nr_pages, memory->nr_pages);
	cpu->subbuf_size = memory->subbuf_size;
	cpu->limit = ring_buffer_advance(ring_buffer_capacity(cpu));
	cpu->slots = memory->slots;
	cpu->pages = memory->pages;
	cpu->chunk_id = memory->nr_pages;
}

static void cpu_destroy(struct ring_buffer_cpu *cpu)
{
	struct ring_buffer_memory memory;

	if (!cpu)
		return;
	ring_buffer_wait_finish_cpu(cpu);
	mutex_destroy(&cpu->mutex);
	memory = cpu_memory(cpu);
	ring_buffer_memory_free(&memory);
	kfree(cpu);
}

static struct ring_buffer_cpu *cpu_create(struct ring_buffer *rb, int nr, size_t bytes)
{
	struct ring_buffer_cpu *cpu = kzalloc_node(sizeof(*cpu), GFP_KERNEL, cpu_to_node(nr));
	struct ring_buffer_memory memory = {
		.nr_pages = pages_for(rb->subbuf_size, bytes),
		.subbuf_size = rb->subbuf_size,
	};

	if (!cpu)
		return NULL;
	if (ring_buffer_memory_alloc(&memory, memory.nr_pages + 1, nr)) {
		kfree(cpu);
		return NULL;
	}
	cpu->rb = rb;
	cpu->cpu = nr;
	cpu->bytes = bytes;
	cpu_set_memory(cpu, &memory);
	mutex_init(&cpu->mutex);
	raw_spin_lock_init(&cpu->open_lock);
	ring_buffer_wait_init_cpu(cpu);
	cpu_restart(cpu, 1);
	tail_restart(cpu, NULL);
	*per_cpu_ptr(rb->local, nr) = cpu;
	ring_buffer_update_open(cpu);
	return cpu;
}

/*
 * A buffer must not take all of the memory there is, nor have other tasks killed for it. @subbufs are
 * sub-buffers of @size bytes.
 */
static bool memory_available(u64 subbufs, size_t size)
{
	return subbufs * (size / PAGE_SIZE) <= (u64)max_t(long, si_mem_available(), 0);
}

/**
 * ring_buffer_create - create a ring buffer for every possible CPU
 * @bytes_per_cpu: size for each CPU; rounded up to sub-buffers, of which there are at least two
 * @overwrite: true when the oldest events make room for new ones, false when new ones are refused
 * @clock: gives the time stamps; callable in any context
 *
 * Process context. CPUs that are not there yet get memory, too: a writer finds a buffer on any CPU.
 * An owner that wants it small there calls ring_buffer_set_present(). Returns NULL without memory,
 * or when @bytes_per_cpu is more than a ring can have.
 */
struct ring_buffer *ring_buffer_create(size_t bytes_per_cpu, bool overwrite,
				       ring_buffer_clock_fn clock)
{
	struct ring_buffer *rb = kzalloc(struct_size(rb, cpus, nr_cpu_ids), GFP_KERNEL);
	u64 nr_pages;
	int nr;

	BUILD_BUG_ON(RING_BUFFER_DEPTHS != 1 << (POSITION_MARK_BITS - POSITION_DEPTH_SHIFT));
	BUILD_BUG_ON(PAGE_SIZE > SUBBUF_MAX);
	BUILD_BUG_ON(sizeof(long) != sizeof(u64));
	if (!rb)
		return NULL;
	rb->overwrite = overwrite;
	rb->clock = clock;
	rb->subbuf_size = PAGE_SIZE;
	mutex_init(&rb->control);
	mutex_init(&rb->resize);
	ring_buffer_wait_init(rb);
	rb->local = alloc_percpu(struct ring_buffer_cpu *);
	if (!rb->local)
		goto fail;
	nr_pages = pages_for(rb->subbuf_size, bytes_per_cpu);
	if (!nr_pages || !memory_available((nr_pages + 1) * num_possible_cpus(), rb->subbuf_size))
		goto fail;
	for_each_possible_cpu(nr) {
		rb->cpus[nr] = cpu_create(rb, nr, bytes_per_cpu);
		if (!rb->cpus[nr])
			goto fail;
	}
	return rb;

fail:
	ring_buffer_destroy(rb);
	return NULL;
}

/**
 * ring_buffer_destroy - free a ring buffer
 * @rb: the buffer, or NULL
 *
 * Process context. The caller has made sure that no writer can find the buffer any more, that
 * writers which found it are done, and that readers and iterators are gone.
 */
void ring_buffer_destroy(struct ring_buffer *rb)
{
	int nr;

	if (!rb)
		return;
	ring_buffer_wait_finish(rb);
	for_each_possible_cpu(nr)
		cpu_destroy(rb->cpus[nr]);
	free_percpu(rb->local);
	mutex_destroy(&rb->control);
	mutex_destroy(&rb->resize);
	kfree(rb);
}

/**
 * probefs_ring_buffer_record_on - switch recording on or off
 * @rb: the buffer that is switched
 * @on: true to record, false to refuse writers
 *
 * Context: any but NMI. The function does not wait for writers that are inside.
 */
void probefs_ring_buffer_record_on(struct ring_buffer *rb, bool on)
{
	if (on)
		atomic_andnot(OFF_RECORD, &rb->off);
	else
		atomic_or(OFF_RECORD, &rb->off);
	ring_buffer_update_open_all(rb);
}

/**
 * ring_buffer_record_cpu - switch recording on or off for one CPU
 * @rb: the buffer that is switched
 * @cpu: number of the CPU, or -1 for each
 * @on: true to record, false to refuse writers
 *
 * Context: any but NMI.
 */
void ring_buffer_record_cpu(struct ring_buffer *rb, int cpu, bool on)
{
	if (cpu < 0) {
		for_each_possible_cpu(cpu)
			ring_buffer_record_cpu(rb, cpu, on);
		return;
	}
	if (on)
		atomic_andnot(STOPPED_CPU, &rb->cpus[cpu]->stopped);
	else
		atomic_or(STOPPED_CPU, &rb->cpus[cpu]->stopped);
	ring_buffer_update_open(rb->cpus[cpu]);
}

/**
 * ring_buffer_pause - refuse writers until ring_buffer_resume()
 * @rb: the buffer that is paused
 *
 * Calls nest. Context: any but NMI.
 */
void ring_buffer_pause(struct ring_buffer *rb)
{
	atomic_inc(&rb->off);
	ring_buffer_update_open_all(rb);
}

/**
 * ring_buffer_resume - take back one ring_buffer_pause()
 * @rb: the buffer that was paused
 *
 * Context: any but NMI.
 */
void ring_buffer_resume(struct ring_buffer *rb)
{
	atomic_dec(&rb->off);
	ring_buffer_update_open_all(rb);
}

/**
 * ring_buffer_set_private - set what ring_buffer_private() gives to writers
 * @rb: the buffer whose writers get it
 * @cpu: number of the CPU whose writers get it
 * @private: a pointer of the buffer's owner
 *
 * The owner calls this before the first event.
 */
void ring_buffer_set_private(struct ring_buffer *rb, int cpu, void *private)
{
	rb->cpus[cpu]->private = private;
}

/**
 * ring_buffer_local - get the buffer for writers that know it long before they write
 * @rb: the buffer that is going to be written
 *
 * Returns the per-CPU pointers to each CPU's part of the buffer; NULL when the clock is not the
 * usual one, which is the only one that ring_buffer_begin_quick() knows.
 */
struct ring_buffer_cpu *__percpu *ring_buffer_local(const struct ring_buffer *rb)
{
	return ring_buffer_clock_is_usual(READ_ONCE(rb->clock)) ? rb->local : NULL;
}

/**
 * ring_buffer_set_overwrite - say what happens when the buffer is full
 * @rb: the buffer whose mode changes
 * @overwrite: true when the oldest events make room for new ones, false when new ones are refused
 */
void ring_buffer_set_overwrite(struct ring_buffer *rb, bool overwrite)
{
	WRITE_ONCE(rb->overwrite, overwrite);
}

/**
 * ring_buffer_control_begin - stop the writers, and wait for those that are inside
 * @rb: the buffer that is going to be changed
 * @nr: the CPU whose writers are stopped, or -1 for all
 *
 * Process context. Returns with rb->control held; ring_buffer_control_end() gives it back.
 */
void ring_buffer_control_begin(struct ring_buffer *rb, int nr)
{
	int i;

	mutex_lock(&rb->control);
	for_each_possible_cpu(i)
		if (nr < 0 || i == nr)
			stop_writers(rb->cpus[i]);
	wait_for_writers(rb, nr);
}

/** ring_buffer_control_end - let the writers in that ring_buffer_control_begin() has stopped */
void ring_buffer_control_end(struct ring_buffer *rb, int nr)
{
	int i;

	for_each_possible_cpu(i)
		if (nr < 0 || i == nr)
			let_writers_in(rb->cpus[i]);
	mutex_unlock(&rb->control);
}

/* Gives @cpu the memory in @memory, which gets what the CPU had. The ring has to be restarted. */
static void cpu_swap_memory(struct ring_buffer_cpu *cpu, struct ring_buffer_memory *memory)
{
	struct ring_buffer_memory old = cpu_memory(cpu);

	cpu_set_memory(cpu, memory);
	*memory = old;
}

/* @memory: other memory for each CPU, by its number; NULL when they keep theirs */
static void reset_stopped(struct ring_buffer *rb, int nr, struct ring_buffer_memory *memory)
{
	bool waited = true;	/* by ring_buffer_control_begin(), see wait_for_writers() */
	int i;

	for_each_possible_cpu(i) {
		struct ring_buffer_cpu *cpu = rb->cpus[i];

		if (nr >= 0 && i != nr)
			continue;
		mutex_lock(&cpu->mutex);
		if (memory)
			cpu_swap_memory(cpu, &memory[i]);
		cpu_restart(cpu, position_page(cpu->tail) + 1);
		ring_buffer_control_call(cpu, tail_restart, NULL, &waited);
		atomic_andnot(STOPPED_DAMAGED, &cpu->stopped);
		ring_buffer_map_update(cpu);
		mutex_unlock(&cpu->mutex);
	}
}

/**
 * probefs_ring_buffer_reset - forget all events, and the statistics
 * @rb: the buffer that is emptied
 * @cpu: number of the CPU, or -1 for all
 *
 * Process context. Writers that come meanwhile get RING_BUFFER_OFF.
 */
void probefs_ring_buffer_reset(struct ring_buffer *rb, int cpu)
{
	ring_buffer_control_begin(rb, cpu);
	reset_stopped(rb, cpu, NULL);
	ring_buffer_control_end(rb, cpu);
}

/**
 * probefs_ring_buffer_set_clock - change the clock
 * @rb: the buffer that gets another clock
 * @clock: gives the time stamps from now on; callable in any context
 *
 * The function forgets all events, because times of two clocks do not compare. Process context.
 */
void probefs_ring_buffer_set_clock(struct ring_buffer *rb, ring_buffer_clock_fn clock)
{
	ring_buffer_control_begin(rb, -1);
	WRITE_ONCE(rb->clock, clock);
	reset_stopped(rb, -1, NULL);
	ring_buffer_control_end(rb, -1);
}

/*
 * Returns the page number for a slot that moves to where @page belongs. A writer that claimed the
 * slot for the page behind the tail, and was refused then, has left that page's number there. In a
 * ring of another size that page belongs to another slot, and in this slot its number would keep
 * writers out for as long as they may not overwrite.
 */
static u64 slot_page_moved(const struct ring_buffer_slot *slot, u64 page)
{
	return slot_page(slot->word) == page ? page : 0;
}

/*
 * Moves the newest pages to the slots that they have in the new ring and fills the other slots with
 * fresh pages; @memory gets what is left over, together with the old tables.
 */
static void cpu_exchange_memory(struct ring_buffer_cpu *cpu, struct ring_buffer_memory *memory)
{
	struct ring_buffer_memory old = cpu_memory(cpu);
	u64 last = position_page(cpu->tail);
	u64 keep = min(old.nr_pages, memory->nr_pages);
	u64 id;

	/* This goes through the slots backwards from the tail's, in both rings. */
	for (id = 0; id < memory->nr_pages; id++) {
		u64 to = (last + memory->nr_pages - id) % memory->nr_pages;
		struct ring_buffer_slot *from;

		if (id >= keep) {
			memory->slots[to].word = slot_make(0, id + 1);
			continue;
		}
		from = &old.slots[(last + old.nr_pages - id) % old.nr_pages];
		memory->slots[to] = *from;
		memory->slots[to].word = slot_make(slot_page_moved(from, last - id), id);
		swap(memory->pages[id], old.pages[slot_id(from->word)]);
	}
	swap(memory->pages[keep], old.pages[cpu->chunk_id]);
	cpu->chunk_id = keep;
	WRITE_ONCE(cpu->nr_pages, memory->nr_pages);
	cpu->slots = memory->slots;
	cpu->pages = memory->pages;
	*memory = old;
}

/* Only this CPU is stopped, and for as long as it takes to move its pages. */
static void exchange_memory(struct ring_buffer *rb, int nr, struct ring_buffer_memory *memory)
{
	struct ring_buffer_cpu *cpu = rb->cpus[nr];

	if (!memory->nr_pages)
		return;
	ring_buffer_control_begin(rb, nr);
	mutex_lock(&cpu->mutex);
	cpu_exchange_memory(cpu, memory);
	mutex_unlock(&cpu->mutex);
	ring_buffer_control_end(rb, nr);
}

static bool resize_concerns(const struct ring_buffer *rb, int nr, int only)
{
	return only < 0 ? !rb->cpus[nr]->absent : nr == only;
}

/*
 * Programs that have mapped a buffer expect it to stay as it is. As in mainline, a size for all CPUs is
 * refused even if it changes none of those that are mapped.
 */
static bool resize_is_busy(const struct ring_buffer *rb, u64 nr_pages, int only)
{
	int nr;

	for_each_possible_cpu(nr)
		if (resize_concerns(rb, nr, only) && rb->cpus[nr]->map &&
		    (only < 0 || nr_pages != rb->cpus[nr]->nr_pages))
			return true;
	return false;
}

/* Allocates for the CPUs that the resize concerns and that do not have this size already. */
static int resize_alloc(struct ring_buffer *rb, u64 nr_pages, int only, struct ring_buffer_memory *memory)
{
	u64 total = 0;
	int nr, ret = 0;

	for_each_possible_cpu(nr)
		if (resize_concerns(rb, nr, only) && nr_pages > rb->cpus[nr]->nr_pages)
			total += nr_pages - rb->cpus[nr]->nr_pages;
	if (!memory_available(total, rb->subbuf_size))
		return -ENOMEM;
	for_each_possible_cpu(nr) {
		u64 has = rb->cpus[nr]->nr_pages;

		if (!resize_concerns(rb, nr, only) || has == nr_pages)
			continue;
		memory[nr] = (struct ring_buffer_memory){ .nr_pages = nr_pages, .subbuf_size = rb->subbuf_size };
		ret = ring_buffer_memory_alloc(&memory[nr], nr_pages > has ? nr_pages - has : 0, nr);
		if (ret)
			break;
	}
	return ret;
}

static int resize_prepare(struct ring_buffer *rb, size_t bytes, int only, struct ring_buffer_memory *memory)
{
	u64 nr_pages = pages_for(rb->subbuf_size, bytes);

	if (!nr_pages)
		return -EINVAL;
	return resize_is_busy(rb, nr_pages, only) ? -EBUSY : resize_alloc(rb, nr_pages, only, memory);
}

/**
 * probefs_ring_buffer_resize - change the size
 * @rb: the buffer that gets another size
 * @bytes: size for each CPU; rounded up to sub-buffers, of which there are at least two
 * @cpu: number of the CPU, or -1 for all that are or were there
 *
 * Process context. The buffer keeps the newest sub-buffers that fit; when it shrinks, events in the
 * others count as overwritten. Statistics go on. Writers that come while pages move get
 * RING_BUFFER_OFF. Returns 0; -EINVAL if @bytes is more than a ring can have; -EBUSY when programs have
 * mapped a CPU's buffer that would change, or any of them for -1; -ENOMEM, or -EINTR when the process is
 * being killed. Nothing has changed when it fails.
 */
int probefs_ring_buffer_resize(struct ring_buffer *rb, size_t bytes, int cpu)
{
	struct ring_buffer_memory *memory = kcalloc(nr_cpu_ids, sizeof(*memory), GFP_KERNEL);
	int nr, ret;

	if (!memory)
		return -ENOMEM;
	mutex_lock(&rb->resize);
	ret = resize_prepare(rb, bytes, cpu, memory);
	for_each_possible_cpu(nr) {
		if (!ret)
			exchange_memory(rb, nr, &memory[nr]);
		if (!ret && resize_concerns(rb, nr, cpu))
			rb->cpus[nr]->bytes = bytes;
		ring_buffer_memory_free(&memory[nr]);
	}
	mutex_unlock(&rb->resize);
	kfree(memory);
	return ret;
}

/* Allocates all the memory that each CPU has with sub-buffers of @size. */
static int subbuf_alloc(struct ring_buffer *rb, size_t size, struct ring_buffer_memory *memory)
{
	u64 total = 0;
	int nr, ret = 0;

	for_each_possible_cpu(nr) {
		if (rb->cpus[nr]->map)
			return -EBUSY;
		memory[nr].subbuf_size = size;
		memory[nr].nr_pages = pages_for(size, rb->cpus[nr]->bytes);
		if (!memory[nr].nr_pages)
			return -EINVAL;
		total += memory[nr].nr_pages + 1;
	}
	if (!memory_available(total, size))
		return -ENOMEM;
	for_each_possible_cpu(nr) {
		ret = ring_buffer_memory_alloc(&memory[nr], memory[nr].nr_pages + 1, nr);
		if (ret)
			break;
	}
	return ret;
}

/**
 * ring_buffer_set_subbuf_size - change the size of the sub-buffers
 * @rb: the buffer that gets other memory
 * @size: bytes of a sub-buffer, header included: a power of two of pages
 * @changed: called with @data when the size has changed, while writers are refused: those that
 *	come afterwards see what @changed has stored; or NULL
 * @data: what @changed is called with
 *
 * Process context. The function forgets all events, and the statistics; each CPU has as many of the new
 * sub-buffers as make the size that was asked for last, and at least two. Writers that come meanwhile get
 * RING_BUFFER_OFF. Returns 0; -EINVAL for a size that no sub-buffer can have; -EBUSY when programs have
 * mapped the buffer of a CPU; -ENOMEM, or -EINTR when the process is being killed. Nothing has changed
 * when it fails.
 */
int ring_buffer_set_subbuf_size(struct ring_buffer *rb, size_t size, void (*changed)(void *data),
				void *data)
{
	struct ring_buffer_memory *memory;
	int nr, ret = 0;

	if (size < PAGE_SIZE || size > SUBBUF_MAX || size & (size - 1))
		return -EINVAL;
	memory = kcalloc(nr_cpu_ids, sizeof(*memory), GFP_KERNEL);
	if (!memory)
		return -ENOMEM;
	mutex_lock(&rb->resize);
	if (size != rb->subbuf_size)
		ret = subbuf_alloc(rb, size, memory);
	if (!ret && size != rb->subbuf_size) {
		ring_buffer_control_begin(rb, -1);
		reset_stopped(rb, -1, memory);
		WRITE_ONCE(rb->subbuf_size, size);
		if (changed)
			changed(data);
		ring_buffer_control_end(rb, -1);
	}
	for_each_possible_cpu(nr)
		ring_buffer_memory_free(&memory[nr]);
	mutex_unlock(&rb->resize);
	kfree(memory);
	return ret;
}

/**
 * ring_buffer_set_present - say that a CPU is there, or has never been
 * @rb: the buffer of all CPUs
 * @cpu: number of the CPU
 * @present: true when the CPU is or was there
 *
 * Process context.
 */
void ring_buffer_set_present(struct ring_buffer *rb, int cpu, bool present)
{
	mutex_lock(&rb->resize);
	WRITE_ONCE(rb->cpus[cpu]->absent, !present);
	mutex_unlock(&rb->resize);
}

/** ring_buffer_is_present - what the last ring_buffer_set_present() has set */
bool ring_buffer_is_present(const struct ring_buffer *rb, int cpu)
{
	return !READ_ONCE(rb->cpus[cpu]->absent);
}

/**
 * ring_buffer_bytes - get the size of the buffer
 * @rb: the buffer that is measured
 * @cpu: number of the CPU, or -1 for all together
 *
 * The size is that of all sub-buffers in the ring, headers included.
 */
size_t ring_buffer_bytes(const struct ring_buffer *rb, int cpu)
{
	size_t bytes = 0;

	if (cpu >= 0)
		return READ_ONCE(rb->cpus[cpu]->nr_pages) * READ_ONCE(rb->subbuf_size);
	for_each_possible_cpu(cpu)
		bytes += ring_buffer_bytes(rb, cpu);
	return bytes;
}

/**
 * ring_buffer_subbuf_size - bytes of a sub-buffer, header included
 * @rb: the buffer that has the sub-buffer
 */
size_t ring_buffer_subbuf_size(const struct ring_buffer *rb)
{
	return READ_ONCE(rb->subbuf_size);
}
