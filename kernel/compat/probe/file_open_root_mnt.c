// SPDX-License-Identifier: GPL-2.0
/* Commit ffb37ca3bd16 ("switch file_open_root() to struct path", v5.13) */
#include <linux/fs.h>

struct file *probe_open(struct vfsmount *mount);

struct file *probe_open(struct vfsmount *mount)
{
	return file_open_root_mnt(mount, "name", O_RDONLY, 0);
}
