/* SPDX-License-Identifier: GPL-2.0 */
#ifndef RESOLVE_OPERAND_H
#define RESOLVE_OPERAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "elf_file.h"

#define OPERAND_MAX	128	/* characters of an operand, with the NUL behind it */

/**
 * struct operand - where an argument of a USDT probe is, as the kernel takes it
 * @source: the operand as the note has it
 * @expression: the fetch argument, without a type
 * @type: the type of the fetch argument, from size and sign
 * @size: bytes of it
 * @is_part: the expression is a larger register, and the type tells which part of it is meant
 */
struct operand {
	char source[OPERAND_MAX];
	char expression[OPERAND_MAX];
	char type[16];
	unsigned int size;
	bool is_part;
};

bool operand_next(const char **rest, const char **operand, size_t *length);
int operand_parse(const char *text, size_t length, const struct elf_file *file, uint64_t address,
		  struct operand *operand, struct problem *problem);

#endif
