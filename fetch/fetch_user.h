/* SPDX-License-Identifier: GPL-2.0 */
/*
 * User memory, in line. A hit may have come from anywhere, even from copy_from_user_nofault() and
 * what that calls, so this file calls nothing that could be probed.
 *
 * This file checks what copy_from_user_nofault() checks: that the address is one of user memory,
 * and that the page tables in use are those of the current task. They are not the task's in a
 * kernel thread, nor while a task is being switched or borrows the tables of another.
 * nmi_uaccess_okay() asks x86's own notes of that, which modules cannot read; this file asks the
 * processor. Other architectures have no such notes, and a kernel thread runs on the page tables of
 * whatever task ran before: there this file asks whether the task has page tables of its own.
 */
#ifndef FETCH_FETCH_USER_H
#define FETCH_FETCH_USER_H

#include <linux/sched.h>
#include <linux/uaccess.h>
#ifdef CONFIG_X86_64
#include <linux/mm_types.h>
#include <asm/page.h>
#include <asm/processor.h>
#endif

static __always_inline bool fetch_user_is_current(void)
{
#ifdef CONFIG_X86_64
	const struct mm_struct *mm = READ_ONCE(current->mm);

	return mm && __pa(mm->pgd) == read_cr3_pa();
#else
	return READ_ONCE(current->mm);
#endif
}

#ifndef CONFIG_SET_FS

/**
 * fetch_user_begin() - begin to read user memory
 * @addr: address to read from
 * @len: most bytes that will be read from @addr on
 *
 * Call nothing until fetch_user_end(). Any context, page faults disabled.
 *
 * Return: false when the memory may not be read; then there is nothing to end.
 */
static __always_inline bool fetch_user_begin(unsigned long addr, unsigned long len)
{
	return fetch_user_is_current() && user_access_begin((const void __user *)addr, len);
}

static __always_inline void fetch_user_end(void)
{
	user_access_end();
}

#define fetch_get_user(to, addr, type, fault)						\
	unsafe_get_user(*(to), (const type __user *)(addr), fault)

#else	/* with set_fs() a task may have told the kernel to take kernel memory for the task's own */

static __always_inline bool fetch_user_begin(unsigned long addr, unsigned long len)
{
	return fetch_user_is_current();
}

static __always_inline void fetch_user_end(void)
{
}

#define fetch_get_user(to, addr, type, fault)						\
do {											\
	if (copy_from_user_nofault(to, (const void __user *)(addr), sizeof(type)))	\
		goto fault;								\
} while (0)

#endif

#endif
