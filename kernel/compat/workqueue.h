/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The workqueue whose workers belong to no CPU has another name since v6.18, and newer kernels complain of the
 * old one.
 */
#ifndef KERNEL_COMPAT_WORKQUEUE_H
#define KERNEL_COMPAT_WORKQUEUE_H

#include <linux/workqueue.h>

#include "kernel/compat/have.h"

static inline struct workqueue_struct *compat_unbound_wq(void)
{
#ifdef COMPAT_HAVE_SYSTEM_DFL_WQ
	return system_dfl_wq;
#else
	return system_unbound_wq;
#endif
}

static inline bool compat_queue_unbound_work(struct work_struct *work)
{
	return queue_work(compat_unbound_wq(), work);
}

static inline bool compat_queue_unbound_delayed_work(struct delayed_work *work, unsigned long delay)
{
	return queue_delayed_work(compat_unbound_wq(), work, delay);
}

static inline bool compat_mod_unbound_delayed_work(struct delayed_work *work, unsigned long delay)
{
	return mod_delayed_work(compat_unbound_wq(), work, delay);
}

#endif
