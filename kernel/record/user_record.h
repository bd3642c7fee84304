/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Hits of user probes, whose records are made before they are recorded.
 */
#ifndef KERNEL_USER_RECORD_H
#define KERNEL_USER_RECORD_H

#include <linux/types.h>

struct probe;
struct pt_regs;

bool user_record_registers(struct probe *probe, struct pt_regs *regs);
bool user_record_return_registers(struct probe *probe, struct pt_regs *regs, unsigned long func);
void user_record(struct probe *probe, struct pt_regs *regs, void *record, size_t size);

#endif
