/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Places in the kernel's code: what the rows of p, r and f name (definition_kind.c).
 */
#ifndef KERNEL_DEFINITION_PLACE_H
#define KERNEL_DEFINITION_PLACE_H

#include <linux/types.h>

struct definition_write;
struct module;
struct probe;
struct tracer;

int definition_fail_not_unique(struct definition_write *write, const char *name, unsigned int pos);
int definition_find_symbol(struct definition_write *write);
int definition_find_function(struct definition_write *write);
int definition_validate_function(struct definition_write *write, struct probe *probe);
int definition_validate_entry(struct definition_write *write, struct probe *probe);
bool definition_waits_for_module(const struct probe *probe, const struct module *mod);
bool definition_waits_for_symbol(const struct probe *probe, const struct module *mod);
int definition_revive_function(struct tracer *tracer, struct probe *probe, struct module *mod);

#endif
