/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a function in assembly begins and ends with, as strings. Kernels without indirect branch tracking
 * (before v5.18), and those without thunks for returns, do not define these, and need none.
 */
#ifndef KERNEL_COMPAT_ASM_H
#define KERNEL_COMPAT_ASM_H

#include <linux/linkage.h>

#ifdef CONFIG_X86
#ifdef ASM_ENDBR
#define COMPAT_ASM_LANDING	ASM_ENDBR
#else
#define COMPAT_ASM_LANDING	""
#endif

#ifdef ASM_RET
#define COMPAT_ASM_RET		ASM_RET
#else
#define COMPAT_ASM_RET		"ret\n\t"
#endif
#else
/* "bti c", which processors and assemblers that do not know it take for a nop */
#define COMPAT_ASM_LANDING	"hint #34\n\t"
#define COMPAT_ASM_RET		"ret\n\t"
#endif

#endif
