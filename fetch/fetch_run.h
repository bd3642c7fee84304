/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Runs fetch programs on hits. What of it is in line is in fetch_inline.h.
 */
#ifndef FETCH_FETCH_RUN_H
#define FETCH_FETCH_RUN_H

#include <linux/types.h>

#define FETCH_STRING_MAX	4096	/* longest string read, equal to mainline's PATH_MAX */

struct fetch_general;
struct fetch_op;
struct fetch_program;

/**
 * struct fetch_source - the values of one hit
 * @frame: what the hit brings
 * @frame_size: bytes at @frame when it is a record, whose size each hit has for itself, and which has its common
 *	header at least; else 0
 * @entry_data: what fetch_program_run_entry() saved, or NULL
 * @faults: number of reads that faulted; programs add to it
 */
struct fetch_source {
	const void *frame;
	size_t frame_size;
	const void *entry_data;
	unsigned int faults;
};

/* What fetch_try() did. A fault is not tried again, because what handles it may be probed. */
enum fetch_tried {
	FETCH_DONE,
	FETCH_OTHER,	/* nothing was written; fetch_run_other() has to do it */
	FETCH_FAULT,	/* fetch_run_other() has to record the fault */
};

void fetch_program_run(const struct fetch_program *program, struct fetch_source *source,
		       void *record);
void fetch_program_run_bounded(const struct fetch_program *program, struct fetch_source *source,
			       void *record);
size_t fetch_program_run_dynamic(const struct fetch_program *program, struct fetch_source *source,
				 void *record, size_t room);
void fetch_program_run_entry(const struct fetch_program *program, const void *frame,
			     void *entry_data);
size_t fetch_program_run_user(const struct fetch_program *program, struct fetch_source *source,
			      void *record, size_t head, size_t room);
unsigned long fetch_follow(const struct fetch_general *general, const void *frame);
void fetch_run_other(const struct fetch_op *op, enum fetch_tried tried, struct fetch_source *source,
		     void *record);

#endif
