# SPDX-License-Identifier: GPL-2.0

test_subbuf-srcs := \
	kernel/subbuf/subbuf_chunk.c \
	kernel/subbuf/subbuf_page.c \
	kernel/subbuf/subbuf_racing.c
