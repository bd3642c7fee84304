/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is in front of each line of trace: "            bash-1977    [000] d.h1.    17.284993: ".
 */
#ifndef KERNEL_TRACE_FRONT_H
#define KERNEL_TRACE_FRONT_H

#include "fetch/fetch_program.h"

#define TRACE_COMM_WIDTH	16
#define TRACE_FRONT_MAX		128	/* room for it, whatever the numbers are */

/**
 * struct trace_front - what to show
 * @comm: of the task, TRACE_COMM_WIDTH characters, right-justified
 * @header: of the record
 * @cpu: where it was recorded
 * @time: its time stamp
 * @in_ns: that counts nanoseconds and is shown as seconds
 * @flags: show the five columns of flags
 * @lazy_for_preempt: in @header, RECORD_PREEMPT_RESCHED stands for "a reschedule is wanted lazily"
 */
struct trace_front {
	const char *comm;
	const struct record_header *header;
	unsigned int cpu;
	u64 time;
	bool in_ns;
	bool flags;
	bool lazy_for_preempt;
};

size_t trace_front_write(char *to, const struct trace_front *front);

/* The lines at the top that name the columns. */
const char *trace_front_titles(bool flags);

#endif
