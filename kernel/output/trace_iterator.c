// SPDX-License-Identifier: GPL-2.0
/*
 * The walk over the records of all CPUs of an instance, in order of time.
 *
 * Each CPU's buffer is in order already, so the next record is the oldest of those that come first
 * on their CPU. The first record of a CPU is looked up once and kept until that record was passed:
 *
 *	not consuming	the record is in the copy that the CPU's ring_buffer_iterator has
 *	consuming	the record stays the first one until it is consumed, as nobody else does so
 *			(trace_pipe claims its CPUs); only its time is kept. trace_pipe_raw or a
 *			reset may take it away, then the walk goes on with what is there
 *
 * A CPU that had no record is asked again each time, because writers go on.
 *
 * An iterator belongs to one open file, whose lock keeps its users apart. It holds no lock and no
 * reference between calls, but copies; the buffer lives as long as the file is open. As files are
 * opened at will, the iterator's memory is charged to the memory cgroup of whoever opens them.
 */
#include <linux/cpumask.h>
#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "kernel/buffer/ring_buffer.h"
#include "kernel/instance/clock.h"
#include "kernel/instance/comm_cache.h"
#include "kernel/output/trace_iterator.h"
#include "kernel/symbol/kernel_event.h"

static bool covers(const struct trace_iterator *it, int cpu)
{
	return it->cpu < 0 || it->cpu == cpu;
}

static void destroy_iterators(struct trace_iterator *it)
{
	int cpu;

	if (!it->cpus)
		return;
	for_each_possible_cpu(cpu) {
		if (it->cpus[cpu].iterator)
			ring_buffer_iterator_destroy(it->cpus[cpu].iterator);
	}
}

static int create_iterators(struct trace_iterator *it)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		struct trace_iterator_cpu *c = &it->cpus[cpu];

		if (!covers(it, cpu))
			continue;
		c->iterator = ring_buffer_iterator_create(it->buffer, cpu);
		if (!c->iterator)
			return -ENOMEM;
	}
	return 0;
}

/* Makes room for a record of @size bytes. Returns 0 or -ENOMEM. */
static int make_room(struct trace_iterator *it, size_t size)
{
	void *record = kvmalloc(size, GFP_KERNEL_ACCOUNT);

	if (!record)
		return -ENOMEM;
	kvfree(it->record);
	it->record = record;
	it->room = size;
	return 0;
}

/**
 * trace_iterator_create() - make a walk that begins with the oldest record
 * @instance: the instance whose records are walked; it must live longer than the walk
 * @buffer: the buffer of the instance that is walked
 * @cpu: the CPU whose records are walked, or -1 for all
 * @consume: true to take the records from the buffer, false to leave them
 *
 * Context: process context. Return: the iterator, or NULL without memory.
 */
struct trace_iterator *trace_iterator_create(struct trace_instance *instance,
					     struct ring_buffer *buffer, int cpu, bool consume)
{
	struct trace_iterator *it = kvzalloc(sizeof(*it), GFP_KERNEL_ACCOUNT);

	if (!it)
		return NULL;
	it->instance = instance;
	it->buffer = buffer;
	it->cpu = cpu;
	it->consume = consume;
	it->cpus = kcalloc(nr_cpu_ids, sizeof(*it->cpus), GFP_KERNEL_ACCOUNT);
	it->printer = kernel_event_printer_create();
	if (!it->cpus || (IS_ENABLED(CONFIG_PROBEFS_STATIC_EVENTS) && !it->printer) ||
	    !zalloc_cpumask_var(&it->started, GFP_KERNEL_ACCOUNT) ||
	    (consume ? make_room(it, PAGE_SIZE) : create_iterators(it))) {
		trace_iterator_destroy(it);
		return NULL;
	}
	trace_iterator_rewind(it);
	return it;
}

/**
 * trace_iterator_destroy() - end a walk
 * @it: the walk, or NULL
 *
 * Context: process context.
 */
void trace_iterator_destroy(struct trace_iterator *it)
{
	if (!it)
		return;
	destroy_iterators(it);
	free_cpumask_var(it->started);
	kernel_event_printer_destroy(it->printer);
	kvfree(it->record);
	kfree(it->cpus);
	kvfree(it);
}

static bool had_overruns(const struct trace_iterator *it)
{
	struct ring_buffer_stats stats;
	int cpu;

	for_each_possible_cpu(cpu) {
		ring_buffer_get_stats(it->buffer, cpu, &stats);
		if (stats.overrun)
			return true;
	}
	return false;
}

/*
 * Whoever reads makes records, too, while functions are traced: more than the reader can take. So the
 * walk ends with what was there when it began.
 */
static u64 end_of_walk(const struct trace_iterator *it)
{
	if (it->consume || !strcmp(READ_ONCE(it->instance->current_tracer), "nop"))
		return 0;
	return clock_at(READ_ONCE(it->instance->clock))->read();
}

/**
 * trace_iterator_rewind() - start the walk anew with the oldest record that is there now
 * @it: the walk, which forgets its current record
 *
 * Context: process context.
 */
