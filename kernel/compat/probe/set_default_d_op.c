// SPDX-License-Identifier: GPL-2.0
/* Commit 05fb0e666495 ("new helper: set_default_d_op()", v6.17) */
#include <linux/dcache.h>
#include <linux/fs.h>

void probe_set_default_d_op(struct super_block *sb, const struct dentry_operations *ops);

void probe_set_default_d_op(struct super_block *sb, const struct dentry_operations *ops)
{
	set_default_d_op(sb, ops);
}
