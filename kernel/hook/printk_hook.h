/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Hooks what modules call by trace_printk(), while there are such modules, and mounts.
 */
#ifndef KERNEL_PRINTK_HOOK_H
#define KERNEL_PRINTK_HOOK_H

#include <linux/types.h>

struct module;
struct seq_file;

/* Call these in process context. */
#ifdef CONFIG_PROBEFS_TRACE_PRINTK
void printk_hook_init(void);
void printk_hook_exit(void);
void printk_hook_tracer_came(void);
void printk_hook_tracer_went(void);
void printk_hook_module_changed(struct module *mod, bool goes);
bool printk_is_hooked(void);
void printk_hooks_show(struct seq_file *m);
#else
static inline void printk_hook_init(void)
{
}

static inline void printk_hook_exit(void)
{
}

static inline void printk_hook_tracer_came(void)
{
}

static inline void printk_hook_tracer_went(void)
{
}

static inline void printk_hook_module_changed(struct module *mod, bool goes)
{
}

static inline bool printk_is_hooked(void)
{
	return false;
}
#endif

#endif
