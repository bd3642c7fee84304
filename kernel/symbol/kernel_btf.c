// SPDX-License-Identifier: GPL-2.0
/*
 * The BTF of the running kernel and of its modules: where the bytes are, and how long they stay.
 *
 * The kernel has its own BTF in memory, between two symbols, from where it is read in place. Without
 * the symbols of data (no CONFIG_KALLSYMS_ALL), and for modules, whose BTF the kernel keeps to
 * itself, the bytes are those of /sys/kernel/btf, copied. That file is opened in a mount of sysfs
 * that nobody sees, because the task that defines a probe may have no /sys.
 *
 * Lifetimes: a struct kernel_btf is made when somebody first asks for it, also when there turns out
 * to be no BTF, which need not be found out twice. Whoever can't open the file gets none, and the next
 * one who asks may. It is on the list, which is one of its users.
 *
 * - The kernel's own stays until probefs goes, so it can be the base of the others.
 * - A module's leaves the list when the module comes or goes: a module that is loaded again may be
 *   another one. Whoever has got it goes on reading it, because the bytes are a copy.
 * - The types of a file (kernel_btf_file.c) are on no list: the mount they were read for has them, and gives
 *   them back when it goes.
 *
 * kernel_btf_lock protects the list and the counts of users, and serialises what makes the
 * elements. It is taken within tracer->lock, and symbol_lock within it. It is held while a file of
 * sysfs is read; the kernel removes that file in a module notifier, where it waits for who reads
 * and takes none of our locks.
 */
#include <linux/err.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mount.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "fetch/btf/btf.h"
#include "kernel/compat/file.h"
#include "kernel/symbol/kernel_btf.h"
#include "kernel/symbol/symbol.h"

#define NAME_OF_KERNEL	"vmlinux"
#define BLOB_SIZE_MAX	(64UL << 20)	/* ten times what kernels have */

/**
 * struct kernel_btf - the types of the kernel or of a module
 * @link: element of the list, or empty when it is not on the list any more
 * @users: number of users, the list included
 * @types: the types; NULL when there is no BTF, or none that can be read
 * @copy: the bytes, when they are a copy
 * @module: name of the module; NAME_OF_KERNEL for the kernel itself; empty for the types of a file
 */
struct kernel_btf {
	struct list_head link;
	unsigned int users;
	struct fetch_btf *types;
	void *copy;
	char module[];
};

static LIST_HEAD(all_btf);
static DEFINE_MUTEX(kernel_btf_lock);

/* Copies a file of sysfs. Returns its size, or an errno. */
static ssize_t read_whole(struct file *file, void **copy)
{
	loff_t size = i_size_read(file_inode(file)), pos = 0;
	ssize_t got = 1;
	void *data;

	if (size <= 0 || size > BLOB_SIZE_MAX || !file->f_op->read_iter)
		return -ENOENT;
	data = kvmalloc(size, GFP_KERNEL);
	if (!data)
		return -ENOMEM;
	while (pos < size && got > 0)
		got = kernel_read(file, data + pos, size - pos, &pos);
	if (pos < size) {
		kvfree(data);
		return got < 0 ? got : -EIO;
	}
	*copy = data;
	return size;
}

static ssize_t read_path(struct vfsmount *mount, const char *module, void **copy)
{
	char name[sizeof("kernel/btf/") + MODULE_NAME_LEN];
	struct file *file;
	ssize_t ret;

	scnprintf(name, sizeof(name), "kernel/btf/%s", module);
	file = compat_open_in_mount(mount, name);
	if (IS_ERR(file))
		return PTR_ERR(file);
	ret = read_whole(file, copy);
	fput(file);
	return ret;
}

/*
 * Copies what sysfs has of a module. The mount goes again: as long as it is there it would keep the
 * network namespace of the task that asked.
 */
static ssize_t read_sysfs(const char *module, void **copy)
{
	struct file_system_type *type;
	struct vfsmount *mount;
	ssize_t ret;

	/* Asking for a type that nobody has would load a module, whose notifiers want our locks. */
	type = IS_ENABLED(CONFIG_SYSFS) ? get_fs_type("sysfs") : NULL;
	if (!type)
		return -ENOENT;
	mount = kern_mount(type);
	if (IS_ERR(mount)) {
		ret = PTR_ERR(mount);
	} else {
		ret = read_path(mount, module, copy);
		kern_unmount(mount);
	}
	module_put(type->owner);
	return ret;
}

