/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernel's list of the fields that an event has, with their offsets. The public array
 * trace_event_fields of an event's class has neither the offsets nor the fields that a function
 * defines; so the list is read, whose structure kernel/trace/trace.h keeps to itself. What is read
 * there has had the same place since v5.10. kernel_event.c compares the list with the public array.
 *
 * linux/trace_events.h can't be included beside our ring buffer, so nothing else includes this than
 * kernel_event.c, and that header than kernel_event_file.c.
 */
#ifndef KERNEL_COMPAT_TRACE_EVENT_H
#define KERNEL_COMPAT_TRACE_EVENT_H

#include <linux/list.h>
#include <linux/trace_events.h>

#include "kernel/compat/have.h"

/**
 * struct compat_event_field - the kernel's struct ftrace_event_field
 * @link: puts the field on its event's list, the last one first
 * @name: name of the field
 * @type: type of the field in C, an array with its brackets
 * @filter_type: one of the kernel's FILTER_ constants
 * @offset: offset of the field in the record
 * @size: bytes of the field in the record
 * @flags: bit 0: the field has a sign
 * @len: number of elements of an array
 */
struct compat_event_field {
	struct list_head link;
	const char *name;
	const char *type;
	int filter_type;
	int offset;
	int size;
	unsigned int flags;
#ifdef COMPAT_HAVE_EVENT_FIELD_LEN
	int len;
#endif
};

static inline int compat_event_field_len(const struct compat_event_field *field)
{
#ifdef COMPAT_HAVE_EVENT_FIELD_LEN
	return field->len;
#else
	return 0;
#endif
}

/* Returns the module that has a static event, or NULL for the kernel itself. */
static inline struct module *compat_event_module(const struct trace_event_call *call)
{
#ifdef COMPAT_HAVE_EVENT_CALL_MODULE
	return call->module;
#else
	return call->mod;
#endif
}

/* Does the format say how long an array is by a number of its own, or by the text of the type? */
#ifdef COMPAT_HAVE_EVENT_FIELD_LEN
#define COMPAT_EVENT_FIELD_HAS_LEN	1
#else
#define COMPAT_EVENT_FIELD_HAS_LEN	0
#endif

#endif
