# SPDX-License-Identifier: GPL-2.0
#
# Objects of kernel/: probe objects, backends, events, ring buffer, filters, triggers.
# One line per object, sorted; read by the Kbuild file of the top directory:
#
#	probefs-y += kernel/NAME.o
#	probefs-$(CONFIG_PROBEFS_FILTER) += kernel/NAME.o	(a part that can be left out, see Kconfig)
#	probefs-record-objs += kernel/NAME.o	(in addition: runs on the record path)
probefs-y += kernel/boot.o
probefs-y += kernel/clock.o
probefs-y += kernel/comm_cache.o
probefs-y += kernel/definition.o
probefs-$(CONFIG_DYNAMIC_FTRACE) += kernel/entry_site.o
probefs-y += kernel/error_log.o
probefs-y += kernel/event.o
probefs-y += kernel/event_enable.o
probefs-$(CONFIG_PROBEFS_FILTER) += kernel/event_filter.o
probefs-$(CONFIG_PROBEFS_FILTER) += kernel/filter.o
probefs-$(CONFIG_PROBEFS_FILTER) += kernel/filter_pattern.o
probefs-y += kernel/instance.o
probefs-$(CONFIG_PROBEFS_TRACE_MARKER) += kernel/marker.o
probefs-y += kernel/probe.o
probefs-$(CONFIG_PROBEFS_FTRACE) += kernel/probe_ftrace.o
probefs-$(CONFIG_PROBEFS_FTRACE) += kernel/probe_ftrace_hit.o
probefs-y += kernel/probe_kprobe.o
probefs-$(CONFIG_PROBEFS_KRETPROBES) += kernel/probe_kretprobe.o
probefs-y += kernel/probe_stuck.o
probefs-y += kernel/record.o
probefs-y += kernel/record_measured.o
probefs-y += kernel/record_wait.o
probefs-y += kernel/refused.o
probefs-y += kernel/ring_buffer.o
probefs-y += kernel/ring_buffer_control.o
probefs-y += kernel/ring_buffer_read.o
probefs-y += kernel/ring_buffer_wait.o
probefs-y += kernel/stack.o
probefs-y += kernel/symbol.o
probefs-y += kernel/trace_front.o
probefs-y += kernel/trace_iterator.o
probefs-y += kernel/trace_output.o
probefs-y += kernel/tracer.o
probefs-y += kernel/transaction.o

probefs-record-objs += kernel/clock.o
probefs-record-objs += kernel/comm_cache.o
probefs-record-objs += kernel/filter.o
probefs-record-objs += kernel/filter_pattern.o
probefs-record-objs += kernel/probe_ftrace_hit.o
probefs-record-objs += kernel/probe_kprobe.o
probefs-record-objs += kernel/probe_kretprobe.o
probefs-record-objs += kernel/probe_stuck.o
probefs-record-objs += kernel/record.o
probefs-record-objs += kernel/record_measured.o
probefs-record-objs += kernel/ring_buffer.o
probefs-record-objs += kernel/stack.o
