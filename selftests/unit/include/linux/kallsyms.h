/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_KALLSYMS_H
#define STANDIN_LINUX_KALLSYMS_H

#define KSYM_NAME_LEN	512
#define KSYM_SYMBOL_LEN	(KSYM_NAME_LEN + 100)

/* The test's; see fake_kernel.h. */
int sprint_symbol(char *buffer, unsigned long address);

#endif
