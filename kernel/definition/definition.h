/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Definitions: what a write to kprobe_events, uprobe_events or dynamic_events does.
 *
 * One write(2) is one transaction: all of its lines are applied, or none and nothing changed.
 */
#ifndef KERNEL_DEFINITION_H
#define KERNEL_DEFINITION_H

#include <linux/types.h>

struct tracer;

enum definition_file {
	DEFINITION_KPROBE_EVENTS,
	DEFINITION_DYNAMIC_EVENTS,
	DEFINITION_UPROBE_EVENTS,
};

/**
 * definitions_write() - apply the lines of one write(2)
 * @tracer: the tracer that the definitions are added to and removed from
 * @file: which of the files was written to; they differ in what a line may be
 * @text: the bytes written, NUL-terminated, changed by the call; lines of up to 4094 bytes
 * @len: number of bytes in @text, without the NUL
 *
 * Context: process context, takes tracer->lock. Return: 0, or the errno of the first line that
 * failed, which error_log shows (with its line number when the write had several); -EINTR when the
 * process is being killed. Undoing what was done until then may take as long as doing it took.
 */
int definitions_write(struct tracer *tracer, enum definition_file file, char *text, size_t len);

/*
 * Removes all probes whose definitions @file takes, as opening it with O_TRUNC does, or none: -EBUSY (and
 * error_log names an event that is in use), -ENOMEM or -EINTR.
 */
int definitions_clear(struct tracer *tracer, enum definition_file file);

/*
 * Removes all probes and never fails, even while the process is being killed. No event is enabled.
 */
void definitions_destroy(struct tracer *tracer);

#endif
