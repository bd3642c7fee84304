# SPDX-License-Identifier: GPL-2.0
#
# Objects of tracefs/: the file system: mount, directories, control files.
# One line per object, sorted; read by the Kbuild file of the top directory:
#
#	probefs-y += tracefs/NAME.o
#	probefs-$(CONFIG_PROBEFS_FILTER) += tracefs/NAME.o	(a part that can be left out, see Kconfig)
#	probefs-record-objs += tracefs/NAME.o	(in addition: runs on the record path)
