# SPDX-License-Identifier: GPL-2.0
#
# Objects of tracefs/files/: the control files, and the tree that they are in. The form is explained in tracefs/Objects.mk.
probefs-y += tracefs/files/buffer.o
probefs-y += tracefs/files/definitions.o
probefs-y += tracefs/files/event.o
probefs-y += tracefs/files/event_pids.o
probefs-$(CONFIG_PROBEFS_FILTER) += tracefs/files/filter.o
probefs-y += tracefs/files/format.o
probefs-$(CONFIG_PROBEFS_FUNCTION_TRACER) += tracefs/files/function_filter.o
probefs-$(CONFIG_DYNAMIC_FTRACE) += tracefs/files/functions.o
probefs-$(CONFIG_PROBEFS_TRACE_MARKER) += tracefs/files/marker.o
probefs-y += tracefs/files/misc.o
probefs-y += tracefs/files/options.o
probefs-y += tracefs/files/raw.o
probefs-y += tracefs/files/raw_map.o
probefs-y += tracefs/files/readme.o
probefs-y += tracefs/files/snapshot.o
probefs-y += tracefs/files/trace.o
probefs-y += tracefs/files/trace_pipe.o
probefs-y += tracefs/files/tree.o
probefs-y += tracefs/files/trigger.o
