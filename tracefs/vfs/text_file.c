// SPDX-License-Identifier: GPL-2.0
/*
 * The file operations that most control files share.
 *
 * Text is made when it is read and kept by seq_file until the reader has it all, so that reads of
 * any size see one consistent text. Each write(2) is one command and does not see other writes.
 */
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "tracefs/vfs/node.h"
#include "tracefs/vfs/text_file.h"

static const struct tracefs_text *text_of(const struct inode *inode)
{
	return tracefs_node(inode)->entry->text;
}

static int text_show(struct seq_file *m, void *v)
{
	struct tracefs_node *node = m->private;

	if (tracefs_place_is_dead(&node->place))
		return -ENODEV;
	return node->entry->text->show(m, &node->place);
}

static int open_for_reading(struct tracefs_node *node, struct file *file)
{
	const struct tracefs_text *text = node->entry->text;
	int ret;

	if (!text->seq)
		return single_open(file, text_show, node);
	ret = seq_open(file, text->seq);
	if (!ret)
		((struct seq_file *)file->private_data)->private = &node->place;
	return ret;
}

/*
 * seq_open() forbids pwrite(2). Mainline uses seq_open() for other files than text_open() does: one
 * of them is a file that can only be cleared, if it is opened for reading. FMODE_PWRITE is set as
 * on mainline.
 */
static void set_pwrite(struct file *file, const struct tracefs_text *text)
{
	if (text->no_pwrite || (text->clear_only && (file->f_mode & FMODE_READ)))
		file->f_mode &= ~FMODE_PWRITE;
	else
		file->f_mode |= FMODE_PWRITE;
}

static int text_open_held(struct inode *inode, struct file *file)
{
	struct tracefs_node *node = tracefs_node(inode);
	const struct tracefs_text *text = node->entry->text;
	int ret;

	if (tracefs_place_is_dead(&node->place))
		return -ENODEV;
	if (text->truncate && (file->f_mode & FMODE_WRITE) && (file->f_flags & O_TRUNC)) {
		ret = text->truncate(&node->place);
		if (ret)
			return ret;
	}
	ret = file->f_mode & FMODE_READ ? open_for_reading(node, file) : 0;
	if (!ret)
		set_pwrite(file, text);
	return ret;
}

static int text_open(struct inode *inode, struct file *file)
{
	int ret = tracefs_file_hold(file);

	if (ret)
		return ret;
	ret = text_open_held(inode, file);
	if (ret)
		tracefs_file_let_go(file);
	return ret;
}

static int text_release(struct inode *inode, struct file *file)
{
	int ret = 0;

	if (file->f_mode & FMODE_READ)
		ret = text_of(inode)->seq ? seq_release(inode, file) : single_release(inode, file);
	tracefs_file_let_go(file);
	return ret;
}

/* SEEK_END goes to 0, which is the size that stat(2) says: fopen(3) for appending seeks there. */
static loff_t text_llseek(struct file *file, loff_t offset, int whence)
{
	if (file->f_mode & FMODE_READ)
		return seq_lseek(file, offset, whence == SEEK_END ? SEEK_SET : whence);
	if (!text_of(file_inode(file))->clear_only)
		return generic_file_llseek(file, offset, whence);
	file->f_pos = 0;
	return 0;
}

static char *copy_text(const char __user *from, size_t count)
{
	char *text = kvmalloc(count + 1, GFP_KERNEL_ACCOUNT);

	if (!text)
		return ERR_PTR(-ENOMEM);
	if (copy_from_user(text, from, count)) {
		kvfree(text);
		return ERR_PTR(-EFAULT);
	}
	text[count] = '\0';
	return text;
}

static int check_write(const struct tracefs_node *node, size_t count)
{
	const struct tracefs_text *text = node->entry->text;

	if (!text->store)
		return -EINVAL;
	if (text->write_max)
		return count > text->write_max ? -E2BIG : 0;
	return count >= PAGE_SIZE ? -EINVAL : 0;
}

static int text_store(struct tracefs_node *node, const char __user *from, size_t count)
{
	char *text;
	int ret = check_write(node, count);

	if (ret)
		return ret;
	if (tracefs_place_is_dead(&node->place))
		return -ENODEV;
	text = copy_text(from, count);
	if (IS_ERR(text))
		return PTR_ERR(text);
	ret = node->entry->text->store(&node->place, text, count);
	kvfree(text);
	return ret;
}

static loff_t offset_after(const struct tracefs_text *text, loff_t pos, size_t count)
{
	switch (text->offset) {
	case TRACEFS_OFFSET_MOVES:
		return pos + count;
	case TRACEFS_OFFSET_STEPS:
		return pos + 1;
	default:
		return pos;
	}
}

static ssize_t text_write(struct file *file, const char __user *from, size_t count, loff_t *pos)
{
	struct tracefs_node *node = tracefs_node(file_inode(file));
	const struct tracefs_text *text = node->entry->text;
	int ret = text->clear_only ? 0 : text_store(node, from, count);

	if (ret)
		return ret;
	*pos = offset_after(text, *pos, count);
	return count;
}

const struct file_operations tracefs_text_fops = {
	.owner		= THIS_MODULE,
	.open		= text_open,
	.read		= seq_read,
	.write		= text_write,
	.llseek		= text_llseek,
	.release	= text_release,
};

/**
 * tracefs_parse_number() - read a number that is the whole text, except for a newline at its end
 * @text: decimal digits, with or without a sign '+'
 * @value: receives the number on success
 *
 * Return: 0, -EINVAL, or -ERANGE when the number is too large.
 */
int tracefs_parse_number(const char *text, unsigned long *value)
{
	return kstrtoul(text, 10, value);
}

/**
 * tracefs_parse_switch() - read a number that is 0 or 1, as tracefs_parse_number() reads numbers
 * @text: the number, and a newline or none
 * @on: receives the value on success
 *
 * Return: 0, -EINVAL or -ERANGE.
 */
int tracefs_parse_switch(const char *text, bool *on)
{
	unsigned long value;
	int ret = tracefs_parse_number(text, &value);

	if (ret)
		return ret;
	if (value > 1)
		return -EINVAL;
	*on = value;
	return 0;
}

/**
 * tracefs_blank_nuls() - put blanks in the place of the NULs that a write(2) has in its text
 * @text: the text, as the store function of struct tracefs_text gets it
 * @len: its length in bytes; the NUL behind the text stays
 */
void tracefs_blank_nuls(char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (!text[i])
			text[i] = ' ';
}
