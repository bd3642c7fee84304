// SPDX-License-Identifier: GPL-2.0
/*
 * The clocks of trace_clock. They mean what mainline's clocks mean: Documentation/trace/ftrace.rst.
 *
 * Clocks are read on every hit, in any context: they may not have function-entry hooks or probes.
 */
#include <linux/atomic.h>
#include <linux/jiffies.h>
#include <linux/kprobes.h>
#include <linux/string.h>

#ifdef CONFIG_X86_TSC
#include <asm/msr.h>
#include <asm/tsc.h>
#endif

#include "kernel/compat/clock.h"
#include "kernel/instance/clock.h"

/* All tracers share one count, because a clock function does not know who asks. */
static atomic64_t events_counted;

static u64 __kprobes clock_counter(void)
{
	return atomic64_inc_return(&events_counted);
}

static u64 __kprobes clock_uptime(void)
{
	return jiffies_64_to_clock_t(get_jiffies_64() - INITIAL_JIFFIES);
}

#ifdef CONFIG_X86_TSC
static u64 __kprobes clock_tsc(void)
{
	return rdtsc_ordered();
}
#endif

/*
 * "local" is what trace_clock_local() wraps in a pair of preempt_disable() and preempt_enable(),
 * because writers have preemption off already.
 */
static const struct clock_source clocks[] = {
	{ "local",	sched_clock,		true },
	{ "global",	compat_clock_global,	true },
	{ "counter",	clock_counter,		false },
	{ "uptime",	clock_uptime,		false },
	{ "perf",	compat_clock_perf,	true },
	{ "mono",	ktime_get_mono_fast_ns,	true },
	{ "mono_raw",	ktime_get_raw_fast_ns,	true },
	{ "boot",	ktime_get_boot_fast_ns,	true },
	{ "tai",	ktime_get_tai_fast_ns,	true },
#ifdef CONFIG_X86_TSC
	{ "x86-tsc",	clock_tsc,		false },
#endif
};

/**
 * clock_default() - get the clock of a new buffer
 *
 * Return: index of local, or of global on a machine whose CPUs' own clocks are known to drift
 * apart. Mainline decides likewise.
 */
unsigned int clock_default(void)
{
	return clock_find(compat_clock_drifts() ? "global" : "local");
}

/**
 * clock_find() - find a clock by its name
 * @name: name of the clock as trace_clock shows it
 *
 * Return: index of the clock, or -EINVAL.
 */
int clock_find(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(clocks); i++) {
		if (clocks[i].read && !strcmp(clocks[i].name, name))
			return i;
	}
	return -EINVAL;
}

/**
 * clock_at() - get a clock by its index
 * @index: index in the table of clocks, from 0
 *
 * Return: the clock, or NULL behind the last.
 */
const struct clock_source *clock_at(unsigned int index)
{
	return index < ARRAY_SIZE(clocks) ? &clocks[index] : NULL;
}
