# SPDX-License-Identifier: GPL-2.0
#
# Objects of kernel/instance/: a ring buffer and what is set beside it. The form is explained in kernel/Objects.mk.
probefs-y += kernel/instance/clock.o
probefs-y += kernel/instance/comm_cache.o
probefs-y += kernel/instance/error_log.o
probefs-y += kernel/instance/instance.o
probefs-y += kernel/instance/instance_options.o
probefs-y += kernel/instance/instance_size.o
probefs-y += kernel/instance/instance_switch.o
probefs-y += kernel/instance/pid_follow.o
probefs-y += kernel/instance/pid_list.o
probefs-y += kernel/instance/saved_tasks.o
probefs-y += kernel/instance/snapshot.o

probefs-record-objs += kernel/instance/clock.o
probefs-record-objs += kernel/instance/comm_cache.o
probefs-record-objs += kernel/instance/instance_switch.o
