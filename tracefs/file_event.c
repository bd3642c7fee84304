// SPDX-License-Identifier: GPL-2.0
/*
 * Events: the files below events/, and available_events and set_event. (Filters: file_filter.c.)
 */
#include <linux/string.h>

#include "fetch/fetch_print.h"
#include "fetch/text_buffer.h"
#include "kernel/event.h"
#include "kernel/instance.h"
#include "kernel/ring_buffer.h"
#include "tracefs/files.h"

/*
 * Enabling: one event, a group, all
 */

static int show_event_enable(struct seq_file *m, const struct tracefs_place *place)
{
	seq_printf(m, "%d\n", READ_ONCE(place->event->enabled));
	return 0;
}

static int store_event_enable(const struct tracefs_place *place, char *text, size_t len)
{
	bool on;
	int ret = tracefs_parse_switch(text, &on);

	return ret ?: event_file_enable(place->event, on);
}

static int show_group_enable(struct seq_file *m, const struct tracefs_place *place)
{
	seq_printf(m, "%c\n", event_group_state(place->instance, place->group));
	return 0;
}

static int store_group_enable(const struct tracefs_place *place, char *text, size_t len)
{
	bool on;
	int ret = tracefs_parse_switch(text, &on);

	return ret ?: event_group_enable(place->instance, place->group, on);
}

static int show_events_enable(struct seq_file *m, const struct tracefs_place *place)
{
	seq_printf(m, "%c\n", events_state(place->instance));
	return 0;
}

static int store_events_enable(const struct tracefs_place *place, char *text, size_t len)
{
	bool on;
	int ret = tracefs_parse_switch(text, &on);

	return ret ?: events_enable_all(place->instance, on);
}

const struct tracefs_text tracefs_event_enable = {
	.show	= show_event_enable,
	.store	= store_event_enable,
};

const struct tracefs_text tracefs_group_enable = {
	.show	= show_group_enable,
	.store	= store_group_enable,
};

const struct tracefs_text tracefs_events_enable = {
	.show	= show_events_enable,
	.store	= store_events_enable,
};

/*
 * What records look like
 */

/* Lends the free part of @m to a text buffer. When it does not fit, seq_file tries a larger one. */
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

static void show_field(struct text_buffer *text, const char *declaration, size_t offset,
		       size_t size, bool is_signed)
{
	text_printf(text, "\tfield:%s;\toffset:%zu;\tsize:%zu;\tsigned:%d;\n", declaration, offset,
		    size, is_signed);
}

/* ftrace:print, the records of trace_marker. */
static int show_print_format(struct seq_file *m, const struct tracefs_place *place)
{
	struct text_buffer text;

	text_buffer_borrow(&text, m);
	text_printf(&text, "name: print\nID: %d\nformat:\n", EVENT_ID_PRINT);
	fetch_print_common_fields(&text);
	text_puts(&text, "\n");
	show_field(&text, "unsigned long ip", sizeof(struct record_header), sizeof(long), false);
	show_field(&text, "char buf[]", sizeof(struct record_header) + sizeof(long), 0,
		   (char)-1 < 0);
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

/*
 * What trace_pipe_raw delivers. The texts are the kernel's to the byte: programs scan them.
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
	show_page_field(m, "char data", RING_BUFFER_HEADER, data, (char)-1 < 0);
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

/*
 * available_events, set_event
 */

static struct trace_instance *instance_of(const struct seq_file *m)
{
	const struct tracefs_place *place = m->private;

	return place->instance;
}

static void *all_start(struct seq_file *m, loff_t *pos)
{
	return events_seq_start(instance_of(m), pos, false);
}

static void *all_next(struct seq_file *m, void *v, loff_t *pos)
{
	return events_seq_next(instance_of(m), v, pos, false);
}

static void *enabled_start(struct seq_file *m, loff_t *pos)
{
	return events_seq_start(instance_of(m), pos, true);
}

static void *enabled_next(struct seq_file *m, void *v, loff_t *pos)
{
	return events_seq_next(instance_of(m), v, pos, true);
}

static void walk_stop(struct seq_file *m, void *v)
{
	events_seq_stop(instance_of(m));
}

static int show_event_name(struct seq_file *m, void *v)
{
	struct probe_event *event = events_seq_event(v);

	seq_printf(m, "%s:%s\n", event->group->name, event->name);
	return 0;
}

static const struct seq_operations available_events_seq = {
	.start	= all_start,
	.next	= all_next,
	.stop	= walk_stop,
	.show	= show_event_name,
};

static const struct seq_operations set_event_seq = {
	.start	= enabled_start,
	.next	= enabled_next,
	.stop	= walk_stop,
	.show	= show_event_name,
};

/* Any number of words, taken one by one; those before the one that fails have been done. */
static int store_set_event(const struct tracefs_place *place, char *text, size_t len)
{
	char *word;
	int ret;

	while ((word = strsep(&text, " \t\n\v\f\r"))) {
		ret = *word ? events_enable_by_name(place->instance, word) : 0;
		if (ret)
			return ret;
	}
	return 0;
}

static int truncate_set_event(const struct tracefs_place *place)
{
	return events_enable_all(place->instance, false);
}

const struct tracefs_text tracefs_available_events = {
	.seq		= &available_events_seq,
};

const struct tracefs_text tracefs_set_event = {
	.seq		= &set_event_seq,
	.store		= store_set_event,
	.truncate	= truncate_set_event,
};
