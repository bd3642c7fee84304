// SPDX-License-Identifier: GPL-2.0
/*
 * Records hits of static events. This is on the record path: see record.c. The ways "copied", "followed" and
 * "general" (ways.c) are all here, because the record is there when the hit comes.
 *
 * The record lies in memory of perf, and carries the kernel's id. It gets the common header of this
 * mount while the hit is recorded, for filters and actions look at it, and the kernel's header again
 * afterwards: perf may have another user of the record. Nobody else looks meanwhile, because perf has
 * such memory for each context of each CPU.
 *
 * Hits of some events come with a record that a function of ours has made (kernel/compat/event/function.h). It lies on
 * the stack, is as perf would have made it, and gets the header of this mount here.
 */
#include <linux/kprobes.h>
#include <linux/rcupdate.h>

#include "kernel/compat/event/function.h"
#include "kernel/compat/event_depth.h"
#include "kernel/event/event.h"
#include "kernel/filter/filter.h"
#include "kernel/instance/instance.h"
#include "kernel/record/actions.h"
#include "kernel/record/general.h"
#include "kernel/record/record_aside.h"
#include "kernel/record/record_inline.h"
#include "kernel/record/static_record.h"

/* In the first word of a header, the depth of preemption: see context_depths_of(). */
#define HEAD_PREEMPTION		(0xfU << CONTEXT_COUNT_SHIFT)

/* perf ends a record with 4 bytes behind a multiple of 8. */
static __always_inline bool is_of_perf(size_t size)
{
	return size % 8 == 4;
}

/*
 * Returns what this mount has in the first word of a record's header. @record has that of the kernel, which has
 * counted the level of preemption that the hook has added, unless the hook has added none.
 */
static __always_inline u32 head_of(const struct probe *probe, const u32 *record)
{
	u32 head = *record;

	BUILD_BUG_ON(COMPAT_EVENT_DEPTH > 1 || COMPAT_SYSCALL_EVENT_DEPTH > 1);
	if (likely(head & HEAD_PREEMPTION))
		head -= probe->hook_depth;
	return (head & ~0xffffU) | probe->id;
}

/*
 * Does the way "copied": @local is what the probe has in ways.copied, and @room is what the record takes in the
 * buffer. Returns false when a writer is inside the buffer, or the page has no room; nothing was counted then.
 * This calls nothing that can be probed, and needs no slot.
 */
static __always_inline bool record_copied(struct ring_buffer_cpu *__percpu *local,
					  const struct probe *probe, const void *record,
					  size_t size, const struct ring_buffer_room *room)
{
	struct ring_buffer_cpu *cpu = raw_cpu_read(*local);
	void *payload;
	u32 head;

	if (unlikely(!record_begin_first(cpu, room, &payload)))
		return false;
	head = head_of(probe, record);
	memcpy(payload, &head, sizeof(head));
	static_copy_words(payload + sizeof(head), record + sizeof(head), size - sizeof(head));
	comm_cache_note_task(ring_buffer_private(cpu), current, current->pid, NULL);
	ring_buffer_end_first(cpu);
	this_cpu_inc(probe->counters->recorded);
	return true;
}

/* Does record_copied() for a record whose size only the hit tells, if it is small. */
static noinline bool __kprobes record_copied_varying(struct ring_buffer_cpu *__percpu *local,
						     const struct probe *probe, const void *record,
						     size_t size)
{
	struct ring_buffer_room room;

	if (unlikely(!subbuf_is_small(size) || !is_of_perf(size)))
		return false;
	room = ring_buffer_room(size, 0);
	return record_copied(local, probe, record, size, &room);
}

/*
 * Does the way "followed": @follower is what the probe has in ways.followed. The record has the kernel's header,
 * which no program reads. Returns false when the event probe has another way than "bounded", when the record ends
 * before the last field, when a writer is inside the buffer, or when the page has no room; nothing was counted
 * then. This calls nothing that can be probed, and needs no slot.
 */
static noinline bool __kprobes record_only_follower(const struct probe *probe, struct probe *follower,
						    const void *record, size_t size)
{
	const struct record_hit hit = { .probe = follower, .kind = PROBE_EVENT };
	struct ring_buffer_cpu *__percpu *local = READ_ONCE(follower->ways.bounded);
	const struct fetch_program *program = follower->program;
	struct ring_buffer_cpu *cpu;
	void *to;

	if (unlikely(!local || size < program->fields_end))
		return false;
	cpu = raw_cpu_read(*local);
	if (unlikely(!record_begin_follower(cpu, hit, context_of_followers(head_of(probe, record), 0), &to)))
		return false;
	fetch_program_run_fields(program, record, to);
	record_end_follower(cpu, hit);
	this_cpu_inc(probe->counters->suppressed);
	return true;
}

