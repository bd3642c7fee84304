// SPDX-License-Identifier: GPL-2.0
/*
 * Prints records as text, in the form of mainline's trace file. trace_front.c writes the front of a
 * line.
 */
#include <linux/cpumask.h>
#include <linux/hash.h>
#include <linux/idr.h>
#include <linux/jiffies.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/rcupdate.h>
#include <linux/string.h>

#include "fetch/fetch_print.h"
#include "kernel/compat/resched.h"
#include "kernel/event/event.h"
#include "kernel/instance/comm_cache.h"
#include "kernel/output/trace_output.h"
#include "kernel/output/trace_raw.h"
#include "kernel/output/user_object.h"
#include "kernel/record/builtin.h"
#include "kernel/symbol/kernel_event.h"

#define LINE_TOO_BIG	"[LINE TOO BIG]\n"

static bool has_option(const struct trace_iterator *it, unsigned long option)
{
	return READ_ONCE(it->instance->options) & option;
}

/* Symbols */

/* The trampolines that return probes put in the place of return addresses; kernels name them so. */
static const char *const return_trampolines[] = {
	"arch_rethook_trampoline+0x0/",
	"__kretprobe_trampoline+0x0/",
	"kretprobe_trampoline+0x0/",
};

static bool is_return_trampoline(const char *symbol)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(return_trampolines); i++) {
		if (!strncmp(symbol, return_trampolines[i], strlen(return_trampolines[i])))
			return true;
	}
	return false;
}

static void format_symbol(char *text, unsigned long address, enum trace_symbol_form form)
{
	char *plus;

	sprint_symbol(text, address);
	if (form == TRACE_SYMBOL_ARGUMENT)
		return;
	if (is_return_trampoline(text))
		strcpy(text, "[unknown/kretprobe'd]");
	if (form == TRACE_SYMBOL_PLACE)
		return;
	plus = strchr(text, '+');
	if (plus)
		*plus = '\0';
}

static void forget_old_symbols(struct trace_texts *texts)
{
	unsigned int i;

	if (time_before(jiffies, texts->symbols_born + HZ))
		return;
	for (i = 0; i < TRACE_SYMBOLS; i++)
		texts->symbols[i].address = 0;
	texts->symbols_born = jiffies;
}

/* This is not inlined, because kernels that zero their stack frames would do so for each line. */
static noinline void look_up_symbol(struct trace_symbol *symbol, struct text_buffer *text,
				    unsigned long address, enum trace_symbol_form form)
{
	char full[KSYM_SYMBOL_LEN];
	size_t len;

	format_symbol(full, address, form);
	text_puts(text, full);
	len = strlen(full);
	if (len > sizeof(symbol->text))
		return;
	memcpy(symbol->text, full, len);
	symbol->len = len;
	symbol->address = address;
	symbol->form = form;
}

static void print_symbol(struct trace_texts *texts, struct text_buffer *text,
			 unsigned long address, enum trace_symbol_form form)
{
	unsigned int slot = hash_long(address, ilog2(TRACE_SYMBOLS)) ^ form;
	struct trace_symbol *symbol = &texts->symbols[slot];

	if (likely(symbol->address == address && symbol->form == form))
		text_append(text, symbol->text, symbol->len);
	else
		look_up_symbol(symbol, text, address, form);
}

/* Prints an argument of type symbol. */
static void print_argument_symbol(const struct fetch_symbols *symbols, struct text_buffer *text,
				  unsigned long address)
{
	struct trace_texts *texts = container_of(symbols, struct trace_texts, printer);

	if (address)
		print_symbol(texts, text, address, TRACE_SYMBOL_ARGUMENT);
	else
		text_append(text, "0x0", 3);
}

/* Prints a place in the head of a record. */
static void print_place(const struct fetch_symbols *symbols, struct text_buffer *text,
			unsigned long address, enum fetch_place how)
{
	struct trace_texts *texts = container_of(symbols, struct trace_texts, printer);
	bool with_offset = how == FETCH_PLACE_OFFSET;

	if (how == FETCH_PLACE_PARENT) {
		if (!address || !(texts->options & TRACE_OPTION(PRINT_PARENT)))
			return;
		text_puts(text, " <-");
	}
	if (how == FETCH_PLACE_OPTION || how == FETCH_PLACE_PARENT)
		with_offset = texts->options & TRACE_OPTION(SYM_OFFSET);
	if (!address) {
		text_putc(text, '0');
		return;
	}
	print_symbol(texts, text, address, with_offset ? TRACE_SYMBOL_PLACE : TRACE_SYMBOL_NAME);
	if (texts->options & TRACE_OPTION(SYM_ADDR))
		text_printf(text, " <%016lx>", address);
}

