/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Calls of functions as records (ftrace:function), for the tracer "function".
 */
#ifndef KERNEL_FUNCTION_RECORD_H
#define KERNEL_FUNCTION_RECORD_H

#include "fetch/record_head.h"

struct trace_instance;

/** struct function_record - the payload of ftrace:function: the function, and where it was called */
struct function_record {
	struct record_header header;
	unsigned long ip;
	unsigned long parent_ip;
};

void record_function(struct trace_instance *instance, unsigned long ip, unsigned long parent_ip);

#endif
