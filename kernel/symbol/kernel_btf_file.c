// SPDX-License-Identifier: GPL-2.0
/*
 * Types from a file, for the mount option btf=.
 *
 * The file is opened with the rights of the task, and only when what lies there is a regular file, which
 * the look-up says: opening a device or a FIFO may do something, or wait. From then on the name does
 * not matter any more, the file at that place is the one that is opened. Files of tracefs and of probefs
 * are regular files, too, but opening or closing some of them changes a tracer.
 *
 * What is read are copies: the file may change as it likes, also while it is read.
 */
#include <linux/dcache.h>
#include <linux/err.h>
#include <linux/fcntl.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/magic.h>
#include <linux/mm.h>
#include <linux/namei.h>
#include <linux/path.h>
#include <linux/sched/signal.h>
#include <linux/sizes.h>

#include "fetch/btf/btf_file.h"
#include "kernel/compat/file.h"
#include "kernel/symbol/kernel_btf.h"

#define READ_AT_ONCE	SZ_1M	/* who reads may be killed in between */

/**
 * struct opened_file - a file that is being read
 * @source: what fetch_btf_locate() knows of it
 * @file: the file that the mount option names
 */
struct opened_file {
	struct fetch_btf_file source;
	struct file *file;
};

/* A file that ends before @len bytes has become shorter since it was opened. */
static int read_opened(const struct fetch_btf_file *source, void *to, u64 at, size_t len)
{
	struct file *file = container_of(source, struct opened_file, source)->file;
	loff_t pos = at, end = at + len;
	ssize_t got;

	while (pos < end) {
		if (fatal_signal_pending(current))
			return -EINTR;
		got = kernel_read(file, to + (pos - at), min_t(loff_t, end - pos, READ_AT_ONCE), &pos);
		if (got <= 0)
			return got ?: -EINVAL;
	}
	return 0;
}

static struct kernel_btf *read_blob(const struct opened_file *opened,
				    const struct fetch_btf_place *place, const char **why)
{
	void *data = kvmalloc(place->size, GFP_KERNEL_ACCOUNT);
	struct kernel_btf *btf;
	int ret;

	if (!data)
		return ERR_PTR(-ENOMEM);
	ret = read_opened(&opened->source, data, place->start, place->size);
	if (ret) {
		kvfree(data);
		return ERR_PTR(ret);
	}
	*why = "its BTF is damaged, or has types of an unknown kind";
	btf = kernel_btf_create(data, place->size);
	if (IS_ERR(btf))
		kvfree(data);
	return btf;
}

static struct kernel_btf *read_file(struct file *file, const char **why)
{
	struct opened_file opened = {
		.source.size = i_size_read(file_inode(file)),
		.source.read = read_opened,
		.file = file,
	};
	struct fetch_btf_place place;
	int ret;

	*why = "it can't be read, or became shorter";
	/* kernel_read() would complain in the kernel's log. */
	if (!file->f_op->read_iter || file->f_op->read)
		return ERR_PTR(-EINVAL);
	ret = fetch_btf_locate(&opened.source, &place, why);
	return ret ? ERR_PTR(ret) : read_blob(&opened, &place, why);
}

static struct kernel_btf *read_path(const struct path *path, const char **why)
{
	struct kernel_btf *btf;
	struct file *file;

	*why = "it is no regular file";
	if (!d_is_reg(path->dentry))
		return ERR_PTR(-EINVAL);
	*why = "it is a file of a tracer";
	if (path->mnt->mnt_sb->s_magic == TRACEFS_MAGIC)
		return ERR_PTR(-EINVAL);
	*why = "it can't be opened";
	file = compat_open_path(path, O_RDONLY | O_LARGEFILE);
	if (IS_ERR(file))
		return ERR_CAST(file);
	btf = read_file(file, why);
	fput(file);
	return btf;
}

/**
 * kernel_btf_read() - read types from a file
 * @name: path of the file, which is a blob of BTF, or an ELF file with a section of that
 * @why: receives what is wrong when the call fails
 *
 * The file is opened with the rights of the task. The types stay as they were read. Their memory, less
 * than twice FETCH_BTF_FILE_MAX, is charged to the memory cgroup of the task.
 *
 * Context: process context, without locks; it may take as long as the file does, until the process is
 * killed. Return: types to be given back with kernel_btf_put(); ERR_PTR(): -EINVAL for a file that is no
 * regular one or has no good BTF; -ENOMEM, -EINTR, or why the file could not be opened or read.
 */
struct kernel_btf *kernel_btf_read(const char *name, const char **why)
{
	struct kernel_btf *btf;
	struct path path;
	int ret;

	*why = "it can't be found";
	ret = kern_path(name, LOOKUP_FOLLOW, &path);
	if (ret)
		return ERR_PTR(ret);
	btf = read_path(&path, why);
	path_put(&path);
	if (btf == ERR_PTR(-ENOMEM))
		*why = "there is no memory for it";
	return btf;
}
