// SPDX-License-Identifier: GPL-2.0
/*
 * available_filter_functions: the functions that ftrace hooks, a line each: NAME or NAME [MODULE]; and
 * enabled_functions, those of them that are hooked for this mount.
 *
 * Programs use the names to find functions that they can trace or probe.
 */
#include <linux/kallsyms.h>
#include <linux/module.h>
#include <linux/seq_file.h>

#include "kernel/control/hooked_functions.h"
#include "kernel/instance/instance.h"
#include "kernel/symbol/entry_site.h"
#include "tracefs/files/files.h"

/**
 * struct function_walk - how far a reader of the file has come
 * @site: address of the hook of the function at @pos; 0 when no function is left
 * @pos: number of the function in the order of the walk
 */
struct function_walk {
	unsigned long site;
	loff_t pos;
};

static struct function_walk *function_walk_to(struct function_walk *walk, loff_t pos)
{
	if (!pos || pos < walk->pos) {
		walk->site = entry_site_next(0);
		walk->pos = 0;
	}
	while (walk->site && walk->pos < pos) {
		walk->site = entry_site_next(walk->site);
		walk->pos++;
	}
	return walk->site ? walk : NULL;
}

static void *functions_start(struct seq_file *m, loff_t *pos)
{
	return function_walk_to(m->private, *pos);
}

static void *functions_next(struct seq_file *m, void *v, loff_t *pos)
{
	return function_walk_to(v, ++*pos);
}

static void functions_stop(struct seq_file *m, void *v)
{
}

static int functions_show(struct seq_file *m, void *v)
{
	const struct function_walk *walk = v;
	char name[KSYM_SYMBOL_LEN];

	if (!entry_site_name(walk->site, name))
		return SEQ_SKIP;
	seq_printf(m, "%s\n", name);
	return 0;
}

static const struct seq_operations functions_seq = {
	.start	= functions_start,
	.next	= functions_next,
	.stop	= functions_stop,
	.show	= functions_show,
};

static int functions_open(struct inode *inode, struct file *file)
{
	int ret = entry_sites_set_up();

	if (ret)
		return ret == -ENOENT ? -EOPNOTSUPP : ret;
	return seq_open_private(file, &functions_seq, sizeof(struct function_walk));
}

const struct file_operations tracefs_functions_fops = {
	.owner		= THIS_MODULE,
	.open		= functions_open,
	.read		= seq_read,
	.llseek		= seq_lseek,
	.release	= seq_release_private,
};

static int show_enabled_functions(struct seq_file *m, const struct tracefs_place *place)
{
	return hooked_functions_show(place->instance->tracer, m);
}

const struct tracefs_text tracefs_enabled_functions = {
	.show	= show_enabled_functions,
};
