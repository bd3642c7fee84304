# SPDX-License-Identifier: GPL-2.0
#
# Objects of kernel/control/: what changes the tables under tracer->lock, but for definitions. The form is explained in
# kernel/Objects.mk.
probefs-y += kernel/control/event_actions.o
probefs-y += kernel/control/event_enable.o
probefs-$(CONFIG_PROBEFS_FILTER) += kernel/control/event_filter.o
probefs-y += kernel/control/event_pids.o
probefs-$(CONFIG_DYNAMIC_FTRACE) += kernel/control/function_set.o
probefs-$(CONFIG_PROBEFS_FUNCTION_TRACER) += kernel/control/function_tracing.o
probefs-$(CONFIG_DYNAMIC_FTRACE) += kernel/control/hooked_functions.o
probefs-y += kernel/control/instances.o
probefs-y += kernel/control/saved_tasks.o
probefs-y += kernel/control/set_event.o
probefs-$(CONFIG_PROBEFS_STATIC_EVENTS) += kernel/control/static_events.o
probefs-y += kernel/control/trigger.o
