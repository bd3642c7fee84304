/* SPDX-License-Identifier: GPL-2.0 */
#ifndef RESOLVE_SYMBOL_H
#define RESOLVE_SYMBOL_H

#include <stdint.h>

#include "elf_file.h"

int symbol_find_function(const struct elf_file *file, const char *name, GElf_Sym *symbol,
			 struct problem *problem);
int symbol_find_data(const struct elf_file *file, const char *name, uint64_t *address,
		     struct problem *problem);

#endif
