// SPDX-License-Identifier: GPL-2.0
/* Commit 128ea9f6ccfb ("workqueue: Add system_percpu_wq and system_dfl_wq", v6.18) */
#include <linux/workqueue.h>

bool probe_system_dfl_wq(struct work_struct *work);

bool probe_system_dfl_wq(struct work_struct *work)
{
	return queue_work(system_dfl_wq, work);
}
