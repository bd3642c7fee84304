/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_IRQ_WORK_H
#define STANDIN_LINUX_IRQ_WORK_H

#include <linux/types.h>

/* Counts how often it was queued. */
struct irq_work {
	unsigned int queued;
};

static inline bool irq_work_queue(struct irq_work *work)
{
	__atomic_fetch_add(&work->queued, 1, __ATOMIC_RELAXED);
	return true;
}

#endif
