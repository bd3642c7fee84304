/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Lists of pids that follow their tasks: the options event-fork and function-fork.
 */
#ifndef KERNEL_PID_FOLLOW_H
#define KERNEL_PID_FOLLOW_H

#include <linux/types.h>

struct trace_instance;

void pid_follow_init(void);	/* module init */
bool pid_follow_works(void);
int pid_follow(struct trace_instance *instance, unsigned long options);

#endif
