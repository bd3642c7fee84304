# SPDX-License-Identifier: GPL-2.0

test_symbol-srcs := kernel/symbol/symbol.c parser/parse_text.c
