/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The ways that lie in files of their own, and what all ways leave to the general one. The functions
 * that record return 0, and callers jump to them.
 */
#ifndef KERNEL_GENERAL_H
#define KERNEL_GENERAL_H

#include <linux/percpu.h>

#include "kernel/buffer/ring_buffer.h"

struct event_file;
struct fetch_op;
struct probe;
struct pt_regs;
struct ring_buffer_cpu;
struct trace_instance;
enum fetch_tried;

int record_entry_strings(struct probe *probe, struct pt_regs *regs,
			 struct ring_buffer_cpu *__percpu *local);
int record_entry_general(struct probe *probe, struct pt_regs *regs);
void record_frame(struct probe *probe, struct pt_regs *regs, const void *frame);
void record_follower(struct event_file *file, struct pt_regs *regs, const void *record, size_t size,
		     u32 context, int slot);
int record_return_general(struct probe *probe, struct pt_regs *regs, unsigned long func,
			  unsigned long ret_ip, const void *entry_data);

enum ring_buffer_status record_write(struct trace_instance *instance, const void *record, size_t size);
void record_count_failure(struct probe *probe, enum ring_buffer_status status);

/* Fetches an argument that takes more than the ways do in line. */
void record_argument(struct probe *probe, struct pt_regs *regs, const void *entry_data,
		     const struct fetch_op *op, enum fetch_tried tried, void *record);

#endif
