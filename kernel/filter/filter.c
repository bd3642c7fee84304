// SPDX-License-Identifier: GPL-2.0
/*
 * Filters of events.
 *
 * A filter is a program of steps, one for each comparison in the text, in that order. A step is
 * false or true; either way its exits say which later step to go on with, or how the whole ends.
 * There is no lock: a filter never changes, and whoever replaces a published filter waits for its
 * readers before destroying it.
 *
 * Comparisons of numbers are reduced to four when the filter is made; the other operators
 * are the same with the exits exchanged. A step compares the field minus @base, all in
 * unsigned 64-bit arithmetic: with half the range as base, that is the order of signed numbers, and
 * with the start of a function as base, "less than its size" is "within the function".
 *
 * event_filter_match() and what it calls run on the record path.
 */
#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include "fetch/fetch_memory.h"
#include "fetch/fetch_op.h"
#include "kernel/filter/filter.h"
#include "kernel/filter/filter_pattern.h"
#include "kernel/symbol/symbol.h"
#include "parser/parse_text.h"

#define SIGN_BASE	(1ULL << 63)

/* What a step looks at: */
enum filter_load {
	LOAD_NOTHING,		/* a field of a width that no number has: the step is false */
	LOAD_U8,
	LOAD_S8,
	LOAD_U16,
	LOAD_S16,
	LOAD_U32,
	LOAD_S32,
	LOAD_64,
	LOAD_CPU,
	LOAD_COMM,		/* this one and those below are strings */
	LOAD_LOCATION,
	LOAD_CHARS,
	LOAD_RELATIVE,
	LOAD_POINTER,
	LOAD_USER_POINTER,
};

/* The test of a number. The test of a string is always whether the pattern matches. */
enum filter_test {
	TEST_EQUAL,
	TEST_LESS,
	TEST_LESS_OR_EQUAL,
	TEST_BITS,
	TEST_CPUS,
};

/**
 * struct filter_step - one comparison
 * @load: what the step looks at (enum filter_load)
 * @test: the test of a number (enum filter_test)
 * @offset: offset of the field in the record
 * @size: number of bytes of an array of characters
 * @inverted: a string at a pointer has to be another one than @pattern; it has to be there in any case
 * @exit: what comes next, as in struct filter_predicate
 * @base: what is subtracted from a number
 * @value: what the difference is compared with
 * @pattern: the pattern that a string is compared with
 * @cpus: the CPUs for TEST_CPUS
 */
struct filter_step {
	u8 load;
	u8 test;
	u16 offset;
	u16 size;
	bool inverted;
	u16 exit[2];
	u64 base;
	union {
		u64 value;
		struct filter_pattern *pattern;
		struct cpumask *cpus;
	};
};

/**
 * struct event_filter - a filter of one event, ready to run
 * @text: text of the filter as it was written
 * @record_size: bytes that the fields take; a record that is shorter does not pass
 * @nr_steps: number of elements in @step, at least one
 * @step: the steps; evaluation starts with the first
 */
struct event_filter {
	char *text;
	u16 record_size;
	unsigned int nr_steps;
	struct filter_step step[];
};

/* A field that is in no record: what a hit can tell all the same. */
static const struct outer_field {
	const char *name;
	struct filter_field field;
} outer_fields[] = {
	{ "CPU",	{ .kind = FILTER_FIELD_CPU, .is_signed = true } },
	{ "cpu",	{ .kind = FILTER_FIELD_CPU, .is_signed = true } },
	{ "common_cpu",	{ .kind = FILTER_FIELD_CPU, .is_signed = true } },
	{ "COMM",	{ .kind = FILTER_FIELD_COMM } },
	{ "comm",	{ .kind = FILTER_FIELD_COMM } },
};

/* The parser calls these functions; @data is the layout. */