/* Finds the kernel's own bytes. Returns their number, or an errno. */
static ssize_t find_bytes_of_kernel(const void **data)
{
	unsigned long start, stop;
	int ret = symbol_lookup_in_kernel("__start_BTF", &start) ?:
		  symbol_lookup_in_kernel("__stop_BTF", &stop);

	if (ret)
		return ret;
	if (stop <= start)
		return -ENOENT;
	*data = (const void *)start;
	return stop - start;
}

/*
 * Makes the types of @btf, if there are any. Returns 0, also when there are none; -ENOMEM; or why it is not known
 * whether there are, which may concern the task that asks alone.
 */
static int make_types(struct kernel_btf *btf, const struct fetch_btf *base)
{
	const void *data = NULL;
	ssize_t size = base ? -ENOENT : find_bytes_of_kernel(&data);
	struct fetch_btf *types;

	if (size == -ENOENT) {
		size = read_sysfs(btf->module, &btf->copy);
		data = btf->copy;
	}
	if (size < 0)
		return size == -ENOENT ? 0 : size;
	types = fetch_btf_create(data, size, base, GFP_KERNEL);
	if (!IS_ERR(types)) {
		btf->types = types;
		return 0;
	}
	kvfree(btf->copy);
	btf->copy = NULL;
	return PTR_ERR(types) == -ENOMEM ? -ENOMEM : 0;
}

static void destroy(struct kernel_btf *btf)
{
	fetch_btf_destroy(btf->types);
	kvfree(btf->copy);
	kfree(btf);
}

/* Puts the types of a module, or of the kernel, on the list. */
static struct kernel_btf *create(const char *module, const struct fetch_btf *base)
{
	struct kernel_btf *btf = kzalloc(sizeof(*btf) + strlen(module) + 1, GFP_KERNEL);
	int ret;

	if (!btf)
		return ERR_PTR(-ENOMEM);
	strcpy(btf->module, module);
	ret = make_types(btf, base);
	if (ret) {
		destroy(btf);
		return ERR_PTR(ret);
	}
	btf->users = 1;
	list_add(&btf->link, &all_btf);
	return btf;
}

static struct kernel_btf *find(const char *module)
{
	struct kernel_btf *btf;

	list_for_each_entry(btf, &all_btf, link)
		if (!strcmp(btf->module, module))
			return btf;
	return NULL;
}

static struct kernel_btf *find_or_create(const char *module, const struct fetch_btf *base)
{
	return find(module) ?: create(module, base);
}

/* The name is part of a path, and comes from a definition: nothing but the name of a module will do. */
static bool is_name_of_module(const char *module)
{
	return *module && *module != '.' && strlen(module) < MODULE_NAME_LEN && !strchr(module, '/') &&
	       strcmp(module, NAME_OF_KERNEL);
}

/* Needs kernel_btf_lock. Returns NULL when there is no BTF. */
static struct kernel_btf *get_locked(const char *module)
{
	struct kernel_btf *btf;

	btf = find_or_create(NAME_OF_KERNEL, NULL);
	if (IS_ERR(btf) || !module)
		return btf;
	/* The types of a module are nothing without those of the kernel. */
	return btf->types ? find_or_create(module, btf->types) : NULL;
}

/**
 * kernel_btf_find() - get the types of the kernel or of a module, or learn why not
 * @module: name of the module; NULL for the kernel itself
 *
 * What is got stays as it is until kernel_btf_put(), also when the module goes. The types of a
 * module include those of the kernel.
 *
 * Context: process context, may sleep. The first call for the kernel takes some tens of milliseconds.
 * Return: the types; NULL when there are none; ERR_PTR(-ENOMEM), or why it is not known whether there are, which may
 * concern the task that asks alone.
 */
struct kernel_btf *kernel_btf_find(const char *module)
{
	struct kernel_btf *btf;

