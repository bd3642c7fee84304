// SPDX-License-Identifier: GPL-2.0
/*
 * The files that say what records look like: format and id of events, and of the records that
 * belong to no event (the group "ftrace"); header_page and header_event for what trace_pipe_raw
 * delivers.
 *
 * The texts for the group "ftrace", of header_page and of header_event equal mainline's to the
 * byte, because programs scan them.
 */
#include <linux/stringify.h>

#include "fetch/fetch_print.h"
#include "fetch/text_buffer.h"
#include "kernel/buffer/ring_buffer.h"
#include "kernel/event/event.h"
#include "kernel/instance/instance.h"
#include "kernel/record/marker.h"
#include "kernel/record/stack.h"
#include "tracefs/files/files.h"

#define CHAR_IS_SIGNED	((char)-1 < 0)

/*
 * Lends the free part of @m to a text buffer. When the text does not fit, seq_file tries a larger
 * one.
 */
static void text_buffer_borrow(struct text_buffer *text, struct seq_file *m)
{
	char *data;
	size_t size = seq_get_buf(m, &data);

	text_buffer_init(text, data, size);
}

static void text_buffer_return(struct text_buffer *text, struct seq_file *m)
{
	seq_commit(m, text->overflow ? -1 : (int)text->len);
}

static int show_event_format(struct seq_file *m, const struct tracefs_place *place)
{
	struct text_buffer text;

	text_buffer_borrow(&text, m);
	event_print_format(place->event->event, &text);
	text_buffer_return(&text, m);
	return 0;
}

static int show_event_id(struct seq_file *m, const struct tracefs_place *place)
{
	seq_printf(m, "%u\n", place->event->event->id);
	return 0;
}

const struct tracefs_text tracefs_event_format = {
	.show	= show_event_format,
};

const struct tracefs_text tracefs_event_id = {
	.show	= show_event_id,
};

/*
 * Records that belong to no event
 */

static void show_own_head(struct text_buffer *text, const char *name, unsigned int id)
{
	text_printf(text, "name: %s\nID: %u\nformat:\n", name, id);
	fetch_print_common_fields(text);
	text_putc(text, '\n');
}

static void show_own_field(struct text_buffer *text, const char *declaration, size_t offset,
			   size_t size, bool is_signed)
{
	text_printf(text, "\tfield:%s;\toffset:%zu;\tsize:%zu;\tsigned:%d;\n", declaration, offset,
		    size, is_signed);
}

#ifdef CONFIG_PROBEFS_TRACE_MARKER
static int show_print_format(struct seq_file *m, const struct tracefs_place *place)
{
	struct text_buffer text;

	text_buffer_borrow(&text, m);
	show_own_head(&text, "print", EVENT_ID_PRINT);
	show_own_field(&text, "unsigned long ip", offsetof(struct marker_record, ip), sizeof(long),
		       false);
	show_own_field(&text, "char buf[]", offsetof(struct marker_record, text), 0,
		       CHAR_IS_SIGNED);
	text_puts(&text, "\nprint fmt: \"%ps: %s\", (void *)REC->ip, REC->buf\n");
	text_buffer_return(&text, m);
	return 0;
}

static int show_print_id(struct seq_file *m, const struct tracefs_place *place)
{
	seq_printf(m, "%d\n", EVENT_ID_PRINT);
	return 0;
}

const struct tracefs_text tracefs_print_format = {
	.show	= show_print_format,
};

const struct tracefs_text tracefs_print_id = {
	.show	= show_print_id,
};
#endif

/*
 * A record may have any number of callers. The format shows this many, as mainline's format does.
 */
#define STACK_FORMAT_CALLERS	8

static void show_stack_print_fmt(struct text_buffer *text)
{
	unsigned int i;

	text_puts(text, "\nprint fmt: ");
	for (i = 0; i < STACK_FORMAT_CALLERS; i++)
		text_printf(text, "%s\\t=> %%ps\\n%s", i % 3 ? "" : i ? " \"" : "\"",
			    i % 3 == 2 || i == STACK_FORMAT_CALLERS - 1 ? "\"" : "");
	for (i = 0; i < STACK_FORMAT_CALLERS; i++)
		text_printf(text, ", (void *)REC->caller[%u]", i);
	text_putc(text, '\n');
}

static int show_stack_format(struct seq_file *m, const struct tracefs_place *place)
{
	struct text_buffer text;

	text_buffer_borrow(&text, m);
	show_own_head(&text, "kernel_stack", EVENT_ID_KERNEL_STACK);
	show_own_field(&text, "int size", offsetof(struct stack_record, size), sizeof(s32), true);
	show_own_field(&text, "unsigned long caller[" __stringify(STACK_FORMAT_CALLERS) "]",
		       offsetof(struct stack_record, caller), STACK_FORMAT_CALLERS * sizeof(long),
		       false);
	show_stack_print_fmt(&text);
	text_buffer_return(&text, m);
	return 0;
}

const struct tracefs_text tracefs_stack_format = {
	.show	= show_stack_format,
};

/*
 * Sub-buffers
 */

static void show_page_field(struct seq_file *m, const char *declaration, size_t offset,
			    size_t size, bool is_signed)
{
	seq_printf(m, "\tfield: %s;\toffset:%zu;\tsize:%zu;\tsigned:%d;\n", declaration, offset,
		   size, is_signed);
}

static int show_header_page(struct seq_file *m, const struct tracefs_place *place)
{
	size_t data = ring_buffer_subbuf_size(place->instance->buffer) - RING_BUFFER_HEADER;

	show_page_field(m, "u64 timestamp", 0, sizeof(u64), false);
	show_page_field(m, "local_t commit", 8, sizeof(long), true);
	show_page_field(m, "int overwrite", 8, 1, true);
	show_page_field(m, "char data", RING_BUFFER_HEADER, data, CHAR_IS_SIGNED);
	return 0;
}

static int show_header_event(struct seq_file *m, const struct tracefs_place *place)
{
	seq_puts(m, "# compressed entry header\n"
		    "\ttype_len    :    5 bits\n"
		    "\ttime_delta  :   27 bits\n"
		    "\tarray       :   32 bits\n"
		    "\n"
		    "\tpadding     : type == 29\n"
		    "\ttime_extend : type == 30\n"
		    "\ttime_stamp : type == 31\n"
		    "\tdata max type_len  == 28\n");
	return 0;
}

const struct tracefs_text tracefs_header_page = {
	.show	= show_header_page,
};

const struct tracefs_text tracefs_header_event = {
	.show	= show_header_event,
};
