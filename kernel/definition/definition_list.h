/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The listings of definitions. An element of a walk is what the walk's functions return.
 */
#ifndef KERNEL_DEFINITION_LIST_H
#define KERNEL_DEFINITION_LIST_H

#include "kernel/definition/definition.h"

struct seq_file;

void *definitions_seq_start(struct tracer *tracer, enum definition_file file, loff_t *pos);
void *definitions_seq_next(struct tracer *tracer, enum definition_file file, void *v, loff_t *pos);
void definitions_seq_stop(struct tracer *tracer, void *v);
void definition_show(struct seq_file *m, void *v);
void definition_show_program(struct seq_file *m, void *v);
void definition_show_profile(struct seq_file *m, void *v);
void definition_show_user_profile(struct seq_file *m, void *v);
void definition_show_stats(struct seq_file *m, void *v);
void definition_show_stats_header(struct seq_file *m);
void static_events_show_stats(struct seq_file *m, const struct tracer *tracer);

#endif