/* Records straight into the buffer. */
static __always_inline enum ring_buffer_status write_direct(struct event_file *file,
							    const struct fetch_source *source)
{
	enum ring_buffer_status status;
	struct ring_buffer_cpu *cpu;
	void *record;
	u64 time;

	status = ring_buffer_begin(file->instance->buffer, source->frame_size, &cpu, &record, &time);
	if (unlikely(status != RING_BUFFER_OK))
		return status;
	if (likely(is_of_perf(source->frame_size) && source->frame_size <= STATIC_COPY_MAX)) {
		memcpy(record, source->frame, 4);
		static_copy_words(record + 4, source->frame + 4, source->frame_size - 4);
	} else {
		static_record_copy(record, source);
	}
	record_note_task(file->instance);
	ring_buffer_end(cpu);
	return RING_BUFFER_OK;
}

static __always_inline void record_in_file(struct event_file *file, const struct record_hit hit,
					   struct fetch_source *source, int slot)
{
	const struct event_filter *filter;

	if (data_race(file->flags == EVENT_FILE_FOLLOWED)) {
		record_followed(file, hit.probe, hit.regs, source, record_context(), slot);
		return;
	}
	if (unlikely(data_race(file->flags != EVENT_FILE_RECORDS))) {
		record_with_actions(file, hit.probe, hit.regs, 0, 0, source, record_context(), slot);
		return;
	}
	filter = rcu_dereference_raw(file->filter);
	if (filter && !event_filter_match(filter, source->frame, source->frame_size)) {
		this_cpu_inc(hit.probe->counters->filtered);
		return;
	}
	record_account(file, hit, write_direct(file, source), slot);
}

/* Does the way "general", with a record that has its header. */
static __always_inline void record_with_header(struct probe *probe, struct pt_regs *regs,
					       const void *record, size_t size)
{
	struct event_file *file = rcu_dereference_raw(probe->event->files);
	struct fetch_source source = { .frame = record, .frame_size = size };
	const struct record_hit hit = record_hit_entry(probe, regs);
	int slot;

	if (unlikely(!file))	/* the event is being disabled: the hit came too late to count */
		return;
	this_cpu_inc(probe->counters->slow);
	if (unlikely(size < sizeof(struct record_header))) {
		this_cpu_inc(probe->counters->lost_large);
		return;
	}
	slot = record_enter();
	if (unlikely(slot < 0)) {
		this_cpu_inc(probe->counters->lost_nested);
		return;
	}
	for (;;) {
		record_in_file(file, hit, &source, slot);
		file = rcu_dereference_raw(file->next);
		if (likely(!file))
			break;
		this_cpu_inc(probe->counters->again);
	}
	record_release(slot);
}

static noinline void __kprobes record_general(struct probe *probe, u32 *record, struct pt_regs *regs,
					      size_t size)
{
	u32 kernels = *record;

	WRITE_ONCE(*record, head_of(probe, record));
	record_with_header(probe, regs, record, size);
	WRITE_ONCE(*record, kernels);
}

static __always_inline void record_static_hit(struct probe *probe, void *record, struct pt_regs *regs,
					      size_t size)
{
	struct ring_buffer_cpu *__percpu *local = READ_ONCE(probe->ways.copied);
	struct probe *follower;
	bool recorded = false;

	if (likely(local) && likely(size == probe->copied_size))
		recorded = record_copied(local, probe, record, size, &probe->room);
	else if (local)
		recorded = record_copied_varying(local, probe, record, size);
	else if ((follower = rcu_dereference_raw(probe->ways.followed)))
		recorded = record_only_follower(probe, follower, record, size);
	if (unlikely(!recorded))
		record_general(probe, record, regs, size);
}

/**
 * static_record() - record a hit of a static event
 * @probe: the event's probe
 * @record: the record as the kernel made it, from the common header on; it is as it was on return
 * @regs: registers at the caller of the tracepoint, of which perf has filled in a few
 * @size: bytes at @record, at least 4
 *
 * Context: any, preemption off.
 */
void __kprobes static_record(struct probe *probe, void *record, struct pt_regs *regs, size_t size)
{
	record_static_hit(probe, record, regs, size);
}

/**
 * event_function_hit() - record a hit of a static event whose record a function of ours has made
 * @data: the event's probe, whose @copied_size is @size, and whose @hook_depth is 0
 * @record: the record, with room for the common header in front
 * @size: bytes at @record
 *
 * The record path wants preemption off, one level more than the traced code has: the tracepoint adds that, or this
 * function. There are no registers: those who ask for a stack have @callback, and nobody asks for anything else.
 * Context: any; tracepoint_synchronize_unregister() waits for the caller.
 */
void __kprobes event_function_hit(void *data, void *record, size_t size)
{
	struct probe *probe = data;
	bool off = probe->preemptible;

	if (off)
		preempt_disable_notrace();
	record_header_write(record, probe->id | context_head(record_context() & COMPAT_EVENT_CONTEXT));
	record_static_hit(probe, record, NULL, size);
	if (off)
		preempt_enable_notrace();
}
