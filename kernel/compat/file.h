/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Opening a file by its path in a mount, and one that has been looked up.
 */
#ifndef KERNEL_COMPAT_FILE_H
#define KERNEL_COMPAT_FILE_H

#include <linux/fs.h>
#include <linux/mount.h>
#include <linux/path.h>

#include "kernel/compat/have.h"

/*
 * The arguments changed with commit ffb37ca3bd16 ("switch file_open_root() to struct path", v5.13),
 * which has this function, too.
 */
static inline struct file *compat_open_in_mount(struct vfsmount *mount, const char *name)
{
#ifdef COMPAT_HAVE_FILE_OPEN_ROOT_MNT
	return file_open_root_mnt(mount, name, O_RDONLY, 0);
#else
	return file_open_root(mount->mnt_root, mount, name, O_RDONLY, 0);
#endif
}

/*
 * An empty name is the file at @path itself, whatever has taken its place in the directory since it was looked
 * up. The permissions of the task are checked, as by open(2). The arguments changed with the same commit.
 */
static inline struct file *compat_open_path(const struct path *path, int flags)
{
#ifdef COMPAT_HAVE_FILE_OPEN_ROOT_MNT
	return file_open_root(path, "", flags, 0);
#else
	return file_open_root(path->dentry, path->mnt, "", flags, 0);
#endif
}

#endif
