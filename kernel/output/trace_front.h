/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The front of each line of trace: "            bash-1977    [000] d.h1.    17.284993: ".
 */
#ifndef KERNEL_TRACE_FRONT_H
#define KERNEL_TRACE_FRONT_H

#include "fetch/record_head.h"

#define TRACE_COMM_WIDTH	16
#define TRACE_FRONT_MAX		128	/* room for a front, whatever the numbers are */

/**
 * struct trace_front - the values to show in front of a line
 * @comm: name of the task, TRACE_COMM_WIDTH characters, right-justified
 * @header: the common header of the record
 * @tgid: the process that the task is a thread of, or 0 when it is not known
 * @cpu: the CPU on which the record was made
 * @time: time stamp of the record
 * @in_ns: @time counts nanoseconds and is shown as seconds
 * @flags: show the five columns of flags
 * @tgids: show the column of processes
 * @lazy_for_preempt: in @header, RECORD_PREEMPT_RESCHED stands for "a reschedule is wanted lazily"
 */
struct trace_front {
	const char *comm;
	const struct record_header *header;
	pid_t tgid;
	unsigned int cpu;
	u64 time;
	bool in_ns;
	bool flags;
	bool tgids;
	bool lazy_for_preempt;
};

size_t trace_front_write(char *to, const struct trace_front *front);

/* Returns the lines at the top that name the columns. */
const char *trace_front_titles(bool flags, bool tgids);

#endif
