/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Inodes and dentries of the tree that node.h describes.
 */
#ifndef TRACEFS_INODE_H
#define TRACEFS_INODE_H

#include <linux/dcache.h>
#include <linux/fs.h>

struct tracefs_entry;
struct tracefs_node;
struct tracefs_place;

#define TRACEFS_ROOT_INO	1

extern const struct dentry_operations tracefs_dentry_operations;

struct inode *tracefs_inode_create(struct super_block *sb, const struct tracefs_node *dir,
				   const struct tracefs_entry *entry,
				   const struct tracefs_place *place, unsigned long ino);
void tracefs_evict_inode(struct inode *inode);
void tracefs_unpin(struct super_block *sb, bool dead_only);

#endif
