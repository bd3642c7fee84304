/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which limits mainline has for the expressions of arguments. Linux 7.3 gave expressions more characters and fewer
 * levels, and the kernel's own tests of either version want those limits to the character. So each kernel has
 * its own. No header says what the limits are; the version is known by a function that it is the first to declare.
 */
#ifndef KERNEL_COMPAT_LIMITS_H
#define KERNEL_COMPAT_LIMITS_H

#include "kernel/compat/have.h"

#ifdef COMPAT_HAVE_BTF_GET_MODULE_BTF
#define COMPAT_LIMITS_AS_7_3	true
#else
#define COMPAT_LIMITS_AS_7_3	false
#endif

#endif
