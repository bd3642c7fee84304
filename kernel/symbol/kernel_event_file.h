/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernel's events without the symbols of data: see kernel_event_file.c.
 */
#ifndef KERNEL_KERNEL_EVENT_FILE_H
#define KERNEL_KERNEL_EVENT_FILE_H

#include <linux/kconfig.h>

#if IS_ENABLED(CONFIG_PROBEFS_STATIC_EVENTS)
#include "kernel/symbol/kernel_event.h"

int kernel_event_file_walk(kernel_event_fn take, void *data);
void kernel_event_file_exit(void);
#else
static inline void kernel_event_file_exit(void)
{
}
#endif

#endif
