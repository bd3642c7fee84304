// SPDX-License-Identifier: GPL-2.0
/*
 * Registers of x86_64, by the names that mainline's kprobe events accept.
 */
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/stddef.h>
#include "fetch/fetch_register.h"

#ifdef CONFIG_X86_64

#define REGISTER(name_)	{ .name = #name_, .offset = offsetof(struct pt_regs, name_) }

const struct fetch_register fetch_registers[] = {
	REGISTER(ax), REGISTER(bx), REGISTER(cx), REGISTER(dx),
	REGISTER(si), REGISTER(di), REGISTER(bp), REGISTER(sp),
	REGISTER(r8), REGISTER(r9), REGISTER(r10), REGISTER(r11),
	REGISTER(r12), REGISTER(r13), REGISTER(r14), REGISTER(r15),
	REGISTER(ip), REGISTER(flags), REGISTER(cs), REGISTER(ss),
	REGISTER(orig_ax),
	{ }
};

static const u16 argument_registers[] = {
	offsetof(struct pt_regs, di), offsetof(struct pt_regs, si), offsetof(struct pt_regs, dx),
	offsetof(struct pt_regs, cx), offsetof(struct pt_regs, r8), offsetof(struct pt_regs, r9),
};

/**
 * fetch_argument_register() - get the register of a function's argument
 * @n: number of the argument, from 0
 *
 * Return: offset of the register in struct pt_regs, or -1 when no register holds that argument.
 */
int fetch_argument_register(unsigned int n)
{
	return n < ARRAY_SIZE(argument_registers) ? argument_registers[n] : -1;
}

/**
 * fetch_argument_stack_slot() - get the stack slot of a function's argument
 * @n: number of the argument, from 0
 *
 * Return: words above the stack pointer at entry, where the return address is word 0; or -1.
 */
int fetch_argument_stack_slot(unsigned int n)
{
	if (n < ARRAY_SIZE(argument_registers))
		return -1;
	return n - ARRAY_SIZE(argument_registers) + 1;
}

/**
 * fetch_return_register() - get the register of the return value
 *
 * Return: offset of the register in struct pt_regs.
 */
u16 fetch_return_register(void)
{
	return offsetof(struct pt_regs, ax);
}

/**
 * fetch_stack_register() - get the stack pointer's register
 *
 * Return: offset of the register in struct pt_regs.
 */
u16 fetch_stack_register(void)
{
	return offsetof(struct pt_regs, sp);
}

/**
 * fetch_ip_register() - get the instruction pointer
 *
 * Return: offset of the instruction pointer in struct pt_regs.
 */
u16 fetch_ip_register(void)
{
	return offsetof(struct pt_regs, ip);
}

#endif
