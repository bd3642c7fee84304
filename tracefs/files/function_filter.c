// SPDX-License-Identifier: GPL-2.0
/*
 * set_ftrace_filter and set_ftrace_notrace: the functions that the tracer "function" traces, or does
 * not.
 *
 * As on mainline, who opens one of the files gets a copy of the functions that are there, or with
 * O_TRUNC none; writes change the copy, and close(2) lets it take effect. So the tracer never sees
 * an empty list in between, which would mean all functions. A word ends with white space or with
 * close(2), not with the write: programs write long lists in pieces.
 */
#include <linux/ctype.h>
#include <linux/kallsyms.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/printk.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "kernel/control/function_tracing.h"
#include "kernel/instance/instance.h"
#include "kernel/symbol/entry_site.h"
#include "tracefs/files/files.h"
#include "tracefs/vfs/node.h"

#define WORD_MAX	(KSYM_SYMBOL_LEN + 4)

/**
 * struct function_edit - an open file
 * @lock: taken by writes
 * @set: the functions that are shown, or will be set
 * @filter: which of the sets
 * @dirty: close(2) has something to set
 * @len: bytes of the word that has not ended yet
 * @word: that word
 */
struct function_edit {
	struct mutex lock;
	struct function_set set;
	enum function_filter filter;
	bool dirty;
	unsigned int len;
	char word[WORD_MAX];
};

static struct function_edit *edit_of(struct file *file)
{
	return ((struct seq_file *)file->private_data)->private;
}

/* The position is the number of the function; an empty set has one line. */
static void *functions_at(struct seq_file *m, loff_t pos)
{
	const struct function_edit *edit = m->private;

	return pos < max(edit->set.nr, 1U) ? (void *)(unsigned long)(pos + 1) : NULL;
}

static void *functions_start(struct seq_file *m, loff_t *pos)
{
	struct function_edit *edit = m->private;

	mutex_lock(&edit->lock);
	return functions_at(m, *pos);
}

static void *functions_next(struct seq_file *m, void *v, loff_t *pos)
{
	return functions_at(m, ++*pos);
}

static void functions_stop(struct seq_file *m, void *v)
{
	struct function_edit *edit = m->private;

	mutex_unlock(&edit->lock);
}

static int functions_show(struct seq_file *m, void *v)
{
	const struct function_edit *edit = m->private;
	char name[KSYM_SYMBOL_LEN];

	if (!edit->set.nr)
		seq_puts(m, edit->filter == FUNCTIONS_CHOSEN ?
			    "#### all functions enabled ####\n" :
			    "#### no functions disabled ####\n");
	else if (entry_site_name(edit->set.site[(unsigned long)v - 1], name))
		seq_printf(m, "%s\n", name);
	return 0;
}

static const struct seq_operations functions_seq = {
	.start	= functions_start,
	.next	= functions_next,
	.stop	= functions_stop,
	.show	= functions_show,
};

static int open_held(struct file *file, enum function_filter filter)
{
	struct trace_instance *instance = tracefs_file_instance(file);
	struct function_edit *edit;
	int ret = seq_open_private(file, &functions_seq, sizeof(*edit));

	if (ret)
		return ret;
	edit = edit_of(file);
	mutex_init(&edit->lock);
	edit->filter = filter;
	if ((file->f_mode & FMODE_WRITE) && (file->f_flags & O_TRUNC)) {
		edit->dirty = true;
		return 0;
	}
	ret = function_filter_get(instance, filter, &edit->set);
	if (ret)
		seq_release_private(file_inode(file), file);
	return ret;
}

static int filter_open(struct file *file, enum function_filter filter)
{
	int ret = tracefs_file_hold(file);

	if (ret)
		return ret;
	ret = open_held(file, filter);
	if (ret)
		tracefs_file_let_go(file);
	return ret;
}

static int chosen_open(struct inode *inode, struct file *file)
{
	return filter_open(file, FUNCTIONS_CHOSEN);
}

static int left_out_open(struct inode *inode, struct file *file)
{
	return filter_open(file, FUNCTIONS_LEFT_OUT);
}

static int end_word(struct function_edit *edit)
{
	int ret;

	if (!edit->len)
		return 0;
	edit->word[edit->len] = '\0';
	edit->len = 0;
	ret = function_set_apply(&edit->set, edit->word);
	edit->dirty |= !ret;
	return ret;
}

static int take_character(struct function_edit *edit, char c)
{
	if (!c || isspace(c))
		return end_word(edit);
	if (edit->len == WORD_MAX - 1) {
		edit->len = 0;
		return -EINVAL;
	}
	edit->word[edit->len++] = c;
	return 0;
}

/* Words before one that is wrong have been done, as on mainline. */
static int take_text(struct function_edit *edit, const char *text, size_t count)
{
	size_t i;
	int ret = 0;

	mutex_lock(&edit->lock);
	for (i = 0; i < count && !ret; i++)
		ret = take_character(edit, text[i]);
	mutex_unlock(&edit->lock);
	return ret;
}

static ssize_t filter_write(struct file *file, const char __user *from, size_t count, loff_t *pos)
{
	struct function_edit *edit = edit_of(file);
	char *text;
	int ret;

	count = min_t(size_t, count, PAGE_SIZE);
	text = memdup_user(from, count);
	if (IS_ERR(text))
		return PTR_ERR(text);
	ret = take_text(edit, text, count);
	kfree(text);
	if (ret)
		return ret;
	*pos += count;
	return count;
}

static int filter_release(struct inode *inode, struct file *file)
{
	struct function_edit *edit = edit_of(file);
	int ret = end_word(edit);

	if (edit->dirty)
		ret = function_filter_set(tracefs_file_instance(file), edit->filter, &edit->set);
	if (ret)
		pr_warn_ratelimited("probefs: the functions to trace stay as they were (error %d)\n",
				    ret);
	function_set_free(&edit->set);
	mutex_destroy(&edit->lock);
	seq_release_private(inode, file);
	tracefs_file_let_go(file);
	return ret;
}

const struct file_operations tracefs_ftrace_filter_fops = {
	.owner		= THIS_MODULE,
	.open		= chosen_open,
	.read		= seq_read,
	.write		= filter_write,
	.llseek		= seq_lseek,
	.release	= filter_release,
};

const struct file_operations tracefs_ftrace_notrace_fops = {
	.owner		= THIS_MODULE,
	.open		= left_out_open,
	.read		= seq_read,
	.write		= filter_write,
	.llseek		= seq_lseek,
	.release	= filter_release,
};
