// SPDX-License-Identifier: GPL-2.0
/*
 * Registers of arm64, by the names that mainline's kprobe events accept.
 */
#include <linux/ptrace.h>
#include <linux/stddef.h>
#include "fetch/fetch_register.h"

#ifdef CONFIG_ARM64

#define X(n)		{ .name = "x" #n, .offset = offsetof(struct pt_regs, regs[n]) }
#define REGISTER(name_)	{ .name = #name_, .offset = offsetof(struct pt_regs, name_) }

const struct fetch_register fetch_registers[] = {
	X(0), X(1), X(2), X(3), X(4), X(5), X(6), X(7), X(8), X(9), X(10),
	X(11), X(12), X(13), X(14), X(15), X(16), X(17), X(18), X(19), X(20),
	X(21), X(22), X(23), X(24), X(25), X(26), X(27), X(28), X(29), X(30),
	{ .name = "lr", .offset = offsetof(struct pt_regs, regs[30]) },
	REGISTER(sp), REGISTER(pc), REGISTER(pstate),
	{ }
};

#define ARGUMENT_REGISTERS	8

/* The comments in fetch/register_x86.c say what these functions return. */
int fetch_argument_register(unsigned int n)
{
	return n < ARGUMENT_REGISTERS ? (int)offsetof(struct pt_regs, regs[n]) : -1;
}

/* Mainline reads stack arguments as 0 here, because their sizes decide where they are. */
int fetch_argument_stack_slot(unsigned int n __always_unused)
{
	return -1;
}

u16 fetch_return_register(void)
{
	return offsetof(struct pt_regs, regs[0]);
}

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
	return offsetof(struct pt_regs, pc);
}

#endif
