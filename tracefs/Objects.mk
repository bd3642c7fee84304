# SPDX-License-Identifier: GPL-2.0
#
# tracefs/ has an Objects.mk in each folder: files/, the control files, includes from vfs/, the mount
# with its directories, and not the other way. They are read by the Kbuild file of the top directory.
# One line per object, sorted:
#
#	probefs-y += tracefs/FOLDER/NAME.o
#	probefs-$(CONFIG_PROBEFS_FILTER) += tracefs/FOLDER/NAME.o	(a part that can be left out, see Kconfig)
include $(probefs-src)/tracefs/files/Objects.mk
include $(probefs-src)/tracefs/vfs/Objects.mk

probefs-y += tracefs/main.o
