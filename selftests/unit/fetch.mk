# SPDX-License-Identifier: GPL-2.0

fetch-srcs := \
	fetch/fetch_check.c \
	fetch/fetch_compile.c \
	fetch/fetch_dump.c \
	fetch/fetch_layout.c \
	fetch/fetch_memory.c \
	fetch/fetch_print.c \
	fetch/fetch_print_fields.c \
	fetch/fetch_program.c \
	fetch/fetch_run.c \
	fetch/fetch_type.c \
	fetch/field.c \
	fetch/record_head.c \
	fetch/register.c \
	fetch/register_x86.c \
	fetch/text_buffer.c

test_text_buffer-srcs := fetch/text_buffer.c
test_fetch_type-srcs := fetch/fetch_type.c
test_fetch_register-srcs := fetch/register.c fetch/register_x86.c parser/parse_text.c
# Includes fetch/register_arm64.c itself, with the stand-ins playing arm64.
test_fetch_register_arm64-srcs := parser/parse_text.c
test_fetch_memory-srcs := fetch/fetch_memory.c
test_fetch_names-srcs = fetch/fetch_names.c $(parser-srcs) $(fetch-srcs) $(btf-srcs)
test_fetch_field-srcs = fetch/fetch_names.c fetch/field_names.c $(parser-srcs) $(fetch-srcs) $(btf-srcs)
test_fetch_check-srcs = $(parser-srcs) $(fetch-srcs)
test_fetch_layout-srcs = $(parser-srcs) $(fetch-srcs)
test_fetch_run-srcs = $(parser-srcs) $(fetch-srcs)
test_fetch_print-srcs = $(parser-srcs) $(fetch-srcs)
test_fetch_dump-srcs = $(parser-srcs) $(fetch-srcs)
