// SPDX-License-Identifier: GPL-2.0
/*
 * Until commit a25d036d939a ("ftrace: Reverse what the RECURSION flag means in the ftrace_ops",
 * v5.11)
 */
#include <linux/ftrace.h>

int probe_ftrace_recursion_safe(void);

int probe_ftrace_recursion_safe(void)
{
	return FTRACE_OPS_FL_RECURSION_SAFE;
}
