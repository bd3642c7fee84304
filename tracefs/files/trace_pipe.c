// SPDX-License-Identifier: GPL-2.0
/*
 * trace_pipe: the records as text, taken from the buffer as they are read.
 *
 * It has the records of its CPUs for itself, a second opener gets EBUSY. Reading waits while there
 * are none. The end of the file comes when tracing is off and at least one record was read: so one
 * can start reading before tracing is switched on.
 *
 * A record that was taken from the buffer has been turned into text before the read returns, and
 * text that did not fit into the caller's buffer is what the next read returns first.
 */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/poll.h>
#include <linux/slab.h>
#include <linux/uio.h>

#include "kernel/instance/instance.h"
#include "kernel/output/trace_output.h"
#include "tracefs/files/files.h"
#include "tracefs/vfs/node.h"
#include "tracefs/vfs/splice.h"

/* Lines are added while there is less text than this, then a line of any length still fits. */
#define PIPE_TEXT_ENOUGH	4096

/**
 * struct pipe_file - an open trace_pipe
 * @lock: one reader at a time
 * @it: the walk
 * @has_read: a record was read
 * @done: bytes of @text that were returned
 * @text: lines that were made
 * @lines: their bytes
 */
struct pipe_file {
	struct mutex lock;
	struct trace_iterator *it;
	bool has_read;
	size_t done;
	struct text_buffer text;
	char lines[PIPE_TEXT_ENOUGH + TRACE_LINE_MAX];
};

static struct pipe_file *pipe_of(struct file *file)
{
	return file->private_data;
}

static int pipe_open(struct inode *inode, struct file *file)
{
	struct trace_instance *instance = tracefs_file_instance(file);
	int cpu = tracefs_file_cpu(file);
	struct pipe_file *pipe;
	int ret;

	ret = instance_claim_pipe(instance, cpu);
	if (ret)
		return ret;
	pipe = kvzalloc(sizeof(*pipe), GFP_KERNEL_ACCOUNT);
	if (!pipe)
		goto no_memory;
	pipe->it = trace_iterator_create(instance, cpu, true);
	if (!pipe->it)
		goto no_memory;
	mutex_init(&pipe->lock);
	text_buffer_init(&pipe->text, pipe->lines, sizeof(pipe->lines));
	file->private_data = pipe;
	return nonseekable_open(inode, file);

no_memory:
	kvfree(pipe);
	instance_release_pipe(instance, cpu);
	return -ENOMEM;
}

static int trace_pipe_release(struct inode *inode, struct file *file)
{
	struct pipe_file *pipe = pipe_of(file);

	trace_iterator_destroy(pipe->it);
	mutex_destroy(&pipe->lock);
	kvfree(pipe);
	instance_release_pipe(tracefs_file_instance(file), tracefs_file_cpu(file));
	return 0;
}

static bool pipe_at_end(void *data)
{
	struct pipe_file *pipe = data;

	return READ_ONCE(pipe->has_read) && !instance_is_tracing(pipe->it->instance);
}

/* Waits for a record, the lock dropped. Returns 1, 0 at the end of the file, or -errno. */
static int pipe_wait(struct pipe_file *pipe, bool may_block)
{
	struct trace_iterator *it = pipe->it;
	int ret;

	while (!trace_iterator_peek(it)) {
		if (!may_block)
			return -EAGAIN;
		if (pipe_at_end(pipe))
			return 0;
		mutex_unlock(&pipe->lock);
		ret = probefs_ring_buffer_wait(it->instance->buffer, it->cpu, 0, pipe_at_end, pipe);
		mutex_lock(&pipe->lock);
		if (ret)
			return ret;
	}
	return 1;
}

/* Takes records until there are @enough bytes of text. */
static void pipe_fill(struct pipe_file *pipe, size_t enough)
{
	pipe->done = 0;
	text_buffer_init(&pipe->text, pipe->lines, sizeof(pipe->lines));
	while (pipe->text.len < enough && trace_iterator_peek(pipe->it)) {
		trace_print_line(pipe->it, &pipe->text);
		trace_iterator_next(pipe->it);
	}
	WRITE_ONCE(pipe->has_read, true);
}

