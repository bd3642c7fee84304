// SPDX-License-Identifier: GPL-2.0
/*
 * trace_pipe shows the records as text and takes them from the buffer as they are read.
 *
 * An open trace_pipe has the records of its CPUs for itself: a second opener gets EBUSY. Reading
 * waits while there are none. The end of the file comes when tracing is off and at least one record
 * was read, so one can start reading before tracing is switched on.
 *
 * A record that was taken from the buffer has been turned into text before the read returns. Text
 * that did not fit into the caller's buffer is what the next read returns first.
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

/* Lines are added while there is less text than this; a line of any length still fits behind it. */
#define PIPE_TEXT_ENOUGH	4096

/**
 * struct pipe_file - the state of an open trace_pipe
 * @lock: held by the one reader that takes records or text
 * @it: the walk over the records
 * @has_read: at least one record was read
 * @done: number of bytes of @text that were returned
 * @text: the lines that were made of records, in @lines
 * @lines: the memory that @text uses
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

	ret = tracefs_file_hold(file);
	if (ret)
		return ret;
	ret = instance_claim_pipe(instance, cpu);
	if (ret)
		goto no_claim;
	ret = -ENOMEM;
	pipe = kvzalloc(sizeof(*pipe), GFP_KERNEL_ACCOUNT);
	if (!pipe)
		goto no_memory;
	pipe->it = trace_iterator_create(instance, instance->buffer, cpu, true);
	if (!pipe->it)
		goto no_memory;
	mutex_init(&pipe->lock);
	text_buffer_init(&pipe->text, pipe->lines, sizeof(pipe->lines));
	file->private_data = pipe;
	/*
	 * The file has no offset, so no lock of it: readers would wait for another's read
	 * unkillably.
	 */
	return stream_open(inode, file);

no_memory:
	kvfree(pipe);
	instance_release_pipe(instance, cpu);
no_claim:
	tracefs_file_let_go(file);
	return ret;
}

static int trace_pipe_release(struct inode *inode, struct file *file)
{
	struct pipe_file *pipe = pipe_of(file);

	trace_iterator_destroy(pipe->it);
	mutex_destroy(&pipe->lock);
	kvfree(pipe);
	instance_release_pipe(tracefs_file_instance(file), tracefs_file_cpu(file));
	tracefs_file_let_go(file);
	return 0;
}

static bool pipe_at_end(const struct pipe_file *pipe)
{
	return READ_ONCE(pipe->has_read) && !instance_is_tracing(pipe->it->instance);
}

/* Tells whether there is text to return, or a record that was taken and is not yet text. */
static bool pipe_has_rest(const struct pipe_file *pipe)
{
	return READ_ONCE(pipe->done) != READ_ONCE(pipe->text.len) ||
	       trace_iterator_has_record(pipe->it);
}

static bool pipe_wait_is_over(void *data)
{
	const struct pipe_file *pipe = data;

	return pipe_has_rest(pipe) || pipe_at_end(pipe);
}

/*
 * A record that a reader takes is for a moment neither in the buffer nor anything that
 * pipe_has_rest() sees. A reader that looks in that moment, without the lock, finds nothing and
 * sleeps, and no commit may ever come that wakes it. So a reader that leaves something behind wakes
 * all waiters. None is missed, because waiters are in the queue before they look at
 * pipe_has_rest(), and the queue has a lock. If the waiter takes that lock first, the wake-up finds
 * the waiter in the queue; if the wake-up takes it first, the waiter sees what was stored before.
 */
