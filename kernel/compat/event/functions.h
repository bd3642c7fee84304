/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Makes functions for tracepoints, and rows that describe them, of the TRACE_EVENT() and its like in a header of the
 * kernel. A source includes this once, with EVENT_HEADER defined as the header in angle brackets, and with
 * EVENT_WANTED_NAME defined as 1 for each event and each class that is wanted. For each event NAME there is then
 * a struct event_function event_function_NAME.
 *
 * The header is read three times. The first time, CREATE_TRACE_POINTS has it define the functions that the
 * assignments of its events call. The second time makes functions, the third time makes rows.
 */
#define CREATE_TRACE_POINTS
#define TRACE_INCLUDE_PATH	kernel/compat/event
#define TRACE_INCLUDE_FILE	reread
#include EVENT_HEADER
#undef CREATE_TRACE_POINTS
#undef TRACE_INCLUDE_PATH
#undef TRACE_INCLUDE_FILE

#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/preempt.h>
#include <linux/stddef.h>
#include <linux/string.h>
#include <linux/trace_events.h>

#include "kernel/compat/event/function.h"

#define TRACE_HEADER_MULTI_READ

/* The arguments behind @name, if that is wanted. */
#define EVENT_IF_WANTED(name, ...)						\
	CONCATENATE(EVENT_TEXT_, __is_defined(EVENT_WANTED_##name))(__VA_ARGS__)
#define EVENT_TEXT_1(...)	__VA_ARGS__
#define EVENT_TEXT_0(...)

/*
 * A compiler may be told to clear what is on the stack. Each byte of these records is written: by event_begin(), or by
 * the kernel's assignments, of which static_own.tc compares what they write with perf's.
 */
#if __has_attribute(uninitialized)
#define EVENT_NOT_CLEARED	__attribute__((uninitialized))
#else
#define EVENT_NOT_CLEARED
#endif

/* Clears what a function may leave. PREEMPT_RT's patches for Linux 6.1 have one more common field. */
static __always_inline void event_begin(void *record, size_t cleared_from, size_t size)
{
	struct trace_entry *header __maybe_unused = record;

	memset(record + cleared_from, 0, size - cleared_from);
#ifdef preempt_lazy_count
	header->preempt_lazy_count = preempt_lazy_count();
#endif
}

/* What records have, and where they have it */

#undef TP_STRUCT__entry
#define TP_STRUCT__entry(...)		__VA_ARGS__
#undef TP_fast_assign
#define TP_fast_assign(...)		__VA_ARGS__
#undef TP_perf_assign
#define TP_perf_assign(...)
#undef __perf_task
#define __perf_task(task)		(task)
#undef __perf_count
#define __perf_count(count)		(count)

#define EVENT_RECORD_SIZE(class)	PERF_RECORD_SIZE(sizeof(struct event_record_##class))
/* All is cleared where the size of the common header makes gaps between fields, else the last 8 bytes, as perf does. */
#define EVENT_CLEARED_FROM(class)						\
	(sizeof(struct trace_entry) % sizeof(u64) ? 0 : EVENT_RECORD_SIZE(class) - sizeof(u64))

#define EVENT_FUNCTION(class, proto, tstruct, assign)				\
	struct event_record_##class {						\
		struct trace_entry header;					\
		tstruct								\
	};									\
										\
	static void __kprobes event_hit_##class(void *__data, proto)		\
	{									\
		union {								\
			struct event_record_##class record;			\
			u64 room[EVENT_RECORD_SIZE(class) / sizeof(u64) + 1];	\
		} __made EVENT_NOT_CLEARED;					\
		struct event_record_##class *__entry = &__made.record;		\
										\
		event_begin(&__made, EVENT_CLEARED_FROM(class), EVENT_RECORD_SIZE(class)); \
		{ assign }							\
		event_function_hit(__data, __entry, EVENT_RECORD_SIZE(class));	\
	}

#undef __field
#define __field(type, item)				type item;
#undef __field_ext
#define __field_ext(type, item, filter)			type item;
#undef __field_struct
#define __field_struct(type, item)			type item;
#undef __field_struct_ext
#define __field_struct_ext(type, item, filter)		type item;
#undef __array
#define __array(type, item, len)			type item[len];

#undef DECLARE_EVENT_CLASS
#define DECLARE_EVENT_CLASS(name, proto, args, tstruct, assign, print)		\
	EVENT_IF_WANTED(name, EVENT_FUNCTION(name, PARAMS(proto), PARAMS(tstruct), PARAMS(assign)))
#undef DEFINE_EVENT
#define DEFINE_EVENT(class, name, proto, args)

#include "kernel/compat/event/kinds.h"
#include EVENT_HEADER

/* Rows */

#define EVENT_EACH_1(of, a)		of(a)
#define EVENT_EACH_2(of, a, ...)	of(a) EVENT_EACH_1(of, __VA_ARGS__)
#define EVENT_EACH_3(of, a, ...)	of(a) EVENT_EACH_2(of, __VA_ARGS__)
#define EVENT_EACH_4(of, a, ...)	of(a) EVENT_EACH_3(of, __VA_ARGS__)
#define EVENT_EACH_5(of, a, ...)	of(a) EVENT_EACH_4(of, __VA_ARGS__)
#define EVENT_EACH_6(of, a, ...)	of(a) EVENT_EACH_5(of, __VA_ARGS__)
#define EVENT_EACH_7(of, a, ...)	of(a) EVENT_EACH_6(of, __VA_ARGS__)
#define EVENT_EACH_8(of, a, ...)	of(a) EVENT_EACH_7(of, __VA_ARGS__)
#define EVENT_EACH(of, ...)		CONCATENATE(EVENT_EACH_, COUNT_ARGS(__VA_ARGS__))(of, __VA_ARGS__)

#define EVENT_PARAMETER(declaration)	{ #declaration, sizeof(struct { declaration; }) },

#define EVENT_TABLES(class, proto, tstruct)					\
	static const struct event_function_field event_fields_##class[] = { tstruct {} }; \
	static const struct fetch_btf_declaration event_parameters_##class[] = { \
		EVENT_EACH(EVENT_PARAMETER, proto) {}				\
	};

