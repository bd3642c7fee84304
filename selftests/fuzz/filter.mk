# SPDX-License-Identifier: GPL-2.0

fuzz_filter-srcs := \
	fetch/fetch_type.c \
	kernel/filter.c \
	kernel/filter_pattern.c \
	parser/parse_filter.c
