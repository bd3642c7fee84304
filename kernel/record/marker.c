// SPDX-License-Identifier: GPL-2.0
/*
 * Markers: a marker is a program's own text as a record (ftrace:print), or its own bytes
 * (ftrace:raw_data).
 */
#include <linux/kernel.h>
#include <linux/preempt.h>
#include <linux/rculist.h>
#include <linux/string.h>

#include "kernel/buffer/ring_buffer.h"
#include "kernel/event/event.h"
#include "kernel/event/tracer.h"
#include "kernel/instance/instance.h"
#include "kernel/record/builtin.h"
#include "kernel/record/general.h"
#include "kernel/record/marker.h"
#include "kernel/record/record_inline.h"

#define MARKER_MAX	4096

static_assert(offsetof(struct marker_record, ip) == 8);
static_assert(offsetof(struct marker_record, text) == 16);
static_assert(offsetof(struct raw_marker_record, id) == 8);

/* Returns how many bytes of text fit into one record, with the newline and the NUL behind them. */
static size_t marker_room(const struct trace_instance *instance)
{
	size_t room = READ_ONCE(instance->record_room);

	return min_t(size_t, room - sizeof(struct marker_record) - 2, MARKER_MAX);
}

static size_t marker_fill(struct marker_record *record, unsigned long ip, const char *text,
			  size_t len)
{
	record_fill_header(&record->header, BUILTIN_ID_MARKER);
	record->ip = ip;
	memcpy(record->text, text, len);
	return marker_end(record, marker_end_line(record, len));
}

/*
 * Programs that read the binary trace show the symbol that record->ip belongs to in front of the
 * text.
 * This function has the name of mainline's, which programs know.
 */
static noinline ssize_t tracing_mark_write(struct trace_instance *instance, const char *text,
					   size_t len)
{
	enum ring_buffer_status status = RING_BUFFER_OFF;
	int slot;

	preempt_disable();
	slot = record_enter();
	if (slot >= 0) {
		struct marker_record *record = record_scratch(slot);
		size_t size = marker_fill(record, _THIS_IP_, text, len);

		status = record_write(instance, record, size);
		record_exit(slot);
	}
	preempt_enable();
	return status == RING_BUFFER_OK ? len : -EBADF;
}

/* The bytes up to a multiple of 4 behind the data, which a record has in any case, are 0. */
static size_t raw_marker_fill(struct raw_marker_record *record, const void *data, size_t len)
{
	size_t begin = offsetof(struct raw_marker_record, id), size = begin + len;
	char *bytes = (char *)record;

	record_fill_header(&record->header, BUILTIN_ID_RAW_MARKER);
	memcpy(bytes + begin, data, len);
	memset(bytes + size, 0, round_up(size, 4) - size);
	return round_up(size, 4);
}

static ssize_t raw_mark_write(struct trace_instance *instance, const void *data, size_t len)
{
	enum ring_buffer_status status = RING_BUFFER_OFF;
	int slot;

	preempt_disable();
	slot = record_enter();
	if (slot >= 0) {
		struct raw_marker_record *record = record_scratch(slot);
		size_t size = raw_marker_fill(record, data, len);

		status = record_write(instance, record, size);
		record_exit(slot);
	}
	preempt_enable();
	return status == RING_BUFFER_OK ? len : -EBADF;
}

/*
 * Makes ready for a marker. Returns 0, -EINVAL with the option markers off, or an errno of
 * instance_expand().
 */
static int marker_begin(struct trace_instance *instance)
{
	if (!(READ_ONCE(instance->options) & TRACE_OPTION(MARKERS)))
		return -EINVAL;
	return instance_expand(instance);
}

static ssize_t write_raw(struct trace_instance *instance, const char *data, size_t len)
{
	size_t room = READ_ONCE(instance->record_room) - offsetof(struct raw_marker_record, id);

	if (len > min_t(size_t, round_down(room, 4), MARKER_MAX))
		return -EINVAL;
	return raw_mark_write(instance, data, len);
}

static ssize_t write_text(struct trace_instance *instance, const char *text, size_t len)
{
	return tracing_mark_write(instance, text, min(len, marker_room(instance)));
}

typedef ssize_t (*marker_write_fn)(struct trace_instance *instance, const char *data, size_t len);

/*
 * What is written at the top level goes to all instances with the option copy_trace_marker. Each takes what
 * fits there; the result is that of the instance that took most.
 */
static ssize_t write_copies(struct tracer *tracer, marker_write_fn write, const char *data,
			    size_t len)
{
	struct trace_instance *instance;
	ssize_t most = -ENODEV;

	rcu_read_lock();
	list_for_each_entry_rcu(instance, &tracer->marker_copies, marker_link)
		most = max(most, write(instance, data, len));
	rcu_read_unlock();
	return most;
}

static ssize_t write_marker(struct trace_instance *instance, marker_write_fn write,
			    const char *data, size_t len)
{
	struct tracer *tracer = instance->tracer;
	ssize_t ret = marker_begin(instance);

	if (ret)
		return ret;
	return instance == tracer->top ? write_copies(tracer, write, data, len) :
					 write(instance, data, len);
}

/**
 * tracer_update_marker_copies() - apply changes of the option copy_trace_marker
 * @tracer: the tracer whose instances are meant
 *
 * Context: under tracer->lock; waits for a grace period when an instance has the option no more.
 */
void tracer_update_marker_copies(struct tracer *tracer)
{
	struct trace_instance *instance;

	list_for_each_entry(instance, &tracer->instances, link) {
		bool wanted = instance->options & TRACE_OPTION(COPY_MARKER);

		if (wanted && list_empty(&instance->marker_link)) {
			list_add_tail_rcu(&instance->marker_link, &tracer->marker_copies);
		} else if (!wanted && !list_empty(&instance->marker_link)) {
			list_del_rcu(&instance->marker_link);
			synchronize_rcu();
			INIT_LIST_HEAD(&instance->marker_link);
		}
	}
}

/**
 * instance_write_raw_marker() - do what a write to trace_marker_raw does
 * @instance: the instance that gets the record
 * @data: the bytes written: an id of four bytes, and what the program has to say of it
 * @len: number of bytes in @data
 *
 * Context: process context. Return: @len; -EINVAL when @data has no id or does not fit into a
 * record, and as instance_write_marker().
 */
ssize_t instance_write_raw_marker(struct trace_instance *instance, const void *data, size_t len)
{
	return len < sizeof(u32) ? -EINVAL : write_marker(instance, write_raw, data, len);
}

/**
 * instance_write_marker() - do what a write to trace_marker does
 * @instance: the instance that gets the record; that of the top level stands for all that have the option
 *	copy_trace_marker
 * @text: the bytes written; a newline is added unless they end with one
 * @len: number of bytes in @text
 *
 * Context: process context. Return: how many of the bytes were taken, as one record is never longer
 * than a sub-buffer; -EINVAL with the option markers off, -EBADF when the text was not recorded,
 * -ENODEV when no instance has the option copy_trace_marker, -ENOMEM when this is the first record and there
 * is no memory for the buffer, or another errno of instance_expand().
 */
ssize_t instance_write_marker(struct trace_instance *instance, const char *text, size_t len)
{
	return write_marker(instance, write_text, text, len);
}
