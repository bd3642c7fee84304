# SPDX-License-Identifier: GPL-2.0
#
# Objects of kernel/filter/: filters and patterns. The form is explained in kernel/Objects.mk.
probefs-$(CONFIG_PROBEFS_FILTER) += kernel/filter/filter.o
probefs-$(CONFIG_PROBEFS_FILTER) += kernel/filter/filter_pattern.o

probefs-record-objs += kernel/filter/filter.o
probefs-record-objs += kernel/filter/filter_pattern.o
