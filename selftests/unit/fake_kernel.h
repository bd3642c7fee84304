/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernel around a fetch program: memory, the current task, symbols. For one source of a test.
 *
 * Memory is what fake_map() was told; all else faults. An access that crosses from one range into
 * another faults as well: tests map what belongs together as one range.
 */
#ifndef UNIT_FAKE_KERNEL_H
#define UNIT_FAKE_KERNEL_H

#include <linux/kallsyms.h>
#include <linux/mm_types.h>
#include <linux/sched.h>
#include <linux/uaccess.h>
#include <asm/page.h>
#include <asm/processor.h>
#include <stdio.h>
#include <string.h>

#define FAKE_KERNEL	(PAGE_OFFSET + 0x1000)
#define FAKE_USER	0x7f0000001000UL

struct fake_range {
	unsigned long addr;
	size_t size;
	const void *bytes;
};

static struct fake_range fake_ranges[16];
static unsigned int fake_nr_ranges;
static int fake_pagefaults_disabled;

static unsigned long fake_user_from, fake_user_end;	/* what may be read of user memory now */
static unsigned int fake_reads;				/* how many there were */

static struct mm_struct fake_mm = { .pgd = (void *)FAKE_KERNEL };
struct task_struct standin_current = { .comm = "cat", .mm = &fake_mm };
unsigned long standin_cr3 = __pa(FAKE_KERNEL);

static inline void fake_unmap_all(void)
{
	fake_nr_ranges = 0;
}

static inline void fake_map(unsigned long addr, const void *bytes, size_t size)
{
	assert_true(fake_nr_ranges < 16);
	fake_ranges[fake_nr_ranges++] = (struct fake_range){ addr, size, bytes };
}

bool standin_read(void *to, unsigned long addr, size_t size, bool user)
{
	const struct fake_range *range;

	assert_true(fake_pagefaults_disabled > 0);
	assert_true(!user || (addr >= fake_user_from && addr + size <= fake_user_end));
	fake_reads++;
	if (user == addr >> 63)
		return false;
	for (range = fake_ranges; range < fake_ranges + fake_nr_ranges; range++) {
		if (addr < range->addr || addr - range->addr + size > range->size)
			continue;
		memcpy(to, range->bytes + (addr - range->addr), size);
		return true;
	}
	return false;
}

bool standin_user_begin(unsigned long addr, size_t len)
{
	assert_true(!fake_user_end);
	if (addr >> 63 || !len)
		return false;
	fake_user_from = addr;
	fake_user_end = addr + len;
	return true;
}

void standin_user_end(void)
{
	assert_true(fake_user_end);
	fake_user_end = 0;
}

void standin_pagefaults(int disable)
{
	fake_pagefaults_disabled += disable;
	assert_true(fake_pagefaults_disabled >= 0);
}

/* Every address above PAGE_OFFSET is in a symbol of 4 KiB. */
int sprint_symbol(char *buffer, unsigned long address)
{
	if (address < PAGE_OFFSET)
		return sprintf(buffer, "0x%lx", address);
	return sprintf(buffer, "sym_%lx+0x%lx/0x1000", (address - PAGE_OFFSET) >> 12,
		       address & 0xfff);
}

#endif
