/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What names mean at the place of a definition, for the kinds whose places have parameters or fields.
 */
#ifndef KERNEL_DEFINITION_NAMES_H
#define KERNEL_DEFINITION_NAMES_H

struct definition_write;
struct kernel_btf;
struct probe_event;
struct tracer;

struct kernel_btf *definition_names_types(const struct tracer *tracer);
int definition_names_of_function(struct definition_write *write, const char *module,
				 const char *function);
int definition_names_of_tracepoint(struct definition_write *write, const char *module,
				   const char *tracepoint);
int definition_names_of_event(struct definition_write *write, const struct probe_event *event);
void definition_names_put(struct definition_write *write);

#endif
