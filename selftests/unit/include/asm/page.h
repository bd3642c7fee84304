/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_ASM_PAGE_H
#define STANDIN_ASM_PAGE_H

#define PAGE_SIZE		4096UL
#define PAGE_OFFSET		0xffff888000000000UL
#define __VIRTUAL_MASK_SHIFT	47
#define __pa(address)		((unsigned long)(address) - PAGE_OFFSET)

#endif
