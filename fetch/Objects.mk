# SPDX-License-Identifier: GPL-2.0
#
# Objects of fetch/: probe definitions -> fetch programs -> bytes -> text.
# One line per object, sorted; read by the Kbuild file of the top directory:
#
#	probefs-y += fetch/NAME.o
#	probefs-$(CONFIG_PROBEFS_FILTER) += fetch/NAME.o	(a part that can be left out, see Kconfig)
#	probefs-record-objs += fetch/NAME.o	(in addition: runs on the record path)
