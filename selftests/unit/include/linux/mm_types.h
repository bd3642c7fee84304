/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_MM_TYPES_H
#define STANDIN_LINUX_MM_TYPES_H

struct mm_struct {
	void *pgd;
};

#endif
