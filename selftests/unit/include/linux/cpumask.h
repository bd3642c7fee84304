/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_CPUMASK_H
#define STANDIN_LINUX_CPUMASK_H

#include <stdlib.h>
#include <linux/errno.h>
#include <linux/types.h>

#define nr_cpu_ids	64U

/* What is allocated for each CPU need not be that much. */
#define STANDIN_POSSIBLE_CPUS	2
#define num_possible_cpus()	((unsigned int)STANDIN_POSSIBLE_CPUS)
#define for_each_possible_cpu(cpu)	for ((cpu) = 0; (cpu) < STANDIN_POSSIBLE_CPUS; (cpu)++)

/* All of them are there, all the time. */
#define cpu_online(cpu)		((void)(cpu), true)

struct cpumask {
	unsigned long bits;
};

static inline unsigned int cpumask_size(void)
{
	return sizeof(struct cpumask);
}

static inline bool cpumask_test_cpu(int cpu, const struct cpumask *mask)
{
	return mask->bits >> cpu & 1;
}

static inline unsigned int cpumask_weight(const struct cpumask *mask)
{
	return __builtin_popcountl(mask->bits);
}

static inline unsigned int cpumask_first(const struct cpumask *mask)
{
	return mask->bits ? __builtin_ctzl(mask->bits) : nr_cpu_ids;
}

/* Numbers and ranges, separated by commas; empty parts are none. */
static inline int cpulist_parse(const char *s, struct cpumask *mask)
{
	for (mask->bits = 0; *s; s += *s == ',') {
		unsigned long from, to;
		char *end;

		if (*s == ',')
			continue;
		if (*s < '0' || *s > '9')
			return -EINVAL;
		from = to = strtoul(s, &end, 10);
		if (*end == '-' && end[1] >= '0' && end[1] <= '9')
			to = strtoul(end + 1, &end, 10);
		if (*end && *end != ',')
			return -EINVAL;
		if (from > to)
			return -EINVAL;
		if (to >= nr_cpu_ids)
			return -ERANGE;
		for (; from <= to; from++)
			mask->bits |= 1UL << from;
		s = end;
	}
	return 0;
}

#endif
