// SPDX-License-Identifier: GPL-2.0
/*
 * The directories where people and programs mount a tracer. A kernel with tracing has made these
 * directories itself. On a kernel without, the module makes /sys/kernel/tracing, and "tracing" in
 * debugfs for those who look there. The latter is a plain directory. Mainline mounts its own
 * tracefs there when somebody looks into it, but that would make one more tracer here, and not the
 * one that they look for: bind-mount the right one instead.
 */
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/kernfs.h>
#include <linux/kobject.h>
#include <linux/sysfs.h>

#include "tracefs/vfs/mount_point.h"

#define MOUNT_POINT	"tracing"

/* Only module init and exit write these variables. */
static bool mount_point_is_ours;
static struct dentry *debugfs_mount_point;

/* Look first, because sysfs_create_mount_point() warns when the name is taken. */
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
 * mount_points_create() - make the mount points that the kernel does not have
 *
 * A mount point that can't be made is missing, and that is no error: a tracer can be mounted
 * anywhere.
 */
void mount_points_create(void)
{
	if (mount_point_exists() || sysfs_create_mount_point(kernel_kobj, MOUNT_POINT))
		return;
	mount_point_is_ours = true;
	if (!debugfs_mount_point_exists())
		debugfs_mount_point = debugfs_create_dir(MOUNT_POINT, NULL);
}

/** mount_points_remove() - remove the mount points; what somebody mounted there is detached */
void mount_points_remove(void)
{
	if (!mount_point_is_ours)
		return;
	debugfs_remove(debugfs_mount_point);
	sysfs_remove_mount_point(kernel_kobj, MOUNT_POINT);
}
