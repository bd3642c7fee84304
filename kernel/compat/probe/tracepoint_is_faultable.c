// SPDX-License-Identifier: GPL-2.0
/* "tracing: Declare system call tracepoints with TRACE_EVENT_SYSCALL", v6.13 */
#include <linux/tracepoint.h>

bool probe_tracepoint_is_faultable(struct tracepoint *tracepoint);

bool probe_tracepoint_is_faultable(struct tracepoint *tracepoint)
{
	return tracepoint_is_faultable(tracepoint);
}
