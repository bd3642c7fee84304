/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_WORKQUEUE_H
#define STANDIN_LINUX_WORKQUEUE_H

struct work_struct {
	int unused;
};

struct delayed_work {
	int unused;
};

#endif
