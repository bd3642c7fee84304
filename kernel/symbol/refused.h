/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions that no probe may be put on, though the kernel would let one: see refused.c.
 */
#ifndef KERNEL_REFUSED_H
#define KERNEL_REFUSED_H

const char *refused_reason(unsigned long address);
bool refused_by_name(const char *name);

#endif
