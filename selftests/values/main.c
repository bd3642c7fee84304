// SPDX-License-Identifier: GPL-2.0
/*
 * values [--seed N] [--random N] [--mainline DIR]: the same hit on every way a hit can take.
 *
 * Mounts probefs several times, so that hits take another way in each mount: the clock that allows
 * the quick ways and one that does not, filters that accept everything, the option stacktrace, hooks
 * by the kprobe core. All mounts, and mainline's tracefs in DIR, get the same generated definitions
 * on one function. One call of it is then one hit of all of them, and what they recorded has to be
 * the same: the bytes of trace_pipe_raw field by field (where a string lies in a record may differ,
 * what it says may not; what belongs to no field has to be 0), and the lines of trace.
 *
 * Several hooks of one function are called by a function that disables preemption, and some ways are
 * not for that. So each mount is also hit alone, by the same call, and what is the same in all mounts
 * where hits take the general way is compared with the others. With randomize_kstack_offset=off that
 * is all but what is on the stack.
 *
 * The definitions: all orders of up to three widths of registers and of memory, strings between all
 * pairs of widths, and --random others for each function. --seed repeats a run.
 *
 * Prints results of tests. Exit status 1 when one failed.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "values.h"

static unsigned int failures;

void die(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf(": %s\nnot ok values could be compared\n", strerror(errno));
	exit(1);
}

void result(bool fine, const char *format, ...)
{
	va_list args;

	printf(fine ? "ok " : "not ok ");
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf("\n");
	failures += !fine;
	fflush(stdout);
}

/* All of them at once */
static void hit_together(const struct target *target)
{
	unsigned int i;

	for (i = 0; i < nr_ways; i++)
		way_switch_events(&ways[i], true);
	target->call();
	for (i = 0; i < nr_ways; i++)
		way_switch_events(&ways[i], false);
	for (i = 0; i < nr_ways; i++)
		records_read(&ways[i]);
	/* The first one is compared with itself: whether its records are sound. */
	for (i = 0; i < nr_ways; i++)
		compare_way(target, &ways[i], &ways[0], NULL);
}

/* Are there other ways than the general one? */
static bool way_is_for(const struct way *way, const struct target *target)
{
	return strcmp(way->expected, "general") &&
	       (!way->filter || (target->kind == 'p' && !target->inside));
}

/* On x86_64 without ftrace an entry is hit in a breakpoint, whose ways the target "breakpoint" is for. */
static bool entry_is_breakpoint(const struct way *way, const struct target *target)
{
	char path[200];

	snprintf(path, sizeof(path), "%s/available_filter_functions", way->dir);
	return target_entry_may_be_breakpoint && target->kind == 'p' && !target->inside &&
	       access(path, F_OK);
}

/*
 * One of them, with records of its own. Return: did the hits take the ways that are meant for them? In
 * a breakpoint there is one for registers alone. A record at the end of a page of the buffer takes none:
 * that is the same one each time, for the buffer is empty at the beginning.
 */
static bool hit_alone_once(const struct target *target, struct way *way, unsigned long *fallen,
			   unsigned long *meant)
{
	struct taken before, taken;

	memset(way->record, 0, nr_definitions * sizeof(*way->record));
	way_write(way, "trace", "", O_TRUNC);
	way_switch_events(way, true);
	/* While they are on, or there is no way to be asked for. */
	before = taken_read(way);
	target->call();
	taken = taken_read(way);
	way_switch_events(way, false);
	records_read(way);
	*meant = taken.probes - taken.general;
	*fallen = taken.slow - before.slow - taken.general;
	return (*fallen == 1 && *meant > 1) || *fallen * (target->inside ? 2 : 8) <= *meant;
}

