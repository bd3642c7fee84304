/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Texts that the lines of a walk have in common, kept for a while: a line costs mostly what its
 * symbols cost.
 */
#ifndef KERNEL_TRACE_TEXTS_H
#define KERNEL_TRACE_TEXTS_H

#include "fetch/fetch_print.h"
#include "kernel/output/trace_front.h"

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

/** struct trace_comm - a pid and what comm_cache_find() gave; the name is right-justified */
struct trace_comm {
	bool used;
	pid_t pid;
	pid_t tgid;
	char text[TRACE_COMM_WIDTH];
};

/**
 * struct trace_texts - texts that are kept
 * @symbols: texts hashed by address, kept for a second at most, because modules come and go
 * @symbols_born: jiffies when @symbols was empty
 * @printer: prints the addresses of a record's fields, by @symbols
 * @options: the options of the instance, when the current line was begun
 * @comms: names of tasks by pid, kept for a jiffy, because tasks change their names
 * @comms_born: jiffies when @comms was empty
 */
struct trace_texts {
	struct trace_symbol symbols[TRACE_SYMBOLS];
	unsigned long symbols_born;
	struct fetch_symbols printer;
	unsigned long options;
	struct trace_comm comms[TRACE_COMMS];
	unsigned long comms_born;
};

#endif
