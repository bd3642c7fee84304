/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_UACCESS_H
#define STANDIN_LINUX_UACCESS_H

#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/standin_arch.h>
#include <linux/types.h>

/* The test's; see fake_kernel.h. All of @size bytes, or nothing and false. */
bool standin_read(void *to, unsigned long addr, size_t size, bool user);
void standin_pagefaults(int disable);
bool standin_user_begin(unsigned long addr, size_t len);
void standin_user_end(void);

static inline void pagefault_disable(void)
{
	standin_pagefaults(1);
}

static inline void pagefault_enable(void)
{
	standin_pagefaults(-1);
}

#define __get_kernel_nofault(to, from, type, fault)					\
do {											\
	if (!standin_read(to, (unsigned long)(from), sizeof(type), false))		\
		goto fault;								\
} while (0)

static inline long copy_from_kernel_nofault(void *to, const void *from, size_t size)
{
	return standin_read(to, (unsigned long)from, size, false) ? 0 : -EFAULT;
}

#define user_access_begin(from, len)	standin_user_begin((unsigned long)(from), len)
#define user_access_end()		standin_user_end()
#define unsafe_get_user(to, from, fault)						\
do {											\
	if (!standin_read(&(to), (unsigned long)(from), sizeof(*(from)), true))		\
		goto fault;								\
} while (0)

#endif
