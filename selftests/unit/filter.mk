# SPDX-License-Identifier: GPL-2.0

filter-srcs := \
	fetch/fetch_memory.c \
	fetch/fetch_type.c \
	fetch/record_head.c \
	fetch/text_buffer.c \
	kernel/filter/filter.c \
	kernel/filter/filter_pattern.c \
	parser/parse_filter.c \
	parser/parse_text.c

test_filter-srcs := $(filter-srcs)
test_filter_pattern-srcs := kernel/filter/filter_pattern.c
test_parse_filter-srcs := $(filter-srcs)