/* Sees to it that there is text, about @len bytes. Returns 1, 0 at the end of the file, or -errno. */
static int pipe_make_text(struct pipe_file *pipe, size_t len, bool may_block)
{
	int ret;

	while (pipe->done == pipe->text.len) {
		ret = pipe_wait(pipe, may_block);
		if (ret <= 0)
			return ret;
		/* While this one waited another reader may have left some. */
		if (pipe->done == pipe->text.len)
			pipe_fill(pipe, min_t(size_t, len, PIPE_TEXT_ENOUGH));
	}
	return 1;
}

static ssize_t pipe_read_locked(struct pipe_file *pipe, struct iov_iter *to, bool may_block)
{
	int ret = pipe_make_text(pipe, iov_iter_count(to), may_block);
	size_t copied;

	if (ret <= 0)
		return ret;
	copied = copy_to_iter(pipe->lines + pipe->done, pipe->text.len - pipe->done, to);
	pipe->done += copied;
	return copied ?: -EFAULT;
}

static ssize_t pipe_read_iter(struct kiocb *iocb, struct iov_iter *to)
{
	struct file *file = iocb->ki_filp;
	struct pipe_file *pipe = pipe_of(file);
	ssize_t ret;

	if (!iov_iter_count(to))
		return 0;
	if (mutex_lock_killable(&pipe->lock))
		return -EINTR;
	ret = pipe_read_locked(pipe, to, !(file->f_flags & O_NONBLOCK));
	mutex_unlock(&pipe->lock);
	return ret;
}

/*
 * What a read would return if it did not wait, not even for another reader: that one may be at a
 * page fault that takes as long as it likes.
 */
static ssize_t pipe_take_text(void *data, char *to, size_t len)
{
	struct pipe_file *pipe = data;
	ssize_t ret;

	if (!mutex_trylock(&pipe->lock))
		return -EAGAIN;
	ret = pipe_make_text(pipe, len, false);
	if (ret > 0) {
		ret = min(len, pipe->text.len - pipe->done);
		memcpy(to, pipe->lines + pipe->done, ret);
		pipe->done += ret;
	}
	mutex_unlock(&pipe->lock);
	return ret;
}

/* Waits as read does, but not with the pipe locked. */
static int pipe_wait_for_splice(struct pipe_file *pipe, struct pipe_inode_info *to)
{
	int full, ret = 1;

	tracefs_splice_wait(to);
	if (mutex_lock_killable(&pipe->lock)) {
		ret = -EINTR;
	} else {
		if (pipe->done == pipe->text.len)
			ret = pipe_wait(pipe, true);
		mutex_unlock(&pipe->lock);
	}
	full = tracefs_splice_waited(to);
	return ret > 0 && full ? full : ret;
}

/* Another reader may have taken what ended the wait: then this one waits again. */
static ssize_t pipe_splice_read(struct file *file, loff_t *pos, struct pipe_inode_info *to,
				size_t len, unsigned int flags)
{
	struct pipe_file *pipe = pipe_of(file);
	ssize_t ret;

	for (;;) {
		ret = tracefs_splice_text(to, len, pipe_take_text, pipe);
		if (ret != -EAGAIN || (file->f_flags & O_NONBLOCK))
			return ret;
		ret = pipe_wait_for_splice(pipe, to);
		if (ret <= 0)
			return ret;
	}
}

static __poll_t trace_pipe_poll(struct file *file, poll_table *table)
{
	struct pipe_file *pipe = pipe_of(file);
	struct trace_iterator *it = pipe->it;

	if (READ_ONCE(pipe->done) != READ_ONCE(pipe->text.len) || trace_iterator_has_record(it))
		return EPOLLIN | EPOLLRDNORM;
	return (__force __poll_t)ring_buffer_poll(it->instance->buffer, it->cpu, file, table, 0);
}

const struct file_operations tracefs_trace_pipe_fops = {
	.owner = THIS_MODULE,
	.open = pipe_open,
	.read_iter = pipe_read_iter,
	.splice_read = pipe_splice_read,
	.poll = trace_pipe_poll,
	.release = trace_pipe_release,
};
