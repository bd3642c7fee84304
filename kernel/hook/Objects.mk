# SPDX-License-Identifier: GPL-2.0
#
# Objects of kernel/hook/: what makes hits arrive. The form is explained in kernel/Objects.mk.
probefs-y += kernel/hook/arm.o
probefs-$(CONFIG_PROBEFS_STATIC_EVENTS) += kernel/hook/event_functions.o
probefs-$(CONFIG_PROBEFS_STATIC_EVENTS) += kernel/hook/event_functions_irq.o
probefs-$(CONFIG_PROBEFS_STATIC_EVENTS) += kernel/hook/event_functions_kmem.o
probefs-$(CONFIG_PROBEFS_STATIC_EVENTS) += kernel/hook/event_functions_raw_syscalls.o
probefs-$(CONFIG_PROBEFS_STATIC_EVENTS) += kernel/hook/event_functions_sched.o
probefs-y += kernel/hook/event_probe.o
probefs-$(CONFIG_PROBEFS_FUNCTION_TRACER) += kernel/hook/function_hook.o
probefs-$(CONFIG_PROBEFS_FUNCTION_TRACER) += kernel/hook/function_hook_hit.o
probefs-y += kernel/hook/function_block.o
probefs-y += kernel/hook/function_probe.o
probefs-y += kernel/hook/hook_table.o
probefs-$(or $(filter y,$(CONFIG_PROBEFS_FTRACE)),$(CONFIG_PROBEFS_FUNCTION_TRACER)) += kernel/hook/kernel_variable.o
probefs-$(CONFIG_PROBEFS_TRACE_PRINTK) += kernel/hook/printk_hook.o
probefs-$(CONFIG_PROBEFS_FTRACE) += kernel/hook/probe_ftrace.o
probefs-$(CONFIG_PROBEFS_FTRACE) += kernel/hook/probe_ftrace_hit.o
probefs-y += kernel/hook/probe_kprobe.o
probefs-$(CONFIG_PROBEFS_KRETPROBES) += kernel/hook/probe_kretprobe.o
probefs-y += kernel/hook/probe_parts.o
probefs-y += kernel/hook/probe_stuck.o
probefs-$(CONFIG_PROBEFS_STATIC_EVENTS) += kernel/hook/static_counters.o
probefs-$(CONFIG_PROBEFS_STATIC_EVENTS) += kernel/hook/static_event.o
probefs-$(or $(filter y,$(CONFIG_PROBEFS_STATIC_EVENTS)),$(CONFIG_PROBEFS_TRACEPOINTS)) += kernel/hook/tracepoint_arm.o
probefs-$(CONFIG_PROBEFS_STATIC_EVENTS) += kernel/hook/tracepoint_event.o
probefs-$(CONFIG_PROBEFS_TRACEPOINTS) += kernel/hook/tracepoint_hit.o
probefs-$(CONFIG_PROBEFS_TRACEPOINTS) += kernel/hook/tracepoint_probe.o
probefs-$(CONFIG_PROBEFS_UPROBES) += kernel/hook/uprobe.o

probefs-record-objs += kernel/hook/event_functions_irq.o
probefs-record-objs += kernel/hook/event_functions_kmem.o
probefs-record-objs += kernel/hook/event_functions_raw_syscalls.o
probefs-record-objs += kernel/hook/event_functions_sched.o
probefs-record-objs += kernel/hook/function_hook_hit.o
probefs-record-objs += kernel/hook/printk_hook.o
probefs-record-objs += kernel/hook/probe_ftrace_hit.o
probefs-record-objs += kernel/hook/probe_kprobe.o
probefs-record-objs += kernel/hook/probe_kretprobe.o
probefs-record-objs += kernel/hook/probe_stuck.o
probefs-record-objs += kernel/hook/static_counters.o
probefs-record-objs += kernel/hook/tracepoint_hit.o
