// SPDX-License-Identifier: GPL-2.0
/*
 * per_cpu/cpuN/trace_pipe_raw gives the sub-buffers of one CPU as they are, and takes them from the
 * buffer.
 *
 * read(2) returns the events that are there, even those of a sub-buffer that is still being
 * written, as an image of a whole sub-buffer. splice(2) returns complete sub-buffers only, each in
 * a page of its own, and waits until buffer_percent of the buffer are full; poll(2) goes by the
 * same mark. Recorders splice while tracing goes on and read when they have to stop. trace-cmd
 * takes a failed splice for the end of its input, so a blocking splice that was woken for nothing
 * returns 0 rather than EAGAIN.
 *
 * A program may also map the sub-buffers (raw_map.c). As long as none does, events are not copied on
 * the way: the sub-buffer itself goes to the reader, and the ring buffer gets another page for it.
 *
 * The sub-buffers that go into a pipe are plain pages, or compound ones of several pages, with the
 * kernel's own pipe operations, because a pipe may outlive the module. The pages are not charged to the reader's memory cgroup: each page that the
 * reader brings stays in the ring buffer after the reader is gone, and in the end all pages of the
 * buffer came from readers.
 */
#include <linux/fs.h>
#include <linux/gfp.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/pipe_fs_i.h>
#include <linux/poll.h>
#include <linux/slab.h>
#include <linux/splice.h>
#include <linux/uaccess.h>

#include "kernel/buffer/ring_buffer.h"
#include "kernel/buffer/ring_buffer_map.h"
#include "kernel/instance/instance.h"
#include "kernel/instance/snapshot.h"
#include "kernel/subbuf/subbuf_page.h"
#include "tracefs/files/files.h"
#include "tracefs/files/raw_map.h"
#include "tracefs/vfs/node.h"
#include "tracefs/vfs/splice.h"

/**
 * struct raw_file - an open trace_pipe_raw
 * @instance: the instance whose buffer is read
 * @buffer: its buffer, or its snapshot
 * @cpu: the CPU whose sub-buffers are read
 * @lock: protects @image and @rest
 * @image: the sub-buffer that read(2) took last. When all of it was returned, @image is the memory
 *	for the next one, or NULL
 * @rest: number of bytes at the end of @image that are left to return
 * @woken: number of times that ioctl(fd, 0) asked waiters to return
 * @flushed: number of times that a descriptor of the file was closed
 */
struct raw_file {
	struct trace_instance *instance;
	struct ring_buffer *buffer;
	int cpu;
	struct mutex lock;
	void *image;
	size_t rest;
	atomic_t woken;
	atomic_t flushed;
};

/**
 * struct raw_wait - the conditions under which a waiter gives up
 * @raw: the open file that the waiter reads
 * @woken: value of @raw->woken when the wait began
 * @flushed: value of @raw->flushed when the wait began
 * @splice: the waiter also returns when a descriptor was closed, or when tracing is switched off
 *	meanwhile
 * @was_on: tracing was on when the wait began
 */
struct raw_wait {
	struct raw_file *raw;
	int woken;
	int flushed;
	bool splice;
	bool was_on;
};

static struct raw_file *raw_of(struct file *file)
{
	return file->private_data;
}

/* Returns how full the buffer has to be before a waiter goes on; for the snapshot any data will do. */
static unsigned int raw_percent(const struct raw_file *raw)
{
	struct trace_instance *instance = raw->instance;

	return raw->buffer == instance->buffer ? READ_ONCE(instance->buffer_percent) : 0;
}

/* Opens a file that reads @buffer, or that has no memory for it. The instance is held. */
static int raw_open_buffer(struct inode *inode, struct file *file, struct ring_buffer *buffer)
{
	struct raw_file *raw = buffer ? kzalloc(sizeof(*raw), GFP_KERNEL_ACCOUNT) : NULL;

	if (!raw) {
		tracefs_file_let_go(file);
		return -ENOMEM;
	}
	raw->instance = tracefs_file_instance(file);
	raw->buffer = buffer;
	raw->cpu = tracefs_file_cpu(file);
	mutex_init(&raw->lock);
	file->private_data = raw;
	return stream_open(inode, file);	/* as in pipe_open() */
}

