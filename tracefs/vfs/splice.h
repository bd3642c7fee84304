/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The splice_read of files that make their text when it is read.
 */
#ifndef TRACEFS_SPLICE_H
#define TRACEFS_SPLICE_H

#include <linux/fs.h>

struct pipe_inode_info;
struct splice_pipe_desc;

ssize_t tracefs_splice_text(struct pipe_inode_info *pipe, size_t len,
			    ssize_t (*fill)(void *data, char *to, size_t len), void *data);
ssize_t tracefs_splice_read(struct file *file, loff_t *pos, struct pipe_inode_info *pipe,
			    size_t len, unsigned int flags);
void tracefs_splice_wait(struct pipe_inode_info *pipe);
int tracefs_splice_waited(struct pipe_inode_info *pipe);
/* Frees a page that the pipe did not take. */
void tracefs_splice_release(struct splice_pipe_desc *spd, unsigned int i);

#endif
