// SPDX-License-Identifier: GPL-2.0
/*
 * The record path.
 *
 * Runs in every context up to NMI, with preemption off: no lock, no allocation, no cache line that
 * another CPU writes. This file is built without function-entry hooks and lives in .kprobes.text, so
 * that no probe can be put on it.
 *
 * Nesting: an interrupt, or an exception, may hit a probe while the context below it is recording.
 * Each level (task, softirq, hardirq, NMI or exception) has its own scratch buffer, and one bit in
 * the guard word of the CPU. The bit is set and cleared by its own level only; a level that finds
 * its bit set was entered from within its own recording, which is recursion, counted as lost_nested.
 * in_nmi() is also true in a breakpoint exception of a task, so the top level may be met twice
 * (exception, then a real NMI): the second one is counted as well.
 */
#include <linux/cpu.h>
#include <linux/gfp.h>
#include <linux/kprobes.h>
#include <linux/rcupdate.h>
#include <linux/workqueue.h>

#include "kernel/comm_cache.h"
#include "kernel/compat/sched.h"
#include "kernel/event.h"
#include "kernel/filter.h"
#include "kernel/instance.h"
#include "kernel/probe.h"
#include "kernel/record.h"
#include "kernel/ring_buffer.h"
#include "kernel/stack.h"

static_assert(FETCH_RECORD_MAX <= PAGE_SIZE);

/**
 * struct record_cpu - of each CPU
 * @active: bit per level that is recording
 * @scratch: a page per level
 */
struct record_cpu {
	unsigned int active;
	void *scratch[RING_BUFFER_LEVELS];
};

static DEFINE_PER_CPU(struct record_cpu, record_cpu);

static __always_inline int record_level(void)
{
	unsigned int count = preempt_count();

	if (likely(!(count & (NMI_MASK | HARDIRQ_MASK | SOFTIRQ_OFFSET))))
		return 0;
	if (count & NMI_MASK)
		return 3;
	return count & HARDIRQ_MASK ? 2 : 1;
}

/**
 * record_enter() - start recording on this CPU
 *
 * Context: any, preemption off until record_exit().
 * Return: the nesting level, or -1 when it is recording already.
 */
int __kprobes record_enter(void)
{
	unsigned int bit, active = __this_cpu_read(record_cpu.active);
	int level = record_level();

	bit = 1U << level;
	if (unlikely(active & bit))
		return -1;
	/* A context that nests here sets and clears other bits, and has cleared them on return. */
	__this_cpu_write(record_cpu.active, active | bit);
	barrier();
	return level;
}

/**
 * record_exit() - end what record_enter() started
 * @level: as it returned
 */
void __kprobes record_exit(int level)
{
	barrier();
	__this_cpu_write(record_cpu.active, __this_cpu_read(record_cpu.active) & ~(1U << level));
}

/**
 * record_scratch() - a buffer for a record whose size is not known yet
 * @level: of the caller
 *
 * Return: FETCH_RECORD_MAX bytes, the caller's until record_exit().
 */
void *__kprobes record_scratch(int level)
{
	return __this_cpu_read(record_cpu.scratch[level]);
}

static __always_inline unsigned int record_flags(unsigned int count)
{
	unsigned int flags = irqs_disabled() ? RECORD_IRQS_OFF : 0;

	if (unlikely(count & (NMI_MASK | HARDIRQ_MASK | SOFTIRQ_MASK))) {
		if (count & NMI_MASK)
			flags |= RECORD_NMI;
		if (count & HARDIRQ_MASK)
			flags |= RECORD_HARDIRQ;
		if (count & SOFTIRQ_OFFSET)
			flags |= RECORD_SOFTIRQ;
		if (count & (SOFTIRQ_MASK & ~SOFTIRQ_OFFSET))
			flags |= RECORD_BH_OFF;
	}
	if (tif_need_resched())
		flags |= RECORD_NEED_RESCHED;
	if (test_preempt_need_resched())
		flags |= RECORD_PREEMPT_RESCHED;
	return flags;
}