static int raw_open(struct inode *inode, struct file *file)
{
	int ret = tracefs_file_hold(file);

	return ret ?: raw_open_buffer(inode, file, tracefs_file_instance(file)->buffer);
}

static int raw_open_snapshot(struct inode *inode, struct file *file)
{
	int ret = tracefs_file_hold(file);

	if (ret)
		return ret;
	instance_settle_snapshot(tracefs_file_instance(file));
	return raw_open_buffer(inode, file, instance_snapshot(tracefs_file_instance(file)));
}

static int raw_release(struct inode *inode, struct file *file)
{
	struct raw_file *raw = raw_of(file);

	mutex_destroy(&raw->lock);
	subbuf_page_free(raw->image);
	kfree(raw);
	tracefs_file_let_go(file);
	return 0;
}

static bool raw_wait_is_over(void *data)
{
	struct raw_wait *wait = data;
	struct raw_file *raw = wait->raw;

	if (atomic_read(&raw->woken) != wait->woken)
		return true;
	if (!wait->splice)
		return false;
	return atomic_read(&raw->flushed) != wait->flushed ||
	       (wait->was_on && !instance_is_tracing(raw->instance));
}

/* Ends the wait of a read(2) also when another reader has left a rest of its image. */
static bool raw_read_wait_is_over(void *data)
{
	const struct raw_wait *wait = data;

	return READ_ONCE(wait->raw->rest) || raw_wait_is_over(data);
}

static struct raw_wait raw_wait_begin(struct raw_file *raw, bool splice)
{
	return (struct raw_wait){
		.raw		= raw,
		.woken		= atomic_read(&raw->woken),
		.flushed	= atomic_read(&raw->flushed),
		.splice		= splice,
		.was_on		= instance_is_tracing(raw->instance),
	};
}

/*
 * Takes a sub-buffer as the image, a complete one if @full. Returns 1, 0 when there is no
 * sub-buffer to take, or -errno.
 */
static int raw_take(struct raw_file *raw, bool full)
{
	ssize_t bytes = probefs_ring_buffer_read_page(raw->buffer, raw->cpu,
						      &raw->image, full);

	return bytes > 0 ? 1 : bytes;
}

/* Takes a sub-buffer unless the image has a rest. Returns 1, 0 when there is neither, or -errno. */
static int raw_fill(struct raw_file *raw)
{
	int ret;

	if (raw->rest)
		return 1;
	ret = raw_take(raw, false);
	if (ret > 0)
		WRITE_ONCE(raw->rest, subbuf_page_size(raw->image));
	return ret;
}

static ssize_t raw_copy(struct raw_file *raw, char __user *to, size_t count)
{
	size_t len = min(count, raw->rest);
	size_t left = copy_to_user(to, raw->image + subbuf_page_size(raw->image) - raw->rest, len);

	if (left == len)
		return -EFAULT;
	WRITE_ONCE(raw->rest, raw->rest - (len - left));
	return len - left;
}

/*
 * While one reader takes a sub-buffer, others find neither that sub-buffer nor a rest, and sleep.
 * So a reader that leaves a rest wakes them. Waiters queue before they look, and the queue's lock
 * orders that, so no waiter is missed.
 */
static ssize_t raw_read_now(struct raw_file *raw, char __user *to, size_t count)
{
	ssize_t ret;
	bool rest;

	if (mutex_lock_killable(&raw->lock))
		return -EINTR;
	ret = raw_fill(raw);
	if (ret > 0)
		ret = raw_copy(raw, to, count);
	rest = raw->rest;
	mutex_unlock(&raw->lock);
	if (rest)
		ring_buffer_wake_waiters(raw->buffer, raw->cpu);
	return ret;
}

