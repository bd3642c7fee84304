# SPDX-License-Identifier: GPL-2.0
#
# Objects of kernel/: probe objects, backends, events, ring buffer, filters, triggers.
# One line per object, sorted; read by the Kbuild file of the top directory:
#
#	probefs-y += kernel/NAME.o
#	probefs-$(CONFIG_PROBEFS_FILTER) += kernel/NAME.o	(a part that can be left out, see Kconfig)
#	probefs-record-objs += kernel/NAME.o	(in addition: runs on the record path)
