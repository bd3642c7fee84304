/* SPDX-License-Identifier: GPL-2.0 */
/*
 * enabled_functions.
 */
#ifndef KERNEL_HOOKED_FUNCTIONS_H
#define KERNEL_HOOKED_FUNCTIONS_H

struct seq_file;
struct tracer;

int hooked_functions_show(struct tracer *tracer, struct seq_file *m);

#endif
