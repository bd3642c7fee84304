/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Callbacks of ftrace, and filters of many addresses.
 *
 * The callback gets a struct ftrace_regs since commit d19ad0775dcd ("ftrace: Have the callbacks
 * receive a struct ftrace_regs instead of pt_regs", v5.11). An ops that guards itself against
 * recursion says so by FTRACE_OPS_FL_RECURSION_SAFE before commit a25d036d939a ("ftrace: Reverse
 * what the RECURSION flag means in the ftrace_ops", v5.11), and by nothing after.
 * ftrace_set_filter_ips() came with commit 4f554e955614 ("ftrace: Add ftrace_set_filter_ips
 * function", v5.18).
 */
#ifndef KERNEL_COMPAT_FTRACE_H
#define KERNEL_COMPAT_FTRACE_H

#include <linux/ftrace.h>
#include <linux/kprobes.h>

#include "kernel/compat/have.h"

#ifdef COMPAT_HAVE_FTRACE_REGS
typedef struct ftrace_regs compat_ftrace_regs;

/* @fregs is what a callback got that asked for all registers. */
static __always_inline struct pt_regs *compat_ftrace_all_regs(compat_ftrace_regs *fregs)
{
	struct pt_regs *regs = ftrace_get_regs(fregs);

	if (!regs)		/* spares a check: the registers are there */
		__builtin_unreachable();
	return regs;
}
#else
typedef struct pt_regs compat_ftrace_regs;

static __always_inline struct pt_regs *compat_ftrace_all_regs(compat_ftrace_regs *fregs)
{
	return fregs;
}
#endif

#ifdef COMPAT_HAVE_FTRACE_RECURSION_SAFE
#define COMPAT_FTRACE_RECURSION_SAFE	FTRACE_OPS_FL_RECURSION_SAFE
#else
#define COMPAT_FTRACE_RECURSION_SAFE	0
#endif

/* Whether compat_ftrace_filter() of many addresses takes one pass over the kernel's text */
#ifdef COMPAT_HAVE_FTRACE_SET_FILTER_IPS
#define COMPAT_FTRACE_FILTERS_MANY	1
#else
#define COMPAT_FTRACE_FILTERS_MANY	0
#endif

/**
 * compat_ftrace_filter() - add addresses to the filter of an ops, or take them out
 * @ops: the ops whose filter is changed
 * @ips: addresses, each in a function that ftrace knows
 * @nr: number of elements in @ips
 * @remove: true to take the addresses out, false to add them
 *
 * Without ftrace_set_filter_ips() each address of a registered ops costs a pass over the kernel's
 * text. Return: 0 or an errno; some addresses may have been dealt with then.
 */
static inline int compat_ftrace_filter(struct ftrace_ops *ops, unsigned long *ips, unsigned int nr,
				       bool remove)
{
#ifdef COMPAT_HAVE_FTRACE_SET_FILTER_IPS
	return ftrace_set_filter_ips(ops, ips, nr, remove, 0);
#else
	unsigned int i;
	int ret = 0;

	for (i = 0; i < nr && !ret; i++)
		ret = ftrace_set_filter_ip(ops, ips[i], remove, 0);
	return ret;
#endif
}

/* ftrace_free_filter() came to modules with commit 8be9fbd5345d (v6.2) only. */
static inline void compat_ftrace_free_filter(struct ftrace_ops *ops)
{
	ftrace_set_filter(ops, NULL, 0, 1);
}

/*
 * A kretprobe that is registered and disabled can be called by hand: its pre_handler takes a return
 * instance and hooks the return. Before commit d741bf41d7c7 ("kprobes: Remove kretprobe hash",
 * v5.11) the pre_handler takes locks that only the kprobe core's own guard keeps from being taken
 * twice.
 */
#ifdef COMPAT_HAVE_GET_KRETPROBE
#define COMPAT_KRETPROBE_CAN_BE_CALLED	1
#else
#define COMPAT_KRETPROBE_CAN_BE_CALLED	0
#endif

#endif
