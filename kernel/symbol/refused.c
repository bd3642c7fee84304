// SPDX-License-Identifier: GPL-2.0
/*
 * Functions that the kernel does not mark, and that yet can't be probed without harm.
 *
 * The kernel marks what its own kprobes can't bear (NOKPROBE_SYMBOL, noinstr, notrace). Such places
 * need no row: they are refused after the table was asked. What remains is found by putting probes
 * on all functions, selftests/everywhere/run: it names the smallest set of functions that a failure
 * needs. A function is in the table when it was seen to do harm, never because it might, and its
 * row says what was seen.
 */
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "kernel/symbol/refused.h"
#include "parser/parse_text.h"

/**
 * struct refused_function - a row of the table
 * @name: name of the function, without what compilers add behind a dot
 * @reason: what a probe there does; the kernel's log shows it to whoever asked for the probe
 */
struct refused_function {
	const char *name;
	const char *reason;
};

static const struct refused_function refused_functions[] = {
	/*
	 * Seen on 6.1, 6.12 and 7.2: with a probe on this function that goes after all others have
	 * gone, the filter is empty, which for ftrace means all functions, and each of them calls
	 * the backend.
	 */
	{ "ftrace_backend_nothing", "this function keeps the filter of ftrace from being empty" },
	{ }
};

static const char *reason_for(const char *name, size_t length)
{
	const struct refused_function *function;

	for (function = refused_functions; function->name; function++)
		if (parse_text_is(name, length, function->name))
			return function->reason;
	return NULL;
}

/**
 * refused_reason() - find out whether a place is in a function of the table
 * @address: address at which a probe is asked for
 *
 * Context: any. Return: why no probe may be put there, or NULL when nothing speaks against one.
 */
const char *refused_reason(unsigned long address)
{
	char text[KSYM_SYMBOL_LEN];

	sprint_symbol_no_offset(text, address);
	return reason_for(text, strcspn(text, ". "));	/* of "NAME.part.0" and "NAME [MODULE]" */
}

/** refused_by_name() - whether a function is in the table, by a name with or without what compilers add */
bool refused_by_name(const char *name)
{
	return reason_for(name, strcspn(name, "."));
}
