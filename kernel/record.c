// SPDX-License-Identifier: GPL-2.0
/*
 * The record path.
 *
 * Runs in every context up to NMI, with preemption off: no lock, no allocation, no cache line that
 * another CPU writes. This file is built without function-entry hooks and lives in .kprobes.text, so
 * that no probe can be put on it.
 *
 * Nesting: an interrupt, or an exception, may hit a probe while the context below it is recording.
 * Each level (task, softirq, hardirq, NMI or exception) has its own scratch buffer and its own
 * guard on each CPU. The guard is set and cleared by its own level only; a level that finds it set
 * was entered from within its own recording, which is recursion, counted as lost_nested.
 * in_nmi() is also true in a breakpoint exception of a task, so the top level may be met twice
 * (exception, then a real NMI): the second one is counted as well.
 */
#include <linux/cpu.h>
#include <linux/gfp.h>
#include <linux/kprobes.h>
#include <linux/rcupdate.h>
#include <linux/workqueue.h>

#include "fetch/fetch_inline.h"
#include "kernel/comm_cache.h"
#include "kernel/compat/irqflags.h"
#include "kernel/compat/preempt.h"
#include "kernel/compat/sched.h"
#include "kernel/event.h"
#include "kernel/filter.h"
#include "kernel/instance.h"
#include "kernel/probe.h"
#include "kernel/record.h"
#include "kernel/ring_buffer.h"
#include "kernel/ring_buffer_write.h"
#include "kernel/stack.h"

static_assert(FETCH_RECORD_MAX <= PAGE_SIZE);

/**
 * struct record_cpu - of each CPU
 * @active: the level is recording
 * @scratch: a page per level
 */
struct record_cpu {
	bool active[RING_BUFFER_LEVELS];
	void *scratch[RING_BUFFER_LEVELS];
};

static DEFINE_PER_CPU(struct record_cpu, record_cpu);

/*
 * Where a hit came: the level in the low bits, flags and preempt_count of the record header above,
 * where they are in the header's first word. RECORD_IRQS_OFF is left to record_head_write().
 */
#define CONTEXT_LEVEL		3U
#define CONTEXT_FLAGS_SHIFT	16
#define CONTEXT_COUNT_SHIFT	24

static_assert(offsetof(struct record_header, flags) == CONTEXT_FLAGS_SHIFT / 8);
static_assert(offsetof(struct record_header, preempt_count) == CONTEXT_COUNT_SHIFT / 8);

static __always_inline unsigned int context_level(u32 context)
{
	return context & CONTEXT_LEVEL;
}

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

/* Low nibble: preempt depth without the one level that the hook itself adds; high: migrate-disable. */
static __always_inline u32 depths_of(unsigned int count)
{
	unsigned int migrate = compat_migrate_disable_depth(current);
	unsigned int depth = count & PREEMPT_MASK;

	if (IS_ENABLED(CONFIG_PREEMPTION) && depth)
		depth--;
	return min(depth, 0xfU) | min(migrate, 0xfU) << 4;
}

/* With PREEMPT_RT a softirq runs in a task, preemptible, and the task counts it. */
static __always_inline unsigned int softirqs_of_task(void)
{
	return IS_ENABLED(CONFIG_PREEMPT_RT) ? softirq_count() : 0;
}

static __always_inline u32 record_context(void)
{
	unsigned int count = preempt_count() | softirqs_of_task();

	return level_of(count) | flags_of(count) << CONTEXT_FLAGS_SHIFT |
	       depths_of(count) << CONTEXT_COUNT_SHIFT;
}

/* Would record_context() return 0? True for most hits in a task. */
static __always_inline bool record_context_is_plain(void)
{
	return compat_preempt_count_is(IS_ENABLED(CONFIG_PREEMPT_COUNT)) && !tif_need_resched() &&
	       !compat_migrate_disable_depth(current) && !softirqs_of_task();
}

/* false: this level of this CPU is recording already. */
static __always_inline bool record_claim(unsigned int level)
{
	/* A context that nests here uses another level, or has released this one when it returns. */
	if (unlikely(__this_cpu_read(record_cpu.active[level])))
		return false;
	__this_cpu_write(record_cpu.active[level], true);
	barrier();
	return true;
}

