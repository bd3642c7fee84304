// SPDX-License-Identifier: GPL-2.0
/*
 * bench ROUNDS TIMES: nanoseconds per event, of probefs' ring buffer and of LTTng-UST's.
 *
 * Each round writes TIMES events of each kind, first to the one and then to the other buffer, in
 * the next round the other way round. A line per kind:
 *
 *	name|probefs|quartiles|LTTng-UST|quartiles|ratio|quartiles
 *
 * with the medians of the rounds, and between which two values the middle half of them is; the
 * ratio is that of the two in one round. Rounds are short, so that most are undisturbed on a host
 * that has other things to do. "clock" and "getcpu" are what an event contains: the one on both
 * sides, the other in LTTng's.
 */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench.h"

#define ROUNDS_MAX	1000

static const struct kind {
	const char *name;
	bench_fn probefs;
	bench_fn lttng;
	unsigned int events;	/* that probefs writes each time */
} kinds[] = {
	{ "16 bytes", probefs_write_16, lttng_write_16, 1 },
	{ "32 bytes", probefs_write_32, lttng_write_32, 1 },
	{ "128 bytes", probefs_write_128, lttng_write_128, 1 },
	{ "512 bytes", probefs_write_512, lttng_write_512, 1 },
	{ "32 bytes in 32 bytes, both", probefs_write_nested_32, lttng_write_nested_32, 2 },
	{ "4 registers by a fetch program", probefs_write_registers, lttng_write_registers, 1 },
};

static uint8_t data[512];

static double now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1e9 + now.tv_nsec;
}

static double measure(bench_fn write, unsigned long times)
{
	double start = now_ns();

	write(data, times);
	return (now_ns() - start) / times;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

static void print_spread(double *value, unsigned int nr, const char *format)
{
	qsort(value, nr, sizeof(*value), compare);
	printf(format, value[nr / 2]);
	printf(format, value[nr / 4]);
	printf(format, value[nr - 1 - nr / 4]);
}

static void run(const struct kind *kind, unsigned int rounds, unsigned long times)
{
	static double probefs[ROUNDS_MAX], lttng[ROUNDS_MAX], ratio[ROUNDS_MAX];
	unsigned long before = probefs_written();
	unsigned int i;

	measure(kind->probefs, times);
	measure(kind->lttng, times);
	for (i = 0; i < rounds; i++) {
		if (i % 2)
			lttng[i] = measure(kind->lttng, times);
		probefs[i] = measure(kind->probefs, times);
		if (!(i % 2))
			lttng[i] = measure(kind->lttng, times);
		ratio[i] = probefs[i] / lttng[i];
	}
	if (probefs_written() - before != (rounds + 1) * times * kind->events) {
		fprintf(stderr, "bench: %s: events are missing\n", kind->name);
		exit(1);
	}
	printf("%s", kind->name);
	print_spread(probefs, rounds, "|%.1f");
	print_spread(lttng, rounds, "|%.1f");
	print_spread(ratio, rounds, "|%.3f");
	printf("\n");
}

static void read_clock(const uint8_t *unused, unsigned long times)
{
	struct timespec now;

	(void)unused;
	while (times--)
		clock_gettime(CLOCK_MONOTONIC, &now);
}

static void get_cpu(const uint8_t *unused, unsigned long times)
{
	(void)unused;
	while (times--)
		sched_getcpu();
}

int main(int argc, char **argv)
{
	unsigned int rounds = argc > 1 ? strtoul(argv[1], NULL, 0) : 0;
	unsigned long times = argc > 2 ? strtoul(argv[2], NULL, 0) : 0;
	unsigned int i;

	if (!rounds || rounds > ROUNDS_MAX || !times) {
		fprintf(stderr, "Usage: bench ROUNDS TIMES\n");
		return 2;
	}
	for (i = 0; i < sizeof(data); i++)
		data[i] = i;
	probefs_start();
	if (!lttng_is_on()) {
		fprintf(stderr, "bench: LTTng-UST has no session with the events probefs_bench:*\n");
		return 1;
	}
	measure(read_clock, times);
	printf("# clock %.1f\n", measure(read_clock, times));
	printf("# getcpu %.1f\n", measure(get_cpu, times));
	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		run(&kinds[i], rounds, times);
	return 0;
}
