// SPDX-License-Identifier: GPL-2.0
/*
 * README. Programs and tests look here for what the tracer can do, by fixed phrases: each phrase
 * stands here exactly when the thing works. (The backslashes before the brackets of an array belong
 * to the phrase about arrays.)
 */
#include <linux/err.h>

#include "kernel/definition/definition_names.h"
#include "kernel/instance/instance.h"
#include "kernel/symbol/kernel_btf.h"
#include "tracefs/files/files.h"

static const char readme[] =
	"probefs: a private tracer, gone when this mount is gone\n\n"
	"In short:\n"
	"  echo 'p:opening do_sys_openat2 file=+0(%si):ustring' > kprobe_events\n"
	"  echo 1 > events/kprobes/opening/enable\n"
	"  cat trace\n\n"
	"Mounting:\n"
	"  mount -t probefs -o [uid=<uid>],[gid=<gid>],[mode=<mode>],[backend=<name>],[trace_clock=<name>],[btf=<file>],[noboot] none <directory>\n"
	"\t\t\t  The owner, the group and the mode of the tree; a remount changes them.\n"
	"\t\t\t  btf: a file with the types of the kernel, for one that has none.\n\n"
	"Records:\n"
	"  trace\t\t\t- The records in the buffer, as text; reading removes none.\n"
	"\t\t\t  Empty the buffer: echo > trace\n"
	"  trace_pipe\t\t- The records as text; reading removes them and waits for more.\n"
	"  per_cpu/cpu<N>/\t- The trace, trace_pipe and counters of one CPU.\n"
	"      trace_pipe_raw\t- The records of that CPU in binary form; events/header_page,\n"
	"\t\t\t  events/header_event and the format files describe the form.\n"
	"  tracing_on\t\t- 0 stops recording, 1 resumes it.\n"
	"  tracing_cpumask\t- The CPUs that record, as a hexadecimal mask.\n"
	"  snapshot\t\t- A second buffer, shown like trace. 1 exchanges what is in the two,\n"
	"\t\t\t  0 frees it, 2 empties it.\n"
	"  buffer_size_kb\t- Size of each CPU's buffer.\n"
	"  buffer_subbuf_size_kb\t- Size of the parts that a buffer is made of; a record fits into one.\n"
	"  buffer_total_size_kb\t- Size of the buffers of all CPUs together.\n"
	"  buffer_percent\t- How full a buffer is before its binary readers wake up.\n"
	"  free_buffer\t\t- Closing this file makes the buffers as small as can be.\n"
	"  timestamp_mode\t- How records keep their time stamps.\n"
	"  trace_clock\t\t- The clock of the time stamps; the clock in use is in [ ].\n"
	"  trace_options\t\t- Options by name; an option with \"no\" before the name is off.\n"
	"  options/<option>\t- One option: 0 or 1.\n"
	"  saved_cmdlines\t- Names of the tasks that have recorded, by pid.\n"
	"  saved_cmdlines_size\t- How many of them are remembered for each CPU.\n"
	"  saved_tgids\t\t- The processes that these tasks belong to.\n"
#ifdef CONFIG_PROBEFS_TRACE_MARKER
	"  trace_marker\t\t- Text written here becomes a record.\n"
	"  trace_marker_raw\t- Bytes written here become a record.\n"
#endif
	"\n"
	"Events:\n"
	"  kprobe_events\t\t- Create/append/remove/show probes in the kernel.\n"
#ifdef CONFIG_PROBEFS_UPROBES
	"  uprobe_events\t\t- Create/append/remove/show probes in programs and their libraries.\n"
#endif
	"  dynamic_events\t- Create/append/remove/show dynamic events of every kind.\n"
	"\t\t\t  One definition per line. Each write is applied whole or not\n"
	"\t\t\t  at all; opening with > first removes all probes.\n"
	"\t   Format: p[:[<group>/][<event>]] <place> [<args>]\n"
#ifdef CONFIG_PROBEFS_KRETPROBES
	"\t           r[maxactive][:[<group>/][<event>]] <place> [<args>]\n"
	"\t           f[:[<group>/][<event>]] <func-name>[%return] [<args>]\n"
#endif
#ifdef CONFIG_PROBEFS_TRACEPOINTS
	"\t           t[:[<group>/][<event>]] <tracepoint> [<args>]\n"
#endif
	"\t           e[:[<group>/][<event>]] <attached-group>.<attached-event> [<args>] [if <filter>]\n"
	"\t           -:[<group>/][<event>]\n"
	"\t    place: [<module>:]<symbol>[+<offset>]|<memaddr>\n"
#ifdef CONFIG_PROBEFS_KRETPROBES
	"place (kretprobe): [<module>:]<symbol>[+<offset>]%return|<memaddr>\n"
#endif
	"\t   places: <pattern>[,[!]<pattern>]..., with <glob>|<symbol>|<symbol>[<number>]|<symbol>[*]\n"
#ifdef CONFIG_PROBEFS_UPROBES
	"   place (uprobe): <path>:<offset>[%return][(ref_ctr_offset)]\n"
