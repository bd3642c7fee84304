/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tells whether the kprobe core has a kprobe's place hit by a jump instead of a breakpoint (CONFIG_OPTPROBES).
 *
 * The core puts the jump there some time after the kprobe, and takes it away before; meanwhile there is a breakpoint.
 */
#ifndef KERNEL_COMPAT_KPROBE_JUMP_H
#define KERNEL_COMPAT_KPROBE_JUMP_H

#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/preempt.h>
#include <linux/ptrace.h>
#include <linux/rculist.h>

/* What the core adds to the preemption count before it calls a handler from a jump. */
#define COMPAT_JUMP_COUNT	(IS_ENABLED(CONFIG_PREEMPT_COUNT) ? PREEMPT_OFFSET : 0)

/*
 * Did a jump lead to a handler with these registers? The code that is jumped to saves the registers where the stack
 * ends at the place, or a word above in older kernels, which save no SS. The entry code of a breakpoint's
 * exception leaves room for six words in between, for the emulation of a call, and with FRED for eight.
 */
static __always_inline bool compat_hit_by_jump(const struct pt_regs *regs)
{
#if defined(CONFIG_OPTPROBES) && defined(CONFIG_X86_64)
	return regs->sp - (unsigned long)(regs + 1) + sizeof(long) < 3 * sizeof(long);
#else
	return false;
#endif
}

/*
 * Has the core got a jump ready for the place of @kp, which is registered, if it can have jumps at all? Then it has made
 * a kprobe that stands for all kprobes of the place; they form a ring. Where one of them has a post_handler there
 * will be no jump. A place of somebody else's kprobes may have such a kprobe without a jump. Context: nobody takes @kp back.
 */
static inline bool compat_kprobe_may_jump(const struct kprobe *kp)
{
#ifdef CONFIG_OPTPROBES
	const struct kprobe *each;
	bool post_handler = false;

	preempt_disable_notrace();	/* those of the ring stay for as long */
	list_for_each_entry_lockless(each, &kp->list, list)
		post_handler |= !!READ_ONCE(each->post_handler);
	preempt_enable_notrace();
	return !list_empty(&kp->list) && !post_handler;
#else
	return true;
#endif
}

/*
 * Is the place of @kp, which is enabled, neither hit by a jump, nor will be, though the core can have jumps? Where it will
 * be, the core goes on behind a breakpoint where the jump would, and does not single-step. The flag is in the kprobe that
 * stands for all. While a hit asks, @kp may be taken back: it is disabled then before it leaves the ring, which
 * does not lead back to it any more. Context: any.
 */
static inline bool compat_kprobe_stays_breakpoint(const struct kprobe *kp)
{
#ifdef CONFIG_OPTPROBES
	const struct kprobe *each = kp;
	bool jumps = false, disabled;

	preempt_disable_notrace();	/* those of the ring stay for as long */
	do {
		jumps |= !!(READ_ONCE(each->flags) & KPROBE_FLAG_OPTIMIZED);
		each = list_entry_lockless(each->list.next, struct kprobe, list);
		disabled = READ_ONCE(kp->flags) & KPROBE_FLAG_DISABLED;
	} while (each != kp && !disabled);
	preempt_enable_notrace();
	return !jumps && !disabled;
#else
	return false;
#endif
}

/* Names what hits the place of @kp, which is enabled, or will soon. Context: any. */
static inline const char *compat_kprobe_kind(const struct kprobe *kp)
{
	return IS_ENABLED(CONFIG_OPTPROBES) && !compat_kprobe_stays_breakpoint(kp) ? "jump" : "breakpoint";
}

/*
 * Returns a place for a kprobe that does as well as the beginning of @function, where the core can't put a jump, or NULL.
 * Two beginnings are known, in which no register is written:
 *
 *	test %rsi,%rsi; je ...			the function does nothing with 0 as its second argument; what is
 *						behind that is the place
 *	testb $..,...(%rip); je ...; jmp ...	__trace_puts() of v5.10 does nothing without mainline's option
 *						trace_printk; the rest of the function is at the target of the jmp
 *
 * Where somebody has a breakpoint at the beginning, there is no such place.
 */
static inline void *compat_other_place(void *function)
{
#if defined(CONFIG_OPTPROBES) && defined(CONFIG_X86_64)
	const u8 *code = function;

	if (code[0] == 0x48 && code[1] == 0x85 && code[2] == 0xf6 && code[3] == 0x74)
		return function + 5;
	if (code[0] == 0xf6 && code[1] == 0x05 && code[7] == 0x74 && code[9] == 0xe9)
		return function + 14 + *(const s32 *)(code + 10);
#endif
	return NULL;
}

#endif
