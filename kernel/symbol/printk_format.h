/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Texts of the kernel and of modules to which records refer by their address: printk_formats.
 */
#ifndef KERNEL_PRINTK_FORMAT_H
#define KERNEL_PRINTK_FORMAT_H

#include <linux/types.h>

struct module;
struct seq_file;

bool printk_formats_scan(const struct module *gone, bool last_words);
bool printk_format_stays(const char *text);
int printk_formats_show(struct seq_file *m);
void printk_formats_exit(void);

#endif
