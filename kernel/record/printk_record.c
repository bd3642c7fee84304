// SPDX-License-Identifier: GPL-2.0
/*
 * Records what modules say by trace_printk(). kernel/hook/printk_hook.c calls this, in whatever context
 * trace_printk() was called: see the record path in record.c.
 *
 * One instance of each tracer takes these records, which is the one with the option trace_printk_dest. The list of
 * these instances is walked with preemption off, by idle tasks, too, for which record_wait() waits. It changes under
 * tracer->lock, and under printk_instances_lock, since it has instances of all tracers.
 */
#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/overflow.h>
#include <linux/rculist.h>
#include <linux/string.h>

#include "kernel/compat/printk_arguments.h"
#include "kernel/event/tracer.h"
#include "kernel/instance/instance.h"
#include "kernel/record/builtin.h"
#include "kernel/record/context.h"
#include "kernel/record/general.h"
#include "kernel/record/marker.h"
#include "kernel/record/printk_record.h"
#include "kernel/record/record_inline.h"
#include "kernel/record/stack.h"

static LIST_HEAD(printk_instances);
static DEFINE_MUTEX(printk_instances_lock);

/* Bytes that the arguments of a format, or a text that is made of them, may take; mainline's TRACE_BUF_SIZE. */
#define PRINTK_MAX	1024

static_assert(offsetof(struct bprint_record, arguments) + PRINTK_MAX <= FETCH_RECORD_MAX);
static_assert(offsetof(struct bputs_record, text) == 16);

/**
 * printk_caller_head() - get the caller's context, as the first word of a record's header has it
 * @count: the caller's preempt_count()
 * @irqs_off: the caller has interrupts off
 *
 * Context: any.
 */
u32 __kprobes printk_caller_head(unsigned int count, bool irqs_off)
{
	u32 flags;

	count |= softirqs_of_task();
	flags = context_flags_of(count);
	if (irqs_off)
		flags |= RECORD_IRQS_OFF;
	return flags << CONTEXT_FLAGS_SHIFT | context_depths(count & PREEMPT_MASK) << CONTEXT_COUNT_SHIFT;
}

/*
 * Returns the options of an instance that takes records, or 0. Before instance_expand() has been called there is no
 * place for the names of tasks; a mount that has just been made may be hit so early.
 */
static __always_inline unsigned long options_of(const struct trace_instance *instance)
{
	unsigned long options = READ_ONCE(instance->options);

	if (!(options & TRACE_OPTION(PRINTK)) || unlikely(!smp_load_acquire(&instance->expanded)))
		return 0;
	return options;
}

/* Writes @record, which lies in the call's scratch buffer, to all instances, and the stack behind it. */
static void __kprobes write_record(const struct printk_call *call, const void *record, size_t size)
{
	struct trace_instance *instance;
	unsigned long all = 0;

	list_for_each_entry_lockless(instance, &printk_instances, printk_link) {
		unsigned long options = options_of(instance);

		if (options)
			record_write(instance, record, size);
		all |= options;
	}
	if (likely(!(all & TRACE_OPTION(STACKTRACE))))
		return;
	/* From here on @record is gone. */
	list_for_each_entry_lockless(instance, &printk_instances, printk_link)
		if (options_of(instance) & TRACE_OPTION(STACKTRACE))
			record_stack_above(instance, call->head, call->regs, call->place, call->slot);
}

static void __kprobes write_text(const struct printk_call *call, struct marker_record *record, size_t len)
{
	record_header_write(&record->header, BUILTIN_ID_MARKER | call->head);
	record->ip = call->ip;
	write_record(call, record, marker_end(record, len));
}

/**
 * record_printk() - record a text that is made now
 * @call: the call that was hit
 * @format: conversions as of vsnprintf()
 * @arguments: the arguments, which are used up
 *
 * Of a longer text, 1022 bytes are recorded, and a newline.
 */
void __kprobes record_printk(const struct printk_call *call, const char *format, va_list arguments)
{
	struct marker_record *record = record_scratch(call->slot);
	int len = vsnprintf(record->text, PRINTK_MAX, format, arguments);

	if (len < 0)	/* a format that the kernel has warned of */
		return;
	if (len >= PRINTK_MAX) {
		len = PRINTK_MAX - 1;
		record->text[len - 1] = '\n';
	}
	write_text(call, record, len);
}

