/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An instance: a ring buffer with its clock, options, CPU mask, readers and error_log. The top level
 * of a mount is one, and each directory in instances/.
 *
 * Lifetime: an inode has a reference (@kref), which keeps the structure alone. An open file holds the
 * instance (instance_hold()), which keeps it from being removed. instance_close() decides between a
 * file that is being opened and rmdir(2): after it nothing but the structure is used, and
 * kernel/control/instances.c takes the rest away.
 */
#ifndef KERNEL_INSTANCE_H
#define KERNEL_INSTANCE_H

#include <linux/atomic.h>
#include <linux/bits.h>
#include <linux/cpumask.h>
#include <linux/irq_work.h>
#include <linux/kref.h>
#include <linux/limits.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/uidgid.h>
#include <linux/workqueue.h>

#include "kernel/buffer/ring_buffer.h"
#include "kernel/instance/pid_list.h"

struct tracer;
struct comm_cache;
struct function_tracing;
struct error_log;
struct saved_tasks;
struct seq_file;

/* Each row is OPTION(bit, name, default). */
#define TRACE_OPTIONS(OPTION)					\
	OPTION(PRINT_PARENT,	"print-parent",		true)	\
	OPTION(CONTEXT_INFO,	"context-info",		true)	\
	OPTION(SYM_OFFSET,	"sym-offset",		false)	\
	OPTION(SYM_ADDR,	"sym-addr",		false)	\
	OPTION(SYM_USEROBJ,	"sym-userobj",		false)	\
	OPTION(VERBOSE,		"verbose",		false)	\
	OPTION(RAW,		"raw",			false)	\
	OPTION(HEX,		"hex",			false)	\
	OPTION(BIN,		"bin",			false)	\
	OPTION(FIELDS,		"fields",		false)	\
	OPTION(STACKTRACE,	"stacktrace",		false)	\
	OPTION(USERSTACKTRACE,	"userstacktrace",	false)	\
	OPTION(ANNOTATE,	"annotate",		true)	\
	OPTION(RECORD_CMD,	"record-cmd",		true)	\
	OPTION(RECORD_TGID,	"record-tgid",		false)	\
	OPTION(OVERWRITE,	"overwrite",		true)	\
	OPTION(DISABLE_ON_FREE,	"disable_on_free",	false)	\
	OPTION(IRQ_INFO,	"irq-info",		true)	\
	OPTION(MARKERS,		"markers",		true)	\
	OPTION(EVENT_FORK,	"event-fork",		false)	\
	OPTION(FUNCTION_FORK,	"function-fork",	false)	\
	OPTION(COPY_MARKER,	"copy_trace_marker",	true)	\
	OPTION(DUMP_FETCHARG,	"dump-fetchargs",	false)	\
	OPTION(PAUSE_ON_TRACE,	"pause-on-trace",	false)	\
	OPTION(PRINTK,		"trace_printk",		true)	\
	OPTION(PRINTK_MSG_ONLY,	"printk-msg-only",	false)	\
	OPTION(PRINTK_DEST,	"trace_printk_dest",	true)

enum trace_option_bit {
#define OPTION(name, text, on) TRACE_OPTION_##name##_BIT,
	TRACE_OPTIONS(OPTION)
#undef OPTION
	TRACE_NR_OPTIONS
};

#define TRACE_OPTION(name) BIT(TRACE_OPTION_##name##_BIT)

/* With one of these, tasks that record are noted in the instance's @comms. */
#define TRACE_OPTIONS_NOTE_TASK	(TRACE_OPTION(RECORD_CMD) | TRACE_OPTION(RECORD_TGID))

/*
 * Of these, the top level alone has a file. Those of trace_printk() can be written to the trace_options of any
 * instance, as on mainline; the others are about the whole mount.
 */
#define TRACE_OPTIONS_TOP	(TRACE_OPTION(RECORD_CMD) | TRACE_OPTION(DUMP_FETCHARG) |	\
				 TRACE_OPTION(PRINTK) | TRACE_OPTION(PRINTK_MSG_ONLY))

/* With one of these, lists of pids follow their tasks. */
#define TRACE_OPTIONS_FOLLOW	(TRACE_OPTION(EVENT_FORK) | TRACE_OPTION(FUNCTION_FORK))

