/* SPDX-License-Identifier: GPL-2.0 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM failing

#if !defined(FAILING_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define FAILING_TRACE_H

#include <linux/tracepoint.h>

TRACE_EVENT(failing_came,
	TP_PROTO(int number),
	TP_ARGS(number),
	TP_STRUCT__entry(
		__field(int, number)
	),
	TP_fast_assign(
		__entry->number = number;
	),
	TP_printk("number=%d", __entry->number)
);

#endif

#undef TRACE_INCLUDE_PATH
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_PATH .
#define TRACE_INCLUDE_FILE failing_trace
#include <trace/define_trace.h>
