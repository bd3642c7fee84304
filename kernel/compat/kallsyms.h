/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The walk over the kernel's symbols, and calls to functions found by address.
 *
 * kallsyms_on_each_symbol() is declared in a public header but not exported; its address is found
 * with a kprobe (symbol.c). Its callback lost the module argument with commit 3703bd54cd37
 * ("kallsyms: Delete an unused parameter related to {module_}kallsyms_on_each_symbol()", v6.4), so
 * the prototype in the header decides.
 */
#ifndef KERNEL_COMPAT_KALLSYMS_H
#define KERNEL_COMPAT_KALLSYMS_H

#include <linux/kallsyms.h>

struct module;

typedef int (*compat_symbol_fn)(void *data, const char *name, unsigned long address);

/**
 * struct compat_symbol_walk - the data of the callback adapters
 * @fn: the function of the caller, called for each symbol of vmlinux
 * @data: first argument of @fn
 * @started: compat_ibt_on() was called
 * @ibt: what compat_ibt_off() returned, for compat_ibt_on()
 */
struct compat_symbol_walk {
	compat_symbol_fn fn;
	void *data;
	bool started;
	u64 ibt;
};

typedef int (*compat_walk_with_module)(int (*fn)(void *, const char *, struct module *,
						 unsigned long), void *data);
typedef int (*compat_walk_plain)(int (*fn)(void *, const char *, unsigned long), void *data);

#define COMPAT_WALK_HAS_MODULE									\
	__builtin_types_compatible_p(typeof(&kallsyms_on_each_symbol), compat_walk_with_module)

/*
 * A function that the kernel never calls through a pointer may have lost its ENDBR (objtool
 * --ibt "seals" it), and an indirect call to such a function faults if IBT is on. ibt_save() and
 * ibt_restore() exist since commit 156ff4a544ae ("x86/ibt: Base IBT bits", v5.18). They are not
 * exported, so the enable bit of MSR_IA32_S_CET is cleared for the call here. The MSR is per CPU,
 * so preemption is off, but only until the first callback of the function, which may sleep later.
 */
#ifdef CONFIG_X86_KERNEL_IBT
#include <linux/uaccess.h>
#include <asm/cpufeature.h>
#include <asm/ibt.h>
#include <asm/msr.h>

#include "kernel/compat/have.h"

/* Commit c435e608cf59 ("x86/msr: Rename 'rdmsrl()' to 'rdmsrq()'", v6.16) and the next one. */
#ifndef rdmsrq
#define rdmsrq	rdmsrl
#define wrmsrq	wrmsrl
#endif

#ifndef MSR_IA32_S_CET
#define MSR_IA32_S_CET	0x6a2
#endif
#ifndef CET_ENDBR_EN
#define CET_ENDBR_EN	BIT_ULL(2)
#endif

#define COMPAT_ENDBR_SIZE	4

/*
 * Tells whether the kernel's code at @start begins with an ENDBR64, or with what the kernel has
 * made of an ENDBR64 that it does not need. A kernel whose is_endbr() takes a pointer does not
 * export it, and its __is_endbr() takes the value.
 */
static inline bool compat_begins_with_endbr(unsigned long start)
{
	u32 instruction;

	if (copy_from_kernel_nofault(&instruction, (void *)start, sizeof(instruction)))
		return false;
#ifdef COMPAT_HAVE_IS_ENDBR_OF_VALUE
	return __is_endbr(instruction);
#else
	return is_endbr(instruction);
#endif
}

static inline u64 compat_ibt_off(void)
{
	u64 value = 0;

	preempt_disable();
	if (boot_cpu_has(X86_FEATURE_IBT)) {
		rdmsrq(MSR_IA32_S_CET, value);
		wrmsrq(MSR_IA32_S_CET, value & ~CET_ENDBR_EN);
	}
	return value;
}

static inline void compat_ibt_on(u64 value)
{
	if (boot_cpu_has(X86_FEATURE_IBT))
		wrmsrq(MSR_IA32_S_CET, value);
	preempt_enable();
}
#else
#define COMPAT_ENDBR_SIZE	0

static inline bool compat_begins_with_endbr(unsigned long start __always_unused)
{
	return false;
}

static inline u64 compat_ibt_off(void)
{
	return 0;
}

static inline void compat_ibt_on(u64 value __always_unused)
{
}
#endif

/*
 * Call this when the walker has been entered: it may sleep from here on, and branches are checked.
 */
static inline void compat_walk_started(struct compat_symbol_walk *walk)
{
	if (walk->started)
		return;
	walk->started = true;
	compat_ibt_on(walk->ibt);
}

/*
 * Ends the walk at the first symbol of a module. Kernels up to 5.11 walk these behind those of vmlinux, and
 * want a lock held for them that is not ours to take.
 */
static inline int compat_symbol_with_module(void *data, const char *name, struct module *mod,
					    unsigned long address)
{
	struct compat_symbol_walk *walk = data;

	compat_walk_started(walk);
	return mod ? 1 : walk->fn(walk->data, name, address);
}

static inline int compat_symbol_plain(void *data, const char *name, unsigned long address)
{
	struct compat_symbol_walk *walk = data;

	compat_walk_started(walk);
	return walk->fn(walk->data, name, address);
}

/**
 * compat_walk_symbols() - call @fn for each symbol of vmlinux
 * @walker: address of kallsyms_on_each_symbol()
 * @fn: called for each symbol; returns a negative errno to stop
 * @data: first argument of @fn
 *
 * Context: process context; the walk may sleep. Return: 0, or what @fn returned to stop.
 */
static inline int compat_walk_symbols(unsigned long walker, compat_symbol_fn fn, void *data)
{
	struct compat_symbol_walk walk = { .fn = fn, .data = data };
	int ret;

	walk.ibt = compat_ibt_off();
	if (COMPAT_WALK_HAS_MODULE)
		ret = ((compat_walk_with_module)walker)(compat_symbol_with_module, &walk);
	else
		ret = ((compat_walk_plain)walker)(compat_symbol_plain, &walk);
	compat_walk_started(&walk);	/* the walker may have had no symbol to call us for */
	return min(ret, 0);
}

#endif
