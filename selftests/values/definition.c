// SPDX-License-Identifier: GPL-2.0
/*
 * Definitions that are made up for a target: all orders of up to three widths of registers and of
 * memory, strings between all pairs of widths, and random ones.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "values.h"

struct definition definitions[DEFINITIONS_MAX];
unsigned int nr_definitions;

/* Random numbers that are the same on every machine */
static uint64_t seed = 1;

void definitions_seed(uint64_t number)
{
	seed = number * 0x9e3779b97f4a7c15 | 1;
}

static unsigned int below(unsigned int limit)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (seed >> 16) % limit;
}

static struct definition *definition_new(void)
{
	struct definition *def = &definitions[nr_definitions++];

	if (nr_definitions > DEFINITIONS_MAX)
		die("too many definitions");
	memset(def, 0, sizeof(*def));
	return def;
}

__attribute__((format(printf, 4, 5)))
static struct arg *add(struct definition *def, unsigned int size, unsigned int count,
		       const char *format, ...)
{
	struct arg *arg = &def->arg[def->nr_args++];
	va_list args;

	va_start(args, format);
	vsnprintf(arg->text, sizeof(arg->text), format, args);
	va_end(args);
	arg->size = size;
	arg->count = count;
	return arg;
}

static void add_string(struct definition *def, const char *expression, unsigned int count)
{
	add(def, 4, count, "%s", expression)->dynamic = true;
}

static const char *number_type(unsigned int size)
{
	static char type[8];

	snprintf(type, sizeof(type), "%c%u", "usx"[below(3)], size * 8);
	return type;
}
static void add_register(struct definition *def, const struct target *target, unsigned int n,
			 unsigned int size)
{
	add(def, size, 1, "%s:%s", target_register(target, n), number_type(size));
}

static void add_memory(struct definition *def, const struct target *target, unsigned int n,
		       unsigned int size)
{
	add(def, size, 1, "+%u(%s):%s", target->kernel_from + n % 8, target_base(target->kernel_base),
	    number_type(size));
}

static const char *bitfield_type(unsigned int size)
{
	unsigned int width = 1 + below(size * 8), offset = below(size * 8 - width + 1);
	static char type[32];

	snprintf(type, sizeof(type), "b%u@%u/%u", width, offset, size * 8);
	return type;
}

/* A part of the memory a target has, for numbers */
static const char *some_memory(const struct target *target, unsigned int size)
{
	unsigned int at = below(16);
	static char text[80];

	if (!target->user_base || below(2))
		snprintf(text, sizeof(text), "+%u(%s)", target->kernel_from + below(9 - size),
			 target_base(target->kernel_base));
	else if (below(3))
		snprintf(text, sizeof(text), "+%s%u(%s)", below(2) ? "u" : "", at, target_base(target->user_base));
	else
		snprintf(text, sizeof(text), "+%s%u(+%s%u(%s))", below(2) ? "u" : "", below(8),
			 below(2) ? "u" : "", 32 + 8 * below(4), target_base(target->user_base));
	return text;
}

static void add_some_string(struct definition *def, const struct target *target)
{
	const char *user = target->user_base ? target_base(target->user_base) : NULL;
	unsigned int n = below(6), count;
	char text[100];

	if (n < 3 && target->kernel_string) {
		snprintf(text, sizeof(text), "+%u(%s):string", below(16), target_base(target->kernel_base));
		add_string(def, text, 1);
	} else if (n == 3 && user) {
		count = 1 + below(4);
		snprintf(text, sizeof(text), "+%s32(%s):ustring[%u]", below(2) ? "u" : "", user, count);
		add_string(def, text, count);
	} else if (n < 3 && user) {
		snprintf(text, sizeof(text), "+%s%u(%s):%sstring", n ? "u" : "", 64 + below(60), user,
			 n > 1 ? "" : "u");
		add_string(def, text, 1);
	} else if (n == 4) {
		add_string(def, "\\\"some_text\"", 1);
	} else if (n == 5 && target->kind == 'p' && !below(3)) {
		add(def, 4, 1, "%s:symstr", target_argument(0))->ours = true;
		def->arg[def->nr_args - 1].dynamic = true;
	} else {
		add_string(def, "$comm", 1);
	}
}

