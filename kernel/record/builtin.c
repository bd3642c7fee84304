// SPDX-License-Identifier: GPL-2.0
/*
 * What built-in records look like. Format and text equal mainline's to the byte, because programs
 * scan them. function_record.c, marker.c, printk_record.c, stack.c and user_stack.c make the records.
 */
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/overflow.h>
#include <linux/string.h>
#include <linux/stringify.h>

#include "fetch/fetch_print.h"
#include "kernel/record/builtin.h"
#include "kernel/record/function_record.h"
#include "kernel/record/marker.h"
#include "kernel/record/stack.h"
#include "kernel/record/user_stack.h"

static void print_function(struct text_buffer *text, const void *data, size_t size,
			   const struct fetch_symbols *symbols)
{
	const struct function_record *record = data;

	symbols->place(symbols, text, record->ip, FETCH_PLACE_OPTION);
	symbols->place(symbols, text, record->parent_ip, FETCH_PLACE_PARENT);
	text_putc(text, '\n');
}

static void print_function_raw(struct text_buffer *text, const void *data, size_t size)
{
	const struct function_record *record = data;

	text_printf(text, "%lx %lx\n", record->ip, record->parent_ip);
}

static const struct head_field function_fields[] = {
	{ "unsigned long", "ip", "", offsetof(struct function_record, ip), sizeof(long), false },
	{ "unsigned long", "parent_ip", "", offsetof(struct function_record, parent_ip),
	  sizeof(long), false },
};

const struct builtin_record builtin_function = {
	.name	= "function",
	.id	= BUILTIN_ID_FUNCTION,
	.head	= {
		.size		= sizeof(struct function_record),
		.nr_fields	= ARRAY_SIZE(function_fields),
		.field		= function_fields,
		.print_format	= " %ps <-- %ps",
		.print_values	= ", (void *)REC->ip, (void *)REC->parent_ip",
		.print		= print_function,
	},
	.print_raw	= print_function_raw,
};

static void print_marker_message(struct text_buffer *text, const void *data, size_t size)
{
	const struct marker_record *record = data;

	text_printf(text, "%.*s", (int)(size - sizeof(*record)), record->text);
}

static void print_marker(struct text_buffer *text, const void *data, size_t size,
			 const struct fetch_symbols *symbols)
{
	const struct marker_record *record = data;

	symbols->place(symbols, text, record->ip, FETCH_PLACE_OPTION);
	text_puts(text, ": ");
	print_marker_message(text, data, size);
}

static void print_marker_raw(struct text_buffer *text, const void *data, size_t size)
{
	const struct marker_record *record = data;

	text_printf(text, "# %lx ", record->ip);
	print_marker_message(text, data, size);
}

static const struct head_field marker_fields[] = {
	{ "unsigned long", "ip", "", offsetof(struct marker_record, ip), sizeof(long), false },
	{ "char", "buf", "[]", offsetof(struct marker_record, text), 0, is_signed_type(char) },
};

const struct builtin_record builtin_marker = {
	.name	= "print",
	.id	= BUILTIN_ID_MARKER,
	.head	= {
		.size		= sizeof(struct marker_record),
		.nr_fields	= ARRAY_SIZE(marker_fields),
		.field		= marker_fields,
		.print_format	= "%ps: %s",
		.print_values	= ", (void *)REC->ip, REC->buf",
		.print		= print_marker,
	},
	.print_raw	= print_marker_raw,
	.print_message	= print_marker_message,
};

static void print_raw_marker_raw(struct text_buffer *text, const void *data, size_t size)
{
	const struct raw_marker_record *record = data;
	size_t i;

	text_printf(text, "# %x buf:", record->id);
	for (i = 0; i < size - sizeof(*record) && !text->overflow; i++)
		text_printf(text, " %02x", (unsigned char)record->data[i]);
	text_putc(text, '\n');
}

static void print_raw_marker(struct text_buffer *text, const void *data, size_t size,
			     const struct fetch_symbols *symbols)
{
	print_raw_marker_raw(text, data, size);
}

static const struct head_field raw_marker_fields[] = {
	{ "unsigned int", "id", "", offsetof(struct raw_marker_record, id), sizeof(u32), false },
	{ "char", "buf", "[]", offsetof(struct raw_marker_record, data), 0, is_signed_type(char) },
};

const struct builtin_record builtin_raw_marker = {
	.name	= "raw_data",
	.id	= BUILTIN_ID_RAW_MARKER,
	.head	= {
		.size		= sizeof(struct raw_marker_record),
		.nr_fields	= ARRAY_SIZE(raw_marker_fields),
		.field		= raw_marker_fields,
		.print_format	= "id:%04x %08x",
		.print_values	= ", REC->id, (int)REC->buf[0]",
		.print		= print_raw_marker,
	},
	.print_raw	= print_raw_marker_raw,
};

