/* SPDX-License-Identifier: GPL-2.0 */
#ifndef RESOLVE_PLACE_H
#define RESOLVE_PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "elf_file.h"
#include "problem.h"

/**
 * struct place - a place in a program that is said by name: PATH:SYMBOL[+OFFSET][%return][(REF)], or the
 *		  USDT probe PATH:%PROVIDER:NAME
 * @path: path of the program or library
 * @provider: whose USDT probe; NULL for a symbol
 * @name: the probe, or the symbol
 * @displacement: OFFSET, or 0
 * @is_return: "%return" follows the place
 * @reference: what stands behind the '(', with its ')'; or NULL
 */
struct place {
	char *path;
	char *provider;
	char *name;
	uint64_t displacement;
	bool is_return;
	const char *reference;
};

/**
 * struct target - a place as the kernel takes it
 * @address: where it is in the program's memory, but for how far that is moved
 * @offset: bytes from the beginning of the file
 * @reference: bytes from there to the reference counter; 0 when there is none
 * @operands: where the arguments of a USDT probe are; NULL for a symbol
 */
struct target {
	uint64_t address;
	uint64_t offset;
	uint64_t reference;
	const char *operands;
};

/**
 * struct targets - what a place stands for
 * @file: the program or library that has the place
 * @list: the places as the kernel takes them, at least one
 * @count: how many there are; only a USDT probe can have several
 */
struct targets {
	const struct elf_file *file;
	struct target *list;
	size_t count;
};

bool place_is_symbolic(const char *word);
int place_parse(char *word, struct place *place, struct problem *problem);
int place_resolve(const struct place *place, const char *debug_directory, struct targets *targets,
		  struct problem *problem);

#endif
