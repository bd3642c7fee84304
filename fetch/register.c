// SPDX-License-Identifier: GPL-2.0
#include <linux/errno.h>
#include <linux/string.h>
#include "fetch/fetch_register.h"
#include "parser/parse_text.h"

/**
 * fetch_find_register() - look up a register by name
 * @name: the name, without '%'; not NUL-terminated
 * @len: number of bytes of @name
 *
 * Return: an index for fetch_register_offset(), or -ENOENT.
 */
int fetch_find_register(const char *name, size_t len)
{
	int i;

	for (i = 0; fetch_registers[i].name; i++)
		if (parse_text_is(name, len, fetch_registers[i].name))
			return i;
	return -ENOENT;
}

/**
 * fetch_register_offset() - get the place of a register
 * @index: what fetch_find_register() returned
 *
 * Return: offset of the register's 64-bit slot in struct pt_regs.
 */
u16 fetch_register_offset(int index)
{
	return fetch_registers[index].offset;
}