static void add_some(struct definition *def, const struct target *target)
{
	unsigned int size = 1 << below(4), count;

	switch (below(12)) {
	case 0: case 1: case 2: case 3:
		add_register(def, target, below(100), size);
		break;
	case 4: case 5:
		add(def, size, 1, "%s:%s", some_memory(target, size), number_type(size));
		break;
	case 6:
		add(def, size, 1, "%s:%s", target_register(target, below(100)), bitfield_type(size));
		break;
	case 7:
		add(def, size, 1, "%s:%s", some_memory(target, size), bitfield_type(size));
		break;
	case 8:
		count = 1 + below(8 / size * 2);
		add(def, size, count, "+%u(%s):%s[%u]", target->kernel_from, target_base(target->kernel_base),
		    number_type(size), count);
		break;
	case 9:
		add(def, size, 1, "\\0x%x%x:%s", 0x71000000 + below(1 << 20), 0x72000000 + below(1 << 20),
		    number_type(size));
		break;
	default:
		add_some_string(def, target);
	}
}

static void define_random(const struct target *target)
{
	struct definition *def = definition_new();
	unsigned int n = 1 + below(ARGS_MAX);

	while (n--)
		add_some(def, target);
}

typedef void (*add_number)(struct definition *def, const struct target *target, unsigned int n,
			   unsigned int size);

/* All orders of up to @most widths */
static void define_orders(const struct target *target, add_number number, unsigned int least,
			  unsigned int most)
{
	unsigned int length, order, i;

	for (length = least; length <= most; length++) {
		for (order = 0; order < 1U << 2 * length; order++) {
			struct definition *def = definition_new();

			for (i = 0; i < length; i++)
				number(def, target, order + i, 1 << (order >> 2 * i & 3));
		}
	}
}

/* A string between all pairs of widths */
static void define_between(const struct target *target, const char *string)
{
	unsigned int order;

	for (order = 0; order < 16; order++) {
		struct definition *def = definition_new();

		add_register(def, target, order, 1 << (order & 3));
		add_string(def, string, 1);
		add_register(def, target, order + 1, 1 << (order >> 2));
	}
}

/* Where in the record the arguments are, and the text of the definition */
static void finish_definition(struct definition *def, unsigned int number,
			      const struct target *target, const char *offset)
{
	unsigned int at = target->kind == 'r' ? 24 : 16, i;
	char *to = def->text;

	to += sprintf(to, "%c:values/v%u %s%s", target->kind, number, target->function, offset);
	for (i = 0; i < def->nr_args; i++) {
		struct arg *arg = &def->arg[i];

		to += sprintf(to, " a%u=%s", i, arg->text);
		arg->at = at;
		at += arg->size * arg->count;
		arg->user_string = strstr(arg->text, ":ustring") ||
				   (strstr(arg->text, ":string") && strstr(arg->text, "+u"));
		def->ours |= arg->ours;
		def->stack |= !!strstr(arg->text, "(" STACK_POINTER ")");
	}
	sprintf(to, "\n");
	def->end = at;
}

static const char *offset_inside(const struct target *target)
{
	const char *const *offset;
	char text[100];

	for (offset = target_inside_offsets; *offset; offset++) {
		snprintf(text, sizeof(text), "p:values/inside %s%s\n", target->function, *offset);
		if (!way_try_write(&ways[0], "kprobe_events", text, O_TRUNC))
			continue;
		way_write(&ways[0], "kprobe_events", "", O_TRUNC);
		return *offset;
	}
	die("no place inside of %s", target->function);
}

void definitions_create(const struct target *target, unsigned int random)
{
	const char *offset = target->inside ? offset_inside(target) : "";
	unsigned int i;
	char text[60];

	nr_definitions = 0;
	if (target->kernel_string) {
		define_orders(target, add_register, 1, 3);
		define_orders(target, add_memory, 2, 3);
		snprintf(text, sizeof(text), "+1(%s):string", target_base(target->kernel_base));
		define_between(target, text);
		define_between(target, "$comm");
	} else if (target->user_base && target->kind == 'p') {
		define_orders(target, add_memory, 1, 2);
		snprintf(text, sizeof(text), "+u65(%s):ustring", target_base(target->user_base));
		define_between(target, text);
	} else {
		define_orders(target, add_register, 3, 3);
		define_between(target, "$comm");
	}
	for (i = 0; i < random; i++)
		define_random(target);
	for (i = 0; i < nr_definitions; i++)
		finish_definition(&definitions[i], i, target, offset);
}
