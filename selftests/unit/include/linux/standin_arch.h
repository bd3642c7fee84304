/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which architecture the stand-ins play: x86_64, or arm64 for what defines CONFIG_ARM64.
 */
#ifndef STANDIN_LINUX_STANDIN_ARCH_H
#define STANDIN_LINUX_STANDIN_ARCH_H

#ifndef CONFIG_ARM64
#define CONFIG_X86_64 1
#endif

#endif
