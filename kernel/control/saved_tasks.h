/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How many tasks are known by name.
 */
#ifndef KERNEL_SAVED_TASKS_H
#define KERNEL_SAVED_TASKS_H

struct trace_instance;

int saved_tasks_resize(struct trace_instance *instance, unsigned long tasks);

#endif
