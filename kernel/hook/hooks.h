/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The mechanisms that there are. A definition's kind (kernel/control/) names the one that its probes
 * begin with.
 */
#ifndef KERNEL_HOOKS_H
#define KERNEL_HOOKS_H

struct hook;

extern const struct hook kprobe_hook;
extern const struct hook kretprobe_hook;

extern const struct hook *const hooks[];

#endif
