// SPDX-License-Identifier: GPL-2.0
/* Commit 04b01625da13 ("perf/uprobe: split uprobe_unregister()", v6.12) */
#include <linux/uprobes.h>

struct uprobe *probe_register(struct inode *inode, loff_t offset, struct uprobe_consumer *uc);

struct uprobe *probe_register(struct inode *inode, loff_t offset, struct uprobe_consumer *uc)
{
	struct uprobe *uprobe = uprobe_register(inode, offset, 0, uc);

	uprobe_unregister_nosync(uprobe, uc);
	uprobe_unregister_sync();
	return uprobe;
}
