/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The fixed names of the tree: a table for each directory that has some, a row for each of its
 * files and directories. A file that does not work has no row: programs take a file's presence as
 * its promise.
 *
 * This file is included twice, and so it has no guard. files.h declares what the rows name, tree.c
 * makes the tables. These are the forms of a row:
 *
 *	TEXT_READ("NAME", text)		a file of mode 0440; text is a struct tracefs_text
 *	TEXT_WRITE("NAME", text)	the same with mode 0640
 *	FILE_OPS("NAME", mode, fops)	a file with a struct file_operations of its own
 *	SUBDIR("NAME", TABLE_dir)	a directory; its table stands before this one
 *
 * DIRECTORY_END() takes the table's name, and other members of the struct tracefs_dir if it has
 * any. Rows are sorted by name, capitals first.
 */

/* events/GROUP/EVENT */
DIRECTORY(event)
	TEXT_WRITE("enable",			tracefs_event_enable)
#ifdef CONFIG_PROBEFS_FILTER
	TEXT_WRITE("filter",			tracefs_event_filter)
#endif
	TEXT_READ("format",			tracefs_event_format)
	TEXT_READ("id",				tracefs_event_id)
	TEXT_WRITE("trigger",			tracefs_event_trigger)
DIRECTORY_END(event)

/* events/GROUP */
DIRECTORY(group)
	TEXT_WRITE("enable",			tracefs_group_enable)
#ifdef CONFIG_PROBEFS_FILTER
	TEXT_WRITE("filter",			tracefs_group_filter)
#endif
DIRECTORY_END(group, .level = &event_level)

/*
 * The group "ftrace" has the records that are no event's and cannot be switched: its directory has
 * no enable, by which programs know it. Events that somebody defines in that group are there too.
 */
DIRECTORY(stack)
	TEXT_READ("format",			tracefs_stack_format)
DIRECTORY_END(stack)

#ifdef CONFIG_PROBEFS_TRACE_PRINTK
DIRECTORY(bprint)
	TEXT_READ("format",			tracefs_bprint_format)
DIRECTORY_END(bprint)

DIRECTORY(bputs)
	TEXT_READ("format",			tracefs_bputs_format)
DIRECTORY_END(bputs)
#endif

#if defined(CONFIG_PROBEFS_TRACE_MARKER) || defined(CONFIG_PROBEFS_TRACE_PRINTK)
DIRECTORY(print)
	TEXT_READ("format",			tracefs_print_format)
	TEXT_READ("id",				tracefs_print_id)
DIRECTORY_END(print)
#endif

#ifdef CONFIG_PROBEFS_TRACE_MARKER
DIRECTORY(raw_data)
	TEXT_READ("format",			tracefs_raw_data_format)
DIRECTORY_END(raw_data)
#endif

#ifdef CONFIG_X86_64
DIRECTORY(user_stack)
	TEXT_READ("format",			tracefs_user_stack_format)
DIRECTORY_END(user_stack)
#endif

#ifdef CONFIG_PROBEFS_FUNCTION_TRACER
DIRECTORY(function)
	TEXT_READ("format",			tracefs_function_format)
	TEXT_READ("id",				tracefs_function_id)
DIRECTORY_END(function)
#endif

DIRECTORY(ftrace)
#ifdef CONFIG_PROBEFS_TRACE_PRINTK
	SUBDIR("bprint",			bprint_dir)
	SUBDIR("bputs",				bputs_dir)
#endif
#ifdef CONFIG_PROBEFS_FUNCTION_TRACER
	SUBDIR("function",			function_dir)
#endif
	SUBDIR("kernel_stack",			stack_dir)
#if defined(CONFIG_PROBEFS_TRACE_MARKER) || defined(CONFIG_PROBEFS_TRACE_PRINTK)
	SUBDIR("print",				print_dir)
#endif
#ifdef CONFIG_PROBEFS_TRACE_MARKER
	SUBDIR("raw_data",			raw_data_dir)
#endif
#ifdef CONFIG_X86_64
	SUBDIR("user_stack",			user_stack_dir)
#endif
DIRECTORY_END(ftrace, .level = &ftrace_level)

DIRECTORY(events)
	TEXT_WRITE("enable",			tracefs_events_enable)
	SUBDIR("ftrace",			ftrace_dir)
	TEXT_READ("header_event",		tracefs_header_event)
	TEXT_READ("header_page",		tracefs_header_page)
DIRECTORY_END(events, .level = &group_level, .keeps_owner = true)

/* per_cpu/cpuN */
DIRECTORY(cpu)
	TEXT_WRITE("buffer_size_kb",		tracefs_buffer_size)
	FILE_OPS("snapshot",			MODE_WRITE,	tracefs_snapshot_fops)
	FILE_OPS("snapshot_raw",		MODE_READ,	tracefs_snapshot_raw_fops)
	TEXT_READ("stats",			tracefs_stats)
	FILE_OPS("trace",			MODE_WRITE,	tracefs_trace_fops)
	FILE_OPS("trace_pipe",			MODE_READ,	tracefs_trace_pipe_fops)
	FILE_OPS("trace_pipe_raw",		MODE_READ,	tracefs_raw_fops)
