/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_KERNEL_H
#define STANDIN_LINUX_KERNEL_H

#include <linux/align.h>
#include <linux/array_size.h>
#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/container_of.h>
#include <linux/kstrtox.h>
#include <linux/limits.h>
#include <linux/log2.h>
#include <linux/math.h>
#include <linux/minmax.h>
#include <linux/printk.h>
#include <linux/sprintf.h>
#include <linux/stddef.h>
#include <linux/types.h>

#define upper_32_bits(n)	((u32)((n) >> 32))
#define lower_32_bits(n)	((u32)(n))
#define might_sleep()		do { } while (0)

#endif
