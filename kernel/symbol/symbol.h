/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Finds the address of a name, how many places share a name, and what an address belongs to.
 */
#ifndef KERNEL_SYMBOL_H
#define KERNEL_SYMBOL_H

#include <linux/types.h>

struct module;

int symbol_init(void);
void symbol_exit(void);

int symbol_lookup(const char *name, unsigned long *address);
int symbol_lookup_in_kernel(const char *name, unsigned long *address);
int symbol_count(const char *name);
unsigned int symbol_addresses(const char *name, unsigned long *addresses, unsigned int room);
int symbol_walk(int (*fn)(void *data, const char *name, unsigned long address), void *data);
bool symbol_bounds(unsigned long address, unsigned long *start, unsigned long *size);
bool symbol_reaches(const char *name, unsigned long address, long offset);
void symbol_module(unsigned long address, char *module, size_t size);
bool symbol_is_function_entry(unsigned long address);
int symbol_check_traceable(unsigned long address);
bool symbol_module_is_loaded(const char *module);
void symbol_walk_modules(bool (*fn)(void *data, struct module *mod), void *data);

#endif