static ssize_t raw_read(struct file *file, char __user *to, size_t count, loff_t *pos)
{
	struct raw_file *raw = raw_of(file);
	struct raw_wait wait = raw_wait_begin(raw, false);
	ssize_t ret;

	if (!count)
		return 0;
	for (;;) {
		ret = raw_read_now(raw, to, count);
		if (ret)
			return ret;
		if (file->f_flags & O_NONBLOCK)
			return -EAGAIN;
		if (raw_wait_is_over(&wait))
			return 0;
		ret = probefs_ring_buffer_wait(raw->buffer, raw->cpu, 0,
					       raw_read_wait_is_over, &wait);
		if (ret)
			return ret;
	}
}

/* Returns how many sub-buffers the pipe takes, each as one piece of whatever size. */
static unsigned int raw_splice_room(const struct pipe_inode_info *pipe)
{
	unsigned int used = pipe_occupancy(pipe->head, pipe->tail);
	unsigned int room = pipe->max_usage > used ? pipe->max_usage - used : 0;

	return min(room, (unsigned int)PIPE_DEF_BUFFERS);
}

/*
 * Makes the image piece @nr of @spd. Returns 0; or -EINVAL when it is larger than *@len, and then it is a
 * rest that read(2) returns.
 */
static int raw_hand_over(struct raw_file *raw, struct splice_pipe_desc *spd, unsigned int nr, size_t *len)
{
	size_t size = subbuf_page_size(raw->image);

	if (size > *len) {
		WRITE_ONCE(raw->rest, size);
		return -EINVAL;
	}
	*len -= size;
	spd->pages[nr] = virt_to_page(raw->image);
	spd->partial[nr].len = size;
	raw->image = NULL;
	return 0;
}

/*
 * Fills @spd with at most @room complete sub-buffers, of at most @len bytes together. Returns how many,
 * or -errno; -EAGAIN while another reader has the file. A sub-buffer that is larger than what is left of
 * @len, because sub-buffers have grown since the caller looked, stays for read(2). Nothing may be waited for while the pipe is locked, not even that
 * reader, who may be at a page fault that takes as long as it likes.
 */
static int raw_take_pages(struct raw_file *raw, struct splice_pipe_desc *spd, unsigned int room, size_t len)
{
	struct ring_buffer *buffer = raw->buffer;
	unsigned int nr = 0;
	int ret = 0;

	if (!mutex_trylock(&raw->lock))
		return -EAGAIN;
	if (raw->rest)	/* a read(2) has left a rest since */
		ret = -EINVAL;
	while (!ret && nr < room && len >= ring_buffer_subbuf_size(buffer)) {
		ret = raw_take(raw, true);
		if (ret <= 0)
			break;
		ret = raw_hand_over(raw, spd, nr, &len);
		nr += !ret;
	}
	mutex_unlock(&raw->lock);
	return nr ?: ret;
}

/* Splices the complete sub-buffers there are, at most @len bytes. Returns bytes, 0, or -errno. */
static ssize_t raw_splice_now(struct raw_file *raw, struct pipe_inode_info *pipe, size_t len)
{
	struct page *pages[PIPE_DEF_BUFFERS];
	struct partial_page partial[PIPE_DEF_BUFFERS] = { };
	struct splice_pipe_desc spd = {
		.pages		= pages,
		.partial	= partial,
		.nr_pages_max	= PIPE_DEF_BUFFERS,
		.ops		= &nosteal_pipe_buf_ops,
		.spd_release	= tracefs_splice_release,
	};
	int nr = raw_take_pages(raw, &spd, raw_splice_room(pipe), len);

	if (nr <= 0)
		return nr;
	spd.nr_pages = nr;
	return splice_to_pipe(pipe, &spd);
}

/* Waits until there is enough to splice, or until the waiter is woken for another reason. */
static int raw_splice_wait(struct raw_file *raw, struct pipe_inode_info *pipe)
{
	struct raw_wait wait = raw_wait_begin(raw, true);
	int full, ret;

	tracefs_splice_wait(pipe);
	ret = probefs_ring_buffer_wait(raw->buffer, raw->cpu,
				       raw_percent(raw), raw_wait_is_over,
				       &wait);
	full = tracefs_splice_waited(pipe);
	return ret ?: full;
}

