/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_COMPILER_ATTRIBUTES_H
#define STANDIN_LINUX_COMPILER_ATTRIBUTES_H

#include <linux/compiler.h>

#endif