static bool find_outer(const char *name, size_t len, struct filter_field *field)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(outer_fields); i++) {
		if (!parse_text_is(name, len, outer_fields[i].name))
			continue;
		*field = outer_fields[i].field;
		return true;
	}
	return false;
}

static const enum filter_field_kind kinds_in_head[] = {
	[HEAD_NUMBER]	= FILTER_FIELD_NUMBER,
	[HEAD_CHARS]	= FILTER_FIELD_CHARS,
	[HEAD_LOCATION]	= FILTER_FIELD_LOCATION,
	[HEAD_RELATIVE]	= FILTER_FIELD_RELATIVE,
	[HEAD_POINTER]	= FILTER_FIELD_POINTER,
};

static bool find_in_head(const struct record_head *head, const char *name, size_t len,
			 struct filter_field *field)
{
	const struct head_field *found = record_head_find(head, name, len);

	if (!found)
		return false;
	field->kind = kinds_in_head[found->kind];
	field->is_signed = found->is_signed;
	field->offset = found->offset;
	field->size = found->size;
	return true;
}

static enum filter_field_kind kind_of(const struct fetch_field *field)
{
	if (field->dynamic)
		return FILTER_FIELD_LOCATION;
	if (field->count && strstr(field->type->format_type, "char"))
		return FILTER_FIELD_CHARS;
	return FILTER_FIELD_NUMBER;
}

/*
 * As on mainline, an array of numbers is one number when all of it has the width of one, and an
 * array of strings is its first string.
 */
static bool find_argument(const struct fetch_layout *layout, const char *name, size_t len,
			  struct filter_field *field)
{
	unsigned int i;

	for (i = 0; i < layout->nr_fields; i++) {
		const struct fetch_field *arg = &layout->field[i];

		if (!parse_text_is(name, len, arg->name))
			continue;
		field->kind = kind_of(arg);
		field->is_signed = arg->type->is_signed;
		field->offset = arg->offset;
		field->size = arg->size;
		return true;
	}
	return false;
}

static int find_field(void *data, const char *name, size_t len, struct filter_field *field)
{
	const struct fetch_layout *layout = data;

	/* All that a static event of the kernel has is in its head, and may be called "comm" or "cpu". */
	if (layout->head->print_text && find_in_head(layout->head, name, len, field))
		return 0;
	if (find_argument(layout, name, len, field) || find_outer(name, len, field) ||
	    find_in_head(layout->head, name, len, field))
		return 0;
	return -ENOENT;
}

static int find_function_at(void *data __always_unused, unsigned long address, u64 *start,
			    u64 *end)
{
	unsigned long first, size;

	if (!symbol_bounds(address, &first, &size))
		return -ENOENT;
	*start = first;
	*end = first + size;
	return 0;
}

static int find_function(void *data, const char *name, size_t len, u64 *start, u64 *end)
{
	unsigned long address;
	char *copy;
	int ret;

	copy = kmemdup_nul(name, len, GFP_KERNEL);
	if (!copy)
		return -ENOMEM;
	ret = symbol_lookup(copy, &address);
	kfree(copy);
	return ret ?: find_function_at(data, address, start, end);
}

static struct cpumask *cpus_create(const char *list, size_t len, int *error)
{
	struct cpumask *cpus = kzalloc(cpumask_size(), GFP_KERNEL);
	char *copy = kmemdup_nul(list, len, GFP_KERNEL);

	*error = -ENOMEM;
	if (cpus && copy)
		*error = cpulist_parse(copy, cpus);
	kfree(copy);
	if (!*error)
		return cpus;
	kfree(cpus);
	return NULL;
}

static int check_cpus(void *data __always_unused, const char *list, size_t len)
{
	int error;

	kfree(cpus_create(list, len, &error));
	return error;
}

static const struct filter_lookup filter_lookup_of_layout = {
	.find_field = find_field,
	.find_function = find_function,
	.find_function_at = find_function_at,
	.check_cpus = check_cpus,
};

/* The functions that make steps of predicates */