#endif
	"\t     args: <name>=fetcharg[:type]\n"
	"\t fetcharg: (%<register>|$<efield>), @<address>, @<symbol>[+|-<offset>],\n"
	"\t           $stack<index>, $stack, $retval, $comm, $arg<N>, $current,\n";

/* Only where types are known: those of the kernel, or of the file that btf= names. */
static const char readme_names[] =
	"\t           [(structname[,field])]<argname>[->field[->field|.field...]],\n"
	"\t           [(structname[,field])](fetcharg)->field[->field|.field...],\n";

static const char readme_rest[] =
	"\t           +|-[u]<offset>(<fetcharg>), \\imm-value, \\\"imm-string\",\n"
	"\t           this_cpu_read(<fetcharg>), this_cpu_ptr(<fetcharg>)\n"
#ifdef CONFIG_PROBEFS_KRETPROBES
	"\t  kernel return probes support: $retval, $arg<N>, $comm\n"
#endif
	"\t     type: s8/16/32/64, u8/16/32/64, x8/16/32/64, char, string, symbol,\n"
	"\t           b<bit-width>@<bit-offset>/<container-size>, ustring,\n"
	"\t           symstr, %pd/%pD, <type>\\[<array-size>\\]\n"
	"\t   efield: For event probes ('e' types), the field is one of the fields\n"
	"\t           of the <attached-group>/<attached-event>.\n"
	"  kprobe_profile\t- Hits and misses of each probe.\n"
#ifdef CONFIG_PROBEFS_UPROBES
	"  uprobe_profile\t- Hits of each probe in a program, with the path.\n"
#endif
	"  probe_stats\t\t- What became of the hits of each probe, and why hits were lost.\n"
#ifdef CONFIG_PROBEFS_TRACE_PRINTK
	"  printk_stats\t\t- How many calls of trace_printk() were lost, and what hooks them.\n"
#endif
	"  error_log\t\t- The last commands that were refused, and the error in each.\n"
	"\t\t\t  Empty it: echo > error_log\n"
	"  available_events\t- Every event, as <group>:<event>.\n"
#ifdef CONFIG_DYNAMIC_FTRACE
	"  available_filter_functions\n"
	"\t\t\t- The functions that ftrace hooks, of modules too.\n"
	"  enabled_functions\t- The functions that are hooked for this mount.\n"
#endif
#ifdef CONFIG_PROBEFS_FUNCTION_TRACER
	"  current_tracer\t- function records calls of functions, nop does not.\n"
	"  set_ftrace_filter\t- The functions that are traced: <glob>, <glob>:mod:<module>;\n"
	"\t\t\t  ! takes functions out. All functions, when it is empty.\n"
	"  set_ftrace_notrace\t- The functions that are not traced.\n"
	"  set_ftrace_pid\t- The tasks whose calls alone are recorded, by pid.\n"
	"  set_ftrace_notrace_pid\t- The tasks whose calls are not recorded, by pid.\n"
#endif
	"  set_event\t\t- The enabled events. Writing a name enables the event, and\n"
	"\t\t\t  disables the event after !; * and ? match as in a shell.\n"
	"\t\t\t  Can enable module events via: :mod:<module>; <name>:mod:<module>\n"
	"\t\t\t  enables those of that name.\n"
#ifdef CONFIG_PROBEFS_FILTER
	"  show_event_filters\t- The filters of all events.\n"
#endif
	"  show_event_triggers\t- The triggers of all events.\n"
	"  set_event_pid\t\t- The tasks whose hits alone are recorded, by pid.\n"
	"  set_event_notrace_pid\t- The tasks whose hits are not recorded, by pid.\n"
	"  events/enable\t\t- 1 enables all events, 0 disables them.\n"
	"  events/<group>/enable\t- 1 enables the events of a group, 0 disables them.\n"
	"  events/<group>/<event>/\n"
	"      enable\t\t- 1 enables the event, 0 disables it.\n"
#ifdef CONFIG_PROBEFS_FILTER
	"      filter\t\t- Only hits for which the filter is true are recorded; 0\n"
	"\t\t\t  removes the filter. events/<group>/filter sets the filter\n"
	"\t\t\t  of each event of a group.\n"
#endif
	"      format\t\t- The fields of the event's records.\n"
	"      id\t\t- The number that the event's records carry.\n"
	"      trigger\t\t- What a hit does besides being recorded. Write\n"
	"\t\t\t  <trigger>[:count][ if <filter>], or !<trigger> to remove one.\n"
	"\t\t\t  Triggers: traceon, traceoff, snapshot, stacktrace, enable_event, disable_event\n"
	"\t\t\t  (the last two with :<group>:<event> behind the name)\n";

static int show_readme(struct seq_file *m, const struct tracefs_place *place)
{
	struct kernel_btf *types = definition_names_types(place->instance->tracer);

	if (IS_ERR(types))
		return PTR_ERR(types);
	seq_puts(m, readme);
	if (types)
		seq_puts(m, readme_names);
	seq_puts(m, readme_rest);
	kernel_btf_put(types);
	return 0;
}

const struct tracefs_text tracefs_readme = {
	.show	= show_readme,
};
