// SPDX-License-Identifier: GPL-2.0
/*
 * The ways that hits of a probe may take. All ways make the same record, byte for byte; the more is
 * known before the hit comes, the less work a way is. A field of struct probe_ways that is set says
 * that the conditions of its way hold. The function of the way asks what only a hit can tell. A hit
 * that gets the answer "no" falls back to another way, and has counted nothing by then.
 *
 * name (probe_stats)  field             what holds before               what the hit asks, function         else
 * ------------------  ----------------  ------------------------------  ----------------------------------  -------
 * registers           registers         (1), no filter, small record    task: record_registers_in_task()    (2)
 *                                       of registers alone
 *                                                                       task, in a program:
 *                                                                       user_record_registers()             (3)
 *                                                                       breakpoint of a task:
 *                                                                       record_registers_not_in_task()      (2)
 *                                                                       any context:
 *                                                                       record_registers_in_any_context()   general
 *                                                                       a return, task: record_return()     general
 * bounded             bounded           (1), no filter, small record    task, and its slot is free:
 *                                       that has a bound                record_entry_bounded(),
 *                                                                       record_return_bounded()             general
 *                                                                       an event probe, in any context:
 *                                                                       record_follower()                   general
 * strings             strings           (1), no filter, strings of      task, and its slot is free:
 *                                       the kernel that are measured    record_entry_strings()              general
 * registers_filter    registers_filter  (1), a filter and a record of   task:
 *                                       registers alone, small          record_entry_registers_filter()     general
 * copied              copied            (1), no filter, a static event  small record, in any context:
 *                                       of the kernel                   record_copied()                     general
 * followed            followed          a static event of the kernel    any context, and the event probe
 *                                       that is on for one event probe  is "bounded":
 *                                       alone, which fetches fields     record_only_follower()              general
 *                                       and has no condition
 * general             all are NULL                                      record_general(), or user_record()
 *                                                                       for a user probe                    lost
 *                                       an event probe                  record_follower()                   lost
 *
 * (1) One instance records the event, with the usual options and the clock "local"; there are no
 *     actions and no lists of pids.
 * (2) record_registers_in_any_context().
 * (3) The record is made aside, and then recorded as one that is "copied" would be, or the general way.
 * A hit is in a "task" when record_context_is_task() says so.
 *
 * Each of the ways but the general one has to be the first writer in the buffer of its CPU: a hit on top of
 * another one takes the general way.
 */
#include "fetch/fetch_inline.h"
#include "kernel/compat/event/function.h"
#include "kernel/buffer/ring_buffer_write.h"
#include "kernel/event/event.h"
#include "kernel/event/probe.h"
#include "kernel/filter/filter.h"
#include "kernel/instance/instance.h"
#include "kernel/record/ways.h"

/*
 * The options that change what a hit does. All ways but the general one do what HIT_OPTIONS_USUAL
 * asks for; a hit with any other set of these options has to take the general way.
 */
#define HIT_OPTIONS		(TRACE_OPTION(RECORD_CMD) | TRACE_OPTION(STACKTRACE) |	\
				 TRACE_OPTION(USERSTACKTRACE))
#define HIT_OPTIONS_USUAL	TRACE_OPTION(RECORD_CMD)

/* Returns the file that gets all hits of the event, if that is the only one, and has these flags and no other. */
static struct event_file *event_only_file_with(struct probe_event *event, unsigned int flags)
{
	struct event_file *file = rcu_dereference_raw(event->files);

	return file && !rcu_access_pointer(file->next) && file->flags == flags ? file : NULL;
}

/*
 * Returns the file that gets all records of the event, if that is the only one, does nothing but
 * record, and its instance has the usual options.
 */
static struct event_file *event_only_file(struct probe_event *event)
{
	struct event_file *file = event_only_file_with(event, EVENT_FILE_RECORDS);

	if (!file || (READ_ONCE(file->instance->options) & HIT_OPTIONS) != HIT_OPTIONS_USUAL)
		return NULL;
	return file;
}

/* Returns the buffers of a file that gets its records without a filter; NULL for another one, or none. */
static struct ring_buffer_cpu *__percpu *unfiltered_buffers(const struct event_file *file)
{
	return file && !rcu_access_pointer(file->filter) ? ring_buffer_local(file->instance->buffer) : NULL;
}

/* Stores what hits need to know of records with @room bytes, which a program makes. */
static void probe_set_room(struct probe *probe, size_t room)
{
	probe->id = probe->event->id;
	probe->room = ring_buffer_room(room, probe->id);
	probe->has_arguments = probe->program->nr_ops;
}

static void probe_choose_way(struct probe *probe, struct event_file *file)
{
	const struct event_filter *filter = file ? rcu_dereference_raw(file->filter) : NULL;
	struct ring_buffer_cpu *__percpu *recorded = unfiltered_buffers(file);
	const struct fetch_program *program = probe->program;
	size_t room = round_up(fetch_program_bound(program), 4);
	bool small = subbuf_is_small(room);
	bool registers = small && fetch_program_is_simple(program);
	bool by_filter = registers && filter && event_filter_reads_registers(filter, program);

	probe_set_room(probe, room);
	/* A hit that finds a way finds what the way needs, because that was stored before. */
	smp_store_release(&probe->ways.registers, registers ? recorded : NULL);
	smp_store_release(&probe->ways.bounded, small && !registers ? recorded : NULL);
	smp_store_release(&probe->ways.strings,
			  !probe_is_return(probe) && fetch_program_is_measurable(program) ? recorded : NULL);
	rcu_assign_pointer(probe->ways.registers_filter, by_filter ? file : NULL);
}