static enum filter_load load_of(const struct filter_field *field)
{
	switch (field->kind) {
	case FILTER_FIELD_CPU:
		return LOAD_CPU;
	case FILTER_FIELD_COMM:
		return LOAD_COMM;
	case FILTER_FIELD_LOCATION:
		return LOAD_LOCATION;
	case FILTER_FIELD_CHARS:
		return LOAD_CHARS;
	case FILTER_FIELD_RELATIVE:
		return LOAD_RELATIVE;
	case FILTER_FIELD_POINTER:
		return LOAD_POINTER;
	case FILTER_FIELD_USER_POINTER:
		return LOAD_USER_POINTER;
	case FILTER_FIELD_NUMBER:
		break;
	}
	switch (field->size) {
	case 1:
		return field->is_signed ? LOAD_S8 : LOAD_U8;
	case 2:
		return field->is_signed ? LOAD_S16 : LOAD_U16;
	case 4:
		return field->is_signed ? LOAD_S32 : LOAD_U32;
	case 8:
		return LOAD_64;
	}
	return LOAD_NOTHING;
}

/*
 * Returns what loading @number from the field would give: @number cut to the width, then extended.
 */
static __always_inline u64 cut_number(enum filter_load load, u64 number)
{
	if (likely(load == LOAD_64))
		return number;
	switch (load) {
	case LOAD_U8:
		return (u8)number;
	case LOAD_S8:
		return (s8)number;
	case LOAD_U16:
		return (u16)number;
	case LOAD_S16:
		return (s16)number;
	case LOAD_U32:
		return (u32)number;
	case LOAD_S32:
	case LOAD_CPU:
		return (s32)number;
	default:
		return number;
	}
}

static void exchange_exits(struct filter_step *step)
{
	/* A field that can't be compared is false with any operator. */
	if (step->load != LOAD_NOTHING)
		swap(step->exit[0], step->exit[1]);
}

static void compile_comparison(struct filter_step *step, enum filter_operator op, bool is_signed,
			       u64 number)
{
	static const struct {
		enum filter_test test;
		bool inverted;
	} tests[FILTER_NR_OPS] = {
		[FILTER_OP_NE] = { TEST_EQUAL, true },
		[FILTER_OP_EQ] = { TEST_EQUAL, false },
		[FILTER_OP_LE] = { TEST_LESS_OR_EQUAL, false },
		[FILTER_OP_LT] = { TEST_LESS, false },
		[FILTER_OP_GE] = { TEST_LESS, true },
		[FILTER_OP_GT] = { TEST_LESS_OR_EQUAL, true },
		[FILTER_OP_BITS] = { TEST_BITS, false },
	};

	step->test = tests[op].test;
	step->value = cut_number(step->load, number);
	if (is_signed && (step->test == TEST_LESS || step->test == TEST_LESS_OR_EQUAL)) {
		step->base = SIGN_BASE;
		step->value -= SIGN_BASE;
	}
	if (tests[op].inverted)
		exchange_exits(step);
}

static int compile_number(struct filter_step *step, const struct filter_predicate *predicate)
{
	compile_comparison(step, predicate->op, predicate->field.is_signed, predicate->number);
	return 0;
}

static int compile_string(struct filter_step *step, const struct filter_predicate *predicate)
{
	step->pattern = filter_pattern_create(predicate->text, predicate->len,
					      predicate->op == FILTER_OP_GLOB);
	if (!step->pattern)
		return -ENOMEM;
	if (predicate->op != FILTER_OP_NE && !step->pattern->inverted)
		return 0;
	/* As on mainline, what can't be read neither equals a string nor differs from it. */
	if (step->load >= LOAD_POINTER)
		step->inverted = true;
	else
		exchange_exits(step);
	return 0;
}

/*
 * A CPU number stands for the set that has this one CPU. The field equals only a set of one CPU; it
 * differs from any other set as long as it is the number of a CPU. The number of a CPU has no sign.
 */