/* Low nibble: preempt depth without the one level that the hook itself adds; high: migrate-disable. */
static __always_inline u8 record_preempt_count(unsigned int count)
{
	unsigned int migrate = compat_migrate_disable_depth(current);
	unsigned int depth = count & PREEMPT_MASK;

	if (IS_ENABLED(CONFIG_PREEMPTION) && depth)
		depth--;
	return min(depth, 0xfU) | min(migrate, 0xfU) << 4;
}

/**
 * record_fill_header() - the common header of a record
 * @header: where
 * @id: of the event
 */
void __kprobes record_fill_header(struct record_header *header, unsigned int id)
{
	unsigned int count = preempt_count();

	header->type = id;
	header->flags = record_flags(count);
	header->preempt_count = record_preempt_count(count);
	header->pid = current->pid;
}

/* What of a hit is the same for every instance that records it. */
struct record_hit {
	struct probe *probe;
	struct fetch_source source;
	unsigned long head[2];		/* the words behind the common header */
	unsigned int level;
};

static __always_inline void record_fill_head(void *record, const struct record_hit *hit,
					     const struct probe_event *event)
{
	unsigned long *word = record + sizeof(struct record_header);

	record_fill_header(record, event->id);
	word[0] = hit->head[0];
	if (event->layout->kind == PROBE_RETURN)
		word[1] = hit->head[1];
}

static void __kprobes record_count_failure(struct probe *probe, enum ring_buffer_status status)
{
	if (status == RING_BUFFER_OFF)
		this_cpu_inc(probe->counters->suppressed);
	else if (status == RING_BUFFER_TOO_LARGE)
		this_cpu_inc(probe->counters->lost_large);
	else
		this_cpu_inc(probe->counters->lost_full);
}

/* Fixed size and no filter: straight into the buffer. */
static __always_inline enum ring_buffer_status
record_direct(struct event_file *file, struct probe_event *event, struct record_hit *hit)
{
	struct ring_buffer_reservation reservation;
	enum ring_buffer_status status;

	status = ring_buffer_reserve(file->instance->buffer, event->layout->static_size, hit->level,
				     &reservation);
	if (unlikely(status != RING_BUFFER_OK))
		return status;
	record_fill_head(reservation.data, hit, event);
	fetch_program_run(hit->probe->program, &hit->source, reservation.data);
	ring_buffer_commit(file->instance->buffer, &reservation);
	return RING_BUFFER_OK;
}

/* Built aside, because a filter may refuse it or its size is not known; false: filtered. */
static bool __kprobes record_aside(struct event_file *file, struct probe_event *event,
				   const struct event_filter *filter, struct record_hit *hit,
				   enum ring_buffer_status *status)
{
	void *record = record_scratch(hit->level);
	size_t size = event->layout->static_size;

	record_fill_head(record, hit, event);
	if (event->layout->dynamic)
		size = fetch_program_run_dynamic(hit->probe->program, &hit->source, record,
						 FETCH_RECORD_MAX);
	else
		fetch_program_run(hit->probe->program, &hit->source, record);
	if (filter && !event_filter_match(filter, record, size))
		return false;
	*status = probefs_ring_buffer_write(file->instance->buffer, record, size, hit->level);
	return true;
}

static void __kprobes record_extras(struct trace_instance *instance, struct record_hit *hit)
{
	unsigned long options = READ_ONCE(instance->options);

	if (likely(options & TRACE_OPTION(RECORD_CMD)))
		comm_cache_note(instance->comms, current);
	if (unlikely(options & TRACE_OPTION(STACKTRACE)))
		record_stack(instance, hit->source.regs, hit->level);
}

static __always_inline void record_in_file(struct event_file *file, struct probe_event *event,
					   struct record_hit *hit)
{
	const struct event_filter *filter = rcu_dereference_raw(file->filter);
	struct probe *probe = hit->probe;
	enum ring_buffer_status status;

