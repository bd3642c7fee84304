/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_KPROBES_H
#define STANDIN_LINUX_KPROBES_H

#include <linux/types.h>

#define __kprobes

typedef u8 kprobe_opcode_t;

#define KPROBE_FLAG_DISABLED	2

struct kprobe {
	kprobe_opcode_t *addr;
	const char *symbol_name;
	unsigned int offset;
	u32 flags;
};

/* The test's, if it needs them; see test_symbol.c. */
int register_kprobe(struct kprobe *kp);
void unregister_kprobe(struct kprobe *kp);

#endif
