/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The tree is described by tables, and the look-up is done in them. A directory has entries with
 * fixed names, and may have a level: children that come and go with the tables of the tracer.
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
 * @name: the name, or NULL for the child of a level, whose names the level makes
 * @mode: type and permissions of the node
 * @dir: the contents of a directory, NULL for a file
 * @text: what a file does that tracefs_text_fops serves, else NULL
 * @fops: the operations of any other file, else NULL
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
 * @child: the entry that describes each of the children
 * @find: writes the place of the child called @name to @child, with references of its own; returns
 *	0, -ENOENT, or -EINTR when the process is being killed
 * @list: takes a snapshot of the names; returns 0 or -errno
 * @make: makes a child called @name, for mkdir(2); NULL where nobody can make one
 * @remove: removes a child, for rmdir(2); set together with @make
 */
struct tracefs_level {
	struct tracefs_entry child;
	int (*find)(const struct tracefs_place *dir, const char *name, struct tracefs_place *child);
	int (*list)(const struct tracefs_place *dir, struct name_list *names);
	int (*make)(const struct tracefs_place *dir, const char *name);
	int (*remove)(const struct tracefs_place *child);
};

/**
 * struct tracefs_dir - what is in a directory
 * @entries: the fixed names, sorted; they hide names of the level
 * @nr_entries: number of elements in @entries
 * @base: a directory whose entries this one has in addition to its own, or NULL; @base has no base
 *	itself, and its level does not count here
 * @level: the level of the directory, or NULL when it has none
 * @keeps_owner: the directory and all below it belong to whom their instance's @events_owner says,
 *	and do not follow when the root or "instances" is given to somebody else
 */
struct tracefs_dir {
	const struct tracefs_entry *entries;
	unsigned int nr_entries;
	const struct tracefs_dir *base;
	const struct tracefs_level *level;
	bool keeps_owner;
};

/**
 * struct tracefs_node - what an inode stands for (inode->i_private)
 * @entry: the row of the tables that describes the node
 * @place: the objects that the node is about
 * @keeps_owner: the node is at or below a directory that keeps its owner (struct tracefs_dir)
 * @given: ATTR_UID and ATTR_GID, for what chown(2) of this node has changed since the last remount that
 *	names the same; protected by the superblock's @lock
 * @pinned: the node's dentry, once somebody has changed its owner or mode; see tracefs_pin()
 * @pin_link: puts a node that is pinned on the list of its superblock
 * @rcu: frees the node when no path walk, which looks at nodes under RCU, can still have it
 */
struct tracefs_node {
	const struct tracefs_entry *entry;
	struct tracefs_place place;
	bool keeps_owner;
	unsigned int given;
	struct dentry *pinned;
	struct list_head pin_link;
	struct rcu_head rcu;
};

static inline struct tracefs_node *tracefs_node(const struct inode *inode)
{
	return inode->i_private;
}

/* The root directory of every mount; its tables are in tracefs/files/tree.c. */
extern const struct tracefs_entry tracefs_root_entry;

/* Returns how many fixed names a directory shows. */
static inline unsigned int tracefs_dir_nr_entries(const struct tracefs_dir *dir)
{
	return dir->nr_entries + (dir->base ? dir->base->nr_entries : 0);
}

int tracefs_node_find(const struct tracefs_node *parent, const char *name,
		      const struct tracefs_entry **entry, struct tracefs_place *place);
const struct tracefs_entry *tracefs_dir_entry(const struct tracefs_dir *dir, unsigned int index);
const struct tracefs_entry *tracefs_dir_find(const struct tracefs_dir *dir, const char *name);

const struct tracefs_place *tracefs_file_place(struct file *file);
struct trace_instance *tracefs_file_instance(struct file *file);
int tracefs_file_cpu(struct file *file);
int tracefs_file_hold(struct file *file);
void tracefs_file_let_go(struct file *file);

#endif
