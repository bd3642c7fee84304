/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the files that show a buffer as text have in common.
 */
#ifndef TRACEFS_FILES_TRACE_H
#define TRACEFS_FILES_TRACE_H

#include <linux/fs.h>

struct ring_buffer;

int tracefs_trace_open(struct file *file, struct ring_buffer *snapshot);
int tracefs_trace_release(struct inode *inode, struct file *file);
loff_t tracefs_trace_llseek(struct file *file, loff_t offset, int whence);

#endif
