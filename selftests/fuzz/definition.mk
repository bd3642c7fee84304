# SPDX-License-Identifier: GPL-2.0

fuzz_definition-srcs = $(btf-srcs) \
	fetch/btf/btf_path.c \
	fetch/fetch_names.c \
	fetch/fetch_type.c \
	fetch/register_x86.c \
	parser/parse_argument.c \
	parser/parse_cast.c \
	parser/parse_command.c \
	parser/parse_error.c \
	parser/parse_event_place.c \
	parser/parse_expand.c \
	parser/parse_expression.c \
	parser/parse_file_place.c \
	parser/parse_function.c \
	parser/parse_names.c \
	parser/parse_patterns.c \
	parser/parse_place.c \
	parser/parse_text.c
