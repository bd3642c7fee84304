/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Records hits of an event file that has actions or event probes, or whose instance has lists of pids.
 */
#ifndef KERNEL_ACTIONS_H
#define KERNEL_ACTIONS_H

#include <linux/types.h>

struct event_file;
struct fetch_source;
struct probe;
struct pt_regs;

void record_followed(struct event_file *file, struct probe *probe, struct pt_regs *regs,
		     const struct fetch_source *source, u32 context, int slot);
void record_with_actions(struct event_file *file, struct probe *probe, struct pt_regs *regs,
			 unsigned long func, unsigned long ret_ip, struct fetch_source *source,
			 u32 context, int slot);

#endif