#define EVENT_ROW(class, event)							\
	static inline void event_check_##event(void)				\
	{									\
		check_trace_callback_type_##event(event_hit_##class);		\
	}									\
										\
	static const struct event_function event_function_##event = {		\
		.name		= #event,					\
		.function	= event_hit_##class,				\
		.header_size	= sizeof(struct trace_entry),			\
		.size		= sizeof(struct event_record_##class),		\
		.cleared_from	= EVENT_CLEARED_FROM(class),			\
		.fields		= event_fields_##class,				\
		.parameters	= event_parameters_##class,			\
	};

#define EVENT_FIELD(type, item, whole)	{ #item, sizeof(whole), __alignof__(type) },

#undef __field
#define __field(type, item)				EVENT_FIELD(type, item, type)
#undef __field_ext
#define __field_ext(type, item, filter)			EVENT_FIELD(type, item, type)
#undef __field_struct
#define __field_struct(type, item)			EVENT_FIELD(type, item, type)
#undef __field_struct_ext
#define __field_struct_ext(type, item, filter)		EVENT_FIELD(type, item, type)
#undef __array
#define __array(type, item, len)			EVENT_FIELD(type, item, type[len])

#undef DECLARE_EVENT_CLASS
#define DECLARE_EVENT_CLASS(name, proto, args, tstruct, assign, print)		\
	EVENT_IF_WANTED(name, EVENT_TABLES(name, PARAMS(proto), PARAMS(tstruct)))
#undef DEFINE_EVENT
#define DEFINE_EVENT(class, name, proto, args)					\
	EVENT_IF_WANTED(name, EVENT_ROW(class, name))

#include "kernel/compat/event/kinds.h"
#include EVENT_HEADER

#undef TRACE_HEADER_MULTI_READ
