/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The tracer of the definitions that came with the parameter kprobe_event.
 */
#ifndef KERNEL_BOOT_H
#define KERNEL_BOOT_H

struct tracer;

void boot_tracer_create(void);
struct tracer *boot_tracer_take(void);
void boot_tracer_give_back(struct tracer *tracer);
void boot_tracer_destroy(void);

#endif
