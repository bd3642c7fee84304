// SPDX-License-Identifier: GPL-2.0
/*
 * Which static events have a function for their tracepoint.
 *
 * A function was compiled from the definition of its event in the headers that the module was built against. The kernel
 * that runs may have another definition, although it takes the module: sched_switch has had three lists of parameters
 * with the same fields, and none of them is in what the kernel compares when a module is loaded. So a function is used
 * when the kernel's list of fields says what the function writes, and, where the kernel has types, its tracepoint has
 * the parameters that the function takes. An event whose function does not fit comes through perf.
 *
 * The parameters of the kernel's own tracepoints do not change. They are compared once, by whoever asks for the events
 * of such a group first, before event_mutex is taken.
 */
#define pr_fmt(fmt) "probefs: " fmt

#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/string.h>

#include "fetch/btf/btf.h"
#include "fetch/fetch_layout.h"
#include "fetch/record_head.h"
#include "kernel/compat/event/function.h"
#include "kernel/hook/event_functions.h"
#include "kernel/symbol/kernel_btf.h"
#include "kernel/symbol/kernel_event.h"

/**
 * struct functions_of_group - the functions for one group of events
 * @group: name of the group
 * @functions: the functions, up to NULL
 * @compared: the parameters have been compared; @differ does not change from then on
 * @differ: bit N: function N has not the parameters that its tracepoint has
 */
struct functions_of_group {
	const char *group;
	const struct event_function *const *functions;
	bool compared;
	unsigned int differ;
};

static struct functions_of_group groups[] = {
	{ "irq",		event_functions_irq },
	{ "kmem",		event_functions_kmem },
	{ "raw_syscalls",	event_functions_raw_syscalls },
	{ "sched",		event_functions_sched },
};

static DEFINE_MUTEX(compare_lock);	/* of those who compare; taken inside of tracer->lock */

/* Compares the parameters of a function with those of its tracepoint. */
static bool parameters_fit(const struct fetch_btf *btf, const struct event_function *function)
{
	struct fetch_btf_prototype prototype;

	return !fetch_btf_find_tracepoint(btf, function->name, strlen(function->name), &prototype) &&
	       fetch_btf_has_parameters(&prototype, function->parameters);
}

static void compare_group(struct functions_of_group *of, const struct fetch_btf *btf)
{
	unsigned int i;

	for (i = 0; of->functions[i]; i++) {
		if (parameters_fit(btf, of->functions[i]))
			continue;
		of->differ |= BIT(i);
		pr_info("%s:%s comes through perf: no tracepoint has the parameters that the headers say\n",
			of->group, of->functions[i]->name);
	}
}

static void compare_groups(const char *group)
{
	struct kernel_btf *btf = NULL;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(groups); i++) {
		if (groups[i].compared || (group && strcmp(groups[i].group, group)))
			continue;
		btf = btf ?: kernel_btf_find(NULL);
		if (IS_ERR(btf))	/* the next one who asks may learn whether there are types */
			return;
		if (btf)
			compare_group(&groups[i], kernel_btf_types(btf));
		smp_store_release(&groups[i].compared, true);
	}
	kernel_btf_put(btf);
}

/**
 * event_functions_compare() - compare the parameters of functions with those of their tracepoints
 * @group: name of the group of events that somebody asks for, or NULL for those of all groups
 *
 * Functions that have not been compared are not used. Context: process context, may sleep; tracer->lock may be held,
 * and event_mutex not.
 */
void event_functions_compare(const char *group)
{
	mutex_lock(&compare_lock);
	compare_groups(group);
	mutex_unlock(&compare_lock);
}

/*
 * Compares the fields that a function writes with those that the kernel has in its records. Bytes that no
 * field has must be among those that the function clears: behind the last field, and between fields if it clears all.
 */
static bool fields_fit(const struct event_function *function, const struct record_head *head)
{
	const struct event_function_field *field = function->fields;
	unsigned int i, at, end = function->header_size;

	for (i = 0; i < head->nr_fields; i++, field++) {
		if (!field->name || strcmp(field->name, head->field[i].name))
			return false;
		at = ALIGN(end, field->align);
		if (head->field[i].offset != at || head->field[i].size != field->size)
			return false;
		if (at != end && function->cleared_from)
			return false;
		end = at + field->size;
	}
	return !field->name && function->size == head->padded_size && end >= function->cleared_from;
}

static const struct event_function *find_in_group(const struct functions_of_group *of, const char *name)
{
	unsigned int i;

	for (i = 0; of->functions[i]; i++)
		if (!strcmp(of->functions[i]->name, name))
			return of->differ & BIT(i) ? NULL : of->functions[i];
	return NULL;
}

static const struct event_function *find(const char *group, const char *name)
{
	const struct event_function *found = NULL;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(groups); i++)
		if (!strcmp(groups[i].group, group) && smp_load_acquire(&groups[i].compared))
			found = find_in_group(&groups[i], name);
	return found;
}

/**
 * event_function_find() - find the function for the tracepoint of an event
 * @call: the kernel's event
 * @layout: the layout of the event's records
 *
 * Context: process context, may sleep; event_mutex may be held. Return: NULL when there is no function, or when it does
 * not fit.
 */
const struct event_function *event_function_find(struct trace_event_call *call, const struct fetch_layout *layout)
{
	const struct event_function *found;

	if (kernel_event_owner(call) || !kernel_event_tracepoint(call))
		return NULL;
	found = find(kernel_event_group(call), kernel_event_name(call));
	return found && fields_fit(found, layout->head) ? found : NULL;
}
