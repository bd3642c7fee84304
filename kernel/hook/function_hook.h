/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Hooks at the entry of many functions, whose calls an instance records: the tracer "function".
 */
#ifndef KERNEL_FUNCTION_HOOK_H
#define KERNEL_FUNCTION_HOOK_H

#ifdef CONFIG_PROBEFS_FUNCTION_TRACER
#include <linux/hash.h>
#include <linux/log2.h>
#include <linux/types.h>

#include "kernel/compat/ftrace.h"

struct trace_instance;

/**
 * struct function_hook - what ftrace calls for one instance
 * @ops: what ftrace knows of the hook; the filter of @ops says who calls, and never who is recorded
 * @instance: the instance that records the calls; NULL before function_hook_open() and after
 *	function_hook_close()
 * @others: calls of all functions but those in @site are recorded; else those in @site alone
 * @keeps_module: the module has a reference because of this hook
 * @link: puts a hook that was closed on the list of those that wait to be unregistered
 * @bits: log2 of the number of elements of @site
 * @site: hash table of addresses of functions as ftrace has them; 0: free. More than half are free
 */
struct function_hook {
	struct ftrace_ops ops;
	struct trace_instance *instance;
	bool others;
	bool keeps_module;
	struct list_head link;
	unsigned int bits;
	unsigned long site[];
};

/**
 * function_hook_place() - find the place of a function in the hash table
 * @hook: the hook that has the table
 * @site: address of the function as ftrace has it
 *
 * Context: any. Return: the element that has @site, or the free one that it would have.
 */
static __always_inline unsigned long *function_hook_place(struct function_hook *hook,
							  unsigned long site)
{
	unsigned long i = hash_long(site, hook->bits);

	while (hook->site[i] && hook->site[i] != site)
		i = (i + 1) & (BIT(hook->bits) - 1);
	return &hook->site[i];
}

struct function_hook *function_hook_create(const unsigned long *sites, unsigned int nr,
					   bool others);
void function_hook_open(struct function_hook *hook, struct trace_instance *instance);
void function_hook_close(struct function_hook *hook);
void function_hooks_finish(void);

void function_hook_hit(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *ops,
		       compat_ftrace_regs *fregs);
#else
static inline void function_hooks_finish(void)
{
}
#endif

#endif
