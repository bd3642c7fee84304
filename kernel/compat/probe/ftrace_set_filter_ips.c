// SPDX-License-Identifier: GPL-2.0
/* Commit 4f554e955614 ("ftrace: Add ftrace_set_filter_ips function", v5.18) */
#include <linux/ftrace.h>

int probe_ftrace_set_filter_ips(struct ftrace_ops *ops, unsigned long *ips);

int probe_ftrace_set_filter_ips(struct ftrace_ops *ops, unsigned long *ips)
{
	return ftrace_set_filter_ips(ops, ips, 1, 0, 0);
}
