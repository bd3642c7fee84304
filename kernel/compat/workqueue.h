/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The workqueue whose workers belong to no CPU has another name since v6.18, and newer kernels complain of the
 * old one.
 */
#ifndef KERNEL_COMPAT_WORKQUEUE_H
#define KERNEL_COMPAT_WORKQUEUE_H

#include <linux/workqueue.h>

#include "kernel/compat/have.h"

static inline bool compat_queue_unbound_work(struct work_struct *work)
{
#ifdef COMPAT_HAVE_SYSTEM_DFL_WQ
	return queue_work(system_dfl_wq, work);
#else
	return queue_work(system_unbound_wq, work);
#endif
}

#endif
