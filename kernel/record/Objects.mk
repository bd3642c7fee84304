# SPDX-License-Identifier: GPL-2.0
#
# Objects of kernel/record/: what happens on a hit. The form is explained in kernel/Objects.mk.
probefs-y += kernel/record/actions.o
probefs-y += kernel/record/builtin.o
probefs-$(CONFIG_PROBEFS_TRACE_PRINTK) += kernel/record/builtin_printk.o
probefs-$(CONFIG_PROBEFS_FUNCTION_TRACER) += kernel/record/function_record.o
probefs-y += kernel/record/general.o
probefs-$(CONFIG_PROBEFS_TRACE_MARKER) += kernel/record/marker.o
probefs-$(CONFIG_PROBEFS_TRACE_PRINTK) += kernel/record/printk_record.o
probefs-y += kernel/record/record.o
probefs-y += kernel/record/record_strings.o
probefs-y += kernel/record/record_wait.o
probefs-y += kernel/record/slots.o
probefs-y += kernel/record/stack.o
probefs-$(CONFIG_PROBEFS_STATIC_EVENTS) += kernel/record/static_record.o
probefs-$(CONFIG_PROBEFS_UPROBES) += kernel/record/user_record.o
probefs-y += kernel/record/user_stack.o
probefs-y += kernel/record/ways.o

probefs-record-objs += kernel/record/actions.o
probefs-record-objs += kernel/record/function_record.o
probefs-record-objs += kernel/record/general.o
probefs-record-objs += kernel/record/printk_record.o
probefs-record-objs += kernel/record/record.o
probefs-record-objs += kernel/record/record_strings.o
probefs-record-objs += kernel/record/slots.o
probefs-record-objs += kernel/record/stack.o
probefs-record-objs += kernel/record/static_record.o
probefs-record-objs += kernel/record/user_record.o
probefs-record-objs += kernel/record/user_stack.o
