// SPDX-License-Identifier: GPL-2.0
/*
 * Checks which types go with which expressions, in the order and at the columns of mainline's
 * checks.
 */
#include <linux/kernel.h>
#include "fetch/fetch_layout.h"

#define FETCH_STEPS_MAX	16	/* mainline's FETCH_INSN_MAX, which decides TOO_MANY_OPS */

/* Mainline's last step is its end mark, which no other step may overwrite. */
#define FETCH_LAST_STEP	(FETCH_STEPS_MAX - 1)

/**
 * fetch_argument_is_memory() - tell whether an argument is read from memory in the end
 * @arg: the argument, as parse_probe_argument() left it
 *
 * Return: false for the value of an operand, and for the address of a variable of this CPU.
 */
bool fetch_argument_is_memory(const struct probe_argument *arg)
{
	return arg->nr_derefs && !arg->deref[arg->nr_derefs - 1].per_cpu;
}

static bool reads_user(const struct probe_argument *arg)
{
	return arg->nr_derefs && arg->deref[arg->nr_derefs - 1].user;
}

static bool symstr_accepts(const struct probe_argument *arg)
{
	if (arg->nr_derefs)
		return !reads_user(arg);
	switch (arg->operand) {
	case OPERAND_REGISTER:
	case OPERAND_STACK:
	case OPERAND_RETVAL:
	case OPERAND_ARGUMENT:
	case OPERAND_FIELD:
		return true;
	default:
		return false;
	}
}

static bool string_accepts(const struct probe_argument *arg)
{
	if (fetch_argument_is_memory(arg))
		return true;
	if (arg->nr_derefs)
		return false;
	switch (arg->operand) {
	case OPERAND_IMMEDIATE:
	case OPERAND_COMM:
	case OPERAND_STRING:
	case OPERAND_FIELD:
		return true;
	default:
		return false;
	}
}

/* Elements are read from memory one after the other, or through pointers to strings. */
static bool array_accepts(const struct probe_argument *arg, const struct fetch_type *type)
{
	if (type->show == FETCH_SHOW_STRING)
		return !type->symstr;
	return fetch_argument_is_memory(arg) && !reads_user(arg);
}

static int check_string(const struct probe_argument *arg, const struct fetch_type *type,
			unsigned int *step, struct parse_error *error)
{
	if (type->symstr && !symstr_accepts(arg))
		return parse_fail(error, PARSE_BAD_SYMSTRING, arg->type_pos);
	if (!type->symstr && !string_accepts(arg))
		return parse_fail(error, PARSE_BAD_STRING, arg->type_pos);
	/* These arguments keep the last load; others turn it into the load of the string. */
	if ((type->symstr || !fetch_argument_is_memory(arg) || arg->count) && ++*step >= FETCH_LAST_STEP)
		return parse_fail(error, PARSE_TOO_MANY_OPS, arg->body_pos);
	return 0;
}

/**
 * fetch_check_argument() - check that an argument's type goes with its expression
 * @arg: the argument, as parse_probe_argument() left it
 * @error: receives what is wrong, and where
 *
 * Return: 0, or a negative errno with @error set.
 */
int fetch_check_argument(const struct probe_argument *arg, struct parse_error *error)
{
	const struct fetch_type *type = fetch_type_at(arg->type);
	unsigned int step = arg->nr_derefs + (arg->operand == OPERAND_SYMBOL);
	int ret;

	if (!type)
		return parse_fail(error, PARSE_BAD_TYPE, arg->type_pos);
	if (type->show == FETCH_SHOW_STRING) {
		ret = check_string(arg, type, &step, error);
		if (ret)
			return ret;
	} else if (!fetch_argument_is_memory(arg)) {
		step++;
	}
	if (fetch_type_is_bitfield(arg->type) &&
	    (!fetch_type_bit_width(arg->type) || ++step >= FETCH_LAST_STEP))
		return parse_fail(error, arg->has_type ? PARSE_BAD_BITFIELD : PARSE_TOO_MANY_OPS,
				  arg->type_pos);
	if (!arg->count)
		return 0;
	if (!array_accepts(arg, type))
		return parse_fail(error, PARSE_BAD_STRING, arg->type_pos);
	if (++step >= FETCH_LAST_STEP)
		return parse_fail(error, PARSE_TOO_MANY_OPS, arg->body_pos);
	return 0;
}
