// SPDX-License-Identifier: GPL-2.0
/* Commit b6c7abd1c28a ("tracing: Fix TASK_COMM_LEN in trace event format file", v6.3) */
#include <linux/trace_events.h>

int probe_event_field_len(const struct trace_event_fields *field);

int probe_event_field_len(const struct trace_event_fields *field)
{
	return field->len;
}
