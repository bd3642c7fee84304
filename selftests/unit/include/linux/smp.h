/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_SMP_H
#define STANDIN_LINUX_SMP_H

/* The test's */
extern unsigned int standin_cpu;
#define raw_smp_processor_id()	standin_cpu

#endif
