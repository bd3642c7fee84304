/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_COMPILER_TYPES_H
#define STANDIN_LINUX_COMPILER_TYPES_H

#include <linux/compiler.h>

#endif
