# SPDX-License-Identifier: GPL-2.0
#
# Objects of kernel/symbol/: symbols and types of the kernel, what ftrace can hook, and what is refused. The form is explained in kernel/Objects.mk.
probefs-$(CONFIG_DYNAMIC_FTRACE) += kernel/symbol/entry_site.o
probefs-y += kernel/symbol/kernel_btf.o
probefs-y += kernel/symbol/kernel_btf_file.o
probefs-$(CONFIG_PROBEFS_STATIC_EVENTS) += kernel/symbol/kernel_event.o
probefs-$(CONFIG_PROBEFS_STATIC_EVENTS) += kernel/symbol/kernel_event_file.o
probefs-y += kernel/symbol/place_error.o
probefs-$(CONFIG_PROBEFS_TRACE_PRINTK) += kernel/symbol/printk_format.o
probefs-y += kernel/symbol/refused.o
probefs-y += kernel/symbol/symbol.o

probefs-record-objs += kernel/symbol/printk_format.o