/*
 * A record may have any number of callers. The format shows this many, as mainline's format does.
 */
#define STACK_FORMAT_CALLERS	8

static void print_stack(struct text_buffer *text, const void *data, size_t size,
			const struct fetch_symbols *symbols)
{
	const struct stack_record *record = data;
	size_t room = (size - sizeof(*record)) / sizeof(record->caller[0]);
	size_t i, nr = min_t(size_t, max(record->size, 0), room);

	text_puts(text, "<stack trace>\n");
	for (i = 0; i < nr && !text->overflow; i++) {
		text_puts(text, " => ");
		symbols->place(symbols, text, record->caller[i], FETCH_PLACE_OPTION);
		text_putc(text, '\n');
	}
}

static const struct head_field stack_fields[] = {
	{ "int", "size", "", offsetof(struct stack_record, size), sizeof(s32), true },
	{ "unsigned long", "caller", "[" __stringify(STACK_FORMAT_CALLERS) "]",
	  offsetof(struct stack_record, caller), STACK_FORMAT_CALLERS * sizeof(long), false },
};

#define STACK_LINE	"\\t=> %ps\\n"
#define STACK_CALLER(n)	", (void *)REC->caller[" #n "]"
#define STACK_PRINT_FORMAT	STACK_LINE STACK_LINE STACK_LINE "\" \"" STACK_LINE STACK_LINE	\
				STACK_LINE "\" \"" STACK_LINE STACK_LINE
#define STACK_PRINT_VALUES	STACK_CALLER(0) STACK_CALLER(1) STACK_CALLER(2) STACK_CALLER(3)	\
				STACK_CALLER(4) STACK_CALLER(5) STACK_CALLER(6) STACK_CALLER(7)

const struct builtin_record builtin_stack = {
	.name	= "kernel_stack",
	.id	= BUILTIN_ID_STACK,
	.head	= {
		.size		= sizeof(struct stack_record),
		.nr_fields	= ARRAY_SIZE(stack_fields),
		.field		= stack_fields,
		.print_format	= STACK_PRINT_FORMAT,
		.print_values	= STACK_PRINT_VALUES,
		.print		= print_stack,
	},
};

static void print_user_stack(struct text_buffer *text, const void *data, size_t size,
			     const struct fetch_symbols *symbols)
{
	const struct user_stack_record *record = data;
	unsigned int i;

	text_puts(text, "<user stack trace>\n");
	for (i = 0; i < USER_STACK_CALLERS && record->caller[i]; i++) {
		text_puts(text, " => ");
		symbols->user_place(symbols, text, record->tgid, record->caller[i]);
		text_putc(text, '\n');
	}
}

static const struct head_field user_stack_fields[] = {
	{ "unsigned int", "tgid", "", offsetof(struct user_stack_record, tgid), sizeof(u32), false },
	{ "unsigned long", "caller", "[" __stringify(STACK_FORMAT_CALLERS) "]",
	  offsetof(struct user_stack_record, caller), USER_STACK_CALLERS * sizeof(long), false },
};

static_assert(STACK_FORMAT_CALLERS == USER_STACK_CALLERS);

const struct builtin_record builtin_user_stack = {
	.name	= "user_stack",
	.id	= BUILTIN_ID_USER_STACK,
	.head	= {
		.size		= sizeof(struct user_stack_record),
		.nr_fields	= ARRAY_SIZE(user_stack_fields),
		.field		= user_stack_fields,
		.print_format	= STACK_PRINT_FORMAT,
		.print_values	= STACK_PRINT_VALUES,
		.print		= print_user_stack,
	},
};

static const struct builtin_record *const builtin_records[] = {
#ifdef CONFIG_PROBEFS_TRACE_PRINTK
	&builtin_bprint,
	&builtin_bputs,
#endif
	&builtin_function,
	&builtin_marker,
	&builtin_raw_marker,
	&builtin_stack,
	&builtin_user_stack,
};

/**
 * builtin_record_by_id() - find a built-in record
 * @id: id that a record carries
 *
 * Return: the row, or NULL when records of that id belong to an event, or to none any more.
 */
const struct builtin_record *builtin_record_by_id(unsigned int id)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(builtin_records); i++)
		if (builtin_records[i]->id == id)
			return builtin_records[i];
	return NULL;
}

/**
 * builtin_record_by_name() - find a built-in record
 * @name: name of an event in the group "ftrace"
 *
 * Return: the row, or NULL.
 */
const struct builtin_record *builtin_record_by_name(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(builtin_records); i++)
		if (!strcmp(builtin_records[i]->name, name))
			return builtin_records[i];
	return NULL;
}
