// SPDX-License-Identifier: GPL-2.0
/*
 * The files that say what records look like: format and id of events, and of the records that
 * belong to no event (the group "ftrace"); header_page and header_event for what trace_pipe_raw
 * delivers.
 *
 * The texts for the group "ftrace", of header_page and of header_event equal mainline's to the
 * byte, because programs scan them.
 */
#include <linux/overflow.h>

#include "fetch/fetch_print.h"
#include "fetch/text_buffer.h"
#include "kernel/buffer/ring_buffer.h"
#include "kernel/event/event.h"
#include "kernel/instance/instance.h"
#include "kernel/record/builtin.h"
#include "kernel/subbuf/subbuf_format.h"
#include "tracefs/files/files.h"

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
	const struct probe_event *event = place->event->event;
	struct text_buffer text;

	text_buffer_borrow(&text, m);
	fetch_print_format(&text, event->name, event->id, event->layout);
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

static int show_builtin_format(struct seq_file *m, const struct builtin_record *builtin)
{
	const struct fetch_layout layout = { .head = &builtin->head };
	struct text_buffer text;

	text_buffer_borrow(&text, m);
	fetch_print_format(&text, builtin->name, builtin->id, &layout);
	text_buffer_return(&text, m);
	return 0;
}

#ifdef CONFIG_PROBEFS_FUNCTION_TRACER
static int show_function_format(struct seq_file *m, const struct tracefs_place *place)
{
	return show_builtin_format(m, &builtin_function);
}

static int show_function_id(struct seq_file *m, const struct tracefs_place *place)
{
	seq_printf(m, "%u\n", builtin_function.id);
	return 0;
}

const struct tracefs_text tracefs_function_format = {
	.show	= show_function_format,
};

const struct tracefs_text tracefs_function_id = {
	.show	= show_function_id,
};
#endif

#if defined(CONFIG_PROBEFS_TRACE_MARKER) || defined(CONFIG_PROBEFS_TRACE_PRINTK)
static int show_print_format(struct seq_file *m, const struct tracefs_place *place)
{
	return show_builtin_format(m, &builtin_marker);
}

static int show_print_id(struct seq_file *m, const struct tracefs_place *place)
{
	seq_printf(m, "%u\n", builtin_marker.id);
	return 0;
}

const struct tracefs_text tracefs_print_format = {
	.show	= show_print_format,
};

const struct tracefs_text tracefs_print_id = {
	.show	= show_print_id,
};
#endif

#ifdef CONFIG_PROBEFS_TRACE_MARKER
static int show_raw_data_format(struct seq_file *m, const struct tracefs_place *place)
{
	return show_builtin_format(m, &builtin_raw_marker);
}

const struct tracefs_text tracefs_raw_data_format = {
	.show	= show_raw_data_format,
};
#endif

#ifdef CONFIG_PROBEFS_TRACE_PRINTK
static int show_bprint_format(struct seq_file *m, const struct tracefs_place *place)
{
	return show_builtin_format(m, &builtin_bprint);
}

const struct tracefs_text tracefs_bprint_format = {
	.show	= show_bprint_format,
};

static int show_bputs_format(struct seq_file *m, const struct tracefs_place *place)
{
	return show_builtin_format(m, &builtin_bputs);
}

const struct tracefs_text tracefs_bputs_format = {
	.show	= show_bputs_format,
};
#endif

static int show_stack_format(struct seq_file *m, const struct tracefs_place *place)
{
	return show_builtin_format(m, &builtin_stack);
}

const struct tracefs_text tracefs_stack_format = {
	.show	= show_stack_format,
};

#ifdef CONFIG_X86_64
static int show_user_stack_format(struct seq_file *m, const struct tracefs_place *place)
{
	return show_builtin_format(m, &builtin_user_stack);
}

const struct tracefs_text tracefs_user_stack_format = {
	.show	= show_user_stack_format,
};
#endif

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
	size_t data = ring_buffer_subbuf_size(place->instance->buffer) - SUBBUF_HEADER;

	show_page_field(m, "u64 timestamp", 0, sizeof(u64), false);
	show_page_field(m, "local_t commit", 8, sizeof(long), true);
	show_page_field(m, "int overwrite", 8, 1, true);
	show_page_field(m, "char data", SUBBUF_HEADER, data, is_signed_type(char));
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
