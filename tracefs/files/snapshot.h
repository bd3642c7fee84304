/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The text of a snapshot that has nothing in it.
 */
#ifndef TRACEFS_FILES_SNAPSHOT_H
#define TRACEFS_FILES_SNAPSHOT_H

struct text_buffer;
struct trace_instance;

void tracefs_snapshot_help(struct text_buffer *text, const struct trace_instance *instance, int cpu);

#endif
