/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_KALLSYMS_H
#define STANDIN_LINUX_KALLSYMS_H

#define KSYM_NAME_LEN	512
#define KSYM_SYMBOL_LEN	(KSYM_NAME_LEN + 100)

/* The test's; see fake_kernel.h. */
int sprint_symbol(char *buffer, unsigned long address);
int sprint_symbol_no_offset(char *buffer, unsigned long address);

/* The kernel's, found by its address only; the prototype is that of v6.4. */
int kallsyms_on_each_symbol(int (*fn)(void *data, const char *name, unsigned long address), void *data);

#endif
