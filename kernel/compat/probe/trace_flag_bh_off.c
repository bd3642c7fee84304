// SPDX-License-Identifier: GPL-2.0
/* Commit 289e7b0f7eb4 ("tracing: Account bottom half disabled sections.", v5.17) */
#include <linux/trace_events.h>

int probe_trace_flag_bh_off(void);

int probe_trace_flag_bh_off(void)
{
	return TRACE_FLAG_BH_OFF;
}
