// SPDX-License-Identifier: GPL-2.0
/*
 * enabled_functions: the functions at whose entry ftrace calls for probes of one tracer.
 */
#include <linux/kallsyms.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/sort.h>

#include "kernel/control/hooked_functions.h"
#include "kernel/event/probe.h"
#include "kernel/event/tracer.h"
#include "kernel/hook/arm.h"

static int compare_addresses(const void *a, const void *b)
{
	unsigned long left = *(const unsigned long *)a, right = *(const unsigned long *)b;

	return left < right ? -1 : left > right;
}

static unsigned int count_on_ftrace(const struct tracer *tracer)
{
	const struct probe *probe;
	unsigned int nr = 0;

	list_for_each_entry(probe, &tracer->probes, link)
		nr += probe_is_on_ftrace(probe);
	return nr;
}

/*
 * Writes the addresses of the hooks of all probes, in order. Returns NULL when there is none, or an
 * ERR_PTR.
 */
static unsigned long *sorted_hooks(const struct tracer *tracer, unsigned int *nr)
{
	const struct probe *probe;
	unsigned long *hooks;
	unsigned int i = 0;

	*nr = count_on_ftrace(tracer);
	if (!*nr)
		return NULL;
	hooks = kvmalloc_array(*nr, sizeof(*hooks), GFP_KERNEL_ACCOUNT);
	if (!hooks)
		return ERR_PTR(-ENOMEM);
	list_for_each_entry(probe, &tracer->probes, link)
		if (probe_is_on_ftrace(probe))
			hooks[i++] = probe->ip;
	sort(hooks, *nr, sizeof(*hooks), compare_addresses, NULL);
	return hooks;
}

/* Prints the function whose hook is the first one; returns how many probes are in it. */
static unsigned int show_function(struct seq_file *m, const unsigned long *hooks, unsigned int nr)
{
	unsigned int probes = 1;

	while (probes < nr && hooks[probes] == hooks[0])
		probes++;
	seq_printf(m, "%ps (%u) R\n", (void *)hooks[0], probes);
	return probes;
}

/**
 * hooked_functions_show() - print enabled_functions
 * @tracer: the tracer whose probes are looked at
 * @m: receives a line for each function, in the order of the addresses: its name, as
 *	available_filter_functions has it, the number of probes that a call of it meets, and the R by which
 *	mainline says that they get all registers
 *
 * Context: process context. Return: 0, -ENOMEM, or -EINTR when the process is being killed.
 */
int hooked_functions_show(struct tracer *tracer, struct seq_file *m)
{
	unsigned int nr, i = 0;
	unsigned long *hooks;
	int ret = mutex_lock_killable(&tracer->lock);

	if (ret)
		return ret;
	hooks = sorted_hooks(tracer, &nr);
	mutex_unlock(&tracer->lock);
	if (IS_ERR_OR_NULL(hooks))
		return PTR_ERR_OR_ZERO(hooks);
	while (i < nr)
		i += show_function(m, hooks + i, nr - i);
	kvfree(hooks);
	return 0;
}
