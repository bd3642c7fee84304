/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Files that show the trace itself, at the top of an instance and per CPU.
 */
#ifndef TRACEFS_FILES_TRACE_H
#define TRACEFS_FILES_TRACE_H

#include <linux/fs.h>

struct pipe_inode_info;
struct splice_pipe_desc;

extern const struct file_operations tracefs_trace_fops;		/* trace.c */
extern const struct file_operations tracefs_trace_pipe_fops;	/* trace_pipe.c */
extern const struct file_operations tracefs_raw_fops;		/* raw.c; per CPU only */

/* splice_read of files that make text (splice.c). */
ssize_t tracefs_splice_text(struct pipe_inode_info *pipe, size_t len,
			    ssize_t (*fill)(void *data, char *to, size_t len), void *data);
ssize_t tracefs_splice_read(struct file *file, loff_t *pos, struct pipe_inode_info *pipe,
			    size_t len, unsigned int flags);
void tracefs_splice_wait(struct pipe_inode_info *pipe);
int tracefs_splice_waited(struct pipe_inode_info *pipe);
/* Frees a page that the pipe did not take. */
void tracefs_splice_release(struct splice_pipe_desc *spd, unsigned int i);

#endif
