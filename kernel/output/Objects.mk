# SPDX-License-Identifier: GPL-2.0
#
# Objects of kernel/output/: records to text. The form is explained in kernel/Objects.mk.
probefs-y += kernel/output/trace_front.o
probefs-y += kernel/output/trace_iterator.o
probefs-y += kernel/output/trace_output.o
probefs-y += kernel/output/trace_raw.o
probefs-y += kernel/output/user_object.o
