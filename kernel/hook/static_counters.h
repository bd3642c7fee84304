/* SPDX-License-Identifier: GPL-2.0 */
/*
 * perf's counters of static events: made, at rest, released.
 */
#ifndef KERNEL_STATIC_COUNTERS_H
#define KERNEL_STATIC_COUNTERS_H

#include <linux/list.h>
#include <linux/types.h>

struct perf_event;
struct probe;
struct trace_event_call;

/**
 * struct static_counters - perf's counters of one event
 * @link: puts counters that rest on a list of those
 * @rests_since: the jiffies at which they began to rest
 * @cpus_came: how many times a CPU had come before they were made, or made anew for the CPUs that had
 * @owner: where the probe that they were made for has its pointer to them, or NULL when that is gone
 * @probe: this probe while it is armed, else NULL; for hits
 * @of: the counter of each CPU, or NULL
 */
struct static_counters {
	struct list_head link;
	unsigned long rests_since;
	int cpus_came;
	struct static_counters **owner;
	struct probe *probe;
	struct perf_event *of[];
};

int static_counters_make(struct static_counters **owner, struct trace_event_call *call,
			 struct probe *probe, int cpus_came);
int static_counters_replace(struct static_counters *counters, struct trace_event_call *call, int cpu);
bool static_counters_take_back(struct static_counters **owner, struct probe *probe, int cpus_came);
void static_counters_rest(struct static_counters *counters);
void static_counters_leave(struct static_counters **owner);
void static_counters_release(struct static_counters *counters, struct list_head *released);
void static_counters_free(struct list_head *released);
void static_counters_limit(void);
void static_counters_stop_releases(void);
void static_counters_go_on_releasing(void);
void static_counters_finish(void);

#endif