DIRECTORY_END(cpu)

/*
 * The files that every instance has: each directory in instances/, and the top of a mount.
 * Mainline decides which files are here and which the top alone has.
 */
DIRECTORY(instance)
	TEXT_READ("available_tracers",		tracefs_available_tracers)
	TEXT_WRITE("buffer_percent",		tracefs_buffer_percent)
	TEXT_WRITE("buffer_size_kb",		tracefs_buffer_size)
	TEXT_WRITE("buffer_subbuf_size_kb",	tracefs_buffer_subbuf_size)
	TEXT_READ("buffer_total_size_kb",	tracefs_buffer_total_size)
	TEXT_WRITE("current_tracer",		tracefs_current_tracer)
	TEXT_WRITE("error_log",			tracefs_error_log)
	SUBDIR("events",			events_dir)
	FILE_OPS("free_buffer",			MODE_FREE,	tracefs_free_buffer_fops)
	SUBDIR("options",			options_dir)
	SUBDIR("per_cpu",			per_cpu_dir)
	TEXT_WRITE("set_event",			tracefs_set_event)
	TEXT_WRITE("set_event_notrace_pid",	tracefs_set_event_notrace_pid)
	TEXT_WRITE("set_event_pid",		tracefs_set_event_pid)
#ifdef CONFIG_PROBEFS_FUNCTION_TRACER
	FILE_OPS("set_ftrace_filter",		MODE_WRITE,	tracefs_ftrace_filter_fops)
	FILE_OPS("set_ftrace_notrace",		MODE_WRITE,	tracefs_ftrace_notrace_fops)
	TEXT_WRITE("set_ftrace_notrace_pid",	tracefs_set_ftrace_notrace_pid)
	TEXT_WRITE("set_ftrace_pid",		tracefs_set_ftrace_pid)
#endif
#ifdef CONFIG_PROBEFS_FILTER
	TEXT_READ("show_event_filters",		tracefs_show_event_filters)
#endif
	TEXT_READ("show_event_triggers",	tracefs_show_event_triggers)
	FILE_OPS("snapshot",			MODE_WRITE,	tracefs_snapshot_fops)
	TEXT_READ("timestamp_mode",		tracefs_timestamp_mode)
	FILE_OPS("trace",			MODE_WRITE,	tracefs_trace_fops)
	TEXT_WRITE("trace_clock",		tracefs_trace_clock)
#ifdef CONFIG_PROBEFS_TRACE_MARKER
	FILE_OPS("trace_marker",		MODE_MARK,	tracefs_marker_fops)
	FILE_OPS("trace_marker_raw",		MODE_MARK,	tracefs_raw_marker_fops)
#endif
	TEXT_WRITE("trace_options",		tracefs_trace_options)
	FILE_OPS("trace_pipe",			MODE_READ,	tracefs_trace_pipe_fops)
	TEXT_WRITE("tracing_cpumask",		tracefs_tracing_cpumask)
	TEXT_WRITE("tracing_on",		tracefs_tracing_on)
DIRECTORY_END(instance)

/* The files that only the top of a mount has. */
DIRECTORY(top)
	TEXT_READ("README",			tracefs_readme)
	TEXT_READ("available_events",		tracefs_available_events)
#ifdef CONFIG_DYNAMIC_FTRACE
	FILE_OPS("available_filter_functions",	MODE_READ,	tracefs_functions_fops)
#endif
	TEXT_WRITE("dynamic_events",		tracefs_dynamic_events)
#ifdef CONFIG_DYNAMIC_FTRACE
	TEXT_READ("enabled_functions",		tracefs_enabled_functions)
#endif
	SUBDIR("instances",			instances_dir)
	TEXT_WRITE("kprobe_events",		tracefs_kprobe_events)
	TEXT_READ("kprobe_profile",		tracefs_kprobe_profile)
	TEXT_READ("printk_formats",		tracefs_printk_formats)
#ifdef CONFIG_PROBEFS_TRACE_PRINTK
	TEXT_READ("printk_stats",		tracefs_printk_stats)
#endif
	TEXT_READ("probe_stats",		tracefs_probe_stats)
	TEXT_READ("saved_cmdlines",		tracefs_saved_cmdlines)
	TEXT_WRITE("saved_cmdlines_size",	tracefs_saved_cmdlines_size)
	TEXT_READ("saved_tgids",		tracefs_saved_tgids)
#ifdef CONFIG_PROBEFS_UPROBES
	TEXT_WRITE("uprobe_events",		tracefs_uprobe_events)
	TEXT_READ("uprobe_profile",		tracefs_uprobe_profile)
#endif
DIRECTORY_END(top, .base = &instance_dir)
