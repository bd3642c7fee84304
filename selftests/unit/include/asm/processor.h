/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_ASM_PROCESSOR_H
#define STANDIN_ASM_PROCESSOR_H

/* The test's; see fake_kernel.h. */
extern unsigned long standin_cr3;

static inline unsigned long read_cr3_pa(void)
{
	return standin_cr3;
}

#endif
