// SPDX-License-Identifier: GPL-2.0
/*
 * What names mean at the place of a definition.
 *
 * A kind's find_place says so by setting write->names: to its own struct parse_names, or by one of
 * the calls below, which look a prototype up in the types of the kernel, or of the file that the
 * mount option btf= names. NULL, which it is before find_place is called, says that nothing is known
 * of types there. The names are asked while the arguments of the line are parsed, and given back
 * behind that.
 */
#include <linux/err.h>
#include <linux/string.h>

#include "fetch/btf/btf.h"
#include "kernel/definition/definition_names.h"
#include "kernel/definition/definition_write.h"
#include "kernel/event/event.h"
#include "kernel/event/tracer.h"
#include "kernel/symbol/kernel_btf.h"
#include "kernel/symbol/kernel_event.h"

typedef int (*find_prototype_fn)(const struct fetch_btf *btf, const char *name, size_t len,
				 struct fetch_btf_prototype *prototype);

/**
 * definition_names_types() - get the types by which names are resolved, but for those of modules
 * @tracer: the tracer that has, or will have, the definitions
 *
 * Context: process context, may sleep. Return: the types of tracer_set_types(), else those of the kernel, to
 * be given back with kernel_btf_put(); NULL when there are none; ERR_PTR(-ENOMEM).
 */
struct kernel_btf *definition_names_types(const struct tracer *tracer)
{
	return tracer->types ? kernel_btf_hold(tracer->types) : kernel_btf_get(NULL);
}

/* Gets the types of the module, or those of the mount if the kernel has none of the module. */
static struct kernel_btf *get_types(const struct tracer *tracer, const char *module, bool *of_module)
{
	struct kernel_btf *btf = NULL;

	if (module && *module)
		btf = kernel_btf_get(module);
	*of_module = btf;
	return btf ?: definition_names_types(tracer);
}

static int set_names(struct definition_write *write, const char *module, const char *name,
		     find_prototype_fn find)
{
	struct fetch_btf_prototype prototype;
	const struct fetch_btf *types;
	struct kernel_btf *btf;
	bool of_module, found;

	btf = get_types(write->tx.tracer, module, &of_module);
	if (IS_ERR_OR_NULL(btf))
		return PTR_ERR_OR_ZERO(btf);
	types = kernel_btf_types(btf);
	/* A function of the kernel that has the name of one of the module's is another function. */
	found = name && (of_module || !module || !*module) &&
		!find(types, name, strlen(name), &prototype) && !(of_module && prototype.of_base);
	fetch_names_init(&write->fetch_names, types, found ? &prototype : NULL);
	write->btf = btf;
	write->names = &write->fetch_names.names;
	return 0;
}

/**
 * definition_names_of_function() - let names mean the parameters of a function, and $retval
 * @write: the write whose current line has a place in the function
 * @module: name of the module that the function is in; NULL or empty when it is in none
 * @function: name of the function; NULL where there are no parameters and no return value, but
 *	typecasts
 *
 * Where the kernel has no types, write->names stays NULL. Where it has none of this function, names
 * are refused for that reason.
 *
 * Context: process context, may sleep. Return: 0 or -ENOMEM.
 */
int definition_names_of_function(struct definition_write *write, const char *module,
				 const char *function)
{
	return set_names(write, module, function, fetch_btf_find_function);
}

/**
 * definition_names_of_tracepoint() - let names mean the parameters of a tracepoint
 * @write: the write whose current line has the tracepoint
 * @module: name of the module that the tracepoint is in; NULL or empty when it is in none
 * @tracepoint: name of the tracepoint
 *
 * Parameter 1 is the first that the tracepoint has itself: frame->find_argument() of the kind has
 * to leave out the one with the data of who registered.
 *
 * Context: process context, may sleep. Return: 0 or -ENOMEM.
 */
int definition_names_of_tracepoint(struct definition_write *write, const char *module,
				   const char *tracepoint)
{
	return set_names(write, module, tracepoint, fetch_btf_find_tracepoint);
}

/**
 * definition_names_of_event() - let names mean the fields of an event's records
 * @write: the write whose current line attaches a probe to the event
 * @event: the event whose fields the names are
 *
 * Typecasts are for structures of the event's module and, when that has no types, of the kernel.
 *
 * Context: process context, may sleep. Return: 0 or -ENOMEM.
 */
int definition_names_of_event(struct definition_write *write, const struct probe_event *event)
{
	struct kernel_btf *btf;
	bool of_module;

	btf = get_types(write->tx.tracer, event->call ? kernel_event_module(event->call) : NULL,
			&of_module);
	if (IS_ERR(btf))
		return PTR_ERR(btf);
	field_names_init(&write->field_names, event->layout, btf ? kernel_btf_types(btf) : NULL);
	write->btf = btf;
	write->names = &write->field_names.types.names;
	return 0;
}

/**
 * definition_names_put() - forget what names mean
 * @write: the write whose current line has been dealt with
 *
 * Context: process context, may sleep.
 */
void definition_names_put(struct definition_write *write)
{
	kernel_btf_put(write->btf);
	write->btf = NULL;
	write->names = NULL;
}
