// SPDX-License-Identifier: GPL-2.0
/*
 * Commit d19ad0775dcd ("ftrace: Have the callbacks receive a struct ftrace_regs instead of
 * pt_regs", v5.11)
 */
#include <linux/ftrace.h>

struct pt_regs *probe_ftrace_regs(struct ftrace_regs *fregs);

struct pt_regs *probe_ftrace_regs(struct ftrace_regs *fregs)
{
	return ftrace_get_regs(fregs);
}
