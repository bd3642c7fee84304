// SPDX-License-Identifier: GPL-2.0
/*
 * Where people and programs mount a tracer. A kernel with tracing has made these places itself; on
 * one without, the module does: the directory /sys/kernel/tracing, and for those who look there
 * "tracing" in debugfs. The latter is a plain directory. The kernel's own is mounted when somebody
 * looks into it, but that would make one more tracer here, and another one than they look for:
 * bind-mount the one that is meant.
 */
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/kernfs.h>
#include <linux/kobject.h>
#include <linux/sysfs.h>

#include "tracefs/vfs/mount_point.h"

#define MOUNT_POINT	"tracing"

/* Written by module init and exit only. */
static bool mount_point_is_ours;
static struct dentry *debugfs_mount_point;

/* sysfs_create_mount_point() warns when there is something already. */
static bool mount_point_exists(void)
{
	struct kernfs_node *node = sysfs_get_dirent(kernel_kobj->sd, MOUNT_POINT);

	sysfs_put(node);
	return node;
}

static bool debugfs_mount_point_exists(void)
{
	struct dentry *dentry = debugfs_lookup(MOUNT_POINT, NULL);

	if (IS_ERR_OR_NULL(dentry))
		return false;
	dput(dentry);
	return true;
}

/**
 * mount_points_create() - make the mount points that the kernel has not
 *
 * One that can't be made is missing, no more: a tracer can be mounted anywhere.
 */
void mount_points_create(void)
{
	if (mount_point_exists() || sysfs_create_mount_point(kernel_kobj, MOUNT_POINT))
		return;
	mount_point_is_ours = true;
	if (!debugfs_mount_point_exists())
		debugfs_mount_point = debugfs_create_dir(MOUNT_POINT, NULL);
}

/** mount_points_remove() - the opposite; what somebody mounted there is detached */
void mount_points_remove(void)
{
	if (!mount_point_is_ours)
		return;
	debugfs_remove(debugfs_mount_point);
	sysfs_remove_mount_point(kernel_kobj, MOUNT_POINT);
}
