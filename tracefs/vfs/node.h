/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The tree, described by tables, and the look-up in it. A directory has entries with fixed names, and may have a level:
 * children that come and go with the tables of the tracer.
 */
#ifndef TRACEFS_NODE_H
#define TRACEFS_NODE_H

#include <linux/fs.h>
#include <linux/list.h>
#include <linux/rcupdate.h>

#include "tracefs/vfs/place.h"

struct name_list;
struct tracefs_dir;
struct tracefs_text;

/**
 * struct tracefs_entry - one name in a directory
 * @name: NULL for what a level makes
 * @mode: type and permissions
 * @dir: of a directory
 * @text: of a file that tracefs_text_fops serves
 * @fops: of any other file
 */
struct tracefs_entry {
	const char *name;
	umode_t mode;
	const struct tracefs_dir *dir;
	const struct tracefs_text *text;
	const struct file_operations *fops;
};

/**
 * struct tracefs_level - the children of a directory that are looked up in the tracer
 * @child: what each of them is
 * @find: writes what the child @name is about, with references of its own; or
 *	-ENOENT, or -EINTR when the process is being killed
 * @list: a snapshot of the names
 */
struct tracefs_level {
	struct tracefs_entry child;
	int (*find)(const struct tracefs_place *dir, const char *name, struct tracefs_place *child);
	int (*list)(const struct tracefs_place *dir, struct name_list *names);
};

/**
 * struct tracefs_dir - what is in a directory
 * @entries: the fixed names, sorted; they hide names of the level
 * @nr_entries: their number
 * @base: a directory whose entries this one has in addition to its own, or NULL; @base has no base
 *	itself, and its level does not count here
 * @level: or NULL
 */
struct tracefs_dir {
	const struct tracefs_entry *entries;
	unsigned int nr_entries;
	const struct tracefs_dir *base;
	const struct tracefs_level *level;
};

/**
 * struct tracefs_node - what an inode stands for (inode->i_private)
 * @entry: its row
 * @place: what it is about
 * @pinned: its dentry, once somebody has changed its owner or mode; see tracefs_pin()
 * @pin_link: then, on the list of its superblock
 * @rcu: path walks look at nodes under RCU
 */
struct tracefs_node {
	const struct tracefs_entry *entry;
	struct tracefs_place place;
	struct dentry *pinned;
	struct list_head pin_link;
	struct rcu_head rcu;
};

static inline struct tracefs_node *tracefs_node(const struct inode *inode)
{
	return inode->i_private;
}

/* The directory that a mount shows: tracefs/files/tree.c */
extern const struct tracefs_entry tracefs_root_entry;

/* How many fixed names a directory shows. */
static inline unsigned int tracefs_dir_nr_entries(const struct tracefs_dir *dir)
{
	return dir->nr_entries + (dir->base ? dir->base->nr_entries : 0);
}

int tracefs_node_find(const struct tracefs_node *parent, const char *name,
		      const struct tracefs_entry **entry, struct tracefs_place *place);
const struct tracefs_entry *tracefs_dir_entry(const struct tracefs_dir *dir, unsigned int index);
bool tracefs_dir_has(const struct tracefs_dir *dir, const char *name);

const struct tracefs_place *tracefs_file_place(struct file *file);
struct trace_instance *tracefs_file_instance(struct file *file);
int tracefs_file_cpu(struct file *file);

#endif