static int compile_cpus(struct filter_step *step, const struct filter_predicate *predicate)
{
	static const u8 without_sign[] = {
		[LOAD_S8] = LOAD_U8, [LOAD_S16] = LOAD_U16, [LOAD_S32] = LOAD_U32,
	};
	enum filter_operator op = predicate->op;
	struct cpumask *cpus;
	int error;

	if (step->load < ARRAY_SIZE(without_sign) && without_sign[step->load])
		step->load = without_sign[step->load];
	cpus = cpus_create(predicate->text, predicate->len, &error);
	if (!cpus)
		return error;
	if (cpumask_weight(cpus) == 1) {
		compile_comparison(step, op == FILTER_OP_NE ? op : FILTER_OP_EQ, false,
				   cpumask_first(cpus));
	} else if (op == FILTER_OP_BITS) {
		step->test = TEST_CPUS;
		swap(step->cpus, cpus);	/* the step has them from now on */
	} else {
		step->test = TEST_LESS;
		step->value = op == FILTER_OP_NE ? nr_cpu_ids : 0;
	}
	kfree(cpus);
	return 0;
}

static int compile_function(struct filter_step *step, const struct filter_predicate *predicate)
{
	step->test = TEST_LESS;
	step->base = predicate->number;
	step->value = predicate->end - predicate->number;
	if (predicate->op == FILTER_OP_NE)
		exchange_exits(step);
	return 0;
}

static int compile_step(struct filter_step *step, const struct filter_predicate *predicate)
{
	static int (*const compile[])(struct filter_step *, const struct filter_predicate *) = {
		[FILTER_VALUE_NUMBER] = compile_number,
		[FILTER_VALUE_STRING] = compile_string,
		[FILTER_VALUE_CPUS] = compile_cpus,
		[FILTER_VALUE_FUNCTION] = compile_function,
	};

	step->load = load_of(&predicate->field);
	step->offset = predicate->field.offset;
	step->size = predicate->field.size;
	step->exit[0] = predicate->exit[0];
	step->exit[1] = predicate->exit[1];
	return compile[predicate->value](step, predicate);
}

static int filter_compile(const struct filter_program *program, u16 record_size, const char *text,
			  struct event_filter **filter)
{
	struct event_filter *new;
	unsigned int i;
	int ret;

	new = kvzalloc(struct_size(new, step, program->nr_predicates), GFP_KERNEL);
	if (!new)
		return -ENOMEM;
	new->nr_steps = program->nr_predicates;
	new->record_size = record_size;
	new->text = kstrdup(text, GFP_KERNEL);
	ret = new->text ? 0 : -ENOMEM;
	for (i = 0; !ret && i < new->nr_steps; i++)
		ret = compile_step(&new->step[i], &program->predicate[i]);
	if (ret)
		event_filter_destroy(new);
	else
		*filter = new;
	return ret;
}

/**
 * event_filter_create() - make a filter for the records of a layout
 * @layout: the fields of the event
 * @text: text of the filter, without blanks at its end
 * @filter: receives the filter on success
 * @error: receives what is wrong and where, on failure
 *
 * A name is looked up among the arguments first, then among the fields that no record has (CPU,
 * COMM, ...), then in the head (__probe_ip, ...), then in the common header.
 *
 * Context: process context, may sleep; look-ups of functions may wait for an RCU grace period.
 * Return: 0, -EINVAL (see @error), -ENOMEM.
 */
int event_filter_create(const struct fetch_layout *layout, const char *text,
			struct event_filter **filter, struct filter_error *error)
{
	struct filter_program program = {};
	int ret;

