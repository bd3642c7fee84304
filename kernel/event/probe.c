// SPDX-License-Identifier: GPL-2.0
/*
 * Probe objects: a probe has a place and arguments as somebody defined them, and counters of its
 * hits. Arrays of probes are here, too. kernel/hook/ makes hits arrive.
 */
#include <linux/hash.h>
#include <linux/jhash.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "kernel/event/array.h"
#include "kernel/event/probe.h"
#include "kernel/filter/filter.h"

static char *probe_place_text(const struct probe_definition *def, const char *symbol)
{
	if (def->by_address)	/* hashed as in mainline's listing */
		return kasprintf(GFP_KERNEL, "0x%p", (void *)def->address);
	if (!def->offset)
		return kstrdup(symbol, GFP_KERNEL);
	return kasprintf(GFP_KERNEL, "%s%+ld", symbol, def->offset);
}

static int line_set_symbol(struct probe_line *line, const struct probe_definition *def)
{
	char symbol[PROBE_SYMBOL_TEXT];

	parse_symbol_print(def, symbol, sizeof(symbol));
	line->symbol = kstrdup(symbol, GFP_KERNEL);
	if (!line->symbol)
		return -ENOMEM;
	if (!*def->module)
		return 0;
	line->module = kstrdup(def->module, GFP_KERNEL);
	return line->module ? 0 : -ENOMEM;
}

static int line_set_place(struct probe_line *line, const struct probe_definition *def)
{
	int ret = 0;

	line->several = def->several;
	if (*def->place) {
		line->place = kstrdup(def->place, GFP_KERNEL);
	} else {
		if (!def->by_address)
			ret = line_set_symbol(line, def);
		if (!ret)
			line->place = probe_place_text(def, line->symbol);
	}
	return line->place ? 0 : -ENOMEM;
}

static int line_set_arguments(struct probe_line *line, const struct probe_argument *args,
			      unsigned int nr_args)
{
	unsigned int i;

	line->args = kcalloc(nr_args, sizeof(*line->args), GFP_KERNEL);
	if (!line->args)
		return -ENOMEM;
	line->nr_args = nr_args;
	for (i = 0; i < nr_args; i++) {
		line->args[i] = kasprintf(GFP_KERNEL, "%s=%s", args[i].name, args[i].body);
		if (!line->args[i])
			return -ENOMEM;
	}
	return 0;
}

static void line_put(struct probe_line *line)
{
	unsigned int i;

	if (!line || --line->nr_probes)
		return;
	for (i = 0; i < line->nr_args; i++)
		kfree(line->args[i]);
	kfree(line->args);
	kfree(line->symbol);
	kfree(line->module);
	kfree(line->place);
	fetch_program_destroy(line->program);
	kfree(line);
}

static void probe_init_links(struct probe *probe)
{
	INIT_LIST_HEAD(&probe->link);
	INIT_LIST_HEAD(&probe->event_link);
	INIT_LIST_HEAD(&probe->park_link);
}

/* Gives a probe that is all zero what it has for itself, and a new line of which it is the first. */
static int probe_init_first(struct probe *probe, gfp_t flags)
{
	probe_init_links(probe);
	probe->leads = true;
	probe->counters = alloc_percpu_gfp(struct probe_counters, flags);
	probe->line = kzalloc(sizeof(*probe->line), flags);
	if (!probe->line)
		return -ENOMEM;
	probe->line->nr_probes = 1;
	return probe->counters ? 0 : -ENOMEM;
}

/**
 * probe_init() - set up a probe that is in no table yet
 * @probe: the probe, all zero
 * @def: the definition, which says the probe's kind and place
 * @args: arguments of the probe
 * @nr_args: number of elements in @args
 *
 * The caller adds the fetch program and the event.
 *
 * Return: 0, or -ENOMEM, and then the caller has to call probe_free_parts() all the same.
 */
int probe_init(struct probe *probe, const struct probe_definition *def,
	       const struct probe_argument *args, unsigned int nr_args)
{
	int ret = probe_init_first(probe, GFP_KERNEL);

	probe->kind = def->kind;
	probe->maxactive = def->maxactive;
	if (ret)
		return ret;
	if (def->by_address)
		probe->address = def->address;
	else if (!*def->place)
		probe->offset = def->offset;
	ret = line_set_place(probe->line, def);
	return ret ?: line_set_arguments(probe->line, args, nr_args);
}

/**
 * probe_init_named() - set up the probe of something that has no definition, but an event's name
 * @probe: the probe, all zero
 * @group: name of the group
 * @name: name of the event
 *
 * Return: 0, or -ENOMEM, and then the caller has to call probe_free_parts() all the same.
 */
int probe_init_named(struct probe *probe, const char *group, const char *name)
{
	int ret = probe_init_first(probe, GFP_KERNEL_ACCOUNT);

	if (ret)
		return ret;
	probe->line->place = kasprintf(GFP_KERNEL_ACCOUNT, "%s:%s", group, name);
	return probe->line->place ? 0 : -ENOMEM;
}

