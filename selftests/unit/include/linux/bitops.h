/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_BITOPS_H
#define STANDIN_LINUX_BITOPS_H

#include <linux/bits.h>
#include <linux/log2.h>

#endif
