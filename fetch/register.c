// SPDX-License-Identifier: GPL-2.0
/*
 * The frames of functions, tracepoints and user probes, which are struct pt_regs, and that of event probes.
 */
#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/string.h>

#include "fetch/fetch_frame.h"
#include "fetch/fetch_register.h"
#include "parser/parse_text.h"

/**
 * fetch_find_register() - look up a register by name
 * @name: the name, without '%'; not NUL-terminated
 * @len: number of bytes of @name
 *
 * Return: offset of the register's 64-bit slot in struct pt_regs, or -ENOENT.
 */
int fetch_find_register(const char *name, size_t len)
{
	int i;

	for (i = 0; fetch_registers[i].name; i++)
		if (parse_text_is(name, len, fetch_registers[i].name))
			return fetch_registers[i].offset;
	return -ENOENT;
}

static bool find_argument(unsigned int n, struct frame_word *word)
{
	int reg = fetch_argument_register(n), slot = fetch_argument_stack_slot(n);

	if (reg < 0 && slot < 0)
		return false;
	word->on_stack = reg < 0;
	word->from = reg < 0 ? slot * sizeof(u64) : reg;
	return true;
}

/** fetch_entry_frame - the registers at any place in a function; arguments are those at its entry */
const struct fetch_frame fetch_entry_frame = {
	.find_register	= fetch_find_register,
	.find_argument	= find_argument,
	.stack_pointer	= fetch_stack_register,
	.return_value	= fetch_return_register,
};

/** fetch_record_frame - a record; the parser lets nothing but its fields be named there */
const struct fetch_frame fetch_record_frame = {
};

/** fetch_return_frame - the registers when a function returns */
const struct fetch_frame fetch_return_frame = {
	.find_register	= fetch_find_register,
	.find_argument	= find_argument,
	.stack_pointer	= fetch_stack_register,
	.return_value	= fetch_return_register,
	.arguments_saved = true,
};

/* What a tracepoint calls has an argument of its own in front of those of the tracepoint. */
static bool find_tracepoint_argument(unsigned int n, struct frame_word *word)
{
	return find_argument(n + 1, word);
}

/** fetch_tracepoint_frame - the arguments' registers and the stack pointer of what a tracepoint calls */
const struct fetch_frame fetch_tracepoint_frame = {
	.find_register	= fetch_find_register,
	.find_argument	= find_tracepoint_argument,
	.stack_pointer	= fetch_stack_register,
	.return_value	= fetch_return_register,
};

static bool find_no_argument(unsigned int n __always_unused, struct frame_word *word __always_unused)
{
	return false;
}

/** fetch_user_frame - the registers of a program; the definition of a user probe has no $argN */
const struct fetch_frame fetch_user_frame = {
	.find_register	= fetch_find_register,
	.find_argument	= find_no_argument,
	.stack_pointer	= fetch_stack_register,
	.return_value	= fetch_return_register,
};
