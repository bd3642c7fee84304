// SPDX-License-Identifier: GPL-2.0
/*
 * snapshot shows the second buffer of an instance as text, as trace shows the first, and takes, empties and
 * frees it. Whoever reads waits for the snapshots that hits have asked for.
 */
#include <linux/kernel.h>
#include <linux/module.h>

#include "fetch/text_buffer.h"
#include "kernel/instance/instance.h"
#include "kernel/instance/snapshot.h"
#include "tracefs/files/files.h"
#include "tracefs/files/snapshot.h"
#include "tracefs/files/trace.h"
#include "tracefs/vfs/node.h"
#include "tracefs/vfs/splice.h"

static const char help_for_all[] =
	"# echo 0 > snapshot : Clears and frees snapshot buffer\n"
	"# echo 1 > snapshot : Allocates snapshot buffer, if not already allocated.\n"
	"#                      Takes a snapshot of the main buffer.\n"
	"# echo 2 > snapshot : Clears snapshot buffer (but does not allocate or free)\n"
	"#                      (Doesn't have to be '2' works with any number that\n"
	"#                       is not a '0' or '1')\n";

static const char help_for_cpu[] =
	"# echo 0 > snapshot : Invalid for per_cpu snapshot file.\n"
	"# echo 1 > snapshot : Allocates snapshot buffer, if not already allocated.\n"
	"#                      Takes a snapshot of the main buffer for this cpu.\n"
	"# echo 2 > snapshot : Clears this cpu's snapshot buffer (but does not allocate)\n"
	"#                      (Doesn't have to be '2' works with any number that\n"
	"#                       is not a '0' or '1')\n";

/**
 * tracefs_snapshot_help() - print what a snapshot shows that has nothing in it
 * @text: the text to append to; programs know it from mainline
 * @instance: the instance that has the snapshot
 * @cpu: the CPU whose file is read, or -1
 */
void tracefs_snapshot_help(struct text_buffer *text, const struct trace_instance *instance, int cpu)
{
	text_printf(text, "# tracer: %s\n#\n", READ_ONCE(instance->current_tracer));
	text_puts(text, READ_ONCE(instance->snapshot_allocated) ?
			"#\n# * Snapshot is allocated *\n#\n" : "#\n# * Snapshot is freed *\n#\n");
	text_puts(text, "# Snapshot commands:\n");
	text_puts(text, cpu < 0 ? help_for_all : help_for_cpu);
}

static int open_held(struct file *file)
{
	struct trace_instance *instance = tracefs_file_instance(file);
	struct ring_buffer *snapshot = instance_snapshot(instance);

	if (!snapshot)
		return -ENOMEM;
	if (!(file->f_mode & FMODE_READ))
		return 0;
	instance_settle_snapshot(instance);
	return tracefs_trace_open(file, snapshot);
}

static int snapshot_open(struct inode *inode, struct file *file)
{
	int ret = tracefs_file_hold(file);

	if (ret)
		return ret;
	ret = open_held(file);
	if (ret)
		tracefs_file_let_go(file);
	return ret;
}

static int snapshot_do(struct trace_instance *instance, int cpu, unsigned long command)
{
	instance_settle_snapshot(instance);
	switch (command) {
	case 0:
		if (cpu >= 0)
			return -EINVAL;
		instance_free_snapshot(instance);
		return 0;
	case 1:
		return instance_take_snapshot(instance, cpu);
	default:
		instance_clear_snapshot(instance, cpu);
		return 0;
	}
}

static ssize_t snapshot_write(struct file *file, const char __user *from, size_t count, loff_t *pos)
{
	unsigned long command;
	int ret = kstrtoul_from_user(from, count, 10, &command);

	ret = ret ?: snapshot_do(tracefs_file_instance(file), tracefs_file_cpu(file), command);
	if (ret)
		return ret;
	*pos += count;
	return count;
}

const struct file_operations tracefs_snapshot_fops = {
	.owner = THIS_MODULE,
	.open = snapshot_open,
	.read_iter = seq_read_iter,
	.splice_read = tracefs_splice_read,
	.write = snapshot_write,
	.llseek = tracefs_trace_llseek,
	.release = tracefs_trace_release,
};
