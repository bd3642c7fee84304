/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Texts of the kernel and of modules to which records refer by their address: printk_formats.
 */
#ifndef KERNEL_PRINTK_FORMAT_H
#define KERNEL_PRINTK_FORMAT_H

#include <linux/types.h>

struct module;
struct seq_file;

bool printk_formats_module_comes(struct module *mod);
bool printk_formats_module_goes(const struct module *mod);
bool printk_formats_have_caller(void);
bool printk_format_stays(const char *text);
int printk_formats_show(struct seq_file *m);
void printk_formats_exit(void);

#endif