	*error = (struct filter_error) {};
	ret = parse_filter_measure(text, &program, error);
	if (ret)
		return ret;
	program.predicate = kvcalloc(program.max_predicates, sizeof(*program.predicate),
				     GFP_KERNEL);
	program.group = kvcalloc(program.max_groups, sizeof(*program.group), GFP_KERNEL);
	ret = -ENOMEM;
	if (program.predicate && program.group)
		ret = parse_filter(text, &filter_lookup_of_layout, (void *)layout, &program, error);
	if (!ret)
		ret = filter_compile(&program, layout->static_size, text, filter);
	if (ret == -ENOMEM)
		*error = (struct filter_error) { .code = FILTER_ERRNO };
	kvfree(program.group);
	kvfree(program.predicate);
	return ret;
}

/**
 * event_filter_destroy() - free a filter
 * @filter: the filter, of which no reader is left, or NULL
 *
 * Context: may sleep.
 */
void event_filter_destroy(struct event_filter *filter)
{
	unsigned int i;

	if (!filter)
		return;
	for (i = 0; i < filter->nr_steps; i++) {
		struct filter_step *step = &filter->step[i];

		if (step->load >= LOAD_COMM)
			filter_pattern_destroy(step->pattern);
		else if (step->test == TEST_CPUS)
			kfree(step->cpus);
	}
	kfree(filter->text);
	kvfree(filter);
}

/**
 * event_filter_text() - get a filter as it was written
 * @filter: the filter whose text is wanted
 *
 * Return: the text, without newline; it lives as long as @filter.
 */
const char *event_filter_text(const struct event_filter *filter)
{
	return filter->text;
}

/* Returns the operation that writes the field of @step, if that stores a register; else NULL. */
static __always_inline const struct fetch_op *register_of(const struct filter_step *step,
							  const struct fetch_program *program)
{
	const struct fetch_op *op = program->op, *end = op + program->nr_ops;

	while (op < end && op->to != step->offset)
		op++;
	return op < end && fetch_op_is_register(op) ? op : NULL;
}

/**
 * event_filter_reads_registers() - tell whether event_filter_match_registers() can decide
 * @filter: the filter of the event
 * @program: program of the probe
 *
 * Return: true when the filter looks at nothing but numbers that are registers, the CPU and the
 * task.
 */
bool event_filter_reads_registers(const struct event_filter *filter,
				  const struct fetch_program *program)
{
	unsigned int i;

	for (i = 0; i < filter->nr_steps; i++) {
		const struct filter_step *step = &filter->step[i];

		if (step->load > LOAD_COMM ||
		    (step->load <= LOAD_64 && !register_of(step, program)))
			return false;
	}
	return true;
}

/* The functions on the record path */

/* Fields of records are packed, hence memcpy(). */
#define LOAD(type, from) ({			\
	type value_;				\
						\
	memcpy(&value_, from, sizeof(value_));	\
	value_;					\
})

static __always_inline u64 load_number(const struct filter_step *step, const void *field)
{
	switch (step->load) {
	case LOAD_U8:
		return *(const u8 *)field;
	case LOAD_S8:
		return *(const s8 *)field;
	case LOAD_U16:
		return LOAD(u16, field);
	case LOAD_S16:
		return LOAD(s16, field);
	case LOAD_U32:
		return LOAD(u32, field);
	case LOAD_S32:
		return LOAD(s32, field);
	case LOAD_64:
		return LOAD(u64, field);
	default:
		return raw_smp_processor_id();
	}
}

static __always_inline bool test_number(const struct filter_step *step, u64 number)
{
	number -= step->base;
	switch (step->test) {
	case TEST_EQUAL:
		return number == step->value;
	case TEST_LESS:
		return number < step->value;
	case TEST_LESS_OR_EQUAL:
		return number <= step->value;
	case TEST_BITS:
		return number & step->value;
	default:
		return number < nr_cpu_ids && cpumask_test_cpu(number, step->cpus);
	}
}

/*
 * A location that is not within the record counts as an empty string. @base is what the location
 * counts from.
 */
