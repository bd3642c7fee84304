/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Each probe is at one place in the kernel. kernel/hook/ has the mechanisms that hook the place.
 *
 * A probe is defined (its place was validated; if arming takes the kprobe core, the probe is
 * registered there from then on, disabled), parked (registered there, disabled, though the core is
 * not needed any more), armed (its hook is in place, so that hits arrive), or pending (its
 * module is not loaded). All changes happen under tracer->lock.
 */
#ifndef KERNEL_PROBE_H
#define KERNEL_PROBE_H

#include <linux/list.h>

#include "fetch/fetch_program.h"
#include "kernel/buffer/ring_buffer.h"
#include "kernel/event/tracer.h"
#include "parser/parse_definition.h"

struct event_file;
struct event_filter;
struct hook;
struct inode;
struct probe_event;

/*
 * The outcomes of hits while the event is enabled: each name is that of a field and of the column
 * of probe_stats.
 */
#define PROBE_OUTCOMES(OUTCOME)							\
	OUTCOME(recorded)	/* in the buffer */				\
	OUTCOME(filtered)	/* refused by the event's filter */		\
	OUTCOME(suppressed)	/* recording is off, also for this CPU, event or task */ \
	OUTCOME(lost_full)	/* buffer full, in discard mode or of uncommitted events */ \
	OUTCOME(lost_large)	/* larger than a sub-buffer */			\
	OUTCOME(lost_nested)	/* no slot was left for one more hit on top of others */

#define PROBE_COUNTER(name) u64 name;

/**
 * struct probe_counters - counters of one probe on one CPU
 * @again: number of outcomes that hits had in a second or further instance
 * @slow: number of hits that came to record_general(), whatever became of them, while a file was
 *	published
 * @any_context: number of hits that record_registers_in_any_context() recorded itself
 * @faults: number of reads of memory that was not there
 *
 * Hits have no counter of their own, see probe_hits().
 */
struct probe_counters {
	PROBE_OUTCOMES(PROBE_COUNTER)
	u64 again;
	u64 slow;
	u64 any_context;
	u64 faults;
};

/**
 * struct probe_ways - the ways that hits of a probe may take; kernel/record/ways.c has the table of them
 * @registers: the buffers of all CPUs, when the record is small and has registers alone; else NULL
 * @bounded: the buffers, when the record is small and has a bound, and @registers is NULL
 * @strings: the buffers, when the record has strings of the kernel that can be measured first
 * @registers_filter: the event's only file, when its filter reads registers alone and the record has
 *	nothing else
 * @copied: the buffers, when the kernel makes the record, which is copied; else NULL
 * @followed: the event probe that hits of a static event are for, when nothing else wants them; else NULL
 *
 * All of them are NULL when hits have to take the general way. The members change while hits run.
 */
struct probe_ways {
	struct ring_buffer_cpu *__percpu *registers;
	struct ring_buffer_cpu *__percpu *bounded;
	struct ring_buffer_cpu *__percpu *strings;
	struct event_file __rcu *registers_filter;
	struct ring_buffer_cpu *__percpu *copied;
	struct probe __rcu *followed;
};

/**
 * struct probe_line - what all probes of one definition have in common
 * @nr_probes: number of probes that have the line, which goes with the last of them
 * @several: the definition names places by patterns: each place has a probe, and @symbol is NULL
 * @place: the place as listed: [MODULE:]SYMBOL[+-OFFSET], 0xADDRESS, or what the kind has instead
 * @symbol: [MODULE:]SYMBOL, or NULL when the place is none
 * @module: name of the module as given, or NULL
 * @nr_args: number of elements in @args
 * @args: texts NAME=BODY of the arguments, as listed
 * @program: fetches the arguments of a hit; NULL for a static event
 */
struct probe_line {
	unsigned int nr_probes;
	bool several;
	char *place;
	char *symbol;
	char *module;
	unsigned int nr_args;
	char **args;
	struct fetch_program *program;
};

