/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The hook of event probes, whose hits are those of another event.
 */
#ifndef KERNEL_EVENT_PROBE_H
#define KERNEL_EVENT_PROBE_H

#include <linux/types.h>

struct hook;
struct probe;
struct probe_event;

extern const struct hook event_probe_hook;

bool event_probe_attach(struct probe *probe, struct probe_event *event);
void event_probe_lose(struct probe *probe);

#endif
