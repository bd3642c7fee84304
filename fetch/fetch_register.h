/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Finds registers by name, and where the calling convention puts arguments and the return value.
 *
 * The kernel does not export its tables (regs_query_register_offset and friends), so each
 * architecture has one here: fetch/register_x86.c, fetch/register_arm64.c.
 */
#ifndef FETCH_FETCH_REGISTER_H
#define FETCH_FETCH_REGISTER_H

#include <linux/ptrace.h>
#include <linux/thread_info.h>
#include <linux/types.h>

/**
 * struct fetch_register - one name of a register
 * @name: the name, without '%'
 * @offset: offset of the register's 64-bit slot in struct pt_regs
 */
struct fetch_register {
	const char *name;
	u16 offset;
};

/* The architecture's names; the last row has no name. */
extern const struct fetch_register fetch_registers[];

int fetch_find_register(const char *name, size_t len);	/* pt_regs offset, or -ENOENT */
int fetch_argument_register(unsigned int n);	/* n from 0: pt_regs offset, -1: on the stack */
int fetch_argument_stack_slot(unsigned int n);	/* word above the stack pointer at entry, or -1 */
u16 fetch_return_register(void);		/* pt_regs offset */
u16 fetch_stack_register(void);			/* pt_regs offset */
u16 fetch_ip_register(void);			/* pt_regs offset */

/**
 * fetch_stack_pointer() - get the stack pointer at a hit
 * @regs: registers at the hit
 *
 * Any context.
 *
 * Return: the value of the stack pointer.
 */
static inline unsigned long fetch_stack_pointer(const struct pt_regs *regs)
{
	return regs->sp;
}

/**
 * fetch_on_kernel_stack() - tell whether an address is on the stack in use at a hit
 * @regs: registers at the hit
 * @addr: the address that may be on the stack
 *
 * The check goes by the alignment of stacks alone, so the memory may still be a guard page. Any
 * context.
 *
 * Return: true when the address is on that stack.
 */
static inline bool fetch_on_kernel_stack(const struct pt_regs *regs, unsigned long addr)
{
	return !((addr ^ regs->sp) & ~(THREAD_SIZE - 1));
}

#endif