	if (likely(!filter && !event->layout->dynamic)) {
		status = record_direct(file, event, hit);
	} else if (!record_aside(file, event, filter, hit, &status)) {
		this_cpu_inc(probe->counters->filtered);
		return;
	}
	if (unlikely(status != RING_BUFFER_OK)) {
		record_count_failure(probe, status);
		return;
	}
	this_cpu_inc(probe->counters->recorded);
	record_extras(file->instance, hit);
}

static __always_inline void record_hit(struct probe *probe, struct record_hit *hit)
{
	struct probe_event *event = probe->event;
	struct event_file *file = rcu_dereference_raw(event->files);
	int level;

	if (unlikely(!file))	/* being disabled: the hit came too late to count */
		return;
	this_cpu_inc(probe->counters->hits);
	level = record_enter();
	if (unlikely(level < 0)) {
		this_cpu_inc(probe->counters->lost_nested);
		return;
	}
	hit->probe = probe;
	hit->level = level;
	for (; file; file = rcu_dereference_raw(file->next))
		record_in_file(file, event, hit);
	if (unlikely(hit->source.faults))
		this_cpu_add(probe->counters->faults, hit->source.faults);
	record_exit(level);
}

/**
 * record_entry() - a probe was hit
 * @probe: which; its event is published
 * @regs: registers there
 * @ip: the place, as records show it
 *
 * Context: any, preemption off.
 */
void __kprobes record_entry(struct probe *probe, struct pt_regs *regs, unsigned long ip)
{
	struct record_hit hit = {
		.source = { .regs = regs },
		.head = { ip },
	};

	record_hit(probe, &hit);
}

/**
 * record_return() - a probed function returned
 * @probe: which; its event is published
 * @regs: registers at the return
 * @func: the function
 * @ret_ip: where it returns to
 * @entry_data: what fetch_program_run_entry() saved
 *
 * Context: any, preemption off.
 */
void __kprobes record_return(struct probe *probe, struct pt_regs *regs, unsigned long func,
			     unsigned long ret_ip, const void *entry_data)
{
	struct record_hit hit = {
		.source = { .regs = regs, .entry_data = entry_data },
		.head = { func, ret_ip },
	};

	record_hit(probe, &hit);
}

static void record_cpu_passed(struct work_struct *work)
{
}

/**
 * record_wait_for_idle() - wait for hits in idle tasks
 *
 * Before v6.3 functions of the idle loop can be probed, and RCU does not watch there: the grace periods
 * that wait for all other hits do not wait for these. Once something else has run on a CPU, preemption
 * was on, and the hit is over.
 *
 * Context: process context, may sleep.
 */
void record_wait_for_idle(void)
{
	struct work_struct work;
	int cpu;

	INIT_WORK_ONSTACK(&work, record_cpu_passed);
	cpus_read_lock();
	for_each_online_cpu(cpu) {
		schedule_work_on(cpu, &work);
		flush_work(&work);
	}
	cpus_read_unlock();
	destroy_work_on_stack(&work);
}

/**
 * record_wait() - wait for all hits that are running
 *
 * Context: process context, may sleep.
 */
void record_wait(void)
{
	synchronize_rcu();
	record_wait_for_idle();
}

/**
 * record_init() - get the scratch buffers
 *
 * Return: 0 or -ENOMEM.
 */
int record_init(void)
{
	int cpu, level;

	for_each_possible_cpu(cpu) {
		for (level = 0; level < RING_BUFFER_LEVELS; level++) {
			void *page = (void *)__get_free_page(GFP_KERNEL);

			if (!page) {
				record_finish();
				return -ENOMEM;
			}
			per_cpu(record_cpu, cpu).scratch[level] = page;
		}
	}
	return 0;
}

/** record_finish() - give them back; no probe may be armed any more */
void record_finish(void)
{
	int cpu, level;

	for_each_possible_cpu(cpu) {
		for (level = 0; level < RING_BUFFER_LEVELS; level++) {
			free_page((unsigned long)per_cpu(record_cpu, cpu).scratch[level]);
			per_cpu(record_cpu, cpu).scratch[level] = NULL;
		}
	}
}