static __always_inline void record_release(unsigned int level)
{
	barrier();
	__this_cpu_write(record_cpu.active[level], false);
}

/**
 * record_enter() - start recording on this CPU
 *
 * Context: any, preemption off until record_exit().
 * Return: the nesting level, or -1 when it is recording already.
 */
int __kprobes record_enter(void)
{
	unsigned int level = level_of(preempt_count());

	return record_claim(level) ? level : -1;
}

/**
 * record_exit() - end what record_enter() started
 * @level: as it returned
 */
void __kprobes record_exit(int level)
{
	record_release(level);
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

static __always_inline void record_head_write(struct record_header *header, unsigned int id,
					      u32 context, bool irqs_off)
{
	u32 flags = context >> CONTEXT_FLAGS_SHIFT;

	header->type = id;
	header->flags = irqs_off ? flags | RECORD_IRQS_OFF : flags;
	header->preempt_count = context >> CONTEXT_COUNT_SHIFT;
	header->pid = current->pid;
}

/**
 * record_fill_header() - the common header of a record
 * @header: where
 * @id: of the event
 */
void __kprobes record_fill_header(struct record_header *header, unsigned int id)
{
	record_head_write(header, id, record_context(), irqs_disabled());
}

/**
 * struct record_hit - what of a hit is the same for every instance that records it
 * @probe: that was hit
 * @regs: registers there
 * @kind: of the probe
 * @func: function that was entered, of a return probe
 * @ret_ip: where it returns to
 * @entry_data: what was saved at entry
 *
 * Passed by value to functions that are inlined: its members stay in registers.
 */
struct record_hit {
	struct probe *probe;
	struct pt_regs *regs;
	enum probe_kind kind;
	unsigned long func;
	unsigned long ret_ip;
	const void *entry_data;
};

static __always_inline void record_front_write(void *record, const struct record_hit hit,
					       u32 context)
{
	unsigned long *word = record + sizeof(struct record_header);

	/* Hooks that leave no trace in the preemption count leave interrupts as they were, too. */
	record_head_write(record, hit.probe->id, context,
			  __builtin_constant_p(context) && !context ? compat_irqs_off_at(hit.regs) :
								      irqs_disabled());
	if (hit.kind == PROBE_RETURN) {
		word[0] = hit.func;
		word[1] = hit.ret_ip;
	} else {
		word[0] = probe_ip(hit.probe);
	}
}

static noinline void __kprobes record_count_failure(struct probe *probe,
						    enum ring_buffer_status status)
{
	if (status == RING_BUFFER_OFF)
		this_cpu_inc(probe->counters->suppressed);
	else if (status == RING_BUFFER_TOO_LARGE)
		this_cpu_inc(probe->counters->lost_large);
	else
		this_cpu_inc(probe->counters->lost_full);
}

/* How the arguments are written, known when the code is compiled */
enum record_way {
	RECORD_QUICK,		/* in line: registers alone */
	RECORD_DIRECT,		/* by a call: any program with a bound */
};

static __always_inline void record_bounded(void *record, const struct record_hit hit)
{
	struct fetch_source source = { .regs = hit.regs, .entry_data = hit.entry_data };

	fetch_program_run_bounded(hit.probe->program, &source, record);
	if (unlikely(source.faults))
		this_cpu_add(hit.probe->counters->faults, source.faults);
}

/*
 * The quick way, for probes that event_choose_ways() found fit: one instance, with the usual
 * options, no filter, a small record. Little is called, and little has to be saved for that.
 *
 * On success, what is left is to note the task in @comms. False: this is no common case, and nothing
 * was counted.
 */
static __always_inline bool record_quickly(struct event_file *file, const struct record_hit hit,
					   u32 context, enum record_way way,
					   struct comm_cache __percpu **comms)
{
	unsigned int level = context_level(context);
	struct trace_instance *instance = file->instance;
	struct ring_buffer_cpu *cpu;
	void *record;
	u64 now;

	if (unlikely(!record_claim(level)))
		return false;
	now = ring_buffer_read_clock(instance->buffer);
	if (unlikely(!ring_buffer_begin_small(instance->buffer, hit.probe->record_room, now, level,
					      &cpu, &record))) {
		record_release(level);
		return false;
	}
	record_front_write(record, hit, context);
	if (way == RECORD_QUICK)
		fetch_program_run_simple(hit.probe->program, hit.regs, record);
	else
		record_bounded(record, hit);
	ring_buffer_end(cpu);
	this_cpu_inc(hit.probe->counters->recorded);
	record_release(level);
	*comms = instance->comms;
	return true;
}

static __always_inline void record_extras(struct trace_instance *instance,
					  const struct record_hit hit, unsigned int level)
{
	unsigned long options = READ_ONCE(instance->options);

	if (likely(options & TRACE_OPTION(RECORD_CMD)))
		comm_cache_note(instance->comms);
	if (unlikely(options & TRACE_OPTION(STACKTRACE)))
		record_stack(instance, hit.regs, level);
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

	status = ring_buffer_begin(file->instance->buffer, program->bound, context_level(context),
				   &cpu, &record, &time);
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
					 u32 context, enum ring_buffer_status *status)
{
	const struct fetch_program *program = hit.probe->program;
	unsigned int level = context_level(context);
	void *record = record_scratch(level);
	size_t size = program->static_size;

	record_front_write(record, hit, context);
	if (program->bound == size)
		fetch_program_run(program, source, record);
	else
		size = fetch_program_run_dynamic(program, source, record, FETCH_RECORD_MAX);
	if (filter && !event_filter_match(filter, record, size))
		return false;
	*status = probefs_ring_buffer_write(file->instance->buffer, record, size, level);
	return true;
}

static __always_inline void record_in_file(struct event_file *file, const struct record_hit hit,
					   struct fetch_source *source, u32 context)
{
	const struct event_filter *filter = rcu_dereference_raw(file->filter);
	enum ring_buffer_status status;

	if (!filter && hit.probe->program->bound) {
		status = record_direct(file, hit, source, context);
	} else if (!record_aside(file, filter, hit, source, context, &status)) {
		this_cpu_inc(hit.probe->counters->filtered);
		return;
	}
	if (unlikely(status != RING_BUFFER_OK)) {
		record_count_failure(hit.probe, status);
		return;
	}
	this_cpu_inc(hit.probe->counters->recorded);
	record_extras(file->instance, hit, context_level(context));
}

/* Any instances, filters, programs. */
static __always_inline void record_slowly(const struct record_hit hit)
{
	struct event_file *file = rcu_dereference_raw(hit.probe->event->files);
	struct fetch_source source = { .regs = hit.regs, .entry_data = hit.entry_data };
	u32 context;

	if (unlikely(!file))	/* being disabled: the hit came too late to count */
		return;
	context = likely(record_context_is_plain()) ? 0 : record_context();
	if (unlikely(!record_claim(context_level(context)))) {
		this_cpu_inc(hit.probe->counters->lost_nested);
		return;
	}
	for (;;) {
		record_in_file(file, hit, &source, context);
		file = rcu_dereference_raw(file->next);
		if (likely(!file))
			break;
		this_cpu_inc(hit.probe->counters->again);
	}
	if (unlikely(source.faults))
		this_cpu_add(hit.probe->counters->faults, source.faults);
	record_release(context_level(context));
}

/* The ways of an entry. All return 0, and the quicker ones end in a jump to the slower ones. */

static noinline int __kprobes record_entry_slowly(struct probe *probe, struct pt_regs *regs)
{
	record_slowly((struct record_hit){ .probe = probe, .regs = regs, .kind = PROBE_ENTRY });
	return 0;
}

static noinline int __kprobes record_entry_nested(struct probe *probe, struct pt_regs *regs)
{
	const struct record_hit hit = { .probe = probe, .regs = regs, .kind = PROBE_ENTRY };
	struct event_file *file = rcu_dereference_raw(probe->quick);
	struct comm_cache __percpu *comms;

	if (unlikely(!file || !record_quickly(file, hit, record_context(), RECORD_QUICK, &comms)))
		return record_entry_slowly(probe, regs);
	return comm_cache_note(comms);
}

static noinline int __kprobes record_entry_directly(struct probe *probe, struct pt_regs *regs)
{
	const struct record_hit hit = { .probe = probe, .regs = regs, .kind = PROBE_ENTRY };
	struct event_file *file = rcu_dereference_raw(probe->direct);
	struct comm_cache __percpu *comms;

	if (unlikely(!file || !record_context_is_plain() ||
		     !record_quickly(file, hit, 0, RECORD_DIRECT, &comms)))
		return record_entry_slowly(probe, regs);
	return comm_cache_note(comms);
}

/* The filter first; what it lets pass is fetched again. */
static noinline int __kprobes record_entry_sifted(struct probe *probe, struct pt_regs *regs)
{
	const struct record_hit hit = { .probe = probe, .regs = regs, .kind = PROBE_ENTRY };
	struct event_file *file = rcu_dereference_raw(probe->sifted);
	struct comm_cache __percpu *comms;
	const struct event_filter *filter;
	void *record;
	bool match;

	if (unlikely(!file || !record_context_is_plain()))
		return record_entry_slowly(probe, regs);
	filter = rcu_dereference_raw(file->filter);
	if (unlikely(!filter || !record_claim(0)))
		return record_entry_slowly(probe, regs);
	record = record_scratch(0);
	*(unsigned long *)(record + sizeof(struct record_header)) = probe_ip(probe);
	fetch_program_run_simple(probe->program, regs, record);
	match = event_filter_match(filter, record, probe->program->static_size);
	record_release(0);
	if (likely(!match)) {
		this_cpu_inc(probe->counters->filtered);
		return 0;
	}
	if (unlikely(!record_quickly(file, hit, 0, RECORD_QUICK, &comms)))
		return record_entry_slowly(probe, regs);
	return comm_cache_note(comms);
}

static noinline int __kprobes record_entry_otherwise(struct probe *probe, struct pt_regs *regs)
{
	if (probe->direct)
		return record_entry_directly(probe, regs);
	if (probe->sifted)
		return record_entry_sifted(probe, regs);
	return record_entry_slowly(probe, regs);
}

/**
 * record_entry() - a probe was hit
 * @probe: which; its event is published
 * @regs: registers there
 *
 * Context: any, preemption off. Return: 0, as a kprobe's handler does, which can end in a jump.
 */
int __kprobes record_entry(struct probe *probe, struct pt_regs *regs)
{
	const struct record_hit hit = { .probe = probe, .regs = regs, .kind = PROBE_ENTRY };
	struct event_file *file = rcu_dereference_raw(probe->quick);
	struct comm_cache __percpu *comms;

	if (unlikely(!file))
		return record_entry_otherwise(probe, regs);
	if (unlikely(!record_context_is_plain()))
		return record_entry_nested(probe, regs);
	if (unlikely(!record_quickly(file, hit, 0, RECORD_QUICK, &comms)))
		return record_entry_slowly(probe, regs);
	return comm_cache_note(comms);
}

static noinline int __kprobes record_return_slowly(struct probe *probe, struct pt_regs *regs,
						   unsigned long func, unsigned long ret_ip,
						   const void *entry_data)
{
	record_slowly((struct record_hit){
		.probe = probe,
		.regs = regs,
		.kind = PROBE_RETURN,
		.func = func,
		.ret_ip = ret_ip,
		.entry_data = entry_data,
	});
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
	const struct record_hit hit = {
		.probe = probe,
		.regs = regs,
		.kind = PROBE_RETURN,
		.func = func,
		.ret_ip = ret_ip,
	};
	struct event_file *file = rcu_dereference_raw(probe->quick);
	struct comm_cache __percpu *comms;

	if (unlikely(!file || !record_context_is_plain() ||
		     !record_quickly(file, hit, 0, RECORD_QUICK, &comms)))
		return record_return_slowly(probe, regs, func, ret_ip, entry_data);
	return comm_cache_note(comms);
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
