/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What instance.c calls to set up the options and sizes of an instance, and to shrink its buffer; for the files of
 * this folder.
 */
#ifndef KERNEL_INSTANCE_PARTS_H
#define KERNEL_INSTANCE_PARTS_H

struct trace_instance;

unsigned long instance_default_options(void);
void instance_size_init(struct trace_instance *instance);
int instance_size_cpu(struct trace_instance *instance, int cpu);
void instance_shrink_buffer(struct trace_instance *instance);

#endif
