# SPDX-License-Identifier: GPL-2.0
#
# kernel/ has an Objects.mk in each floor, listed from the top one down; scripts/check-floors has
# the table of who may include whom. They are read by the Kbuild file of the top directory. One line
# per object, sorted:
#
#	probefs-y += kernel/FLOOR/NAME.o
#	probefs-$(CONFIG_PROBEFS_FILTER) += kernel/FLOOR/NAME.o	(a part that can be left out, see Kconfig)
#	probefs-record-objs += kernel/FLOOR/NAME.o	(in addition: runs on the record path)
include $(probefs-src)/kernel/tracer/Objects.mk
include $(probefs-src)/kernel/definition/Objects.mk
include $(probefs-src)/kernel/control/Objects.mk
include $(probefs-src)/kernel/hook/Objects.mk
include $(probefs-src)/kernel/action/Objects.mk
include $(probefs-src)/kernel/output/Objects.mk
include $(probefs-src)/kernel/record/Objects.mk
include $(probefs-src)/kernel/event/Objects.mk
include $(probefs-src)/kernel/instance/Objects.mk
include $(probefs-src)/kernel/filter/Objects.mk
include $(probefs-src)/kernel/buffer/Objects.mk
include $(probefs-src)/kernel/subbuf/Objects.mk
include $(probefs-src)/kernel/symbol/Objects.mk
