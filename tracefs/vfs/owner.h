/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Whom the nodes of a mount belong to.
 */
#ifndef TRACEFS_OWNER_H
#define TRACEFS_OWNER_H

#include <linux/fs.h>

struct file_owner;
struct tracefs_node;

void tracefs_owner_mount(struct super_block *sb, const struct file_owner *owner);
int tracefs_owner_remount(struct super_block *sb, const struct file_owner *owner,
			  unsigned int valid);
void tracefs_owner_begin(struct inode *inode, struct tracefs_node *node);
void tracefs_owner_change(void *idmap, struct dentry *dentry, const struct iattr *attr);

#endif
