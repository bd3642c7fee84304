# SPDX-License-Identifier: GPL-2.0

fuzz_definition-srcs := \
	parser/parse_argument.c \
	parser/parse_command.c \
	parser/parse_error.c \
	parser/parse_expression.c \
	parser/parse_names.c \
	parser/parse_place.c \
	parser/parse_text.c
