// SPDX-License-Identifier: GPL-2.0
/*
 * Prints records in the forms of the options bin, hex and raw, as mainline does: pid, CPU and time
 * stamp, and behind them what the kind of record has for programs. Kinds that have nothing print
 * their number. Marks of lost records come before, and no line says where a CPU begins.
 */
#include <linux/idr.h>
#include <linux/rcupdate.h>

#include "kernel/event/event.h"
#include "kernel/output/trace_raw.h"
#include "kernel/record/builtin.h"

static bool is_known(const struct trace_iterator *it, unsigned int id)
{
	bool known;

	rcu_read_lock();
	known = builtin_record_by_id(id) || idr_find(&it->instance->tracer->event_ids, id);
	rcu_read_unlock();
	return known;
}

static void print_number(struct text_buffer *text, unsigned int id)
{
	text_printf(text, "type: %u\n", id);
}

static void print_raw(struct trace_iterator *it, struct text_buffer *text, unsigned int id)
{
	const struct record_header *header = it->event.data;
	const struct builtin_record *builtin = builtin_record_by_id(id);

	if (it->texts.options & TRACE_OPTION(CONTEXT_INFO))
		text_printf(text, "%d %d %llu ", header->pid, it->event_cpu, it->event.time);
	if (builtin && builtin->print_raw && it->event.size >= builtin->head.size)
		builtin->print_raw(text, it->event.data, it->event.size);
	else if (is_known(it, id))
		print_number(text, id);
	else
		text_printf(text, "%u ?\n", id);
}

/* A number as mainline prints its bytes: the most significant byte first, and a blank behind. */
static void put_hex(struct text_buffer *text, u64 value, unsigned int bytes)
{
	text_printf(text, "%0*llx ", 2 * bytes, value);
}

static void print_hex(struct trace_iterator *it, struct text_buffer *text, unsigned int id)
{
	const struct record_header *header = it->event.data;

	if (it->texts.options & TRACE_OPTION(CONTEXT_INFO)) {
		put_hex(text, (u32)header->pid, sizeof(header->pid));
		put_hex(text, it->event_cpu, sizeof(it->event_cpu));
		put_hex(text, it->event.time, sizeof(it->event.time));
	}
	if (is_known(it, id))
		print_number(text, id);
	text_putc(text, '\n');
}

#define put_bytes(text, value) text_append(text, (const char *)&(value), sizeof(value))

static void print_bin(struct trace_iterator *it, struct text_buffer *text, unsigned int id)
{
	const struct record_header *header = it->event.data;

	if (it->texts.options & TRACE_OPTION(CONTEXT_INFO)) {
		put_bytes(text, header->pid);
		put_bytes(text, it->event_cpu);
		put_bytes(text, it->event.time);
	}
	if (is_known(it, id))
		print_number(text, id);
}

/**
 * trace_raw_print() - print the current record of a walk as one of the options says
 * @it: the walk, whose @texts have the options; the record has its common header
 * @text: the text to append to
 *
 * Of several options bin counts before hex, and hex before raw. Context: process context. Return:
 * false when none of them is set, and nothing was printed.
 */
bool trace_raw_print(struct trace_iterator *it, struct text_buffer *text)
{
	const struct record_header *header = it->event.data;

	if (it->texts.options & TRACE_OPTION(BIN))
		print_bin(it, text, header->type);
	else if (it->texts.options & TRACE_OPTION(HEX))
		print_hex(it, text, header->type);
	else if (it->texts.options & TRACE_OPTION(RAW))
		print_raw(it, text, header->type);
	else
		return false;
	return true;
}
