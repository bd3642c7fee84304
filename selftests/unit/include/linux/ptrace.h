/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_PTRACE_H
#define STANDIN_LINUX_PTRACE_H

#include <linux/standin_arch.h>
#include <linux/types.h>

#ifdef CONFIG_ARM64
struct pt_regs {
	u64 regs[31];
	u64 sp;
	u64 pc;
	u64 pstate;
};
#else
struct pt_regs {
	unsigned long r15, r14, r13, r12, bp, bx;
	unsigned long r11, r10, r9, r8, ax, cx, dx, si, di;
	unsigned long orig_ax;
	unsigned long ip, cs, flags, sp, ss;
};
#endif

#endif
