# SPDX-License-Identifier: GPL-2.0

parser-srcs := \
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

test_parse_function-srcs := $(parser-srcs)
test_parse_patterns-srcs := $(parser-srcs)
test_parse_event_place-srcs := $(parser-srcs)
test_parse_trigger-srcs := parser/parse_text.c parser/parse_trigger.c
test_parse_error-srcs := $(parser-srcs)
test_parse_definition-srcs := $(parser-srcs)
test_parse_argument-srcs := $(parser-srcs)
test_parse_file_place-srcs := $(parser-srcs)
test_parse_text-srcs := parser/parse_text.c
