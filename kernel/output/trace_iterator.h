/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The inside of a trace_iterator, which trace_iterator.c and trace_output.c share.
 */
#ifndef KERNEL_TRACE_ITERATOR_H
#define KERNEL_TRACE_ITERATOR_H

#include <linux/cpumask.h>

#include "fetch/fetch_print.h"
#include "kernel/output/trace_front.h"
#include "kernel/output/trace_output.h"

#define TRACE_SYMBOLS		128	/* power of two */
#define TRACE_SYMBOL_TEXT	112	/* longer texts are not kept */
#define TRACE_COMMS		16	/* power of two */

/* The texts that an address may have */
enum trace_symbol_form {
	TRACE_SYMBOL_NAME,		/* SYM */
	TRACE_SYMBOL_PLACE,		/* SYM+0xOFF/0xSIZE [MODULE] */
	TRACE_SYMBOL_ARGUMENT,		/* as PLACE; return trampolines keep their names */
};

/**
 * struct trace_symbol - an address and its text
 * @address: the address, or 0 when the structure is unused
 * @form: which of its texts is kept (enum trace_symbol_form)
 * @len: bytes of @text that are used
 * @text: the text, without a zero byte at its end
 */
struct trace_symbol {
	unsigned long address;
	u8 form;
	u8 len;
	char text[TRACE_SYMBOL_TEXT];
};

/** struct trace_comm - a pid and the name that comm_cache_find() gave, right-justified */
struct trace_comm {
	bool used;
	pid_t pid;
	char text[TRACE_COMM_WIDTH];
};

/**
 * struct trace_iterator_cpu - how far the walk is on one CPU
 * @iterator: NULL when consuming, or when the walk leaves this CPU out
 * @found: @event is the first record that was not passed yet
 * @event: that record, when @found is set; without a meaning otherwise
 */
struct trace_iterator_cpu {
	struct ring_buffer_iterator *iterator;
	bool found;
	struct ring_buffer_event event;
};

/**
 * struct trace_iterator_priv - state of a walk
 * @cpus: the state on each CPU, indexed by its number
 * @current_cpu: CPU of the current record, or -1 when there is no such record
 * @index: number of records passed since the start
 * @annotate: records were lost before the start, so the walk shows where each CPU begins
 * @started: CPUs of which a record was passed
 * @copy: memory for records that are only looked at
 * @record: the current record, when consuming
 * @symbols: texts hashed by address, kept for a second at most, because modules come and go
 * @symbols_born: jiffies when @symbols was empty
 * @symbols_of_record: prints the addresses of a record's fields, by @symbols
 * @options: the options of the instance, when the current line was begun
 * @comms: names of tasks by pid, kept for a jiffy, because tasks change their names
 * @comms_born: jiffies when @comms was empty
 */
struct trace_iterator_priv {
	struct trace_iterator_cpu *cpus;
	int current_cpu;
	unsigned long index;
	bool annotate;
	cpumask_var_t started;
	void *copy;
	void *record;
	struct trace_symbol symbols[TRACE_SYMBOLS];
	unsigned long symbols_born;
	struct fetch_symbols symbols_of_record;
	unsigned long options;
	struct trace_comm comms[TRACE_COMMS];
	unsigned long comms_born;
};

#endif
