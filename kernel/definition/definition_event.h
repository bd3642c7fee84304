/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Places of event probes, which are other events.
 */
#ifndef KERNEL_DEFINITION_EVENT_H
#define KERNEL_DEFINITION_EVENT_H

#include <linux/types.h>

struct definition_write;
struct probe;

int definition_find_event(struct definition_write *write);
int definition_validate_event(struct definition_write *write, struct probe *probe);
bool definition_is_event(const struct probe *probe, const char *text, size_t len);

#endif
