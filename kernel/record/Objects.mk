# SPDX-License-Identifier: GPL-2.0
#
# Objects of kernel/record/: what happens on a hit. The form is explained in kernel/Objects.mk.
probefs-$(CONFIG_PROBEFS_TRACE_MARKER) += kernel/record/marker.o
probefs-y += kernel/record/record.o
probefs-y += kernel/record/record_measured.o
probefs-y += kernel/record/record_wait.o
probefs-y += kernel/record/stack.o

probefs-record-objs += kernel/record/record.o
probefs-record-objs += kernel/record/record_measured.o
probefs-record-objs += kernel/record/stack.o
