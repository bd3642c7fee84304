/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The record path: the functions that every hook calls for a hit.
 */
#ifndef KERNEL_RECORD_H
#define KERNEL_RECORD_H

#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/irqflags.h>

#include "fetch/fetch_program.h"

struct probe;
struct pt_regs;

/*
 * Bits of record_header.flags, as libtraceevent decodes them. kernel/compat/resched.h says which of
 * the three bits about rescheduling a kernel has, and where 0x20 has another meaning.
 */
#define RECORD_IRQS_OFF			0x01
#define RECORD_NEED_RESCHED_LAZY	0x02
#define RECORD_NEED_RESCHED		0x04
#define RECORD_HARDIRQ			0x08
#define RECORD_SOFTIRQ			0x10
#define RECORD_PREEMPT_RESCHED		0x20
#define RECORD_NMI			0x40
#define RECORD_BH_OFF			0x80

/*
 * The recursion guard consists of slots on each CPU, see the top of slots.c. record_enter() returns
 * a slot, or -1 when there is none for this level. Preemption is off from enter to exit.
 */
int record_enter(void);
void record_exit(int slot);

void record_fill_header(struct record_header *header, unsigned int id);

/*
 * Both record a hit of @probe, in any context with preemption off, and return 0, for handlers that
 * end with them.
 */
int record_entry(struct probe *probe, struct pt_regs *regs);
int record_return(struct probe *probe, struct pt_regs *regs, unsigned long func,
		  unsigned long ret_ip, const void *entry_data);

/* record_wait.c */
void record_wait_init(void);
void record_wait_for_idle(void);
void record_wait(void);
unsigned long record_wait_ticket(void);
void record_wait_since(unsigned long ticket);
bool record_workers_run(void);
void record_wait_finish(void);	/* when the module goes */

int record_init(void);
int record_grow_scratch(size_t size);
int record_add_scratch(void);
void record_finish(void);	/* when the module goes */

#endif
