/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Probes: one place in the kernel each, and the backends that hook it.
 *
 * A probe is defined (its place was validated; if arming it takes the kprobe core it is registered
 * there from then on, disabled), parked (the same, but the core is not needed any more), armed
 * (registered and enabled, hits arrive), or pending (its module is not loaded). All changes happen
 * under tracer->lock.
 */
#ifndef KERNEL_PROBE_H
#define KERNEL_PROBE_H

#include <linux/kprobes.h>
#include <linux/list.h>

#include "fetch/fetch_program.h"
#include "kernel/buffer/ring_buffer.h"
#include "kernel/event/tracer.h"
#include "parser/parse_definition.h"

struct probe_event;
struct event_file;
struct probe;
struct seq_file;

/*
 * What becomes of hits while the event is enabled: name of the field and the column of probe_stats.
 */
#define PROBE_OUTCOMES(C)							\
	C(recorded)	/* in the buffer */					\
	C(filtered)	/* refused by the event's filter */			\
	C(suppressed)	/* recording is off, or off for this CPU */		\
	C(lost_full)	/* buffer full, and not allowed to overwrite */		\
	C(lost_large)	/* larger than a sub-buffer */				\
	C(lost_nested)	/* no slot was left for one more hit on top of others */

/**
 * struct probe_counters - of one probe on one CPU
 * @again: a hit had an outcome in one more instance
 * @slow: a hit was recorded, or refused, by record_slowly()
 * @any_context: a hit was recorded the quick way, in a context that had to be looked at
 * @faults: reads of memory that was not there
 *
 * Hits are not counted for themselves, see probe_hits().
 */
struct probe_counters {
#define C(name) u64 name;
	PROBE_OUTCOMES(C)
#undef C
	u64 again;
	u64 slow;
	u64 any_context;
	u64 faults;
};

/**
 * struct probe_core - what the kprobe core does for one kind of probe
 * @name: as probe_stats shows it
 * @add: register one probe, with these KPROBE_FLAG_s; fills in kp.addr and the effective maxactive.
 *	The errno of the kernel if its place can't be hooked
 * @enable: arm one that was added disabled
 * @remove: an array of probes that were added; when it returns no hit that the core hands out runs
 * @missed: hits that the kernel could not hand out
 *
 * Every place is validated by it, whoever hooks it afterwards.
 */
struct probe_core {
	const char *name;
	int (*add)(struct probe *probe, unsigned int flags);
	int (*enable)(struct probe *probe);
	void (*remove)(struct probe **probes, unsigned int nr);
	unsigned long (*missed)(const struct probe *probe);
};

extern const struct probe_core kprobe_core;
#if IS_ENABLED(CONFIG_PROBEFS_KRETPROBES)
extern const struct probe_core kretprobe_core;
#endif

/**
 * struct probe_backend - one way to make hits of probes arrive
 * @name: as probe_stats shows it; NULL: that of the core
 * @arm: an array of probes, none of them armed; hits may arrive before it returns. 0, or an errno,
 *	and then none of them is armed and no hit of them is running
 * @disarm: an array of armed probes; when it returns no hit of any of them is running. NULL: that
 *	they are removed from the core is enough
 * @tracer_came: there is one more, which may arm probes; NULL: does not matter
 * @tracer_went: there is one less, whose probes are gone; NULL: does not matter
 * @finish: give up what is kept for tracers, the module goes; NULL: nothing is
 */
struct probe_backend {
	const char *name;
	int (*arm)(struct probe **probes, unsigned int nr);
	void (*disarm)(struct probe **probes, unsigned int nr);
	void (*tracer_came)(void);
	void (*tracer_went)(void);
	void (*finish)(void);
};

extern const struct probe_backend kprobe_backend;
#if IS_ENABLED(CONFIG_PROBEFS_FTRACE)
extern const struct probe_backend ftrace_backend;
bool ftrace_backend_can(const struct probe *probe);
#endif

void kprobe_set_place(struct kprobe *kp, const struct probe *probe);

