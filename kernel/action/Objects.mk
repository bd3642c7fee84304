# SPDX-License-Identifier: GPL-2.0
#
# Objects of kernel/action/: what an event file does for a hit besides recording it. The form is explained in kernel/Objects.mk.
probefs-y += kernel/action/action_event.o
probefs-y += kernel/action/action_snapshot.o
probefs-y += kernel/action/action_stack.o
probefs-y += kernel/action/action_table.o
probefs-y += kernel/action/action_tracing.o

probefs-record-objs += kernel/action/action_event.o
probefs-record-objs += kernel/action/action_snapshot.o
probefs-record-objs += kernel/action/action_stack.o
probefs-record-objs += kernel/action/action_tracing.o
