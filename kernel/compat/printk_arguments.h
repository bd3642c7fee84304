/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The arguments of a call, from the registers at the entry of the function, in the form in which vsnprintf() and its
 * like take them. The kernel passes no floating point: an argument is in a general register, or behind those on the
 * stack.
 */
#ifndef KERNEL_COMPAT_PRINTK_ARGUMENTS_H
#define KERNEL_COMPAT_PRINTK_ARGUMENTS_H

#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/string.h>

#ifdef CONFIG_X86_64
/* System V ABI, AMD64 supplement, "The va_list Type" */
struct compat_va_parts {
	u32 gp_offset;
	u32 fp_offset;
	void *overflow_arg_area;
	void *reg_save_area;
};
#else
/* Procedure Call Standard for the Arm 64-bit Architecture, "The va_list type" */
struct compat_va_parts {
	void *stack;
	void *gr_top;
	void *vr_top;
	int gr_offs;
	int vr_offs;
};
#endif

/**
 * struct compat_arguments - the arguments of one call
 * @list: what the functions of printf() take; they change it
 * @parts: the same, as the ABI has it
 * @saved: the arguments in registers, in order; @list points there
 */
struct compat_arguments {
	union {
		va_list list;
		struct compat_va_parts parts;
	};
#ifdef CONFIG_X86_64
	unsigned long saved[6];
#endif
};

#ifndef __CHECKER__	/* sparse has a va_list of its own */
static_assert(sizeof_field(struct compat_arguments, list) == sizeof(struct compat_va_parts));
#endif

/**
 * compat_arguments_of_entry() - get the arguments behind the named ones
 * @arguments: receives them; @regs has to stay while they are in use
 * @regs: registers at the entry of a function with a variable number of arguments
 * @named: how many named arguments the function has, none of which is on the stack
 */
static __always_inline void compat_arguments_of_entry(struct compat_arguments *arguments, struct pt_regs *regs,
						      unsigned int named)
{
#ifdef CONFIG_X86_64
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(arguments->saved); i++)
		arguments->saved[i] = regs_get_kernel_argument(regs, i);
	arguments->parts = (struct compat_va_parts){
		.gp_offset		= named * sizeof(long),
		.fp_offset		= sizeof(arguments->saved),
		.reg_save_area		= arguments->saved,
		/* The return address is at the top of the stack. */
		.overflow_arg_area	= (void *)kernel_stack_pointer(regs) + sizeof(long),
	};
#else
	arguments->parts = (struct compat_va_parts){
		.stack		= (void *)kernel_stack_pointer(regs),
		.gr_top		= &regs->regs[8],
		.gr_offs	= -(8 - (int)named) * (int)sizeof(long),
	};
#endif
}

/**
 * compat_arguments_of_list() - get the arguments that a function was given as a va_list
 * @arguments: receives a copy of the list
 * @regs: registers at the function's entry
 * @nr: number of the argument that is the va_list, counted from 0; both ABIs pass its address
 */
static __always_inline void compat_arguments_of_list(struct compat_arguments *arguments, struct pt_regs *regs,
						     unsigned int nr)
{
	arguments->parts = *(struct compat_va_parts *)regs_get_kernel_argument(regs, nr);
}

#endif
