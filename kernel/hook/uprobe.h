/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The hook of user probes.
 */
#ifndef KERNEL_HOOK_UPROBE_H
#define KERNEL_HOOK_UPROBE_H

struct hook;

extern const struct hook uprobe_hook;

#endif
