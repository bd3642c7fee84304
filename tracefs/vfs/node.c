// SPDX-License-Identifier: GPL-2.0
/*
 * The look-up finds a row of the tables and a place, from a directory and a name; and the place of
 * an open file.
 */
#include <linux/string.h>

#include "kernel/instance/instance.h"
#include "tracefs/vfs/node.h"

/**
 * tracefs_dir_find() - find a fixed entry by its name
 * @dir: the directory that may show the entry, itself or through its base
 * @name: the name to look up
 *
 * Return: the entry, which hides the same name of the directory's level, or NULL.
 */
const struct tracefs_entry *tracefs_dir_find(const struct tracefs_dir *dir, const char *name)
{
	unsigned int i;

	for (; dir; dir = dir->base) {
		for (i = 0; i < dir->nr_entries; i++) {
			if (!strcmp(dir->entries[i].name, name))
				return &dir->entries[i];
		}
	}
	return NULL;
}

static const struct tracefs_entry *own_entry(const struct tracefs_dir *dir, unsigned int index)
{
	return dir && index < dir->nr_entries ? &dir->entries[index] : NULL;
}

static bool comes_first(const struct tracefs_entry *entry, const struct tracefs_entry *other)
{
	return entry && (!other || strcmp(entry->name, other->name) < 0);
}

/**
 * tracefs_dir_entry() - find a fixed entry by its position among those that a directory shows
 * @dir: the directory that shows the entry
 * @index: the position, below tracefs_dir_nr_entries(); the directory's own entries and those of
 *	its base are one list, sorted by name
 */
const struct tracefs_entry *tracefs_dir_entry(const struct tracefs_dir *dir, unsigned int index)
{
	const struct tracefs_entry *own, *inherited;
	unsigned int nr_own = 0, nr_inherited = 0;

	for (;;) {
		own = own_entry(dir, nr_own);
		inherited = own_entry(dir->base, nr_inherited);
		if (nr_own + nr_inherited == index)
			return comes_first(own, inherited) ? own : inherited;
		if (comes_first(own, inherited))
			nr_own++;
		else
			nr_inherited++;
	}
}

/**
 * tracefs_node_find() - look a name up in a directory
 * @parent: the directory to look in
 * @name: the name to look up
 * @entry: receives the row of the tables that describes the node, on success
 * @place: receives the objects that the node is about, with references for the caller, on success
 *
 * Context: process context, may take tracer->lock. Return: 0, -ENOENT, or -EINTR when the
 * process is being killed.
 */
int tracefs_node_find(const struct tracefs_node *parent, const char *name,
		      const struct tracefs_entry **entry, struct tracefs_place *place)
{
	const struct tracefs_dir *dir = parent->entry->dir;
	const struct tracefs_entry *fixed;
	int ret;

	if (tracefs_place_is_dead(&parent->place))
		return -ENOENT;
	fixed = tracefs_dir_find(dir, name);
	if (fixed) {
		*entry = fixed;
		*place = parent->place;
		tracefs_place_get(place);
		return 0;
	}
	if (!dir->level)
		return -ENOENT;
	ret = dir->level->find(&parent->place, name, place);
	if (!ret)
		*entry = &dir->level->child;
	return ret;
}

/**
 * tracefs_file_place() - get the objects that an open file is about
 * @file: a file of this file system
 *
 * From tracefs_file_hold() in its open to its release, an open file holds the instance. The group and
 * the event stay allocated as long, but may be dead.
 */
const struct tracefs_place *tracefs_file_place(struct file *file)
{
	return &tracefs_node(file_inode(file))->place;
}

/**
 * tracefs_file_instance() - get the instance that an open file belongs to
 * @file: a file of this file system; the instance is there until its release
 */
struct trace_instance *tracefs_file_instance(struct file *file)
{
	return tracefs_file_place(file)->instance;
}

/**
 * tracefs_file_cpu() - get the CPU of a file below per_cpu/cpuN
 * @file: a file of this file system
 *
 * Return: the CPU, or -1 for a file that is about all of them.
 */
int tracefs_file_cpu(struct file *file)
{
	return tracefs_file_place(file)->cpu;
}

/**
 * tracefs_file_hold() - hold the instance of a file that is being opened, so that it can't be removed
 * @file: a file of this file system; its release, or an open that fails, calls tracefs_file_let_go()
 *
 * Return: 0, or -ENODEV when the instance is gone.
 */
int tracefs_file_hold(struct file *file)
{
	return instance_hold(tracefs_file_instance(file)) ? 0 : -ENODEV;
}

/** tracefs_file_let_go() - undo tracefs_file_hold(), after the last use of the instance */
void tracefs_file_let_go(struct file *file)
{
	instance_let_go(tracefs_file_instance(file));
}
