/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_MODULE_H
#define STANDIN_LINUX_MODULE_H

#include <linux/export.h>
#include <linux/init.h>

#define MODULE_LICENSE(x)
#define MODULE_AUTHOR(x)
#define MODULE_DESCRIPTION(x)
#define THIS_MODULE NULL

/* The kernel's, found by its address only. */
unsigned long module_kallsyms_lookup_name(const char *name);

#endif
