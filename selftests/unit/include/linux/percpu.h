/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_PERCPU_H
#define STANDIN_LINUX_PERCPU_H

#include <linux/cpumask.h>
#include <linux/slab.h>
#include <linux/smp.h>

/* An array by CPU. */
#define alloc_percpu(type)	((type *)kcalloc(STANDIN_POSSIBLE_CPUS, sizeof(type), GFP_KERNEL))
#define free_percpu(p)		kfree(p)
#define per_cpu_ptr(p, cpu)	((p) + (cpu))
#define raw_cpu_read(var)	(*per_cpu_ptr(&(var), raw_smp_processor_id()))


/* One CPU, whose variables are so many bytes behind where their addresses say. */
#define STANDIN_THIS_CPU_OFFSET	0x1000UL
#define this_cpu_ptr(p)		((void *)((unsigned long)(p) + STANDIN_THIS_CPU_OFFSET))

#endif
