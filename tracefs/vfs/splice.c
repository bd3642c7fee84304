// SPDX-License-Identifier: GPL-2.0
/*
 * splice(2) and sendfile(2) for files that make their text when it is read.
 *
 * The kernel's helper for this has changed its name (generic_file_splice_read() until v6.4,
 * copy_splice_read() since v6.5). A read into a page of our own, handed to the pipe, needs neither.
 * The pipe's pages are plain pages with the kernel's own operations: a pipe may outlive the module.
 */
#include <linux/fs.h>
#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/pipe_fs_i.h>
#include <linux/sched.h>
#include <linux/splice.h>

#include "tracefs/vfs/splice.h"

/*
 * splice_read gets the pipe locked. Whoever reads the pipe would hang uninterruptibly while there
 * is nothing to put into it, so the pipe is unlocked meanwhile. The pipe that sendfile(2) keeps in
 * the task is not locked, because nobody else knows of that pipe.
 */
static bool comes_locked(const struct pipe_inode_info *pipe)
{
	return pipe != current->splice_pipe;
}

/**
 * tracefs_splice_wait() - unlock the pipe before a splice_read waits for something to put into it
 * @pipe: the pipe, as splice_read got it
 *
 * Call tracefs_splice_waited() after the wait.
 */
void tracefs_splice_wait(struct pipe_inode_info *pipe)
{
	if (comes_locked(pipe))
		pipe_unlock(pipe);
}

/**
 * tracefs_splice_waited() - lock the pipe again after the wait
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
 * tracefs_splice_release() - the spd_release of descriptions whose pages belong to nobody else
 * @spd: the description that has the page
 * @i: index of a page that was not handed over
 */
void tracefs_splice_release(struct splice_pipe_desc *spd, unsigned int i)
{
	put_page(spd->pages[i]);
}

/**
 * tracefs_splice_text() - put a page of text into a pipe
 * @pipe: the pipe, locked, that has room for the text
 * @len: the most bytes that are wanted; one page is the most that a call takes
 * @fill: writes at most @len bytes to @to; returns bytes, 0 at the end, or -errno. It must not wait
 *	for something that may never come, because the pipe stays locked
 * @data: the first argument of @fill
 *
 * Context: process context. Return: what @fill returned, or -errno.
 */
ssize_t tracefs_splice_text(struct pipe_inode_info *pipe, size_t len,
			    ssize_t (*fill)(void *data, char *to, size_t len), void *data)
{
	struct page *page = alloc_page(GFP_USER | __GFP_ACCOUNT);
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
	ret = fill(data, page_address(page), min_t(size_t, len, PAGE_SIZE));
	if (ret <= 0) {
		put_page(page);
		return ret;
	}
	partial.len = ret;
	return splice_to_pipe(pipe, &spd);
}

/**
 * struct file_position - the place from which tracefs_splice_read() reads
 * @file: the file that is read
 * @pos: the position in the file, moved on by the read
 */
struct file_position {
	struct file *file;
	loff_t *pos;
};

static ssize_t read_file(void *data, char *to, size_t len)
{
	struct file_position *at = data;

	return kernel_read(at->file, to, len, at->pos);
}

/**
 * tracefs_splice_read() - splice_read for files whose read_iter never waits for data
 * @file: a file with read_iter and without read
 * @pos: the position to read from, moved on by the bytes read
 * @pipe: the pipe, locked, that has room for the text
 * @len: the most bytes that are wanted; one page is the most that a call takes
 * @flags: SPLICE_F_*, which mean nothing here
 *
 * Context: process context. Return: bytes, 0 at the end, or -errno.
 */
ssize_t tracefs_splice_read(struct file *file, loff_t *pos, struct pipe_inode_info *pipe,
			    size_t len, unsigned int flags)
{
	struct file_position at = { .file = file, .pos = pos };

	return tracefs_splice_text(pipe, len, read_file, &at);
}
