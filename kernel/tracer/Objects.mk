# SPDX-License-Identifier: GPL-2.0
#
# Objects of kernel/tracer/: how tracers come and go. The form is explained in kernel/Objects.mk.
probefs-y += kernel/tracer/boot.o
probefs-y += kernel/tracer/tracers.o
