/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The ftrace backend: the table in which hits look up their probes. The top of probe_ftrace.c
 * explains its lifetime.
 */
#ifndef KERNEL_PROBE_FTRACE_H
#define KERNEL_PROBE_FTRACE_H

#include <linux/hash.h>
#include <linux/types.h>

#include "kernel/compat/ftrace.h"

struct probe;

/**
 * struct ftrace_site - a function that is or was hooked
 * @ip: address of the function as ftrace has it; written once
 * @head: the newest armed probe of the function; ftrace_backend_nobody when there is none
 */
struct ftrace_site {
	unsigned long ip;
	struct probe *head;
};

/**
 * struct ftrace_table - functions by address, with open addressing
 * @mask: mask of offsets in @site, in bytes
 * @capacity: number of elements in @site, a power of two
 * @nr: number of elements in use, at most half
 * @retired: the next table that waits to be freed
 * @site: the elements; one with an @ip of 0 ends the search
 */
struct ftrace_table {
	u32 mask;
	u32 capacity;
	u32 nr;
	struct ftrace_table *retired;
	struct ftrace_site site[];
};

#define FTRACE_TABLE_CAPACITY_MAX	(1U << 20)	/* ftrace_table_offset() has 24 bits */

static_assert(sizeof(struct ftrace_site) == 16);

/* Returns where the search for an address begins; the lowest bits of the product are poor. */
static __always_inline u32 ftrace_table_offset(const struct ftrace_table *table, unsigned long ip)
{
	return ((u32)ip * GOLDEN_RATIO_32 >> 8) & table->mask;
}

static __always_inline u32 ftrace_table_next(const struct ftrace_table *table, u32 offset)
{
	return (offset + sizeof(struct ftrace_site)) & table->mask;
}

/* Moves the table by the offset: that is one addition, and the rest is a constant. */
static __always_inline struct ftrace_site *ftrace_table_site(struct ftrace_table *table, u32 offset)
{
	return ((struct ftrace_table *)((void *)table + offset))->site;
}

extern struct ftrace_table *ftrace_backend_table;	/* under RCU; never NULL */
extern struct probe ftrace_backend_nobody;		/* last at every site; its alone_at is 0 */

void ftrace_backend_hit(unsigned long ip, unsigned long parent_ip, struct ftrace_ops *ops,
			compat_ftrace_regs *fregs);

#endif