/**
 * probe_init_beside() - set up a probe for one more place of a definition
 * @probe: the probe, all zero but for its counters and what its hook has set
 * @first: the first probe of the definition, with its fetch program
 * @address: the entry of the function at that place
 *
 * Context: under tracer->lock.
 */
void probe_init_beside(struct probe *probe, const struct probe *first, unsigned long address)
{
	probe_init_links(probe);
	probe->kind = first->kind;
	probe->maxactive = first->maxactive;
	probe->line = first->line;
	probe->line->nr_probes++;
	probe->program = first->program;
	probe->address = address;
}

/**
 * probe_set_program() - give a probe, the only one of its definition yet, its fetch program
 * @probe: the probe that gets the program
 * @program: the program, which goes with the probe's line
 */
void probe_set_program(struct probe *probe, struct fetch_program *program)
{
	probe->line->program = program;
	probe->program = program;
}

/**
 * probe_free_parts() - free what a probe points to
 * @probe: a probe that is not armed and in no table; its own memory stays, as the kernel may still
 *	use it, and so do counters that belong to a block of probes
 *
 * Context: under tracer->lock when the probe's definition has several places.
 */
void probe_free_parts(struct probe *probe)
{
	line_put(probe->line);
	kfree(probe->function);
	event_filter_destroy(probe->condition);
	if (!probe->in_block)
		free_percpu(probe->counters);
}

/* Whether two places are equal. That of a user probe is a file, whatever the path to it. */
static bool probe_place_is_same(const struct probe *a, const struct probe *b)
{
	if (a->file)
		return a->file == b->file && a->offset == b->offset && a->ref_offset == b->ref_offset;
	if (strcmp(a->line->place, b->line->place))
		return false;
	/* A place that is no address has a text that says all, and its address may not be known yet. */
	return a->line->symbol || a->line->several || !a->address || !b->address ||
	       a->address == b->address;
}

/**
 * probe_is_same() - whether two probes have the same kind, place and texts of arguments
 * @a: one of the probes
 * @b: the other one
 */
bool probe_is_same(const struct probe *a, const struct probe *b)
{
	unsigned int i;

	if (a->kind != b->kind || a->line->nr_args != b->line->nr_args || !probe_place_is_same(a, b))
		return false;
	for (i = 0; i < a->line->nr_args; i++)
		if (strcmp(a->line->args[i], b->line->args[i]))
			return false;
	return true;
}

/**
 * probe_key() - compute the key of a probe in tracer->probe_hash
 * @probe: the probe that is looked up
 * @event: the event that the probe fires, or is going to fire
 *
 * Return: a number that is equal for probes of one event for which probe_is_same() is true.
 */
u32 probe_key(const struct probe *probe, const struct probe_event *event)
{
	u32 key = hash_ptr(event, 32) ^ probe->kind;
	unsigned int i;

	if (probe->file)
		key = jhash_2words(hash_ptr(probe->file, 32), probe->offset, key);
	else
		key = jhash(probe->line->place, strlen(probe->line->place), key);
	for (i = 0; i < probe->line->nr_args; i++)
		key = jhash(probe->line->args[i], strlen(probe->line->args[i]), key);
	return key;
}

/**
 * probe_sum_counters() - add up a probe's counters of all CPUs
 * @probe: the probe that has the counters
 * @sum: receives the sums
 */
void probe_sum_counters(const struct probe *probe, struct probe_counters *sum)
{
	int cpu;

	memset(sum, 0, sizeof(*sum));
	for_each_possible_cpu(cpu) {
		const struct probe_counters *one = per_cpu_ptr(probe->counters, cpu);

#define OUTCOME(name) sum->name += READ_ONCE(one->name);
		PROBE_OUTCOMES(OUTCOME)
#undef OUTCOME
		sum->again += READ_ONCE(one->again);
		sum->slow += READ_ONCE(one->slow);
		sum->any_context += READ_ONCE(one->any_context);
		sum->faults += READ_ONCE(one->faults);
	}
}

/**
 * probe_hits() - compute the number of hits while the event was enabled
 * @sum: the counters, from probe_sum_counters()
 *
 * Every hit has one outcome in each instance, so the function counts outcomes, and takes off those
 * that a hit had in further instances.
 */
u64 probe_hits(const struct probe_counters *sum)
{
	u64 outcomes = 0;

#define OUTCOME(name) outcomes += sum->name;
	PROBE_OUTCOMES(OUTCOME)
#undef OUTCOME
	return outcomes - sum->again;
}

/** probe_batch_add() - append a probe to a batch; returns 0 or -ENOMEM */
int probe_batch_add(struct probe_batch *batch, struct probe *probe)
{
	struct probe **array = array_grow(batch->probe, batch->nr, &batch->capacity, batch->nr + 1,
					  sizeof(*array));

	if (!array)
		return -ENOMEM;
	batch->probe = array;
	batch->probe[batch->nr++] = probe;
	return 0;
}

/** probe_batch_free() - free the array of a batch, not the probes */
void probe_batch_free(struct probe_batch *batch)
{
	kvfree(batch->probe);
	memset(batch, 0, sizeof(*batch));
}
