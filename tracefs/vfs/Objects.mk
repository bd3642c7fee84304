# SPDX-License-Identifier: GPL-2.0
#
# Objects of tracefs/vfs/: mounts, inodes, look-up, places, what all files share. The form is explained in tracefs/Objects.mk.
probefs-y += tracefs/vfs/inode.o
probefs-y += tracefs/vfs/mount_point.o
probefs-y += tracefs/vfs/node.o
probefs-y += tracefs/vfs/owner.o
probefs-y += tracefs/vfs/place.o
probefs-y += tracefs/vfs/splice.o
probefs-y += tracefs/vfs/super.o
probefs-y += tracefs/vfs/text_file.o
