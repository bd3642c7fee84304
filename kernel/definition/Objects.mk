# SPDX-License-Identifier: GPL-2.0
#
# Objects of kernel/definition/: what becomes of the lines that are written. The form is explained in kernel/Objects.mk.
probefs-y += kernel/definition/definition.o
probefs-y += kernel/definition/definition_event.o
probefs-$(CONFIG_PROBEFS_UPROBES) += kernel/definition/definition_file.o
probefs-y += kernel/definition/definition_kind.o
probefs-y += kernel/definition/definition_list.o
probefs-y += kernel/definition/definition_names.o
probefs-y += kernel/definition/definition_place.o
probefs-y += kernel/definition/definition_places.o
probefs-$(CONFIG_PROBEFS_TRACEPOINTS) += kernel/definition/definition_tracepoint.o
probefs-y += kernel/definition/transaction.o
