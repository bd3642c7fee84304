// SPDX-License-Identifier: GPL-2.0
/* Commit da09a9e0c3ea ("uprobe: Add data pointer to consumer handlers", v6.13) */
#include <linux/uprobes.h>

int probe_handler(struct uprobe_consumer *uc, struct pt_regs *regs, __u64 *data);
extern struct uprobe_consumer probe_consumer;

int probe_handler(struct uprobe_consumer *uc, struct pt_regs *regs, __u64 *data)
{
	return 0;
}

struct uprobe_consumer probe_consumer = {
	.handler = probe_handler,
};
