# SPDX-License-Identifier: GPL-2.0

fuzz_btf_file-srcs = $(btf-srcs) fetch/btf/btf_file.c parser/parse_text.c
