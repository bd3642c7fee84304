# SPDX-License-Identifier: GPL-2.0

btf-srcs := \
	fetch/btf/btf.c \
	fetch/btf/btf_check.c \
	fetch/btf/btf_find.c \
	fetch/btf/btf_index.c \
	fetch/btf/btf_member.c \
	fetch/btf/btf_type.c

fuzz_btf-srcs = $(btf-srcs) fetch/btf/btf_path.c parser/parse_text.c