/**
 * record_bprint() - record a format and its arguments
 * @call: the call that was hit
 * @format: conversions as of vbin_printf(), in memory that stays for ever
 * @arguments: the arguments, which are used up
 *
 * Arguments that take too much memory, which strings may do, are recorded as record_printk() does.
 */
void __kprobes record_bprint(const struct printk_call *call, const char *format, struct compat_arguments *arguments)
{
	struct bprint_record *record = record_scratch(call->slot);
	const size_t room = PRINTK_MAX / sizeof(u32);
	va_list again;
	int words;

	va_copy(again, arguments->list);
	words = vbin_printf(record->arguments, room, format, arguments->list);
	if (likely(words >= 0 && words <= room)) {
		record_header_write(&record->header, BUILTIN_ID_BPRINT | call->head);
		record->ip = call->ip;
		record->format = format;
		write_record(call, record, struct_size(record, arguments, words));
	} else {
		record_printk(call, format, again);
	}
	va_end(again);
}

/**
 * record_bputs() - record the address of a text
 * @call: the call that was hit
 * @text: the text, in memory that stays for ever
 */
void __kprobes record_bputs(const struct printk_call *call, const char *text)
{
	struct bputs_record *record = record_scratch(call->slot);

	record_header_write(&record->header, BUILTIN_ID_BPUTS | call->head);
	record->ip = call->ip;
	record->text = text;
	write_record(call, record, sizeof(*record));
}

/**
 * record_puts() - record a text
 * @call: the call that was hit
 * @text: the text; a newline is added unless it ends with one
 *
 * A text that does not fit into a page is cut.
 */
void __kprobes record_puts(const struct printk_call *call, const char *text)
{
	const size_t room = FETCH_RECORD_MAX - sizeof(struct marker_record) - 2;
	struct marker_record *record = record_scratch(call->slot);
	size_t len = strnlen(text, room);

	memcpy(record->text, text, len);
	write_text(call, record, marker_end_line(record, len));
}

/* Which instance is to take the records? @now: the one that does, or NULL. */
static struct trace_instance *find_next(struct tracer *tracer, struct trace_instance *now)
{
	struct trace_instance *instance;

	list_for_each_entry(instance, &tracer->instances, link)
		if (instance != now && instance->options & TRACE_OPTION(PRINTK_DEST))
			return instance;
	return now && now->options & TRACE_OPTION(PRINTK_DEST) ? now : tracer->top;
}

static struct trace_instance *find_now(struct tracer *tracer)
{
	struct trace_instance *instance;

	list_for_each_entry(instance, &tracer->instances, link)
		if (!list_empty(&instance->printk_link))
			return instance;
	return NULL;
}

/**
 * tracer_update_printk() - apply changes of the option trace_printk_dest
 * @tracer: the tracer whose instances are meant
 *
 * The instance that has got the option takes it from the one that had it, and the top level gets it when the
 * one that had it gives it up; its buffer may not have its size yet. Context: under tracer->lock; waits for hits
 * when the instance changes.
 */
void tracer_update_printk(struct tracer *tracer)
{
	struct trace_instance *now = find_now(tracer), *next = find_next(tracer, now);

	if (next == now)
		return;
	if (now)
		instance_expand(next);
	instance_change_option(next, TRACE_OPTION_PRINTK_DEST_BIT, true);
	mutex_lock(&printk_instances_lock);
	if (now)
		list_replace_rcu(&now->printk_link, &next->printk_link);
	else
		list_add_tail_rcu(&next->printk_link, &printk_instances);
	mutex_unlock(&printk_instances_lock);
	if (!now)
		return;
	instance_change_option(now, TRACE_OPTION_PRINTK_DEST_BIT, false);
	record_wait();
	INIT_LIST_HEAD(&now->printk_link);
}

/**
 * tracer_expand_printk() - give the buffer that takes trace_printk() its size, which a hit can't do
 * @tracer: the tracer whose instance is meant
 *
 * Without memory for that, nothing is recorded before something else has expanded the buffer.
 */
void tracer_expand_printk(struct tracer *tracer)
{
	instance_expand(find_now(tracer));
}

/** tracer_leave_printk() - take the tracer's instance off the list; it may be freed after a grace period */
void tracer_leave_printk(struct tracer *tracer)
{
	struct trace_instance *now = find_now(tracer);

	if (!now)
		return;
	mutex_lock(&printk_instances_lock);
	list_del_rcu(&now->printk_link);
	mutex_unlock(&printk_instances_lock);
}
