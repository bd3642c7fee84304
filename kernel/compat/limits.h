/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which limits mainline has for the expressions of arguments. Linux 7.3 gave expressions more characters and fewer
 * levels, and the kernel's own tests of either version want those limits to the character. So each kernel has
 * its own.
 */
#ifndef KERNEL_COMPAT_LIMITS_H
#define KERNEL_COMPAT_LIMITS_H

#include <linux/version.h>

#define COMPAT_LIMITS_AS_7_3	(LINUX_VERSION_CODE >= KERNEL_VERSION(7, 3, 0))

#endif
