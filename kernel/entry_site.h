/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where ftrace hooks the functions of the kernel, and which of them kprobes refuse.
 */
#ifndef KERNEL_ENTRY_SITE_H
#define KERNEL_ENTRY_SITE_H

#include <linux/types.h>

int entry_site_find(unsigned long place, unsigned long *site);

#endif
