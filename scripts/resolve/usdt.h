/* SPDX-License-Identifier: GPL-2.0 */
#ifndef RESOLVE_USDT_H
#define RESOLVE_USDT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "elf_file.h"

/**
 * struct usdt_place - one of the places of a USDT probe; an inlined function has several
 * @address: address of the instruction, as the note has it
 * @semaphore: the counter that is up while somebody wants the probe; 0 when there is none
 * @operands: where the arguments are, as in "-4@%eax 8@-16(%rbp)"
 */
struct usdt_place {
	uint64_t address;
	uint64_t semaphore;
	const char *operands;
};

/**
 * struct usdt_places - all places of a USDT probe
 * @list: the places, in the order of the notes
 * @count: how many there are
 */
struct usdt_places {
	struct usdt_place *list;
	size_t count;
};

int usdt_find(const struct elf_file *file, const char *provider, const char *name,
	      struct usdt_places *places, struct problem *problem);

#endif
