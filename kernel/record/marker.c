// SPDX-License-Identifier: GPL-2.0
/*
 * Markers: a marker is a program's own text as a record (ftrace:print).
 */
#include <linux/kernel.h>
#include <linux/preempt.h>
#include <linux/string.h>

#include "kernel/buffer/ring_buffer.h"
#include "kernel/event/event.h"
#include "kernel/instance/comm_cache.h"
#include "kernel/instance/instance.h"
#include "kernel/record/builtin.h"
#include "kernel/record/marker.h"
#include "kernel/record/record_inline.h"

#define MARKER_MAX	4096

static_assert(offsetof(struct marker_record, ip) == 8);
static_assert(offsetof(struct marker_record, text) == 16);

/* Returns how many bytes of text fit into one record, with the newline and the NUL behind them. */
static size_t marker_room(const struct trace_instance *instance)
{
	size_t payload = min_t(size_t, ring_buffer_max_payload(instance->buffer), FETCH_RECORD_MAX);

	return min_t(size_t, payload - sizeof(struct marker_record) - 2, MARKER_MAX);
}

static size_t marker_fill(struct marker_record *record, unsigned long ip, const char *text,
			  size_t len)
{
	record_fill_header(&record->header, BUILTIN_ID_MARKER);
	record->ip = ip;
	memcpy(record->text, text, len);
	if (!len || text[len - 1] != '\n')
		record->text[len++] = '\n';
	record->text[len++] = '\0';
	return sizeof(*record) + len;
}

/*
 * Programs that read the binary trace show the symbol that @ip belongs to in front of the text.
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

		status = probefs_ring_buffer_write(instance->buffer, record, size);
		if (status == RING_BUFFER_OK && (instance->options & TRACE_OPTIONS_NOTE_TASK))
			comm_cache_note(instance->comms);
		record_exit(slot);
	}
	preempt_enable();
	return status == RING_BUFFER_OK ? len : -EBADF;
}

/**
 * instance_write_marker() - do what a write to trace_marker does
 * @instance: the instance that gets the record
 * @text: the bytes written; a newline is added unless they end with one
 * @len: number of bytes in @text
 *
 * Context: process context. Return: how many of the bytes were taken, as one record is never longer
 * than a sub-buffer; -EINVAL with the option markers off, -EBADF when the text was not recorded,
 * -ENOMEM when this is the first record and there is no memory for the buffer, or another errno of
 * instance_expand().
 */
ssize_t instance_write_marker(struct trace_instance *instance, const char *text, size_t len)
{
	int ret;

	if (!(READ_ONCE(instance->options) & TRACE_OPTION(MARKERS)))
		return -EINVAL;
	ret = instance_expand(instance);
	if (ret)
		return ret;
	return tracing_mark_write(instance, text, min(len, marker_room(instance)));
}
