# SPDX-License-Identifier: GPL-2.0

test_trace_front-srcs := kernel/output/trace_front.c