/**
 * struct probe - one place of one event
 * @quick: buffers in which hits are recorded the quick way, or NULL: see event_choose_ways()
 * @alone_at: ftrace backend: where a hit takes no more than to record it; else 0
 * @direct: the same for programs of more than registers
 * @measured: the same for programs of strings that are measured first
 * @sifted: the event's file, for records that a filter of their arguments decides on
 * @room: what records take in the buffer, when they are recorded in one of these ways
 * @id: of the event
 * @has_arguments: any
 * @link: in tracer->probes, in order of definition
 * @hash_link: in tracer->probe_hash, by probe_key()
 * @event_link: in event->probes
 * @park_link: in tracer->parked, or empty: registered, disabled, and without need
 * @kind: entry or return
 * @core: by @kind
 * @backend: that arms it, decided when it is validated
 * @place: as listed: [MODULE:]SYMBOL[+-OFFSET], or 0xADDRESS
 * @module: its module as given, or empty
 * @symbol: [MODULE:]SYMBOL, or NULL when the place is an address
 * @address: of the symbol, or the place itself when @symbol is NULL; 0 while a module is away
 * @nr_args: elements in @args
 * @args: NAME=BODY as listed
 * @maxactive: return instances in force
 * @registered: the kprobe core knows it, disabled if it is not @armed by the kprobe backend
 * @armed: hits can arrive
 * @pending: the module that it is in is not there
 * @stuck: the kprobe core did not take it back, see probe_stuck.c
 * @doomed: deleted by the transaction that is under way
 * @missed_before: misses of registrations that have ended
 * @sibling: ftrace backend: the probe of the same function that was armed before this one
 * @kp: of the core, for an entry probe; its addr is where the core would put the breakpoint
 * @rp: of the core, for a return probe
 */
struct probe {
	struct ring_buffer_cpu *__percpu *quick;
	unsigned long alone_at;
	struct ring_buffer_cpu *__percpu *direct;
	struct ring_buffer_cpu *__percpu *measured;
	struct event_file __rcu *sifted;
	struct fetch_program *program;
	struct probe_counters __percpu *counters;
	struct ring_buffer_room room;
	u32 id;
	bool has_arguments;
	struct list_head link;
	struct hlist_node hash_link;
	struct list_head event_link;
	struct list_head park_link;
	struct probe_event *event;
	enum probe_kind kind;
	const struct probe_core *core;
	const struct probe_backend *backend;
	char *place;
	char *symbol;
	char module[PROBE_MODULE_SIZE];
	long offset;
	unsigned long address;
	unsigned int nr_args;
	char **args;
	unsigned int maxactive;
	bool registered;
	bool armed;
	bool pending;
	bool stuck;
	bool doomed;
	unsigned long missed_before;
	struct probe __rcu *sibling;
	union {
		struct kprobe kp;
		struct kretprobe rp;
	};
};

struct probe *probe_create(const struct probe_definition *def, const struct probe_argument *args,
			   unsigned int nr_args);
void probe_destroy(struct probe *probe);
static inline bool probe_is_return(const struct probe *probe)
{
	return probe->kind == PROBE_RETURN;
}

/*
 * Is the probe registered with the kprobe core while it is armed? Return instances are the core's.
 */
static inline bool probe_needs_core(const struct probe *probe)
{
	return probe_is_return(probe) || probe->backend == &kprobe_backend;
}

/* The place of an armed entry probe, as records show it. */
static __always_inline unsigned long probe_ip(const struct probe *probe)
{
	return (unsigned long)probe->kp.addr;
}

bool probe_is_same(const struct probe *a, const struct probe *b);
u32 probe_key(const struct probe *probe, const struct probe_event *event);
int probe_resolve(struct probe *probe);

/* probe_stuck.c */
unsigned int probes_disable_in_core(struct probe **probes, unsigned int nr);
void probe_free_memory(struct probe *probe);

int probe_validate(struct probe *probe, enum tracer_backend wanted);
int probes_arm(struct probe **probes, unsigned int nr);
void probes_unregister(struct probe **probes, unsigned int nr);
void probes_release(struct probe **probes, unsigned int nr);
void probes_tracer_came(void);
void probes_tracer_went(void);
void probes_finish(void);
const char *probe_backend_name(const struct probe *probe);
unsigned long probe_missed(const struct probe *probe);
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
