/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The choice of the way that hits of a probe take.
 */
#ifndef KERNEL_WAYS_H
#define KERNEL_WAYS_H

struct probe;
struct probe_event;
struct tracer;

void event_choose_ways(struct probe_event *event);
int events_change_begins(struct tracer *tracer);
void events_change_ends(struct tracer *tracer);
const char *probe_way_name(const struct probe *probe);

#endif
