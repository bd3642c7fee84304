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

#include "kernel/event/probe.h"

static char *probe_place_text(const struct probe_definition *def, const char *symbol)
{
	if (def->by_address)	/* hashed as in mainline's listing */
		return kasprintf(GFP_KERNEL, "0x%p", (void *)def->address);
	if (!def->offset)
		return kstrdup(symbol, GFP_KERNEL);
	return kasprintf(GFP_KERNEL, "%s%+ld", symbol, def->offset);
}

static int probe_set_place(struct probe *probe, const struct probe_definition *def)
{
	char symbol[PROBE_SYMBOL_TEXT];

	if (def->by_address) {
		probe->address = def->address;
	} else {
		parse_symbol_print(def, symbol, sizeof(symbol));
		probe->symbol = kstrdup(symbol, GFP_KERNEL);
		if (!probe->symbol)
			return -ENOMEM;
		strscpy(probe->module, def->module, sizeof(probe->module));
		probe->offset = def->offset;
	}
	probe->place = probe_place_text(def, probe->symbol);
	return probe->place ? 0 : -ENOMEM;
}

static int probe_set_arguments(struct probe *probe, const struct probe_argument *args,
			       unsigned int nr_args)
{
	unsigned int i;

	probe->args = kcalloc(nr_args, sizeof(*probe->args), GFP_KERNEL);
	if (!probe->args)
		return -ENOMEM;
	probe->nr_args = nr_args;
	for (i = 0; i < nr_args; i++) {
		probe->args[i] = kasprintf(GFP_KERNEL, "%s=%s", args[i].name, args[i].body);
		if (!probe->args[i])
			return -ENOMEM;
	}
	return 0;
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
	int ret;

	INIT_LIST_HEAD(&probe->link);
	INIT_LIST_HEAD(&probe->event_link);
	INIT_LIST_HEAD(&probe->park_link);
	probe->kind = def->kind;
	probe->maxactive = def->maxactive;
	probe->counters = alloc_percpu(struct probe_counters);
	if (!probe->counters)
		return -ENOMEM;
	ret = probe_set_place(probe, def);
	return ret ?: probe_set_arguments(probe, args, nr_args);
}

/**
 * probe_free_parts() - free what a probe points to
 * @probe: a probe that is not armed and in no table; its own memory stays, as the kernel may still
 *	use it
 */
void probe_free_parts(struct probe *probe)
{
	unsigned int i;

	for (i = 0; i < probe->nr_args; i++)
		kfree(probe->args[i]);
	kfree(probe->args);
	kfree(probe->symbol);
	kfree(probe->place);
	fetch_program_destroy(probe->program);
	free_percpu(probe->counters);
}

/**
 * probe_is_same() - whether two probes have the same kind, place and texts of arguments
 * @a: one of the probes
 * @b: the other one
 */
bool probe_is_same(const struct probe *a, const struct probe *b)
{
	unsigned int i;

	if (a->kind != b->kind || a->nr_args != b->nr_args || strcmp(a->place, b->place))
		return false;
	if (!a->symbol && a->address != b->address)
		return false;
	for (i = 0; i < a->nr_args; i++)
		if (strcmp(a->args[i], b->args[i]))
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
	u32 key = jhash(probe->place, strlen(probe->place), hash_ptr(event, 32) ^ probe->kind);
	unsigned int i;

	for (i = 0; i < probe->nr_args; i++)
		key = jhash(probe->args[i], strlen(probe->args[i]), key);
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
	if (batch->nr == batch->capacity) {
		unsigned int capacity = batch->capacity ? 2 * batch->capacity : 16;
		struct probe **grown = kvmalloc_array(capacity, sizeof(*grown), GFP_KERNEL);

		if (!grown)
			return -ENOMEM;
		if (batch->nr)
			memcpy(grown, batch->probe, batch->nr * sizeof(*grown));
		kvfree(batch->probe);
		batch->probe = grown;
		batch->capacity = capacity;
	}
	batch->probe[batch->nr++] = probe;
	return 0;
}

/** probe_batch_free() - free the array of a batch, not the probes */
void probe_batch_free(struct probe_batch *batch)
{
	kvfree(batch->probe);
	memset(batch, 0, sizeof(*batch));
}
