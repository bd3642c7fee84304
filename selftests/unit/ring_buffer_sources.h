/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The sources of the ring buffer in one source of a test, without ring_buffer_control.c,
 * ring_buffer_open.c and ring_buffer_swap.c, which some tests step through (ring_buffer_control_steps.h), and without
 * ring_buffer_wait.c, which only a kernel can run.
 */
#ifndef UNIT_RING_BUFFER_SOURCES_H
#define UNIT_RING_BUFFER_SOURCES_H

#include "kernel/buffer/ring_buffer.c"
#include "kernel/buffer/ring_buffer_consume.c"
#include "kernel/buffer/ring_buffer_iterator.c"
#include "kernel/buffer/ring_buffer_map.c"
#include "kernel/buffer/ring_buffer_pages.c"
#include "kernel/buffer/ring_buffer_query.c"
#include "kernel/buffer/ring_buffer_read.c"
#include "kernel/subbuf/subbuf_chunk.c"
#include "kernel/subbuf/subbuf_page.c"
#include "kernel/subbuf/subbuf_racing.c"

#endif