/**
 * struct instance_owner - the functions by which an instance tells its tracer of changes
 * @change_begins: the clock or an option is going to change, on which depends how hits can be
 *	recorded; called without locks. Returns 0, or -EINTR and nothing is changed
 * @change_ends: the clock or option has changed; called after each @change_begins that returned 0
 */
struct instance_owner {
	int (*change_begins)(struct tracer *tracer);
	void (*change_ends)(struct tracer *tracer);
};

/** struct file_owner - the user and the group that files belong to */
struct file_owner {
	kuid_t uid;
	kgid_t gid;
};

/**
 * struct trace_instance - one ring buffer with its settings
 * @kref: the tracer's list and each inode hold the structure
 * @link: puts the instance on the list tracer->instances
 * @marker_link: puts the instance on the list tracer->marker_copies, see kernel/record/marker.c
 * @printk_link: puts the instance on the list of those that take trace_printk(), see
 *	kernel/record/printk_record.c
 * @name: name of the directory in instances/; NULL for the top level
 * @users: number of open files; negative when the instance is gone
 * @stale: the transaction that is under way has removed an event of which @buffer may have records
 * @tracer: the tracer that the instance belongs to
 * @owner: the functions to call when the clock or an option changes
 * @errors: the instance's error_log
 * @tasks: the names and processes of the tasks that recorded, which all instances of @tracer share
 * @lock: serialises changes of options, clock, size, mask and readers; taken inside tracer->lock, and
 *	inside the kernel's CPU hotplug lock, which is held while instance_cpu_comes() runs
 * @buffer: the ring buffer that the hits of this instance are recorded in
 * @options: TRACE_OPTION() bits, read by hits
 * @record_room: bytes of the longest record that hits build in a scratch buffer for @buffer. Scratch
 *	buffers have grown before this does, see record_grow_scratch()
 * @clock: index in the clock table
 * @cpumask: the CPUs that record, as tracing_cpumask shows
 * @size_kb: buffer_size_kb of each CPU, as it was asked for
 * @small_kb: what buffer_size_kb shows of a CPU whose buffer is still as small as can be
 * @cpu_link: puts the instance on the list of those that are told of CPUs that come
 * @expanded: the buffer has the sizes of @size_kb; before that, it is as small as can be
 * @buffer_percent: how full the buffer wakes poll and splice
 * @pipe_readers: CPUs whose own trace_pipe is open
 * @pipe_reader_all: the trace_pipe of all CPUs is open
 * @comms: what hits write of @tasks
 * @pids: the lists that say whose hits are recorded, by enum pid_list_kind; one that is NULL says
 *	nothing. Lists come and go under tracer->lock; hits and forks look at them under RCU. A list
 *	that goes is freed after record_wait()
 * @current_tracer: name of the current tracer, "nop" or "function"
 * @functions: what the tracer "function" is to trace; NULL until somebody asks for it. It belongs to
 *	kernel/control/function_tracing.c
 * @snapshot: the second buffer, see snapshot.c; NULL before somebody has looked at it
 * @snapshot_allocated: @snapshot has the sizes of @buffer; under @lock
 * @snapshot_armed: number of triggers that take snapshots; under @lock
 * @snapshot_irq_work: queues @snapshot_work for a hit, which may not do so itself
 * @snapshot_work: takes the snapshot that a hit has asked for
 * @wanted_events: the names of events of modules that are not loaded, which are to be switched on; under
 *	tracer->lock, kernel/control/set_event.c
 * @events_owner: whom "events" and what is below it belong to, where nobody has changed that; tracefs/
 *	alone looks at it
 * @has_events_owner: @events_owner has been set
 */
