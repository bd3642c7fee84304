// SPDX-License-Identifier: GPL-2.0
/*
 * The record path.
 *
 * Runs in every context up to NMI, with preemption off: no lock, no allocation, no cache line that
 * another CPU writes. This file is built without function-entry hooks and lives in .kprobes.text,
 * so that no probe can be put on it.
 *
 * Nesting: an interrupt, or an exception, may hit a probe while the context below it is recording.
 * Two things have to be seen to, and they rest on different grounds.
 *
 * Writers must not meet. That rests on the stack that they form on a CPU, and on nothing else: the
 * buffer gives each writer that is inside a depth of its own (ring_buffer.c), and a scratch buffer
 * belongs to a slot that its user has claimed. The preemption count has no part in it, for it does
 * not always say where one is: before irq_enter_rcu() has counted the interrupt, and when
 * irq_exit_rcu() has taken that back, a hit in the interrupt looks like one in the task below.
 *
 * Hits must not go on for ever: fetching memory may fault, and what handles the fault may be probed.
 * So whoever fetches more than registers, or uses a scratch buffer, claims a slot of its CPU first.
 * There is one for each level that the preemption count tells apart (task, softirq, hardirq, NMI or
 * exception), and one more. A hit that finds the slot of its level taken is either such an
 * interrupt, or a breakpoint's exception below an NMI, both of which count as one level, or it was
 * caused by the recording that has the slot. The two cannot be told apart, so it is recorded in the
 * slot for transitions; a hit that finds that one taken, too, is counted as lost_nested. Mainline's
 * RB_CTX_TRANSITION does the same. What records registers alone calls nothing that can be probed
 * and needs no slot.
 */
#include <linux/gfp.h>
#include <linux/kprobes.h>
#include <linux/rcupdate.h>

#include "kernel/event/event.h"
#include "kernel/filter/filter.h"
#include "kernel/instance/instance.h"
#include "kernel/record/record_inline.h"
#include "kernel/record/stack.h"

static_assert(FETCH_RECORD_MAX <= PAGE_SIZE);

DEFINE_PER_CPU(struct record_cpu, record_cpu);

static __always_inline u32 level_of(unsigned int count)
{
	if (likely(!(count & (NMI_MASK | HARDIRQ_MASK | SOFTIRQ_OFFSET))))
		return 0;
	if (count & NMI_MASK)
		return 3;
	return count & HARDIRQ_MASK ? 2 : 1;
}

