/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How many tasks are known by name.
 */
#ifndef KERNEL_SAVED_TASKS_H
#define KERNEL_SAVED_TASKS_H

struct saved_tasks;

int saved_tasks_resize(struct saved_tasks *saved, unsigned long tasks);

#endif
