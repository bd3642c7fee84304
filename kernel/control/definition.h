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
 * @tracer: where
 * @file: which of the two files, they differ in what a line may be
 * @text: the bytes written, NUL-terminated, changed by the call; lines of up to 4094 bytes
 * @len: their number
 *
 * Context: process context, takes tracer->lock. Return: 0, or the errno of the first line that
 * failed, which error_log shows (with its line number when the write had several); -EINTR when the
 * process is being killed, which may take as long as it takes to undo what was done until then.
 */
int definitions_write(struct tracer *tracer, enum definition_file file, char *text, size_t len);

/* What opening with O_TRUNC does: remove all, or -EBUSY or -EINTR and nothing is removed. */
int definitions_clear(struct tracer *tracer, enum definition_file file);

/* Removes all, come what may, also while the process is being killed; no event is enabled. */
void definitions_destroy(struct tracer *tracer);

/*
 * seq_file walk over the probes in listing order; tracer->lock is held from start to stop, unless
 * start returns ERR_PTR(-EINTR), because the process is being killed.
 */
void *definitions_seq_start(struct tracer *tracer, loff_t *pos);
void *definitions_seq_next(struct tracer *tracer, void *v, loff_t *pos);
void definitions_seq_stop(struct tracer *tracer, void *v);
void definition_show(struct seq_file *m, void *v);		/* kprobe_events, dynamic_events */
void definition_show_profile(struct seq_file *m, void *v);	/* kprobe_profile */
void definition_show_stats(struct seq_file *m, void *v);	/* probe_stats, a row per probe */
void definition_show_stats_header(struct seq_file *m);

#endif