static void pipe_unlock(struct pipe_file *pipe)
{
	bool rest = pipe_has_rest(pipe);

	mutex_unlock(&pipe->lock);
	if (rest)
		ring_buffer_wake_waiters(pipe->it->instance->buffer, pipe->it->cpu);
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

/* Makes about @len bytes of text; false: there is no record. Call this with @pipe->lock held. */
static bool pipe_make_text(struct pipe_file *pipe, size_t len)
{
	while (pipe->done == pipe->text.len) {
		if (!trace_iterator_peek(pipe->it))
			return false;
		pipe_fill(pipe, min_t(size_t, len, PIPE_TEXT_ENOUGH));
	}
	return true;
}

/* Returns what a read returns that has found no record: 0, when there will be none, or -errno. */
static int pipe_without_record(const struct pipe_file *pipe)
{
	if (pipe->it->error)
		return pipe->it->error;
	return pipe_at_end(pipe) ? 0 : -EAGAIN;
}

/* Returns bytes, -EAGAIN when there is no record, 0 when there will be none, or another errno. */
static ssize_t pipe_read_locked(struct pipe_file *pipe, struct iov_iter *to)
{
	size_t copied;

	if (!pipe_make_text(pipe, iov_iter_count(to)))
		return pipe_without_record(pipe);
	copied = copy_to_iter(pipe->lines + pipe->done, pipe->text.len - pipe->done, to);
	pipe->done += copied;
	return copied ?: -EFAULT;
}

/* Waits for something to read or the end of the file, without the lock. Returns 0 or -errno. */
static int pipe_wait(struct pipe_file *pipe)
{
	struct trace_iterator *it = pipe->it;

	return probefs_ring_buffer_wait(it->instance->buffer, it->cpu, 0, pipe_wait_is_over, pipe);
}

/*
 * Another reader may have taken what ended the wait; then this reader waits again. Each time it
 * takes the lock anew, and can be killed while it waits for the lock.
 */
static ssize_t pipe_read_iter(struct kiocb *iocb, struct iov_iter *to)
{
	struct file *file = iocb->ki_filp;
	struct pipe_file *pipe = pipe_of(file);
	bool may_block = !(file->f_flags & O_NONBLOCK);
	ssize_t ret;

	if (!iov_iter_count(to))
		return 0;
	for (;;) {
		if (mutex_lock_killable(&pipe->lock))
			return -EINTR;
		ret = pipe_read_locked(pipe, to);
		pipe_unlock(pipe);
		if (!ret && !may_block)
			return -EAGAIN;
		if (ret != -EAGAIN || !may_block)
			return ret;
		ret = pipe_wait(pipe);
		if (ret)
			return ret;
	}
}

/*
 * Returns what a read would return if it did not wait, not even for another reader, who may be at a
 * page fault that takes as long as it likes.
 */
static ssize_t pipe_take_text(void *data, char *to, size_t len)
{
	struct pipe_file *pipe = data;
	ssize_t ret = -EAGAIN;

	if (!mutex_trylock(&pipe->lock))
		return -EAGAIN;
	if (pipe_make_text(pipe, len)) {
		ret = min(len, pipe->text.len - pipe->done);
		memcpy(to, pipe->lines + pipe->done, ret);
		pipe->done += ret;
	}
	pipe_unlock(pipe);
	return ret;
}

/* Returns 1 when there is something to read, 0 at the end of the file, or -errno. */
static int pipe_look(struct pipe_file *pipe)
{
	int ret;

	if (mutex_lock_killable(&pipe->lock))
		return -EINTR;
	if (pipe->done != pipe->text.len || trace_iterator_peek(pipe->it))
		ret = 1;
	else
		ret = pipe_without_record(pipe);
	pipe_unlock(pipe);
	return ret;
}

/*
 * Waits as read does, with the pipe @to unlocked. Returns 1, 0 at the end of the file, or -errno.
 */
static int pipe_wait_for_splice(struct pipe_file *pipe, struct pipe_inode_info *to)
{
	int full, ret;

	tracefs_splice_wait(to);
	ret = pipe_look(pipe);
	if (ret == -EAGAIN)
		ret = pipe_wait(pipe) ?: 1;
	full = tracefs_splice_waited(to);
	return ret > 0 && full ? full : ret;
}

/* Another reader may have taken what ended the wait; then this reader waits again. */
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

/* Queues before it looks: pipe_unlock() says why. */
static __poll_t trace_pipe_poll(struct file *file, poll_table *table)
{
	struct pipe_file *pipe = pipe_of(file);
	struct trace_iterator *it = pipe->it;
	__poll_t ready = (__force __poll_t)ring_buffer_poll(it->instance->buffer, it->cpu, file,
							    table, 0);

	return pipe_has_rest(pipe) ? EPOLLIN | EPOLLRDNORM : ready;
}

const struct file_operations tracefs_trace_pipe_fops = {
	.owner = THIS_MODULE,
	.open = pipe_open,
	.read_iter = pipe_read_iter,
	.splice_read = pipe_splice_read,
	.poll = trace_pipe_poll,
	.release = trace_pipe_release,
};
