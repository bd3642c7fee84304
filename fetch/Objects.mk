# SPDX-License-Identifier: GPL-2.0
#
# Objects of fetch/: probe definitions -> fetch programs -> bytes -> text.
# One line per object, sorted; read by the Kbuild file of the top directory:
#
#	probefs-y += fetch/NAME.o
#	probefs-$(CONFIG_PROBEFS_FILTER) += fetch/NAME.o	(a part that can be left out, see Kconfig)
#	probefs-record-objs += fetch/NAME.o	(in addition: runs on the record path)

include $(probefs-src)/fetch/btf/Objects.mk

probefs-y += fetch/fetch_check.o
probefs-y += fetch/fetch_compile.o
probefs-y += fetch/fetch_dump.o
probefs-y += fetch/fetch_layout.o
probefs-y += fetch/fetch_memory.o
probefs-y += fetch/fetch_names.o
probefs-y += fetch/fetch_print.o
probefs-y += fetch/fetch_print_fields.o
probefs-y += fetch/fetch_program.o
probefs-y += fetch/fetch_run.o
probefs-$(CONFIG_PROBEFS_UPROBES) += fetch/fetch_run_user.o
probefs-y += fetch/fetch_type.o
probefs-y += fetch/field.o
probefs-y += fetch/field_names.o
probefs-y += fetch/record_head.o
probefs-y += fetch/register.o
probefs-y += fetch/register_arm64.o
probefs-y += fetch/register_x86.o
probefs-y += fetch/text_buffer.o

probefs-record-objs += fetch/fetch_memory.o
probefs-record-objs += fetch/fetch_run.o
probefs-record-objs += fetch/field.o