	/* Nothing is kept for a module that is not there: its name may be any. */
	if (module && (!is_name_of_module(module) || !symbol_module_is_loaded(module)))
		return NULL;
	mutex_lock(&kernel_btf_lock);
	btf = get_locked(module);
	if (!IS_ERR_OR_NULL(btf)) {
		if (btf->types)
			btf->users++;
		else
			btf = NULL;
	}
	mutex_unlock(&kernel_btf_lock);
	return btf;
}

/**
 * kernel_btf_get() - get the types of the kernel or of a module
 * @module: name of the module; NULL for the kernel itself
 *
 * Context: process context, may sleep. Return: the same as kernel_btf_find(), but NULL also when it is not known
 * whether there are types.
 */
struct kernel_btf *kernel_btf_get(const char *module)
{
	struct kernel_btf *btf = kernel_btf_find(module);

	return btf == ERR_PTR(-ENOMEM) || !IS_ERR(btf) ? btf : NULL;
}

/**
 * kernel_btf_hold() - get types once more
 * @btf: types that the caller has got, and keeps
 *
 * Context: process context, may sleep. Return: @btf, to be given back with a kernel_btf_put() of its own.
 */
struct kernel_btf *kernel_btf_hold(struct kernel_btf *btf)
{
	mutex_lock(&kernel_btf_lock);
	btf->users++;
	mutex_unlock(&kernel_btf_lock);
	return btf;
}

/**
 * kernel_btf_create() - make types of bytes that are not the kernel's
 * @data: the bytes, for kvfree(); they belong to the types on success
 * @size: number of the bytes
 *
 * What the types need is charged to the memory cgroup of the caller.
 *
 * Context: process context, may sleep. Return: types to be given back with kernel_btf_put(); ERR_PTR(): -EINVAL
 * for bytes that are no BTF, or -ENOMEM.
 */
struct kernel_btf *kernel_btf_create(void *data, size_t size)
{
	struct kernel_btf *btf = kzalloc(sizeof(*btf) + 1, GFP_KERNEL_ACCOUNT);
	struct fetch_btf *types;

	if (!btf)
		return ERR_PTR(-ENOMEM);
	types = fetch_btf_create(data, size, NULL, GFP_KERNEL_ACCOUNT);
	if (IS_ERR(types)) {
		kfree(btf);
		return ERR_CAST(types);
	}
	INIT_LIST_HEAD(&btf->link);
	btf->users = 1;
	btf->types = types;
	btf->copy = data;
	return btf;
}

/** kernel_btf_types() - get what can be asked of types that kernel_btf_get() returned */
const struct fetch_btf *kernel_btf_types(const struct kernel_btf *btf)
{
	return btf->types;
}

/* Needs kernel_btf_lock, except when probefs goes. */
static void put_locked(struct kernel_btf *btf)
{
	if (!--btf->users)
		destroy(btf);
}

/**
 * kernel_btf_put() - give back what kernel_btf_get() returned
 * @btf: the types, or NULL; the caller has no pointer into them any more
 *
 * Context: process context, may sleep.
 */
void kernel_btf_put(struct kernel_btf *btf)
{
	if (!btf)
		return;
	mutex_lock(&kernel_btf_lock);
	put_locked(btf);
	mutex_unlock(&kernel_btf_lock);
}

static void forget(struct kernel_btf *btf)
{
	list_del_init(&btf->link);
	put_locked(btf);
}

/**
 * kernel_btf_forget() - forget the types of a module that comes or goes
 * @module: name of the module
 *
 * Context: process context, may sleep.
 */
void kernel_btf_forget(const char *module)
{
	struct kernel_btf *btf;

	mutex_lock(&kernel_btf_lock);
	btf = is_name_of_module(module) ? find(module) : NULL;
	if (btf)
		forget(btf);
	mutex_unlock(&kernel_btf_lock);
}

/** kernel_btf_exit() - free all types; nobody may have got any that were not given back */
void kernel_btf_exit(void)
{
	struct kernel_btf *btf, *next;

	/* Each one was added in front of the ones before: the kernel's own, their base, is the last. */
	list_for_each_entry_safe(btf, next, &all_btf, link)
		forget(btf);
}