/* Prints a place in a program. As on mainline, the address is there when nothing else is, or sym-addr is on. */
static void print_user_place(const struct fetch_symbols *symbols, struct text_buffer *text,
			     pid_t process, unsigned long address)
{
	struct trace_texts *texts = container_of(symbols, struct trace_texts, printer);
	bool named = texts->options & TRACE_OPTION(SYM_USEROBJ) &&
		     trace_print_user_object(text, process, address);

	if (!named || texts->options & TRACE_OPTION(SYM_ADDR))
		text_printf(text, " <%016lx>", address);
}

static void look_up_comm(struct trace_iterator *it, struct trace_comm *slot, pid_t pid)
{
	char comm[TASK_COMM_LEN];
	size_t len;

	slot->tgid = comm_cache_find(it->instance->comms, pid, comm);
	len = min_t(size_t, strlen(comm), TRACE_COMM_WIDTH);
	memset(slot->text, ' ', TRACE_COMM_WIDTH);
	memcpy(slot->text + TRACE_COMM_WIDTH - len, comm, len);
	slot->pid = pid;
	slot->used = true;
}

static const struct trace_comm *find_comm(struct trace_iterator *it, pid_t pid)
{
	struct trace_texts *texts = &it->texts;
	struct trace_comm *slot = &texts->comms[pid & (TRACE_COMMS - 1)];

	if (texts->comms_born != jiffies) {
		memset(texts->comms, 0, sizeof(texts->comms));
		texts->comms_born = jiffies;
	}
	if (!slot->used || slot->pid != pid)
		look_up_comm(it, slot, pid);
	return slot;
}

static void print_front(struct trace_iterator *it, struct text_buffer *text)
{
	const struct record_header *header = it->event.data;
	const struct trace_comm *task = find_comm(it, header->pid);
	const struct trace_front front = {
		.comm	= task->text,
		.tgid	= task->tgid,
		.header	= header,
		.cpu	= it->event_cpu,
		.time	= it->event.time,
		.in_ns	= instance_clock_in_ns(it->instance),
		.flags	= has_option(it, TRACE_OPTION(IRQ_INFO)),
		.tgids	= has_option(it, TRACE_OPTION(RECORD_TGID)),
		.lazy_for_preempt = COMPAT_LAZY_FOR_PREEMPT,
	};

	if (text->size - text->len <= TRACE_FRONT_MAX)
		text->overflow = true;
	else
		text->len += trace_front_write(text->data + text->len, &front);
}

/* @event is that of the current record, which has all of the fixed part. */
static bool print_probe(struct trace_iterator *it, struct text_buffer *text,
			const struct probe_event *event)
{
	const struct fetch_symbols *symbols = &it->texts.printer;
	const struct fetch_layout *layout = event->layout;

	text_puts(text, event->name);
	if (it->texts.options & TRACE_OPTION(FIELDS)) {
		text_putc(text, ':');
		fetch_print_fields(text, layout, it->event.data, it->event.size, symbols);
		text_putc(text, '\n');
		return true;
	}
	text_append(text, ": (", 3);
	if (layout->head->print)
		layout->head->print(text, it->event.data, it->event.size, symbols);
	else
		text_puts(text, layout->place);
	text_append(text, ")", 1);
	fetch_print_arguments(text, layout, it->event.data, it->event.size, symbols);
	text_append(text, "\n", 1);
	return true;
}

/* The kernel prints records of its own events. */
static bool print_static_event(struct trace_iterator *it, struct text_buffer *text,
			       const struct probe_event *event)
{
	return kernel_event_print(it->printer, text, event->call, event->layout->head,
				  it->event.data, it->event.size);
}

/* As on mainline, the option fields leaves nothing but its number of a built-in record. */
static void print_builtin(struct trace_iterator *it, struct text_buffer *text,
			  const struct builtin_record *builtin)
{
	if (it->texts.options & TRACE_OPTION(FIELDS))
		text_printf(text, "UNKNOWN TYPE %u\n", builtin->id);
	else
		builtin->head.print(text, it->event.data, it->event.size, &it->texts.printer);
}

/* The event may have been removed, and its id given to another one with other fields. */
static void print_record(struct trace_iterator *it, struct text_buffer *text, unsigned int id)
{
	const struct builtin_record *builtin = builtin_record_by_id(id);
	const struct probe_event *event;

	if (builtin && it->event.size >= builtin->head.size) {
		print_builtin(it, text, builtin);
		return;
	}
	rcu_read_lock();
	event = idr_find(&it->instance->tracer->event_ids, id);
	if (!event || it->event.size < event->layout->static_size ||
	    !(event->call ? print_static_event(it, text, event) : print_probe(it, text, event)))
		text_printf(text, "Unknown type %u\n", id);
	rcu_read_unlock();
}

