// SPDX-License-Identifier: GPL-2.0
/*
 * splice(2) and sendfile(2) for files that make their text when it is read.
 *
 * The kernel's helper for this has changed its name (generic_file_splice_read() until v6.4,
 * copy_splice_read() since v6.5); a read into a page of our own, handed to the pipe, needs neither.
 * The pipe's pages are plain pages with the kernel's own operations: a pipe may outlive the module.
 */
#include <linux/fs.h>
#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/pipe_fs_i.h>
#include <linux/sched.h>
#include <linux/splice.h>

#include "tracefs/file_trace.h"

/*
 * A pipe comes locked to splice_read, and whoever reads it would hang uninterruptibly while there
 * is nothing to put into it. So it is unlocked meanwhile. The pipe that sendfile(2) keeps in the
 * task is not locked; nobody else knows of it.
 */
static bool comes_locked(const struct pipe_inode_info *pipe)
{
	return pipe != current->splice_pipe;
}

/**
 * tracefs_splice_wait() - before a splice_read waits for something to put into the pipe
 * @pipe: the pipe, as splice_read got it
 *
 * To be followed by tracefs_splice_waited().
 */
void tracefs_splice_wait(struct pipe_inode_info *pipe)
{
	if (comes_locked(pipe))
		pipe_unlock(pipe);
}

/**
 * tracefs_splice_waited() - after that
 * @pipe: the pipe, as splice_read got it
 *
 * Return: 0, or -EAGAIN when somebody else has filled the pipe meanwhile.
 */
int tracefs_splice_waited(struct pipe_inode_info *pipe)
{
	if (comes_locked(pipe))
		pipe_lock(pipe);
	return pipe_full(pipe->head, pipe->tail, pipe->max_usage) ? -EAGAIN : 0;
}

/**
 * tracefs_splice_release() - spd_release of descriptions whose pages are their own
 * @spd: the description
 * @i: index of a page that was not handed over
 */
void tracefs_splice_release(struct splice_pipe_desc *spd, unsigned int i)
{
	put_page(spd->pages[i]);
}

/**
 * tracefs_splice_read() - splice_read for files with read_iter and without read
 * @file: the file
 * @pos: where, moved on
 * @pipe: where to, locked, with room
 * @len: at most so many bytes; one page is the most that a call takes
 * @flags: SPLICE_F_*; whether it blocks is up to the file's read_iter alone
 *
 * Context: process context. Return: bytes, 0 at the end, or -errno.
 */
ssize_t tracefs_splice_read(struct file *file, loff_t *pos, struct pipe_inode_info *pipe,
			    size_t len, unsigned int flags)
{
	struct page *page = alloc_page(GFP_USER);
	struct partial_page partial = { };
	struct splice_pipe_desc spd = {
		.pages		= &page,
		.partial	= &partial,
		.nr_pages	= 1,
		.nr_pages_max	= 1,
		.ops		= &nosteal_pipe_buf_ops,
		.spd_release	= tracefs_splice_release,
	};
	ssize_t ret;

	if (!page)
		return -ENOMEM;
	ret = kernel_read(file, page_address(page), min_t(size_t, len, PAGE_SIZE), pos);
	if (ret <= 0) {
		put_page(page);
		return ret;
	}
	partial.len = ret;
	return splice_to_pipe(pipe, &spd);
}