static __always_inline bool test_location(const struct filter_step *step, const void *record,
					  size_t size, size_t base)
{
	u32 location = LOAD(u32, record + step->offset);
	size_t offset = base + (location & 0xffff), len = location >> 16;

	if (offset > size || len > size - offset)
		offset = len = 0;
	return filter_pattern_match(step->pattern, record + offset, len);
}

/*
 * The string may be gone. Longer ones than can be written in a filter are cut:
 * a glob sees no more of them. This is not inlined, for the sake of the stack.
 */
static noinline bool __kprobes test_pointer(const struct filter_step *step, const void *record)
{
	char string[FILTER_STRING_MAX];
	unsigned long address = LOAD(u64, record + step->offset);
	bool user = step->load == LOAD_USER_POINTER;
	int len = -EFAULT;

	if (user || fetch_is_kernel_address(address)) {
		pagefault_disable();
		len = fetch_copy_string(string, address, user, sizeof(string));
		pagefault_enable();
	}
	if (len < 0)
		return false;
	return filter_pattern_match(step->pattern, string, sizeof(string)) != step->inverted;
}

static bool __kprobes test_step(const struct filter_step *step, const void *record, size_t size)
{
	switch (step->load) {
	case LOAD_NOTHING:
		return false;
	case LOAD_COMM:
		return filter_pattern_match(step->pattern, current->comm, TASK_COMM_LEN);
	case LOAD_LOCATION:
		return test_location(step, record, size, 0);
	case LOAD_RELATIVE:
		return test_location(step, record, size, step->offset + sizeof(u32));
	case LOAD_POINTER:
	case LOAD_USER_POINTER:
		return test_pointer(step, record);
	case LOAD_CHARS:
		return filter_pattern_match(step->pattern, record + step->offset, step->size);
	default:
		return test_number(step, load_number(step, record + step->offset));
	}
}

/**
 * event_filter_match() - tell whether a record passes a filter
 * @filter: the filter of the event
 * @record: the common header, and the arguments as fetch programs wrote them
 * @size: number of bytes at @record
 *
 * The name of the task and the CPU are those of the caller.
 *
 * Context: any, preemption off.
 */
bool __kprobes event_filter_match(const struct event_filter *filter, const void *record,
				  size_t size)
{
	unsigned int i = 0;

	if (size < filter->record_size)
		return false;
	do {
		const struct filter_step *step = &filter->step[i];

		i = step->exit[test_step(step, record, size)];
	} while (i < filter->nr_steps);
	return i == FILTER_ACCEPT;
}

/* Returns -1 when the registers do not tell. */
static __always_inline int test_register_step(const struct filter_step *step,
					      const struct fetch_program *program,
					      const void *regs)
{
	const struct fetch_op *op;

	if (unlikely(step->load == LOAD_CPU))
		return test_number(step, raw_smp_processor_id());
	if (unlikely(step->load == LOAD_COMM))
		return filter_pattern_match(step->pattern, current->comm, TASK_COMM_LEN);
	if (unlikely(step->load > LOAD_64))
		return -1;
	op = register_of(step, program);
	if (unlikely(!op))
		return -1;
	return test_number(step, cut_number(step->load, fetch_get_word(regs + op->from)));
}

/**
 * event_filter_match_registers() - tell whether the record that these registers would make passes
 * @filter: the filter of the event
 * @program: program of the probe
 * @regs: registers at the hit
 *
 * Context: any, preemption off. Return: 1 if it passes, 0 if not, -1 if only the record can tell.
 */
int __kprobes event_filter_match_registers(const struct event_filter *filter,
					   const struct fetch_program *program, const void *regs)
{
	unsigned int i = 0;

	do {
		const struct filter_step *step = &filter->step[i];
		int match = test_register_step(step, program, regs);

		if (unlikely(match < 0))
			return match;
		i = step->exit[match];
	} while (i < filter->nr_steps);
	return i == FILTER_ACCEPT;
}
