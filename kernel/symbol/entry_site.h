/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Finds the places where ftrace hooks functions, and which of the kernel's own functions kprobes
 * refuse.
 */
#ifndef KERNEL_ENTRY_SITE_H
#define KERNEL_ENTRY_SITE_H

#include <linux/errno.h>
#include <linux/types.h>

#ifdef CONFIG_DYNAMIC_FTRACE
int entry_site_find(unsigned long place, unsigned long *site);
int entry_sites_set_up(void);
unsigned long entry_site_next(unsigned long site);
unsigned long entry_site_of(unsigned long function);
bool entry_site_is_there(unsigned long site);
bool entry_site_name(unsigned long site, char *name);
#else
static inline int entry_sites_set_up(void)
{
	return -ENOENT;
}

static inline unsigned long entry_site_next(unsigned long site)
{
	return 0;
}

static inline unsigned long entry_site_of(unsigned long function)
{
	return 0;
}
#endif

#endif
