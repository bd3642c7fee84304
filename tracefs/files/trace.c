// SPDX-License-Identifier: GPL-2.0
/*
 * trace shows the records as text and leaves them where they are. Opening it with O_TRUNC empties
 * the buffer.
 *
 * The file is a seq_file: position 0 is the header, position n the n-th record. The walk of the
 * open file stays where the last read stopped, so that reading on costs only what is read; another
 * position starts the walk anew. seq_file's own lock keeps reads of one open file apart. No other
 * lock is held between start and stop, because the walk has copies of the records.
 */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "kernel/instance/instance.h"
#include "kernel/instance/snapshot.h"
#include "kernel/output/trace_output.h"
#include "tracefs/files/files.h"
#include "tracefs/files/snapshot.h"
#include "tracefs/files/trace.h"
#include "tracefs/vfs/node.h"
#include "tracefs/vfs/splice.h"

/**
 * struct trace_file - the state of an open trace
 * @it: the walk over the records
 * @pos: position of the record that @it is at
 * @end: position at which the walk was last found to have ended, or -1
 * @paused: the ring buffer is paused until the file is released
 * @snapshot: the walk is over the snapshot
 */
struct trace_file {
	struct trace_iterator *it;
	loff_t pos;
	loff_t end;
	bool paused;
	bool snapshot;
};

static void *trace_at(struct trace_file *trace)
{
	return !trace->pos || trace_iterator_peek(trace->it) ? trace : NULL;
}

static void *trace_step(struct trace_file *trace)
{
	if (trace->pos)
		trace_iterator_next(trace->it);
	trace->pos++;
	return trace_at(trace);
}

static void *trace_start(struct seq_file *m, loff_t *pos)
{
	struct trace_file *trace = m->private;
	void *v;

	if (!*pos || *pos < trace->pos) {
		trace_iterator_rewind(trace->it);
		trace->pos = 0;
		trace->end = -1;
	}
	for (v = trace_at(trace); v && trace->pos < *pos; v = trace_step(trace)) {
		if (signal_pending(current))
			return ERR_PTR(-EINTR);
		cond_resched();
	}
	/* sendfile(2) keeps an end to itself that comes behind data: it has been told of the second one. */
	if (!v && trace->end == trace->pos)
		trace_iterator_go_on(trace->it);	/* in the next read(); this one returns 0 */
	if (!v)
		trace->end = trace->pos;
	return v;
}

static void *trace_next(struct seq_file *m, void *v, loff_t *pos)
{
	v = trace_step(m->private);
	++*pos;
	return v;
}

static void trace_stop(struct seq_file *m, void *v)
{
}

/* Prints into the buffer of the seq_file, which shows the line again if it did not fit. */
static int trace_file_show(struct seq_file *m, void *v)
{
	struct trace_file *trace = v;
	struct text_buffer text;
	char *data;
	size_t room = seq_get_buf(m, &data);

	text_buffer_init(&text, data, room);
	if (!room)
		text.overflow = true;
	else if (trace->pos)
		trace_print_line(trace->it, &text);
	else if (trace->snapshot && probefs_ring_buffer_empty(trace->it->buffer, trace->it->cpu))
		tracefs_snapshot_help(&text, trace->it->instance, trace->it->cpu);
	else
		trace_print_header(trace->it, &text);
	seq_commit(m, text.overflow ? -1 : (int)text.len);
	return 0;
}

static const struct seq_operations trace_seq_ops = {
	.start = trace_start,
	.next = trace_next,
	.stop = trace_stop,
	.show = trace_file_show,
};

static void trace_file_free(struct trace_file *trace)
{
	if (trace->paused)
		ring_buffer_resume(trace->it->instance->buffer);
	trace_iterator_destroy(trace->it);
	kfree(trace);
}

/* @snapshot: the snapshot of the instance when that is shown, or NULL */
static struct trace_file *trace_file_create(struct trace_instance *instance,
					    struct ring_buffer *snapshot, int cpu)
{
	struct trace_file *trace = kzalloc(sizeof(*trace), GFP_KERNEL_ACCOUNT);

	if (!trace)
		return NULL;
	trace->it = trace_iterator_create(instance, snapshot ?: instance->buffer, cpu, false);
	if (!trace->it) {
		kfree(trace);
		return NULL;
	}
	trace->snapshot = snapshot;
	if (!snapshot && READ_ONCE(instance->options) & TRACE_OPTION(PAUSE_ON_TRACE)) {
		ring_buffer_pause(instance->buffer);
		trace->paused = true;
	}
	return trace;
}

/**
 * tracefs_trace_open() - open a file that shows a buffer as text, for reading
 * @file: the file, whose instance is held
 * @snapshot: the snapshot of the instance when that is shown, or NULL
 *
 * Return: 0 or -errno.
 */
int tracefs_trace_open(struct file *file, struct ring_buffer *snapshot)
{
	struct trace_file *trace;
	int ret;

	trace = trace_file_create(tracefs_file_instance(file), snapshot, tracefs_file_cpu(file));
	if (!trace)
		return -ENOMEM;
	ret = seq_open(file, &trace_seq_ops);
	if (ret) {
		trace_file_free(trace);
		return ret;
	}
	((struct seq_file *)file->private_data)->private = trace;
	return 0;
}

static int trace_file_open(struct inode *inode, struct file *file)
{
	int ret = tracefs_file_hold(file);

	if (ret)
		return ret;
	instance_settle_snapshot(tracefs_file_instance(file));
	if ((file->f_mode & FMODE_WRITE) && (file->f_flags & O_TRUNC))
		instance_reset(tracefs_file_instance(file), tracefs_file_cpu(file));
	if (file->f_mode & FMODE_READ)
		ret = tracefs_trace_open(file, NULL);
	if (ret)
		tracefs_file_let_go(file);
	return ret;
}

/** tracefs_trace_release() - the release of such files, whether they were opened for reading or not */
int tracefs_trace_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;
	int ret = 0;

	if (file->f_mode & FMODE_READ) {
		trace_file_free(m->private);
		ret = seq_release(inode, file);
	}
	tracefs_file_let_go(file);
	return ret;
}

/* Anything may be written, because opening the file has done the work already. */
static ssize_t trace_write(struct file *file, const char __user *from, size_t count, loff_t *pos)
{
	return count;
}

/** tracefs_trace_llseek() - the llseek of such files */
loff_t tracefs_trace_llseek(struct file *file, loff_t offset, int whence)
{
	if (file->f_mode & FMODE_READ)
		return seq_lseek(file, offset, whence);
	file->f_pos = 0;
	return 0;
}

const struct file_operations tracefs_trace_fops = {
	.owner = THIS_MODULE,
	.open = trace_file_open,
	.read_iter = seq_read_iter,
	.splice_read = tracefs_splice_read,
	.write = trace_write,
	.llseek = tracefs_trace_llseek,
	.release = tracefs_trace_release,
};
