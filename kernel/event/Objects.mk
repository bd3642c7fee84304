# SPDX-License-Identifier: GPL-2.0
#
# Objects of kernel/event/: events, groups, event files, probe objects. The form is explained in kernel/Objects.mk.
probefs-y += kernel/event/array.o
probefs-y += kernel/event/event.o
probefs-y += kernel/event/probe.o
probefs-y += kernel/event/tracer.o
