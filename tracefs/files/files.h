/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Control files.
 */
#ifndef TRACEFS_FILES_H
#define TRACEFS_FILES_H

#include <linux/fs.h>

#include "tracefs/vfs/place.h"
#include "tracefs/vfs/text_file.h"

/* definitions.c */
extern const struct tracefs_text tracefs_kprobe_events;
extern const struct tracefs_text tracefs_dynamic_events;
extern const struct tracefs_text tracefs_kprobe_profile;
extern const struct tracefs_text tracefs_probe_stats;

/* event.c */
extern const struct tracefs_text tracefs_event_enable;
extern const struct tracefs_text tracefs_group_enable;
extern const struct tracefs_text tracefs_events_enable;
extern const struct tracefs_text tracefs_available_events;
extern const struct tracefs_text tracefs_set_event;

/* format.c */
extern const struct tracefs_text tracefs_event_format;
extern const struct tracefs_text tracefs_event_id;
extern const struct tracefs_text tracefs_header_page;
extern const struct tracefs_text tracefs_header_event;
extern const struct tracefs_text tracefs_print_format;
extern const struct tracefs_text tracefs_print_id;
extern const struct tracefs_text tracefs_stack_format;

/* trace.c, trace_pipe.c, raw.c */
extern const struct file_operations tracefs_trace_fops;
extern const struct file_operations tracefs_trace_pipe_fops;
extern const struct file_operations tracefs_raw_fops;

/* filter.c */
extern const struct tracefs_text tracefs_event_filter;
extern const struct tracefs_text tracefs_group_filter;

/* buffer.c */
extern const struct tracefs_text tracefs_buffer_size;
extern const struct tracefs_text tracefs_buffer_total_size;
extern const struct tracefs_text tracefs_buffer_percent;
extern const struct tracefs_text tracefs_tracing_on;
extern const struct tracefs_text tracefs_tracing_cpumask;
extern const struct tracefs_text tracefs_stats;

/* options.c */
extern const struct tracefs_text tracefs_trace_options;
extern const struct tracefs_text tracefs_option;
extern const struct tracefs_text tracefs_trace_clock;
extern const struct tracefs_text tracefs_current_tracer;
extern const struct tracefs_text tracefs_available_tracers;

/* functions.c */
extern const struct file_operations tracefs_functions_fops;

/* misc.c */
extern const struct tracefs_text tracefs_error_log;
extern const struct tracefs_text tracefs_saved_cmdlines;
extern const struct tracefs_text tracefs_printk_formats;

/* readme.c */
extern const struct tracefs_text tracefs_readme;

/* marker.c */
extern const struct file_operations tracefs_marker_fops;

#endif
