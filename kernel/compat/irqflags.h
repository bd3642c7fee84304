/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tells whether interrupts were off where a hit came from. For hooks that leave interrupts as they
 * were, a look at the saved registers is less work than one at the processor. On other
 * architectures than x86 the registers may be made up.
 */
#ifndef KERNEL_COMPAT_IRQFLAGS_H
#define KERNEL_COMPAT_IRQFLAGS_H

#include <linux/irqflags.h>
#include <linux/ptrace.h>

#ifdef CONFIG_X86
#include <asm/cpufeature.h>
#include <asm/processor-flags.h>
#endif

static __always_inline bool compat_irqs_off_at(const struct pt_regs *regs)
{
#ifdef CONFIG_X86
	/* A guest of Xen without hardware support has a flag of its own, and that of the processor is always set. */
	if (cpu_feature_enabled(X86_FEATURE_XENPV))
		return irqs_disabled();
	return !(regs->flags & X86_EFLAGS_IF);
#else
	return irqs_disabled();
#endif
}

/* The same for the registers of an exception, which are those of the processor, and where interrupts are off. */
static __always_inline bool compat_irqs_off_before(struct pt_regs *regs)
{
#ifdef CONFIG_X86
	return compat_irqs_off_at(regs);
#else
	return !interrupts_enabled(regs);
#endif
}

#endif