void trace_iterator_rewind(struct trace_iterator *it)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		struct trace_iterator_cpu *c = &it->cpus[cpu];

		c->found = false;
		if (c->iterator)
			ring_buffer_iterator_rewind(c->iterator);
	}
	it->current_cpu = -1;
	it->index = 0;
	it->end = end_of_walk(it);
	it->annotate = !it->consume && had_overruns(it);
	cpumask_clear(it->started);
}

/**
 * trace_iterator_go_on() - let a walk that has come to its end go on with what was recorded since
 * @it: a walk that takes nothing
 *
 * Such a walk ends even when records are made as quickly as they are read. Call this when the reader has
 * been told of the end. Context: process context.
 */
void trace_iterator_go_on(struct trace_iterator *it)
{
	int cpu;

	for_each_possible_cpu(cpu)
		if (it->cpus[cpu].iterator)
			ring_buffer_iterator_go_on(it->cpus[cpu].iterator);
	it->end = end_of_walk(it);
}

/* Does the walk know a record of the CPU that was not reset meanwhile? */
static bool holds_record(const struct trace_iterator_cpu *c)
{
	return c->found && !(c->iterator && ring_buffer_iterator_is_stale(c->iterator));
}

/* Finds out which record comes first on a CPU; false: there is none. */
static bool look_at_cpu(struct trace_iterator *it, int cpu)
{
	struct trace_iterator_cpu *c = &it->cpus[cpu];
	struct ring_buffer *buffer = it->buffer;

	if (holds_record(c))
		return true;
	if (c->iterator)
		c->found = ring_buffer_iterator_peek(c->iterator, &c->event);
	else if (!probefs_ring_buffer_empty(buffer, cpu))
		c->found = probefs_ring_buffer_peek(buffer, cpu, &c->event);
	if (it->end && c->found && c->event.time > it->end)
		c->found = false;
	return c->found;
}

static int find_oldest(struct trace_iterator *it)
{
	int cpu, oldest = -1;

	for_each_possible_cpu(cpu) {
		if (!covers(it, cpu) || !look_at_cpu(it, cpu))
			continue;
		if (oldest < 0 || it->cpus[cpu].event.time < it->cpus[oldest].event.time)
			oldest = cpu;
	}
	return oldest;
}

/* Consumes the first record of @cpu. Sets it->error when there is no memory for the record. */
static bool consume_record(struct trace_iterator *it, int cpu)
{
	while (!probefs_ring_buffer_consume(it->buffer, cpu, it->record, it->room, &it->event)) {
		if (!it->event.size)
			return false;
		it->error = make_room(it, it->event.size);
		if (it->error)
			return false;
	}
	return true;
}

/* Makes the first record of @cpu the current one; false: the record is gone, or see it->error. */
static bool take_record(struct trace_iterator *it, int cpu)
{
	struct trace_iterator_cpu *c = &it->cpus[cpu];

	if (it->consume) {
		c->found = false;
		if (!consume_record(it, cpu))
			return false;
	} else {
		it->event = c->event;
	}
	it->event_cpu = cpu;
	WRITE_ONCE(it->current_cpu, cpu);
	return true;
}

/**
 * trace_iterator_peek() - find the record that the walk is at
 * @it: the walk, whose members event and event_cpu are filled in
 *
 * A consuming walk has taken the record from the buffer when this returns; the record stays the
 * current one until trace_iterator_next(). A walk that takes nothing forgets records that were reset. Context: process context. Return: false when there is no
 * record; there may be one later. When @it->error is -ENOMEM then, there is one, and no memory for it.
 */
bool trace_iterator_peek(struct trace_iterator *it)
{
	int cpu;

	if (it->current_cpu >= 0 && (it->consume || holds_record(&it->cpus[it->current_cpu])))
		return true;
	WRITE_ONCE(it->current_cpu, -1);
	it->error = 0;
	do {
		cpu = find_oldest(it);
		if (cpu < 0)
			return false;
		if (take_record(it, cpu))
			return true;
	} while (!it->error);
	return false;
}

/**
 * trace_iterator_next() - pass the record that trace_iterator_peek() gave
 * @it: the walk, which goes on behind its current record
 *
 * Context: process context.
 */
void trace_iterator_next(struct trace_iterator *it)
{
	struct trace_iterator_cpu *c;

	if (it->current_cpu < 0)
		return;
	c = &it->cpus[it->current_cpu];
	if (c->iterator) {
		ring_buffer_iterator_next(c->iterator);
		c->found = false;
	}
	cpumask_set_cpu(it->current_cpu, it->started);
	WRITE_ONCE(it->current_cpu, -1);
	it->index++;
}

/**
 * trace_iterator_has_record() - see whether the walk holds a record that was not passed yet
 * @it: the walk; unlike for the other functions, the lock of its file need not be held
 *
 * A consuming walk has taken that record from the buffer, where nobody finds it any more.
 */
bool trace_iterator_has_record(const struct trace_iterator *it)
{
	return READ_ONCE(it->current_cpu) >= 0;
}