struct trace_instance {
	struct kref kref;
	struct list_head link;
	struct list_head marker_link;
	struct list_head printk_link;
	char *name;
	atomic_t users;
	bool stale;
	struct tracer *tracer;
	const struct instance_owner *owner;
	struct error_log *errors;
	struct saved_tasks *tasks;
	struct mutex lock;
	struct ring_buffer *buffer;
	unsigned long options;
	size_t record_room;
	unsigned int clock;
	cpumask_var_t cpumask;
	unsigned long *size_kb;
	unsigned long small_kb;
	struct hlist_node cpu_link;
	bool expanded;
	unsigned int buffer_percent;
	struct cpumask pipe_readers;
	bool pipe_reader_all;
	struct comm_cache __percpu *comms;
	struct pid_list __rcu *pids[PID_LISTS];
	const char *current_tracer;
	struct function_tracing *functions;
	struct ring_buffer *snapshot;
	bool snapshot_allocated;
	unsigned int snapshot_armed;
	struct irq_work snapshot_irq_work;
	struct work_struct snapshot_work;
	struct list_head wanted_events;
	struct file_owner events_owner;
	bool has_events_owner;
};

int instances_init(void);	/* module init */
void instances_exit(void);
struct trace_instance *instance_create(struct tracer *tracer, const struct instance_owner *owner,
				       struct saved_tasks *tasks, const char *name);
void instance_destroy(struct trace_instance *instance);
void instance_put(struct trace_instance *instance);

/** instance_get() - take a reference, which keeps the structure and nothing else */
static inline void instance_get(struct trace_instance *instance)
{
	kref_get(&instance->kref);
}

/** instance_hold() - keep an instance from being removed; returns false when it is gone */
static inline bool instance_hold(struct trace_instance *instance)
{
	return atomic_inc_unless_negative(&instance->users);
}

/** instance_let_go() - undo instance_hold() */
static inline void instance_let_go(struct trace_instance *instance)
{
	atomic_dec(&instance->users);
}

/** instance_close() - let nobody hold an instance any more; returns false when somebody does */
static inline bool instance_close(struct trace_instance *instance)
{
	return !atomic_cmpxchg(&instance->users, 0, INT_MIN);
}

/** instance_is_gone() - has instance_close() been called? An instance that is gone stays gone */
static inline bool instance_is_gone(const struct trace_instance *instance)
{
	return atomic_read(&instance->users) < 0;
}

/* Call these in process context, without instance->lock. An int that they return is 0 or -errno. */
int instance_set_clock(struct trace_instance *instance, const char *name);
void instance_change_clock(struct trace_instance *instance, unsigned int clock);
void instance_show_clocks(struct trace_instance *instance, struct seq_file *m);
bool instance_clock_in_ns(const struct trace_instance *instance);
/* @name is "opt" or "noopt". */
int instance_set_option(struct trace_instance *instance, const char *name);
int instance_set_option_bit(struct trace_instance *instance, unsigned int bit, bool on);
void instance_change_option(struct trace_instance *instance, unsigned int bit, bool on);
void instance_show_options(struct trace_instance *instance, struct seq_file *m);
const char *trace_option_name(unsigned int bit);
void instance_set_tracing(struct trace_instance *instance, bool on);	/* tracing_on */
bool instance_is_tracing(const struct trace_instance *instance);
void instance_switch_in_hit(struct trace_instance *instance, bool on);	/* any context */
int instance_set_cpumask(struct trace_instance *instance, const struct cpumask *mask);
int instance_expand(struct trace_instance *instance);	/* before anything is recorded */
int instance_resize(struct trace_instance *instance, unsigned long kb, int cpu);
int instance_set_subbuf_kb(struct trace_instance *instance, unsigned long kb);
void instance_free_buffer(struct trace_instance *instance);
void instance_show_size(struct trace_instance *instance, struct seq_file *m, int cpu);
void instance_show_total_size(struct trace_instance *instance, struct seq_file *m);
void instance_show_stats(struct trace_instance *instance, struct seq_file *m, int cpu);
int instance_set_buffer_percent(struct trace_instance *instance, unsigned int percent);
void instance_reset(struct trace_instance *instance, int cpu);	/* echo > trace; -1: all CPUs */
void instance_reset_all(struct trace_instance *instance);	/* the snapshot, too */

/* Take a CPU (or -1: all) for one trace_pipe, and give it back; 0, or -EBUSY when it is taken. */
int instance_claim_pipe(struct trace_instance *instance, int cpu);
void instance_release_pipe(struct trace_instance *instance, int cpu);

#endif