/* Returns the bytes that perf gives a record of @size bytes, or 0 when they are too many for the way "copied". */
static u16 copied_size(size_t size)
{
	size = PERF_RECORD_SIZE(size);
	return subbuf_is_small(size) ? size : 0;
}

/* Returns the event probe that alone wants the hits of an event, if it wants each of them, and fields alone. */
static struct probe *event_only_follower(struct probe_event *event)
{
	struct event_file *file = event_only_file_with(event, EVENT_FILE_FOLLOWED);
	struct event_file *follower;
	struct probe *probe;

	if (!file)
		return NULL;
	follower = rcu_dereference_raw(file->followers);
	if (!follower || rcu_access_pointer(follower->next_follower))
		return NULL;
	probe = follower->follower;
	return !probe->condition && fetch_program_is_fields(probe->program) ? probe : NULL;
}

/*
 * The probe of a static event has no program: the kernel makes the record. A hit tells the size of a record
 * that has strings.
 */
static void static_probe_choose_way(struct probe *probe, struct event_file *file)
{
	probe->id = probe->event->id;
	probe->copied_size = copied_size(probe->event->layout->head->padded_size);
	probe->room = ring_buffer_room(probe->copied_size, 0);
	smp_store_release(&probe->ways.copied, unfiltered_buffers(file));
	rcu_assign_pointer(probe->ways.followed, event_only_follower(probe->event));
}

/* The record of a user probe is made where the hit may sleep; only then is its size known. */
static void user_probe_choose_way(struct probe *probe, struct event_file *file)
{
	struct ring_buffer_cpu *__percpu *local = unfiltered_buffers(file);
	size_t room = round_up(fetch_program_bound(probe->program), 4);
	bool registers = subbuf_is_small(room) && fetch_program_is_simple(probe->program);

	probe_set_room(probe, room);
	smp_store_release(&probe->ways.registers, registers ? local : NULL);
	smp_store_release(&probe->ways.copied, local);
}

/* The hit of the attached event has claimed a slot. Nothing in the record is a register. */
static void event_probe_choose_way(struct probe *probe, struct event_file *file)
{
	size_t room = round_up(fetch_program_bound(probe->program), 4);

	probe_set_room(probe, room);
	smp_store_release(&probe->ways.bounded, subbuf_is_small(room) ? unfiltered_buffers(file) : NULL);
}

/**
 * probe_way_name() - the way that hits of a probe take, unless they find that they can't
 * @probe: the probe that is asked about
 *
 * Hits that can't are recorded another way, and slow and any_context of struct probe_counters count
 * them. Context: under tracer->lock. Return: the name, as probe_stats shows it.
 */
const char *probe_way_name(const struct probe *probe)
{
	if (probe->ways.registers)
		return "registers";
	if (probe->ways.bounded)
		return "bounded";
	if (probe->ways.strings)
		return "strings";
	if (rcu_access_pointer(probe->ways.registers_filter))
		return "registers_filter";
	if (probe->ways.copied)
		return "copied";
	if (rcu_access_pointer(probe->ways.followed))
		return "followed";
	return "general";
}

/**
 * event_choose_ways() - set struct probe_ways of all probes of an event
 * @event: the event; its probes or enabled files have changed, or the flags, the filter, the followers, the
 *	options or the clock of a file
 *
 * A hit that is under way may still take the way that it found. Context: under tracer->lock.
 */
void event_choose_ways(struct probe_event *event)
{
	struct event_file *file = event_only_file(event);
	struct probe *probe;

	list_for_each_entry(probe, &event->probes, event_link) {
		if (event->call)
			static_probe_choose_way(probe, file);
		else if (probe->brings_record)
			user_probe_choose_way(probe, file);
		else if (probe->kind == PROBE_EVENT)
			event_probe_choose_way(probe, file);
		else
			probe_choose_way(probe, file);
	}
}

/**
 * events_change_begins() - lock before the options or the clock of an instance change
 * @tracer: the tracer that the instance belongs to
 *
 * Context: process context, takes tracer->lock. Return: 0, and the caller has to call
 * events_change_ends(); or -EINTR when the process is being killed.
 */
int events_change_begins(struct tracer *tracer)
{
	return mutex_lock_killable(&tracer->lock);
}

/**
 * events_change_ends() - set struct probe_ways of all probes of a tracer
 * @tracer: the tracer; the options or the clock of one of its instances have changed
 *
 * Context: process context, releases tracer->lock.
 */
void events_change_ends(struct tracer *tracer)
{
	struct event_group *group;
	struct probe_event *event;

	list_for_each_entry(group, &tracer->groups, link)
		list_for_each_entry(event, &group->events, link)
			event_choose_ways(event);
	mutex_unlock(&tracer->lock);
}
