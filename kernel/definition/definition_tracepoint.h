/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tracepoints as places: what the row of t names (definition_kind.c).
 */
#ifndef KERNEL_DEFINITION_TRACEPOINT_H
#define KERNEL_DEFINITION_TRACEPOINT_H

struct definition_write;
struct module;
struct probe;
struct tracer;

int definition_find_tracepoint(struct definition_write *write);
int definition_validate_tracepoint(struct definition_write *write, struct probe *probe);
int definition_revive_tracepoint(struct tracer *tracer, struct probe *probe, struct module *mod);

#endif
