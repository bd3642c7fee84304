# SPDX-License-Identifier: GPL-2.0

fuzz_btf_file-srcs := \
	fetch/btf/btf.c \
	fetch/btf/btf_check.c \
	fetch/btf/btf_file.c \
	fetch/btf/btf_find.c \
	fetch/btf/btf_index.c \
	fetch/btf/btf_member.c \
	fetch/btf/btf_type.c \
	parser/parse_text.c
