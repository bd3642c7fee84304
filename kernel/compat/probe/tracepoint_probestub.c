// SPDX-License-Identifier: GPL-2.0
/* "tracing/probes: Add tracepoint support on fprobe_events", v6.5 */
#include <linux/tracepoint-defs.h>

void *probe_tracepoint_probestub(const struct tracepoint *tracepoint);

void *probe_tracepoint_probestub(const struct tracepoint *tracepoint)
{
	return tracepoint->probestub;
}
