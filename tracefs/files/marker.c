// SPDX-License-Identifier: GPL-2.0
/*
 * trace_marker puts a program's own text into the trace, one record per write(2), and
 * trace_marker_raw its own bytes.
 */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "kernel/record/marker.h"
#include "tracefs/files/files.h"
#include "tracefs/vfs/node.h"

/* A longer write is short, and the program writes the rest as another record. */
#define MARKER_MAX	4096

static int marker_open(struct inode *inode, struct file *file)
{
	int ret = tracefs_file_hold(file);

	return ret ?: stream_open(inode, file);
}

static int marker_release(struct inode *inode, struct file *file)
{
	tracefs_file_let_go(file);
	return 0;
}

static ssize_t marker_write(struct file *file, const char __user *from, size_t count, loff_t *pos)
{
	size_t len = min_t(size_t, count, MARKER_MAX);
	char *text;
	ssize_t ret;

	text = memdup_user_nul(from, len);
	if (IS_ERR(text))
		return PTR_ERR(text);
	ret = instance_write_marker(tracefs_file_instance(file), text, len);
	kfree(text);
	return ret;
}

const struct file_operations tracefs_marker_fops = {
	.owner	= THIS_MODULE,
	.open	= marker_open,
	.write	= marker_write,
	.release = marker_release,
};

static ssize_t raw_marker_write(struct file *file, const char __user *from, size_t count,
				loff_t *pos)
{
	void *data;
	ssize_t ret;

	if (!count || count > MARKER_MAX)
		return -EINVAL;
	data = memdup_user(from, count);
	if (IS_ERR(data))
		return PTR_ERR(data);
	ret = instance_write_raw_marker(tracefs_file_instance(file), data, count);
	kfree(data);
	return ret;
}

const struct file_operations tracefs_raw_marker_fops = {
	.owner	= THIS_MODULE,
	.open	= marker_open,
	.write	= raw_marker_write,
	.release = marker_release,
};
