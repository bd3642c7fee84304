// SPDX-License-Identifier: GPL-2.0
/*
 * The ring buffer: its size, its counters, its time stamps, and whether it records.
 */
#include <linux/cpumask.h>
#include <linux/log2.h>
#include <linux/module.h>
#include <linux/slab.h>

#include "kernel/instance/instance.h"
#include "kernel/record/record.h"
#include "tracefs/files/files.h"
#include "tracefs/vfs/node.h"

#define SUBBUF_KB_MAX	512

/*
 * buffer_size_kb of the top level is the size of each CPU's buffer, in per_cpu/cpuN that of one
 * CPU's.
 */
static int show_size(struct seq_file *m, const struct tracefs_place *place)
{
	instance_show_size(place->instance, m, place->cpu);
	return 0;
}

static int store_size(const struct tracefs_place *place, char *text, size_t len)
{
	unsigned long kb;
	int ret = tracefs_parse_number(text, &kb);

	if (ret)
		return ret;
	if (!kb || kb > ULONG_MAX >> 10)
		return -EINVAL;
	return instance_resize(place->instance, kb, place->cpu);
}

static int show_total_size(struct seq_file *m, const struct tracefs_place *place)
{
	instance_show_total_size(place->instance, m);
	return 0;
}

static int show_subbuf_size(struct seq_file *m, const struct tracefs_place *place)
{
	seq_printf(m, "%zu\n", ring_buffer_subbuf_size(place->instance->buffer) >> 10);
	return 0;
}

static int store_subbuf_size(const struct tracefs_place *place, char *text, size_t len)
{
	unsigned long kb;
	int ret = tracefs_parse_number(text, &kb);

	if (ret)
		return ret;
	if (!kb || kb > SUBBUF_KB_MAX)
		return -EINVAL;
	ret = record_grow_scratch(roundup_pow_of_two(kb << 10));
	return ret ?: instance_set_subbuf_kb(place->instance, kb);
}

static int show_percent(struct seq_file *m, const struct tracefs_place *place)
{
	seq_printf(m, "%u\n", READ_ONCE(place->instance->buffer_percent));
	return 0;
}

static int store_percent(const struct tracefs_place *place, char *text, size_t len)
{
	unsigned long percent;
	int ret = tracefs_parse_number(text, &percent);

	if (ret)
		return ret;
	return percent > 100 ? -EINVAL : instance_set_buffer_percent(place->instance, percent);
}

static int show_tracing_on(struct seq_file *m, const struct tracefs_place *place)
{
	seq_printf(m, "%d\n", instance_is_tracing(place->instance));
	return 0;
}

static int store_tracing_on(const struct tracefs_place *place, char *text, size_t len)
{
	unsigned long on;
	int ret = tracefs_parse_number(text, &on);

	if (!ret)
		instance_set_tracing(place->instance, on);
	return ret;
}

static int buffer_show_cpumask(struct seq_file *m, const struct tracefs_place *place)
{
	struct trace_instance *instance = place->instance;

	mutex_lock(&instance->lock);
	seq_printf(m, "%*pb\n", cpumask_pr_args(instance->cpumask));
	mutex_unlock(&instance->lock);
	return 0;
}

static int buffer_store_cpumask(const struct tracefs_place *place, char *text, size_t len)
{
	cpumask_var_t mask;
	int ret;

	if (!len)
		return -EINVAL;
	if (!zalloc_cpumask_var(&mask, GFP_KERNEL))
		return -ENOMEM;
	ret = cpumask_parse(text, mask);
	if (!ret)
		ret = instance_set_cpumask(place->instance, mask);
	free_cpumask_var(mask);
	return ret;
}

static int show_stats(struct seq_file *m, const struct tracefs_place *place)
{
	instance_show_stats(place->instance, m, place->cpu);
	return 0;
}

/* Each record has the time since the one before it, and a page has the time of its first record. */
static int show_timestamp_mode(struct seq_file *m, const struct tracefs_place *place)
{
	seq_puts(m, "[delta] absolute\n");
	return 0;
}

const struct tracefs_text tracefs_timestamp_mode = {
	.show	= show_timestamp_mode,
};

/*
 * free_buffer: the last close(2) of an open file gives back the memory, and the end of the program
 * is one, however it came. What is written does not matter.
 */
static ssize_t free_buffer_write(struct file *file, const char __user *from, size_t count,
				 loff_t *pos)
{
	*pos += count;
	return count;
}

static int free_buffer_open(struct inode *inode, struct file *file)
{
	return tracefs_file_hold(file);
}

static int free_buffer_release(struct inode *inode, struct file *file)
{
	instance_free_buffer(tracefs_file_instance(file));
	tracefs_file_let_go(file);
	return 0;
}

const struct file_operations tracefs_free_buffer_fops = {
	.owner		= THIS_MODULE,
	.open		= free_buffer_open,
	.write		= free_buffer_write,
	.release	= free_buffer_release,
};

const struct tracefs_text tracefs_buffer_size = {
	.show	= show_size,
	.store	= store_size,
};

const struct tracefs_text tracefs_buffer_total_size = {
	.show	= show_total_size,
};

const struct tracefs_text tracefs_buffer_subbuf_size = {
	.show	= show_subbuf_size,
	.store	= store_subbuf_size,
	.offset	= TRACEFS_OFFSET_STEPS,
};

const struct tracefs_text tracefs_buffer_percent = {
	.show	= show_percent,
	.store	= store_percent,
	.offset	= TRACEFS_OFFSET_STEPS,
};

const struct tracefs_text tracefs_tracing_on = {
	.show	= show_tracing_on,
	.store	= store_tracing_on,
	.offset	= TRACEFS_OFFSET_STEPS,
};

const struct tracefs_text tracefs_tracing_cpumask = {
	.show = buffer_show_cpumask,
	.store = buffer_store_cpumask,
	.offset = TRACEFS_OFFSET_STAYS,
};

const struct tracefs_text tracefs_stats = {
	.show	= show_stats,
};