/*
 * When records were lost before the first one that is there, the CPUs' records begin at different
 * times, and a line marks where a CPU begins. Like mainline, this does not mark a CPU at one of the
 * first two records.
 */
static void print_start_of_cpu(struct trace_iterator *it, struct text_buffer *text)
{
	if (!it->annotate || !has_option(it, TRACE_OPTION(ANNOTATE)) ||
	    cpumask_test_cpu(it->event_cpu, it->started))
		return;
	if (it->index > 1)
		text_printf(text, "##### CPU %d buffer started ####\n", it->event_cpu);
}

/* Prints what the option printk-msg-only leaves of a record; returns false when the line stays as it is. */
static bool print_message_only(struct trace_iterator *it, struct text_buffer *text, unsigned int id)
{
	const unsigned long both = TRACE_OPTION(PRINTK) | TRACE_OPTION(PRINTK_MSG_ONLY);
	const struct builtin_record *builtin;

	if (likely((it->texts.options & both) != both))
		return false;
	builtin = builtin_record_by_id(id);
	if (!builtin || !builtin->print_message || it->event.size < builtin->head.size)
		return false;
	builtin->print_message(text, it->event.data, it->event.size);
	return true;
}

static void print_line(struct trace_iterator *it, struct text_buffer *text)
{
	const struct record_header *header = it->event.data;

	if (it->event.lost)
		text_printf(text, "CPU:%d [LOST %llu EVENTS]\n", it->event_cpu, it->event.lost);
	if (it->event.size < sizeof(*header) || print_message_only(it, text, header->type) ||
	    trace_raw_print(it, text))
		return;
	print_start_of_cpu(it, text);
	if (has_option(it, TRACE_OPTION(CONTEXT_INFO)))
		print_front(it, text);
	print_record(it, text, header->type);
}

/**
 * trace_print_line() - print the current record of a walk as text
 * @it: the walk; trace_iterator_peek() has returned true
 * @text: the text to append to
 *
 * Marks of lost records come first, as lines of their own. A line that is longer than
 * TRACE_LINE_MAX is cut and ends in [LINE TOO BIG]. If @text has less room than that and the line
 * does not fit, nothing is appended and @text->overflow is set. Asking again gives the same line.
 *
 * Context: process context.
 */
void trace_print_line(struct trace_iterator *it, struct text_buffer *text)
{
	size_t room = text->size - text->len;
	struct text_buffer line;

	it->texts.options = READ_ONCE(it->instance->options);
	it->texts.printer.print = print_argument_symbol;
	it->texts.printer.place = print_place;
	it->texts.printer.user_place = print_user_place;
	text_buffer_init(&line, text->data + text->len, min_t(size_t, room, TRACE_LINE_MAX));
	forget_old_symbols(&it->texts);
	print_line(it, &line);
	if (line.overflow && room < TRACE_LINE_MAX) {
		text->overflow = true;
		return;
	}
	if (line.overflow) {
		line.len = min(line.len, line.size - sizeof(LINE_TOO_BIG));
		text_append(&line, LINE_TOO_BIG, sizeof(LINE_TOO_BIG) - 1);
	}
	text->len += line.len;
}

/* The header */

/* Counts the records of all CPUs, even if the walk is over one: mainline does so. */
static void print_counts(struct trace_iterator *it, struct text_buffer *text)
{
	struct ring_buffer_stats stats;
	u64 entries = 0, overrun = 0;
	int cpu;

	for_each_possible_cpu(cpu) {
		ring_buffer_get_stats(it->buffer, cpu, &stats);
		entries += stats.entries;
		overrun += stats.overrun;
	}
	text_printf(text, "# entries-in-buffer/entries-written: %llu/%llu   #P:%u\n#\n", entries,
		    entries + overrun, num_online_cpus());
}

/**
 * trace_print_header() - print the lines at the top of trace
 * @it: the walk whose instance is shown
 * @text: the text to append to
 *
 * Context: process context.
 */
void trace_print_header(struct trace_iterator *it, struct text_buffer *text)
{
	text_printf(text, "# tracer: %s\n#\n", READ_ONCE(it->instance->current_tracer));
	if (!has_option(it, TRACE_OPTION(CONTEXT_INFO)) || has_option(it, TRACE_OPTION(VERBOSE)))
		return;
	print_counts(it, text);
	text_puts(text, trace_front_titles(has_option(it, TRACE_OPTION(IRQ_INFO)),
					   has_option(it, TRACE_OPTION(RECORD_TGID))));
}
