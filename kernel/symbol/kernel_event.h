/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The static trace events of the running kernel: their list, their fields, and the kernel's own text
 * of a record.
 */
#ifndef KERNEL_KERNEL_EVENT_H
#define KERNEL_KERNEL_EVENT_H

#include <linux/types.h>

struct fetch_layout;
struct kernel_event_printer;
struct module;
struct record_head;
struct text_buffer;
struct trace_event_call;
struct tracepoint;

#if IS_ENABLED(CONFIG_PROBEFS_STATIC_EVENTS)
typedef int (*kernel_event_fn)(void *data, struct trace_event_call *call);

int kernel_events_walk(const char *group, kernel_event_fn take, void *data);
const char *kernel_event_name(struct trace_event_call *call);
const char *kernel_event_group(struct trace_event_call *call);
unsigned int kernel_event_id(const struct trace_event_call *call);
struct module *kernel_event_owner(const struct trace_event_call *call);
const char *kernel_event_module(const struct trace_event_call *call);
bool kernel_event_is_syscall(const struct trace_event_call *call);
struct tracepoint *kernel_event_tracepoint(const struct trace_event_call *call);
bool kernel_event_callback(const struct trace_event_call *call, unsigned long *start,
			   unsigned long *size);
struct fetch_layout *kernel_event_layout(struct trace_event_call *call);

bool kernel_event_hold(const struct trace_event_call *call, struct module **module);
void kernel_event_release(struct module *module);

struct kernel_event_printer *kernel_event_printer_create(void);
void kernel_event_printer_destroy(struct kernel_event_printer *printer);
bool kernel_event_print(struct kernel_event_printer *printer, struct text_buffer *text,
			struct trace_event_call *call, const struct record_head *head,
			const void *record, size_t size);
#else
static inline const char *kernel_event_module(const struct trace_event_call *call)
{
	return NULL;
}

static inline bool kernel_event_hold(const struct trace_event_call *call, struct module **module)
{
	return false;
}

static inline void kernel_event_release(struct module *module)
{
}

static inline struct kernel_event_printer *kernel_event_printer_create(void)
{
	return NULL;
}

static inline void kernel_event_printer_destroy(struct kernel_event_printer *printer)
{
}

static inline bool kernel_event_print(struct kernel_event_printer *printer,
				      struct text_buffer *text, struct trace_event_call *call,
				      const struct record_head *head, const void *record,
				      size_t size)
{
	return false;
}
#endif

#endif
