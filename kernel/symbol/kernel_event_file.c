// SPDX-License-Identifier: GPL-2.0
/*
 * The list of the kernel's events, where the symbols of data are not known (a kernel without
 * CONFIG_KALLSYMS_ALL).
 *
 * The kernel's file available_events has what is needed: the functions of its seq_file walk over the
 * events, and hold event_mutex from the start to the stop. So a mount of tracefs that nobody sees is
 * made when events are asked for first, and kept until the module goes; each walk opens the file there.
 *
 * An element of that walk is a struct trace_event_file. That is believed after one has been seen that
 * trace_get_event_file() returns, too.
 */
#include <linux/cred.h>
#include <linux/dcache.h>
#include <linux/err.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/mount.h>
#include <linux/mutex.h>
#include <linux/path.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/stringhash.h>
#include <linux/trace_events.h>

#include "kernel/symbol/kernel_event.h"
#include "kernel/symbol/kernel_event_file.h"

static struct vfsmount *kernel_tracefs;		/* written once, under mount_lock */
static DEFINE_MUTEX(mount_lock);

static struct vfsmount *tracefs_get(void)
{
	struct file_system_type *type;
	struct vfsmount *mount;

	mutex_lock(&mount_lock);
	mount = kernel_tracefs;
	if (!mount) {
		type = get_fs_type("tracefs");
		mount = type ? kern_mount(type) : ERR_PTR(-ENOENT);
		if (type)
			module_put(type->owner);
		if (!IS_ERR(mount))
			kernel_tracefs = mount;
	}
	mutex_unlock(&mount_lock);
	return mount;
}

/** kernel_event_file_exit() - give up what walks have left behind; there are no walks any more */
void kernel_event_file_exit(void)
{
	if (kernel_tracefs)
		kern_unmount(kernel_tracefs);
	kernel_tracefs = NULL;
}

static struct file *open_available_events(void)
{
	struct qstr name = QSTR_INIT("available_events", sizeof("available_events") - 1);
	struct path path = { .mnt = tracefs_get() };
	struct file *file;

	if (IS_ERR(path.mnt))
		return ERR_CAST(path.mnt);
	name.hash = full_name_hash(path.mnt->mnt_root, name.name, name.len);
	path.dentry = d_lookup(path.mnt->mnt_root, &name);
	if (!path.dentry)
		return ERR_PTR(-ENOENT);
	file = dentry_open(&path, O_RDONLY, current_cred());
	dput(path.dentry);
	return file;
}

/* Calls @take for the events, until it returns what is not 0, and returns that. */
static int walk(struct seq_file *m, int (*take)(void *data, struct trace_event_file *file),
		void *data)
{
	loff_t pos = 0;
	void *v = m->op->start(m, &pos);
	int ret = 0;

	for (; !ret && !IS_ERR_OR_NULL(v); v = m->op->next(m, v, &pos))
		ret = take(data, v);
	m->op->stop(m, v);
	return ret;
}

static int is_same(void *data, struct trace_event_file *file)
{
	return data == file;
}

/* Are the elements of the walk what they are taken for? Every kernel has the event that is asked for. */
static bool is_understood(struct seq_file *m)
{
	struct trace_event_file *known = trace_get_event_file(NULL, "task", "task_newtask");
	bool found;

	if (IS_ERR(known))
		return false;
	found = walk(m, is_same, known);
	trace_put_event_file(known);
	return found;
}

/**
 * struct call_walk - a walk over the events, as its caller wants it
 * @take: what to call for each
 * @data: first argument of @take
 */
struct call_walk {
	kernel_event_fn take;
	void *data;
};

static int take_file(void *data, struct trace_event_file *file)
{
	const struct call_walk *walk = data;

	return walk->take(walk->data, file->event_call);
}

/**
 * kernel_event_file_walk() - call a function for each event of the kernel
 * @take: is called with event_mutex held; returns 0, or an errno that ends the walk
 * @data: first argument of @take
 *
 * Context: process context, may sleep. Return: 0; -ENOENT when the kernel does not have the file, or not
 * as it is known here, or opens it for nobody (lockdown); another error of opening it; or what @take returned.
 */
int kernel_event_file_walk(kernel_event_fn take, void *data)
{
	struct call_walk wanted = { .take = take, .data = data };
	struct file *file = open_available_events();
	int ret = -ENOENT;

	if (IS_ERR(file))
		return PTR_ERR(file) == -EPERM || PTR_ERR(file) == -EACCES ? -ENOENT : PTR_ERR(file);
	if (is_understood(file->private_data))
		ret = walk(file->private_data, take_file, &wanted);
	fput(file);
	return ret;
}
