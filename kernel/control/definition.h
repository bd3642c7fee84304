/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Definitions: what a write to kprobe_events or dynamic_events does, and the listings.
 *
 * One write(2) is one transaction: all of its lines are applied, or none and nothing changed.
 */
#ifndef KERNEL_DEFINITION_H
#define KERNEL_DEFINITION_H

#include <linux/types.h>

struct tracer;
struct seq_file;

enum definition_file {
	DEFINITION_KPROBE_EVENTS,
	DEFINITION_DYNAMIC_EVENTS,
};

/**
 * definitions_write() - apply the lines of one write(2)
 * @tracer: the tracer that the definitions are added to and removed from
 * @file: which of the two files was written to; they differ in what a line may be
 * @text: the bytes written, NUL-terminated, changed by the call; lines of up to 4094 bytes
 * @len: number of bytes in @text, without the NUL
 *
 * Context: process context, takes tracer->lock. Return: 0, or the errno of the first line that
 * failed, which error_log shows (with its line number when the write had several); -EINTR when the
 * process is being killed. Undoing what was done until then may take as long as doing it took.
 */
int definitions_write(struct tracer *tracer, enum definition_file file, char *text, size_t len);

/*
 * Removes all probes whose definitions @file takes, as opening it with O_TRUNC does, or none: -EBUSY,
 * -ENOMEM or -EINTR.
 */
int definitions_clear(struct tracer *tracer, enum definition_file file);

/*
 * Removes all probes and never fails, even while the process is being killed. No event is enabled.
 */
void definitions_destroy(struct tracer *tracer);

/*
 * A seq_file walk over the probes in the order of the listing. tracer->lock is held from start to
 * stop, unless start returns ERR_PTR(-EINTR) because the process is being killed.
 */
void *definitions_seq_start(struct tracer *tracer, loff_t *pos);
void *definitions_seq_next(struct tracer *tracer, void *v, loff_t *pos);
void definitions_seq_stop(struct tracer *tracer, void *v);
void definition_show(struct seq_file *m, void *v);		/* kprobe_events, dynamic_events */
void definition_show_profile(struct seq_file *m, void *v);	/* kprobe_profile */
void definition_show_stats(struct seq_file *m, void *v);	/* probe_stats, a row per probe */
void definition_show_stats_header(struct seq_file *m);

#endif
