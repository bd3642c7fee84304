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
#include <linux/splice.h>

#include "tracefs/file_trace.h"

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
 * @flags: SPLICE_F_*; whether it blocks is up to the file's O_NONBLOCK alone
 *
 * Context: process context. Return: bytes, 0 at the end, or -errno.
 */
ssize_t tracefs_splice_read(struct file *file, loff_t *pos, struct pipe_inode_info *pipe, size_t len,
			    unsigned int flags)
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
