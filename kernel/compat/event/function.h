/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A function for the tracepoint of a static event, which makes the event's records itself. It is compiled from the
 * kernel's own definition of the event (functions.h), and what is known of it here says whether the running
 * kernel has the same definition.
 */
#ifndef KERNEL_COMPAT_EVENT_FUNCTION_H
#define KERNEL_COMPAT_EVENT_FUNCTION_H

#include <linux/kernel.h>
#include <linux/types.h>

#include "fetch/btf/btf.h"

/**
 * struct event_function_field - a field of the records
 * @name: name of the field; NULL behind the last one
 * @size: bytes of the field
 * @align: alignment of the field, of which its offset is a multiple
 */
struct event_function_field {
	const char *name;
	u16 size;
	u16 align;
};

/**
 * struct event_function - a function that a tracepoint calls
 * @name: name of the event, and of its tracepoint
 * @function: the function, of the type that the tracepoint has; its first argument is the probe
 * @header_size: bytes of the common header of the kernel's records
 * @size: bytes of the structure that the kernel has for the record
 * @cleared_from: offset from which on the function clears the record, before it writes the fields
 * @fields: the fields behind the header, in their order, and an empty one behind them
 * @parameters: the parameters of the tracepoint, in their order, and an empty one behind them
 */
struct event_function {
	const char *name;
	void *function;
	u16 header_size;
	u16 size;
	u16 cleared_from;
	const struct event_function_field *fields;
	const struct fetch_btf_declaration *parameters;
};

/* The functions of each group, up to NULL; each is defined in the header of its group. */
extern const struct event_function *const event_functions_irq[];
extern const struct event_function *const event_functions_kmem[];
extern const struct event_function *const event_functions_raw_syscalls[];
extern const struct event_function *const event_functions_sched[];

/*
 * Bytes of a record of perf whose structure has @size bytes: it ends 4 bytes behind a multiple of 8. The functions
 * make records of the same size.
 */
#define PERF_RECORD_SIZE(size)		(ALIGN((size) + sizeof(u32), sizeof(u64)) - sizeof(u32))

/* static_record.c: what the functions call for a hit. */
void event_function_hit(void *data, void *record, size_t size);

#endif