/* Waits until no other reader has the file. */
static int raw_splice_wait_for_reader(struct raw_file *raw, struct pipe_inode_info *pipe)
{
	int full, ret;

	tracefs_splice_wait(pipe);
	ret = mutex_lock_killable(&raw->lock);
	if (!ret)
		mutex_unlock(&raw->lock);
	full = tracefs_splice_waited(pipe);
	return ret ?: full;
}

/* Splices what there is; waits, if it @may_block, for another reader that has the file. */
static ssize_t raw_splice(struct raw_file *raw, struct pipe_inode_info *pipe, size_t len,
			  bool may_block)
{
	ssize_t ret;

	for (;;) {
		ret = raw_splice_now(raw, pipe, len);
		if (ret != -EAGAIN || !may_block)
			return ret;
		ret = raw_splice_wait_for_reader(raw, pipe);
		if (ret)
			return ret;
	}
}

static ssize_t raw_splice_read(struct file *file, loff_t *pos, struct pipe_inode_info *pipe,
			       size_t len, unsigned int flags)
{
	bool may_block = !(file->f_flags & O_NONBLOCK) && !(flags & SPLICE_F_NONBLOCK);
	struct raw_file *raw = raw_of(file);
	ssize_t ret;

	if (len < ring_buffer_subbuf_size(raw->buffer))
		return -EINVAL;
	ret = raw_splice(raw, pipe, len, may_block);
	if (ret)
		return ret;
	if (!may_block)
		return -EAGAIN;
	ret = raw_splice_wait(raw, pipe);
	return ret ?: raw_splice(raw, pipe, len, true);
}

static __poll_t raw_poll(struct file *file, poll_table *table)
{
	struct raw_file *raw = raw_of(file);
	/*
	 * This queues even if there is a rest: epoll_ctl(2) polls once for all the calls to come.
	 */
	__poll_t ready = (__force __poll_t)ring_buffer_poll(raw->buffer, raw->cpu, file, table,
							    raw_percent(raw));

	return READ_ONCE(raw->rest) ? EPOLLIN | EPOLLRDNORM : ready;
}

static void raw_wake(struct raw_file *raw, atomic_t *count)
{
	atomic_inc(count);
	smp_mb__after_atomic();	/* the count before the wake-up; waiters queue before they look */
	ring_buffer_wake_all(raw->buffer, raw->cpu);
}

/* Gives a program that has mapped the buffer its next sub-buffer; waits as splice(2) does. */
static int raw_get_reader(struct file *file)
{
	struct raw_file *raw = raw_of(file);
	int ret = 0;

	if (!(file->f_flags & O_NONBLOCK))
		ret = probefs_ring_buffer_wait(raw->buffer, raw->cpu,
					       raw_percent(raw), NULL, NULL);
	return ret ?: ring_buffer_map_get_reader(raw->buffer, raw->cpu);
}

/* Command 0 makes everybody who waits for this file return. */
static long raw_ioctl(struct file *file, unsigned int command, unsigned long argument)
{
	struct raw_file *raw = raw_of(file);

	if (command == RAW_MAP_GET_READER)
		return raw_get_reader(file);
	if (command)
		return -ENOIOCTLCMD;
	raw_wake(raw, &raw->woken);
	return 0;
}

/* Wakes waiters: a thread may wait in splice(2) while another one closes the descriptor. */
static int raw_flush(struct file *file, fl_owner_t id)
{
	struct raw_file *raw = raw_of(file);

	raw_wake(raw, &raw->flushed);
	return 0;
}

const struct file_operations tracefs_raw_fops = {
	.owner = THIS_MODULE,
	.open = raw_open,
	.read = raw_read,
	.splice_read = raw_splice_read,
	.poll = raw_poll,
	.unlocked_ioctl = raw_ioctl,
	.mmap = tracefs_raw_mmap,
	.flush = raw_flush,
	.release = raw_release,
};

/* snapshot_raw: as on mainline, a program can neither poll nor map it, and need not be woken. */
const struct file_operations tracefs_snapshot_raw_fops = {
	.owner = THIS_MODULE,
	.open = raw_open_snapshot,
	.read = raw_read,
	.splice_read = raw_splice_read,
	.release = raw_release,
};