/* A task that is to be preempted is not hit in the usual way, and a hit of many probes takes long. */
static void hit_alone(const struct target *target, struct way *way)
{
	unsigned long fallen, meant;
	unsigned int tries = 50;
	bool wanted = way_is_for(way, target) && !entry_is_breakpoint(way, target);
	bool fine;

	do
		fine = hit_alone_once(target, way, &fallen, &meant);
	while (!fine && wanted && --tries);
	if (way_is_for(way, target) && !wanted)
		printf("skip %s, alone, %s: hits take the way that is meant for them # no ftrace\n",
		       target->name, way->name);
	else if (wanted)
		result(fine, "%s, alone, %s: hits take the way that is meant for them (%lu of %lu do not)",
		       target->name, way->name, fallen, meant);
}

/* @before: what the first way found before the others; it has found something afterwards as well */
static bool is_steady(unsigned int number, const struct record *before)
{
	const struct definition *def = &definitions[number];
	bool steady = !def->stack;
	unsigned int i;

	for (i = 0; i < nr_ways; i++)
		if (!way_is_mainline(&ways[i]) && !strcmp(ways[i].expected, "general"))
			steady &= !records_differ(def, before, &ways[i].record[number], false);
	return steady;
}

static void hit_each_alone(const struct target *target)
{
	struct record *before = records_alloc();
	bool steady[DEFINITIONS_MAX];
	unsigned int i;

	hit_alone(target, &ways[0]);
	memcpy(before, ways[0].record, nr_definitions * sizeof(*before));
	for (i = 1; i < nr_ways; i++)
		if (!way_is_mainline(&ways[i]))
			hit_alone(target, &ways[i]);
	hit_alone(target, &ways[0]);
	for (i = 0; i < nr_definitions; i++)
		steady[i] = is_steady(i, &before[i]);
	for (i = 1; i < nr_ways; i++)
		if (!way_is_mainline(&ways[i]) && strcmp(ways[i].expected, "general"))
			compare_way(target, &ways[i], &ways[0], steady);
	free(before);
}

static void run_target(const struct target *target, unsigned int random)
{
	unsigned int i;

	definitions_create(target, random);
	for (i = 0; i < nr_ways; i++) {
		ways[i].record = records_alloc();
		way_prepare(&ways[i], target);
	}
	hit_together(target);
	hit_each_alone(target);
	for (i = 0; i < nr_ways; i++) {
		way_clean_up(&ways[i]);
		free(ways[i].record);
	}
}

static void check_expected(const struct way *way)
{
	char words[200], *word, *rest;
	bool all = true;

	snprintf(words, sizeof(words), "%s", way->expected);
	for (word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
		all &= !!strstr(way->seen, word);
	result(all, "%s: the ways that were to be taken (%s): %s", way->name, way->expected, way->seen);
}

int main(int argc, char **argv)
{
	unsigned int random = 25, i;
	const char *tracefs = NULL;
	uint64_t seed = 1;
	cpu_set_t first;

	for (i = 1; i + 1 < (unsigned int)argc; i += 2) {
		if (!strcmp(argv[i], "--seed"))
			seed = strtoull(argv[i + 1], NULL, 0);
		else if (!strcmp(argv[i], "--random"))
			random = strtoul(argv[i + 1], NULL, 0);
		else if (!strcmp(argv[i], "--mainline"))
			tracefs = argv[i + 1];
		else
			die("%s", argv[i]);
	}
	printf("    values --seed %llu --random %u\n", (unsigned long long)seed, random);
	definitions_seed(seed);
	CPU_ZERO(&first);
	CPU_SET(0, &first);
	if (sched_setaffinity(0, sizeof(first), &first))
		die("sched_setaffinity");
	targets_prepare();
	write_at("/sys/kernel/rcu_expedited", "1", 0);
	/* A breakpoint is to stay one: no jump is made of it. */
	write_at("/proc/sys/debug/kprobes-optimization", "0", 0);
	ways_mount(tracefs);
	for (i = 0; i < nr_targets; i++)
		run_target(&targets[i], random);
	for (i = 0; i < nr_ways; i++)
		if (!way_is_mainline(&ways[i]))
			check_expected(&ways[i]);
	ways_umount();
	return failures > 0;
}
