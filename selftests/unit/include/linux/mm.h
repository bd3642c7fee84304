/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_MM_H
#define STANDIN_LINUX_MM_H

#include <linux/slab.h>

#endif
