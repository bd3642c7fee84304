/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Work that runs in an interrupt with PREEMPT_RT, too. Other work waits for a thread there, which is parked
 * while the CPU goes: what was queued then waits until the CPU is back. Commit 7a9f50a05843 ("irq_work:
 * Cleanup"), v5.11; before that there is no PREEMPT_RT in Debian's kernels of the list.
 */
#ifndef KERNEL_COMPAT_IRQ_WORK_H
#define KERNEL_COMPAT_IRQ_WORK_H

#include <linux/irq_work.h>

static inline void compat_init_irq_work_hard(struct irq_work *work,
					     void (*function)(struct irq_work *work))
{
#ifdef IRQ_WORK_INIT_HARD
	*work = IRQ_WORK_INIT_HARD(function);
#else
	init_irq_work(work, function);
#endif
}

#endif
