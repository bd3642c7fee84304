// SPDX-License-Identifier: GPL-2.0
/*
 * enabled_functions: the functions at whose entry ftrace calls for one tracer, because of probes or of
 * the tracer "function" of an instance, and those of function probes, whatever calls for these: on arm64 they are
 * kprobes, where mainline's have ftrace.
 */
#include <linux/kallsyms.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/overflow.h>
#include <linux/seq_file.h>
#include <linux/sort.h>

#include "kernel/control/function_tracing.h"
#include "kernel/control/hooked_functions.h"
#include "kernel/event/probe.h"
#include "kernel/event/tracer.h"
#include "kernel/hook/arm.h"
#include "kernel/instance/instance.h"

/**
 * struct hooked_function - one reason why a function is hooked
 * @ip: address of the function as ftrace has it
 * @wants_registers: the reason is a probe, which gets all registers
 */
struct hooked_function {
	unsigned long ip;
	bool wants_registers;
};

/**
 * struct hooked_list - all reasons of a tracer
 * @nr: number of elements in use
 * @room: number of elements of @hook
 * @hook: the reasons, in no order
 */
struct hooked_list {
	unsigned int nr;
	unsigned int room;
	struct hooked_function *hook;
};

static int compare_addresses(const void *a, const void *b)
{
	const struct hooked_function *left = a, *right = b;

	return left->ip < right->ip ? -1 : left->ip > right->ip;
}

static int reserve(struct hooked_list *list, unsigned int more)
{
	struct hooked_function *hook;

	if (list->nr + more <= list->room)
		return 0;
	hook = kvmalloc_array(list->nr + more, sizeof(*hook), GFP_KERNEL_ACCOUNT);
	if (!hook)
		return -ENOMEM;
	memcpy(hook, list->hook, array_size(list->nr, sizeof(*hook)));
	kvfree(list->hook);
	list->hook = hook;
	list->room = list->nr + more;
	return 0;
}

static bool is_listed(const struct probe *probe)
{
	return probe_is_on_ftrace(probe) || (probe->armed && probe_is_function_probe(probe));
}

static int add_probes(struct hooked_list *list, const struct tracer *tracer)
{
	const struct probe *probe;
	unsigned int nr = 0;
	int ret;

	list_for_each_entry(probe, &tracer->probes, link)
		nr += is_listed(probe);
	ret = reserve(list, nr);
	if (ret)
		return ret;
	list_for_each_entry(probe, &tracer->probes, link)
		if (is_listed(probe))
			list->hook[list->nr++] = (struct hooked_function){ probe->ip, true };
	return 0;
}

static int add_traced(struct hooked_list *list, const struct trace_instance *instance)
{
	struct function_set traced;
	unsigned int i;
	int ret = function_tracing_get_traced(instance, &traced);

	ret = ret ?: reserve(list, traced.nr);
	for (i = 0; !ret && i < traced.nr; i++)
		list->hook[list->nr++] = (struct hooked_function){ traced.site[i] };
	function_set_free(&traced);
	return ret;
}

static int add_all(struct hooked_list *list, const struct tracer *tracer)
{
	const struct trace_instance *instance;
	int ret = add_probes(list, tracer);

	list_for_each_entry(instance, &tracer->instances, link)
		ret = ret ?: add_traced(list, instance);
	return ret;
}

/* Prints the function of the first reason; returns how many reasons are the same function's. */
static unsigned int show_function(struct seq_file *m, const struct hooked_function *hook,
				  unsigned int nr)
{
	bool registers = hook->wants_registers;
	unsigned int users;

	for (users = 1; users < nr && hook[users].ip == hook->ip; users++)
		registers |= hook[users].wants_registers;
	seq_printf(m, "%ps (%u)%s\n", (void *)hook->ip, users, registers ? " R" : "");
	return users;
}

/**
 * hooked_functions_show() - print enabled_functions
 * @tracer: the tracer that is looked at
 * @m: receives a line for each function, in the order of the addresses: its name, as
 *	available_filter_functions has it, the number of probes and instances that a call of it meets, and
 *	the R by which mainline says that one of them gets all registers
 *
 * Context: process context. Return: 0, -ENOMEM, or -EINTR when the process is being killed.
 */
int hooked_functions_show(struct tracer *tracer, struct seq_file *m)
{
	struct hooked_list list = { };
	unsigned int i = 0;
	int ret = mutex_lock_killable(&tracer->lock);

	if (ret)
		return ret;
	ret = add_all(&list, tracer);
	mutex_unlock(&tracer->lock);
	if (!ret)
		sort(list.hook, list.nr, sizeof(*list.hook), compare_addresses, NULL);
	while (!ret && i < list.nr)
		i += show_function(m, list.hook + i, list.nr - i);
	kvfree(list.hook);
	return ret;
}