/**
 * struct probe - one place of one event
 * @ways: the ways that hits may take, which a hit looks at first
 * @alone_at: when ftrace hooks it, the address where a hit needs nothing but to be recorded; else
 *	0
 * @program: that of @line, for hits
 * @counters: what became of hits, for each CPU
 * @room: what records take in the buffer, when they are recorded in one of @ways
 * @id: id of @event, which records carry
 * @has_arguments: the probe has one argument or more
 * @brings_record: hits bring a record that is complete but for its header, and that is
 *	copied
 * @copied_size: for a static event, the size of the records that @room is for; else 0
 * @preemptible: for a probe on a tracepoint, and a static event that a tracepoint calls a function for, the
 *	tracepoint leaves preemption as it is, so that a hit has to switch it off
 * @hook_depth: for a static event that comes through perf, the level of preemption that the hook adds to the
 *	count in the first word of a record, as that word has it; or 0
 * @second_pid: for a static event whose hits are those of a second task, too, the offset of that task's
 *	pid in the record; else 0. Lists of pids let the hit pass when they let one of both pass
 * @ip: address of the place of a validated probe as @hook has it; records of entries show that
 * @callback: for a static event or a tracepoint, the function that its hits come through, and that their
 *	stacks leave out, with what it calls; else 0
 * @callback_end: the end of that function
 * @link: puts the probe on the list tracer->probes, in order of definition
 * @hash_link: puts the probe into the table tracer->probe_hash, by probe_key()
 * @event_link: puts the probe on the list event->probes
 * @park_link: on tracer->parked while the probe is registered, disabled, without need; else empty
 * @event: the event that the probe fires
 * @kind: the kind of the definition
 * @hook: the mechanism that arms the probe, decided when the probe is validated
 * @line: what the probe has in common with the others of its definition
 * @leads: the probe is the first of its definition: it stands for all of them in the listings and in
 *	tracer->probe_hash
 * @in_block: object and counters are part of a block that several probes share
 * @function: for one of several places that is in a module, MODULE:FUNCTION; else NULL
 * @address: address of the symbol, or the place itself when the line has no symbol; 0 while a module is
 *	away
 * @offset: offset of the place from @address; of a user probe, from the beginning of the file
 * @file: for a user probe, the inode of the file, to compare with; else NULL
 * @ref_offset: for a user probe, the place of the reference counter in the file, or 0
 * @maxactive: number of return instances in force
 * @registered: the kprobe core has the probe, if only disabled
 * @armed: hits of the probe can arrive
 * @arming: the switch of events that is under way is going to arm the probe
 * @pending: the module that has the place is not loaded
 * @doomed: the transaction that is under way has deleted the probe
 * @attached: for an event probe, the event whose records it fetches from; NULL when that has gone with its
 *	module. Holds nothing: the event counts it in nr_attached while this probe is in the tables
 * @condition: for an event probe, the filter that records of @attached have to match, or NULL
 * @missed_before: number of misses of registrations that have ended
 */
struct probe {
	struct probe_ways ways;
	unsigned long alone_at;
	struct fetch_program *program;
	struct probe_counters __percpu *counters;
	struct ring_buffer_room room;
	u32 id;
	bool has_arguments;
	bool brings_record;
	u16 second_pid;
	u16 copied_size;
	bool preemptible;
	u32 hook_depth;
	unsigned long ip;
	unsigned long callback;
	unsigned long callback_end;
	struct list_head link;
	struct hlist_node hash_link;
	struct list_head event_link;
	struct list_head park_link;
	struct probe_event *event;
	enum probe_kind kind;
	const struct hook *hook;
	struct probe_line *line;
	char *function;
	long offset;
	unsigned long address;
	const struct inode *file;
	unsigned long ref_offset;
	unsigned int maxactive;
	bool leads;
	bool in_block;
	bool registered;
	bool armed;
	bool arming;
	bool pending;
	bool doomed;
	struct probe_event *attached;
	struct event_filter *condition;
	unsigned long missed_before;
};

int probe_init(struct probe *probe, const struct probe_definition *def,
	       const struct probe_argument *args, unsigned int nr_args);
int probe_init_named(struct probe *probe, const char *group, const char *name);
void probe_init_beside(struct probe *probe, const struct probe *first, unsigned long address);
void probe_set_program(struct probe *probe, struct fetch_program *program);
void probe_free_parts(struct probe *probe);
static inline bool probe_is_return(const struct probe *probe)
{
	return probe->kind == PROBE_RETURN || probe->kind == PROBE_FUNCTION_EXIT;
}

/* Is the letter of the definition f? */
static inline bool probe_is_function_probe(const struct probe *probe)
{
	return probe->kind == PROBE_FUNCTION_ENTRY || probe->kind == PROBE_FUNCTION_EXIT;
}

bool probe_is_same(const struct probe *a, const struct probe *b);
u32 probe_key(const struct probe *probe, const struct probe_event *event);
void probe_sum_counters(const struct probe *probe, struct probe_counters *sum);
u64 probe_hits(const struct probe_counters *sum);

/** struct probe_batch - an array that grows, for operations on many probes at once */
struct probe_batch {
	struct probe **probe;
	unsigned int nr;
	unsigned int capacity;
};

int probe_batch_add(struct probe_batch *batch, struct probe *probe);
void probe_batch_free(struct probe_batch *batch);

#endif
