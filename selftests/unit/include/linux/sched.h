/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_SCHED_H
#define STANDIN_LINUX_SCHED_H

#include <linux/types.h>

#define TASK_COMM_LEN	16

struct mm_struct;

struct task_struct {
	char comm[TASK_COMM_LEN];
	struct mm_struct *mm;
};

/* The test's; see fake_kernel.h. */
extern struct task_struct standin_current;
#define current		(&standin_current)

#define cond_resched()	do { } while (0)

#endif
