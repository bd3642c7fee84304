/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Records in the forms that the options bin, hex and raw ask for.
 */
#ifndef KERNEL_TRACE_RAW_H
#define KERNEL_TRACE_RAW_H

#include "fetch/text_buffer.h"
#include "kernel/output/trace_iterator.h"

bool trace_raw_print(struct trace_iterator *it, struct text_buffer *text);

#endif
