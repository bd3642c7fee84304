/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All hooks. The kind of a definition (kernel/definition/definition_kind.c) names the hook that creates
 * and validates its probes.
 */
#ifndef KERNEL_HOOK_TABLE_H
#define KERNEL_HOOK_TABLE_H

struct hook;

extern const struct hook kprobe_hook;
extern const struct hook kretprobe_hook;
extern const struct hook tracepoint_hook;

extern const struct hook *const probe_hooks[];

#endif
