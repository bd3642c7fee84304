// SPDX-License-Identifier: GPL-2.0
#include <linux/errno.h>
#include <linux/ptrace.h>
#include <linux/string.h>
#include <linux/thread_info.h>
#include "fetch/fetch_register.h"

/**
 * fetch_find_register() - look up a register by name
 * @name: without '%'; not NUL-terminated
 * @len: bytes of @name
 *
 * Return: an index for fetch_register_offset(), or -ENOENT.
 */
int fetch_find_register(const char *name, size_t len)
{
	int i;

	for (i = 0; fetch_registers[i].name; i++)
		if (strlen(fetch_registers[i].name) == len &&
		    !memcmp(fetch_registers[i].name, name, len))
			return i;
	return -ENOENT;
}

/**
 * fetch_register_offset() - where a register is
 * @index: from fetch_find_register()
 *
 * Return: offset of its 64-bit slot in struct pt_regs.
 */
u16 fetch_register_offset(int index)
{
	return fetch_registers[index].offset;
}

/**
 * fetch_stack_pointer() - the stack pointer at a hit
 * @regs: registers at the hit
 *
 * Any context.
 *
 * Return: its value.
 */
unsigned long fetch_stack_pointer(const struct pt_regs *regs)
{
	return regs->sp;
}

/**
 * fetch_on_kernel_stack() - whether an address is on the stack in use at a hit
 * @regs: registers at the hit
 * @addr: the address
 *
 * Goes by the alignment of stacks alone, so the memory may still be a guard page. Any context.
 *
 * Return: true when it is.
 */
bool fetch_on_kernel_stack(const struct pt_regs *regs, unsigned long addr)
{
	return !((addr ^ regs->sp) & ~(THREAD_SIZE - 1));
}
