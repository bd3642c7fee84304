# SPDX-License-Identifier: GPL-2.0
#
# Objects of tracefs/: the file system: mount, directories, control files.
# One line per object, sorted; read by the Kbuild file of the top directory:
#
#	probefs-y += tracefs/NAME.o
#	probefs-$(CONFIG_PROBEFS_FILTER) += tracefs/NAME.o	(a part that can be left out, see Kconfig)
#	probefs-record-objs += tracefs/NAME.o	(in addition: runs on the record path)
probefs-y += tracefs/file_buffer.o
probefs-y += tracefs/file_definitions.o
probefs-y += tracefs/file_event.o
probefs-$(CONFIG_PROBEFS_FILTER) += tracefs/file_filter.o
probefs-y += tracefs/file_format.o
probefs-$(CONFIG_DYNAMIC_FTRACE) += tracefs/file_functions.o
probefs-$(CONFIG_PROBEFS_TRACE_MARKER) += tracefs/file_marker.o
probefs-y += tracefs/file_misc.o
probefs-y += tracefs/file_options.o
probefs-y += tracefs/file_raw.o
probefs-y += tracefs/file_readme.o
probefs-y += tracefs/file_trace.o
probefs-y += tracefs/file_trace_pipe.o
probefs-y += tracefs/inode.o
probefs-y += tracefs/main.o
probefs-y += tracefs/mount_point.o
probefs-y += tracefs/node.o
probefs-y += tracefs/splice.o
probefs-y += tracefs/super.o
probefs-y += tracefs/text_file.o
