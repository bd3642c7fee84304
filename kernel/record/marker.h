/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Records of trace_marker.
 */
#ifndef KERNEL_MARKER_H
#define KERNEL_MARKER_H

#include "fetch/fetch_program.h"

/** struct marker_record - the payload of ftrace:print; @text ends with a newline and a NUL */
struct marker_record {
	struct record_header header;
	unsigned long ip;
	char text[];
};

#endif