static __always_inline u32 flags_of(unsigned int count)
{
	u32 flags = 0;

	if (count & (NMI_MASK | HARDIRQ_MASK | SOFTIRQ_MASK)) {
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

/*
 * Low nibble: preempt depth without the one level that the hook itself adds; high: migrate-disable.
 */
static __always_inline u32 depths_of(unsigned int count)
{
	unsigned int migrate = compat_migrate_disable_depth(current);
	unsigned int depth = count & PREEMPT_MASK;

	if (IS_ENABLED(CONFIG_PREEMPTION) && depth)
		depth--;
	return min(depth, 0xfU) | min(migrate, 0xfU) << 4;
}

/* The preemption count, with what softirq code that runs in a task counts there. */
static __always_inline unsigned int record_preempt_count(void)
{
	return preempt_count() | softirqs_of_task();
}

static __always_inline u32 record_context(void)
{
	unsigned int count = record_preempt_count();
	u32 flags = flags_of(count);

	if (irqs_disabled())
		flags |= RECORD_IRQS_OFF;
	return level_of(count) | flags << CONTEXT_FLAGS_SHIFT |
	       depths_of(count) << CONTEXT_COUNT_SHIFT;
}

/**
 * record_enter() - start recording on this CPU
 *
 * Context: any, preemption off until record_exit().
 * Return: the slot that the caller has until then, or -1 when there is none for it.
 */
int __kprobes record_enter(void)
{
	return record_claim(level_of(record_preempt_count()));
}

/**
 * record_exit() - end what record_enter() started
 * @slot: as record_enter() returned it
 */
void __kprobes record_exit(int slot)
{
	record_release(slot);
}

/**
 * record_scratch() - a buffer for a record whose size is not known yet
 * @slot: of the caller, from record_enter()
 *
 * Return: FETCH_RECORD_MAX bytes, the caller's until record_exit().
 */
void *__kprobes record_scratch(int slot)
{
	return __this_cpu_read(record_cpu.scratch[slot]);
}

/**
 * record_fill_header() - the common header of a record
 * @header: where
 * @id: of the event
 */
void __kprobes record_fill_header(struct record_header *header, unsigned int id)
{
	record_head_write(header, id | context_head(record_context()));
}

static noinline void __kprobes record_count_failure(struct probe *probe,
						    enum ring_buffer_status status)
{
	if (status == RING_BUFFER_OFF)
		this_cpu_inc(probe->counters->suppressed);
	else if (status == RING_BUFFER_TOO_LARGE)
		this_cpu_inc(probe->counters->lost_large);
	else if (status == RING_BUFFER_NESTED)
		this_cpu_inc(probe->counters->lost_nested);
	else
		this_cpu_inc(probe->counters->lost_full);
}

/**
 * record_argument() - what takes more than fetch_try() does
 * @probe: which
 * @regs: registers there
 * @entry_data: as in struct record_hit
 * @op: the argument: memory that is not the kernel's, or not there, and so on
 * @tried: what fetch_try() returned
 * @record: where
 */
void __kprobes record_argument(struct probe *probe, struct pt_regs *regs, const void *entry_data,
			       const struct fetch_op *op, enum fetch_tried tried, void *record)
{
	struct fetch_source source = { .regs = regs, .entry_data = entry_data };

	fetch_run_other(op, tried, &source, record);
	if (source.faults)
		this_cpu_add(probe->counters->faults, source.faults);
}

static __always_inline void record_arguments(const struct record_hit hit, void *record)
{
	const struct fetch_program *program = hit.probe->program;
	const struct fetch_op *op = program->op, *end = op + program->nr_ops;
	enum fetch_tried tried;

	pagefault_disable();
	for (; op < end; op++) {
		tried = fetch_try(op, hit.regs, hit.entry_data, record);
		if (unlikely(tried))
			record_argument(hit.probe, hit.regs, hit.entry_data, op, tried, record);
	}
	pagefault_enable();
}

/* As record_quickly(), for any program that has a bound; after record_begin_fetch(). */
static __always_inline bool record_bounded(struct ring_buffer_cpu *__percpu *local,
					   const struct record_hit hit)
{
	struct ring_buffer_cpu *cpu = raw_cpu_read(*local);
	struct probe *probe = hit.probe;
	void *record;

	if (unlikely(!record_begin_quick(cpu, &probe->room, &record)))
		return false;
	record = record_front_complete(record, hit, CONTEXT_TASK, ring_buffer_private(cpu));
	record_clear_slack(record, probe->room);
	record_arguments(hit, record);
	ring_buffer_end_first(cpu);
	this_cpu_inc(probe->counters->recorded);
	return true;
}

static __always_inline void record_extras(struct trace_instance *instance,
					  const struct record_hit hit, int slot)
{
	unsigned long options = READ_ONCE(instance->options);

	if (likely(options & TRACE_OPTION(RECORD_CMD)))
		comm_cache_note(instance->comms);
	if (unlikely(options & TRACE_OPTION(STACKTRACE)))
		record_stack(instance, hit.probe, hit.regs, slot);
}

/* No filter, and the size is known or has a close bound: straight into the buffer. */
static __always_inline enum ring_buffer_status
record_direct(struct event_file *file, const struct record_hit hit, struct fetch_source *source,
	      u32 context)
{
	const struct fetch_program *program = hit.probe->program;
	enum ring_buffer_status status;
	struct ring_buffer_cpu *cpu;
	void *record;
	u64 time;

	status = ring_buffer_begin(file->instance->buffer, program->bound, &cpu, &record, &time);
	if (unlikely(status != RING_BUFFER_OK))
		return status;
	record_front_write(record, hit, context);
	fetch_program_run_bounded(program, source, record);
	ring_buffer_end(cpu);
	return RING_BUFFER_OK;
}

/* Built aside, because a filter may refuse it or its size is not known; false: filtered. */
static __always_inline bool record_aside(struct event_file *file,
					 const struct event_filter *filter,
					 const struct record_hit hit, struct fetch_source *source,
					 u32 context, int slot, enum ring_buffer_status *status)
{
	const struct fetch_program *program = hit.probe->program;
	void *record = record_scratch(slot);
	size_t size = program->static_size;

	record_front_write(record, hit, context);
	if (program->bound == size)
		fetch_program_run(program, source, record);
	else
		size = fetch_program_run_dynamic(program, source, record, FETCH_RECORD_MAX);
	if (filter && !event_filter_match(filter, record, size))
		return false;
	*status = probefs_ring_buffer_write(file->instance->buffer, record, size);
	return true;
}

static __always_inline void record_in_file(struct event_file *file, const struct record_hit hit,
					   struct fetch_source *source, u32 context, int slot)
{
	const struct event_filter *filter = rcu_dereference_raw(file->filter);
	enum ring_buffer_status status;

	if (!filter && hit.probe->program->bound) {
		status = record_direct(file, hit, source, context);
	} else if (!record_aside(file, filter, hit, source, context, slot, &status)) {
		this_cpu_inc(hit.probe->counters->filtered);
		return;
	}
	if (unlikely(status != RING_BUFFER_OK)) {
		record_count_failure(hit.probe, status);
		return;
	}
	this_cpu_inc(hit.probe->counters->recorded);
	record_extras(file->instance, hit, slot);
}

/* Any instances, filters, programs. */
static __always_inline void record_slowly(const struct record_hit hit)
{
	struct event_file *file = rcu_dereference_raw(hit.probe->event->files);
	struct fetch_source source = { .regs = hit.regs, .entry_data = hit.entry_data };
	u32 context;
	int slot;

	if (unlikely(!file))	/* being disabled: the hit came too late to count */
		return;
	this_cpu_inc(hit.probe->counters->slow);
	context = record_context();
	slot = record_claim(context_level(context));
	if (unlikely(slot < 0)) {
		this_cpu_inc(hit.probe->counters->lost_nested);
		return;
	}
	for (;;) {
		record_in_file(file, hit, &source, context, slot);
		file = rcu_dereference_raw(file->next);
		if (likely(!file))
			break;
		this_cpu_inc(hit.probe->counters->again);
	}
	if (unlikely(source.faults))
		this_cpu_add(hit.probe->counters->faults, source.faults);
	record_release(slot);
}

/* The ways of an entry. All return 0, and the quicker ones end in a jump to the slower ones. */

/**
 * record_entry_slowly() - an entry, any way
 * @probe: which
 * @regs: registers there
 *
 * Return: 0.
 */
int __kprobes record_entry_slowly(struct probe *probe, struct pt_regs *regs)
{
	record_slowly(record_hit_entry(probe, regs));
	return 0;
}

/**
 * record_entry_nested() - an entry, in any context
 * @probe: which
 * @regs: registers there
 * @local: its @quick
 *
 * Return: 0.
 */
int __kprobes record_entry_nested(struct probe *probe, struct pt_regs *regs,
				  struct ring_buffer_cpu *__percpu *local)
{
	const struct record_hit hit = record_hit_entry(probe, regs);

	if (unlikely(!record_quickly(local, hit, record_context())))
		return record_entry_slowly(probe, regs);
	this_cpu_inc(probe->counters->any_context);
	return 0;
}

/**
 * record_entry_in_task() - an entry, when the preemption count is that of a task
 * @probe: which
 * @regs: registers there
 * @local: its @quick
 *
 * Return: 0.
 */
int __kprobes record_entry_in_task(struct probe *probe, struct pt_regs *regs,
				   struct ring_buffer_cpu *__percpu *local)
{
	return record_entry_in_task_inline(probe, regs, local);
}

/**
 * record_entry_elsewhere() - an entry, when it is not
 * @probe: which
 * @regs: registers there
 * @local: its @quick
 *
 * Return: 0.
 */
int __kprobes record_entry_elsewhere(struct probe *probe, struct pt_regs *regs,
				     struct ring_buffer_cpu *__percpu *local)
{
	const struct record_hit hit = record_hit_entry(probe, regs);

	if (unlikely(!record_context_is_breakpoint()))
		return record_entry_nested(probe, regs, local);
	if (unlikely(!record_quickly(local, hit, CONTEXT_BREAKPOINT)))
		return record_entry_slowly(probe, regs);
	return 0;
}

static noinline int __kprobes record_entry_directly(struct probe *probe, struct pt_regs *regs,
						    struct ring_buffer_cpu *__percpu *local)
{
	const struct record_hit hit = record_hit_entry(probe, regs);
	bool recorded;

	if (unlikely(!record_begin_fetch()))
		return record_entry_slowly(probe, regs);
	recorded = record_bounded(local, hit);
	record_end_fetch();
	if (unlikely(!recorded))
		return record_entry_slowly(probe, regs);
	return 0;
}

static noinline int __kprobes record_entry_accepted(struct probe *probe, struct pt_regs *regs,
						    struct event_file *file)
{
	const struct record_hit hit = record_hit_entry(probe, regs);

	if (unlikely(!record_context_is_task() ||
		     !record_quickly(file->instance->buffer->local, hit, CONTEXT_TASK)))
		return record_entry_slowly(probe, regs);
	return 0;
}

/* The filter decides by the registers, before there is a record. */
static noinline int __kprobes record_entry_sifted(struct probe *probe, struct pt_regs *regs,
						  struct event_file *file)
{
	const struct event_filter *filter = rcu_dereference_raw(file->filter);
	int match;

	if (unlikely(!filter))
		return record_entry_slowly(probe, regs);
	match = event_filter_match_registers(filter, probe->program, regs);
	if (match > 0)
		return record_entry_accepted(probe, regs, file);
	if (unlikely(match < 0))
		return record_entry_slowly(probe, regs);
	this_cpu_inc(probe->counters->filtered);
	return 0;
}

/**
 * record_entry_otherwise() - record_entry_inline() of a probe that does not record the quick way
 * @probe: which
 * @regs: registers there
 *
 * Return: 0.
 */
int __kprobes record_entry_otherwise(struct probe *probe, struct pt_regs *regs)
{
	struct ring_buffer_cpu *__percpu *local;
	struct event_file *file;

	local = READ_ONCE(probe->direct);
	if (local)
		return record_entry_directly(probe, regs, local);
	local = READ_ONCE(probe->measured);
	if (local)
		return record_entry_measured(probe, regs, local);
	file = rcu_dereference_raw(probe->sifted);
	if (file)
		return record_entry_sifted(probe, regs, file);
	return record_entry_slowly(probe, regs);
}

/**
 * record_entry() - a probe was hit
 * @probe: which; its event is published
 * @regs: registers there
 *
 * Context: any, preemption off. Return: 0, as a kprobe's handler does.
 */
int __kprobes record_entry(struct probe *probe, struct pt_regs *regs)
{
	return record_entry_inline(probe, regs);
}

static noinline int __kprobes record_return_slowly(struct probe *probe, struct pt_regs *regs,
						   unsigned long func, unsigned long ret_ip,
						   const void *entry_data)
{
	record_slowly(record_hit_return(probe, regs, func, ret_ip, entry_data));
	return 0;
}

static noinline int __kprobes record_return_otherwise(struct probe *probe, struct pt_regs *regs,
						      unsigned long func, unsigned long ret_ip,
						      const void *entry_data)
{
	const struct record_hit hit = record_hit_return(probe, regs, func, ret_ip, entry_data);
	struct ring_buffer_cpu *__percpu *local = READ_ONCE(probe->direct);
	bool recorded;

	if (unlikely(!local || !record_begin_fetch()))
		return record_return_slowly(probe, regs, func, ret_ip, entry_data);
	recorded = record_bounded(local, hit);
	record_end_fetch();
	if (unlikely(!recorded))
		return record_return_slowly(probe, regs, func, ret_ip, entry_data);
	return 0;
}

/**
 * record_return() - a probed function returned
 * @probe: which; its event is published
 * @regs: registers at the return
 * @func: the function
 * @ret_ip: where it returns to
 * @entry_data: what fetch_program_run_entry() saved
 *
 * Context: any, preemption off. Return: 0, as a kretprobe's handler does.
 */
int __kprobes record_return(struct probe *probe, struct pt_regs *regs, unsigned long func,
			    unsigned long ret_ip, const void *entry_data)
{
	const struct record_hit hit = record_hit_return(probe, regs, func, ret_ip, entry_data);
	struct ring_buffer_cpu *__percpu *local = READ_ONCE(probe->quick);

	if (unlikely(!local))
		return record_return_otherwise(probe, regs, func, ret_ip, entry_data);
	if (unlikely(!record_context_is_task() || !record_quickly(local, hit, CONTEXT_TASK)))
		return record_return_slowly(probe, regs, func, ret_ip, entry_data);
	return 0;
}

/**
 * record_init() - get the scratch buffers
 *
 * Return: 0 or -ENOMEM.
 */
int record_init(void)
{
	int cpu, slot;

	for_each_possible_cpu(cpu) {
		for (slot = 0; slot < RECORD_SLOTS; slot++) {
			void *page = (void *)__get_free_page(GFP_KERNEL);

			if (!page) {
				record_finish();
				return -ENOMEM;
			}
			per_cpu(record_cpu, cpu).scratch[slot] = page;
		}
	}
	return 0;
}

/** record_finish() - give them back; no probe may be armed any more */
void record_finish(void)
{
	int cpu, slot;

	for_each_possible_cpu(cpu) {
		for (slot = 0; slot < RECORD_SLOTS; slot++) {
			free_page((unsigned long)per_cpu(record_cpu, cpu).scratch[slot]);
			per_cpu(record_cpu, cpu).scratch[slot] = NULL;
		}
	}
}
