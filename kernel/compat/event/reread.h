/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What trace/define_trace.h includes instead of a header of trace events, when functions.h has that header read. It
 * would define the tracepoints a second time, which are the kernel's; what it then makes of TRACEPOINTS_ENABLED would
 * define the events a second time.
 */
#undef TRACEPOINTS_ENABLED
