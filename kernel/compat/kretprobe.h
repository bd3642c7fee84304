/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Finds which kretprobe a return instance belongs to, and where its function returns to.
 *
 * get_kretprobe() exists since commit d741bf41d7c7 ("kprobes: Remove kretprobe hash", v5.11),
 * get_kretprobe_retaddr() since commit 73f9b911faa7 ("kprobes: Use rethook for kretprobe if
 * possible", v5.18).
 */
#ifndef KERNEL_COMPAT_KRETPROBE_H
#define KERNEL_COMPAT_KRETPROBE_H

#include <linux/cpumask.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>

#include "kernel/compat/have.h"

static __always_inline struct kretprobe *compat_kretprobe(struct kretprobe_instance *ri)
{
#ifdef COMPAT_HAVE_GET_KRETPROBE
	return get_kretprobe(ri);
#else
	return ri->rp;
#endif
}

static __always_inline unsigned long compat_kretprobe_return_address(struct kretprobe_instance *ri)
{
#ifdef COMPAT_HAVE_GET_KRETPROBE_RETADDR
	return get_kretprobe_retaddr(ri);
#else
	return (unsigned long)ri->ret_addr;
#endif
}

/*
 * Returns how many return instances a probe gets that asks for no number. The core itself gives as
 * many since commit 3b7ddab8a19a ("kprobes: kretprobe events missing on 2-core KVM guest", v6.2).
 * Before that, a kernel without CONFIG_PREEMPTION gave one for each CPU.
 */
static inline unsigned int compat_kretprobe_maxactive(unsigned int wanted)
{
	return wanted ?: max_t(unsigned int, 10, 2 * num_possible_cpus());
}

#endif
