// SPDX-License-Identifier: GPL-2.0
/*
 * Inodes and dentries.
 *
 * Every node is made when somebody looks it up. Nodes of fixed names stay in the dentry cache until
 * memory is short. Nodes of groups and events go with their last user, and a look-up that still
 * meets the node of a removed event drops that node, so that the tree never shows what is gone.
 * Names that do not exist are not cached at all, because they may exist a moment later.
 *
 * A node whose owner or mode was changed keeps its dentry (and so its inode) until the file system
 * is unmounted, or until some time after its event was removed; otherwise the change would be lost
 * when memory is short. Times (touch) are not kept like that.
 *
 * A node holds references to its instance, group and event file. They are dropped when the inode is
 * evicted, which memory reclaim does too: instance_put(), event_file_drop() and event_group_put()
 * must not take a lock under which memory is allocated.
 *
 * Locks: an inode's rwsem, then tracer->lock (look-ups); nothing here is called under tracer->lock.
 */
#include <linux/namei.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "kernel/compat/inode.h"
#include "kernel/event/tracer.h"
#include "parser/parse_text.h"
#include "tracefs/vfs/inode.h"
#include "tracefs/vfs/node.h"
#include "tracefs/vfs/owner.h"
#include "tracefs/vfs/super_state.h"
#include "tracefs/vfs/text_file.h"

/* A number that depends only on the path. */
static unsigned long child_ino(unsigned long ino, const char *name)
{
	unsigned long hash = parse_text_hash(ino, name) & LONG_MAX;

	return hash > TRACEFS_ROOT_INO ? hash : hash + TRACEFS_ROOT_INO + 1;
}

/*
 * Pins
 */

static void tracefs_pin(struct dentry *dentry)
{
	struct tracefs_super *super = tracefs_super(dentry->d_sb);
	struct tracefs_node *node = tracefs_node(d_inode(dentry));
	bool sweep;

	spin_lock(&super->lock);
	if (!node->pinned && !IS_ROOT(dentry)) {
		node->pinned = dget(dentry);
		list_add(&node->pin_link, &super->pins);
		super->nr_pins++;
	}
	sweep = super->nr_pins > super->sweep_pins_at;
	spin_unlock(&super->lock);
	if (sweep)
		tracefs_unpin(dentry->d_sb, true);
}

/**
 * tracefs_unpin() - let go of nodes that are in memory only because their attributes were changed
 * @sb: the superblock whose nodes are let go of
 * @dead_only: true for the nodes of removed events alone, false for all nodes, when unmounting
 */
void tracefs_unpin(struct super_block *sb, bool dead_only)
{
	struct tracefs_super *super = tracefs_super(sb);
	struct tracefs_node *node, *next;
	LIST_HEAD(gone);

	spin_lock(&super->lock);
	list_for_each_entry_safe(node, next, &super->pins, pin_link) {
		if (dead_only && !tracefs_place_is_dead(&node->place))
			continue;
		list_move(&node->pin_link, &gone);
		super->nr_pins--;
	}
	super->sweep_pins_at = 2 * super->nr_pins + TRACEFS_PIN_SLACK;
	spin_unlock(&super->lock);

	/* No dead node is pinned again, because what is dead stays dead. */
	list_for_each_entry_safe(node, next, &gone, pin_link)
		dput(node->pinned);
}

/*
 * Operations of all inodes
 */

/*
 * Opening is where lockdown strikes, for every file at once, and root passes all checks but this
 * one. Every way into the mount leads past this function, and neither mounting nor unmounting calls
 * it.
 */
static int node_permission(void *idmap, struct inode *inode, int mask)
{
	tracefs_super_set_used(inode->i_sb);
	if ((mask & MAY_OPEN) && S_ISREG(inode->i_mode)) {
		int ret = security_locked_down(LOCKDOWN_TRACEFS);

		if (ret)
			return ret;
	}
	return compat_generic_permission(idmap, inode, mask);
}
COMPAT_DEFINE_PERMISSION(tracefs_permission, node_permission)

/* Accepts a size, for O_TRUNC, but the size stays 0. */
static int node_setattr(void *idmap, struct dentry *dentry, struct iattr *attr)
{
	int ret = compat_setattr_prepare(idmap, dentry, attr);

	if (ret)
		return ret;
	tracefs_super_set_used(dentry->d_sb);
	tracefs_owner_change(idmap, dentry, attr);
	if (attr->ia_valid & (ATTR_MODE | ATTR_UID | ATTR_GID))
		tracefs_pin(dentry);
	return 0;
}
COMPAT_DEFINE_SETATTR(tracefs_setattr, node_setattr)

/* Makes the inode of a name in a directory. Returns NULL when there is no such name, or an ERR_PTR. */
static struct inode *look_up(struct inode *dir, const char *name)
{
	const struct tracefs_entry *entry;
	struct tracefs_place place;
	struct inode *inode;
	int ret = tracefs_node_find(tracefs_node(dir), name, &entry, &place);

	if (ret)
		return ret == -ENOENT ? NULL : ERR_PTR(ret);
	inode = tracefs_inode_create(dir->i_sb, tracefs_node(dir), entry, &place,
				     child_ino(dir->i_ino, name));
	tracefs_place_put(&place);
	return inode ?: ERR_PTR(-ENOMEM);
}

static struct dentry *tracefs_lookup(struct inode *dir, struct dentry *dentry, unsigned int flags)
{
	struct inode *inode;

	if (dentry->d_name.len > NAME_MAX)
		return ERR_PTR(-ENAMETOOLONG);
	inode = look_up(dir, dentry->d_name.name);
	if (IS_ERR(inode))
		return ERR_CAST(inode);
	if (inode)
		d_add(dentry, inode);
	return NULL;
}

static const struct inode_operations tracefs_file_inode_operations = {
	.permission	= COMPAT_PERMISSION(tracefs_permission),
	.setattr	= COMPAT_SETATTR(tracefs_setattr),
};

/*
 * Nobody can create a file, and whoever tries has mistyped the name of one: a shell opens what it
 * redirects into with O_CREAT. Without this function the VFS would answer EACCES.
 */
static int node_create(struct inode *dir, struct dentry *dentry)
{
	return -ENOENT;
}
COMPAT_DEFINE_CREATE(tracefs_create, node_create)

/* The VFS answers EPERM for the missing unlink, mkdir and so on. */
static const struct inode_operations dir_inode_operations = {
	.lookup = tracefs_lookup,
	.create = COMPAT_CREATE(tracefs_create),
	.permission = COMPAT_PERMISSION(tracefs_permission),
	.setattr = COMPAT_SETATTR(tracefs_setattr),
};

/*
 * The directory whose children come by mkdir(2) and go by rmdir(2). The VFS holds the rwsem of the
 * directory, and for rmdir(2) that of the child, while it calls these functions. Mainline has to unlock
 * them, because making the files of an instance takes the rwsem again, inside of a mutex under which
 * files of events come and go. Here files are made when they are looked up, nothing takes an inode's
 * rwsem under tracer->lock, and the rwsem keeps a second mkdir(2) or rmdir(2) of the name away.
 */

static const struct tracefs_level *level_of(const struct inode *dir)
{
	return tracefs_node(dir)->entry->dir->level;
}

/* Without memory for the inode, the name is looked up again when somebody wants it. */
static int node_mkdir(struct inode *dir, struct dentry *dentry)
{
	struct inode *inode;
	int ret = level_of(dir)->make(&tracefs_node(dir)->place, dentry->d_name.name);

	if (ret)
		return ret;
	inode = look_up(dir, dentry->d_name.name);
	if (!IS_ERR_OR_NULL(inode))
		d_add(dentry, inode);
	return 0;
}
COMPAT_DEFINE_MKDIR(tracefs_mkdir, node_mkdir)

static int tracefs_rmdir(struct inode *dir, struct dentry *dentry)
{
	int ret = level_of(dir)->remove(&tracefs_node(d_inode(dentry))->place);

	if (!ret)
		tracefs_unpin(dentry->d_sb, true);
	return ret;
}

static const struct inode_operations growing_dir_inode_operations = {
	.lookup = tracefs_lookup,
	.create = COMPAT_CREATE(tracefs_create),
	.mkdir = COMPAT_MKDIR(tracefs_mkdir),
	.rmdir = tracefs_rmdir,
	.permission = COMPAT_PERMISSION(tracefs_permission),
	.setattr = COMPAT_SETATTR(tracefs_setattr),
};

/*
 * Dentries
 */

/* Tells whether a node stays as long as its mount. */
static bool node_stays(const struct dentry *dentry, const struct tracefs_node *node)
{
	return !node->place.group &&
	       node->place.instance == tracefs_super(dentry->d_sb)->tracer->top;
}

static int node_revalidate(struct dentry *dentry, unsigned int flags)
{
	struct inode *inode = d_inode_rcu(dentry);
	struct tracefs_node *node;

	if (!inode)
		return 0;
	node = tracefs_node(inode);
	if (node_stays(dentry, node))
		return 1;
	if (flags & LOOKUP_RCU)		/* the references may be going */
		return -ECHILD;
	return !tracefs_place_is_dead(&node->place);
}
COMPAT_DEFINE_REVALIDATE(tracefs_revalidate, node_revalidate)

/* The VFS calls this when the last user of the dentry goes; nonzero drops the dentry. */
static int tracefs_delete_dentry(const struct dentry *dentry)
{
	struct inode *inode = d_inode(dentry);

	return !inode || tracefs_node(inode)->place.group ||
	       tracefs_place_is_dead(&tracefs_node(inode)->place);
}

const struct dentry_operations tracefs_dentry_operations = {
	.d_revalidate	= COMPAT_REVALIDATE(tracefs_revalidate),
	.d_delete	= tracefs_delete_dentry,
};

/*
 * Reading directories. The names of a level are a snapshot taken when a reader is at the start, so
 * that positions stay what they are while events come and go.
 */

struct directory_listing {
	struct name_list names;
	bool taken;
};

static int tracefs_dir_open(struct inode *inode, struct file *file)
{
	file->private_data = kzalloc(sizeof(struct directory_listing), GFP_KERNEL_ACCOUNT);
	return file->private_data ? 0 : -ENOMEM;
}

static void drop_listing(struct directory_listing *listing)
{
	if (listing->taken)
		name_list_free(&listing->names);
	listing->taken = false;
}

static int tracefs_dir_release(struct inode *inode, struct file *file)
{
	drop_listing(file->private_data);
	kfree(file->private_data);
	return 0;
}

static int take_listing(struct directory_listing *listing, const struct tracefs_node *node,
			loff_t pos)
{
	const struct tracefs_level *level = node->entry->dir->level;
	int ret;

	if (listing->taken && pos)
		return 0;
	drop_listing(listing);
	memset(&listing->names, 0, sizeof(listing->names));
	if (!level)
		return 0;
	ret = level->list(&node->place, &listing->names);
	listing->taken = !ret;
	return ret;
}

static bool emit_entries(struct dir_context *ctx, const struct tracefs_dir *dir, unsigned long ino)
{
	for (; ctx->pos - 2 < tracefs_dir_nr_entries(dir); ctx->pos++) {
		const struct tracefs_entry *entry = tracefs_dir_entry(dir, ctx->pos - 2);

		if (!dir_emit(ctx, entry->name, strlen(entry->name), child_ino(ino, entry->name),
			      fs_umode_to_dtype(entry->mode)))
			return false;
	}
	return true;
}

static void emit_names(struct dir_context *ctx, const struct tracefs_dir *dir,
		       const struct name_list *names, unsigned long ino)
{
	unsigned int first = tracefs_dir_nr_entries(dir) + 2;

	for (; ctx->pos - first < names->nr; ctx->pos++) {
		const char *name = name_list_at(names, ctx->pos - first);

		if (tracefs_dir_find(dir, name))	/* a fixed entry hides the name */
			continue;
		if (!dir_emit(ctx, name, strlen(name), child_ino(ino, name),
			      fs_umode_to_dtype(dir->level->child.mode)))
			return;
	}
}

static int tracefs_dir_iterate(struct file *file, struct dir_context *ctx)
{
	struct directory_listing *listing = file->private_data;
	struct inode *inode = file_inode(file);
	struct tracefs_node *node = tracefs_node(inode);
	int ret;

	if (tracefs_place_is_dead(&node->place))
		return -ENOENT;
	ret = take_listing(listing, node, ctx->pos);
	if (ret)
		return ret;
	if (dir_emit_dots(file, ctx) && emit_entries(ctx, node->entry->dir, inode->i_ino))
		emit_names(ctx, node->entry->dir, &listing->names, inode->i_ino);
	return 0;
}

static const struct file_operations tracefs_dir_operations = {
	.owner		= THIS_MODULE,
	.open		= tracefs_dir_open,
	.read		= generic_read_dir,
	.iterate_shared	= tracefs_dir_iterate,
	.llseek		= generic_file_llseek,
	.release	= tracefs_dir_release,
};

/*
 * Making and ending inodes
 */

static void init_inode(struct inode *inode, const struct tracefs_entry *entry)
{
	inode->i_mode = entry->mode;
	compat_inode_init_times(inode);
	if (S_ISDIR(entry->mode)) {
		bool grows = entry->dir->level && entry->dir->level->make;

		inode->i_op = grows ? &growing_dir_inode_operations : &dir_inode_operations;
		inode->i_fop = &tracefs_dir_operations;
		set_nlink(inode, 1);	/* find(1) reads: number of subdirectories unknown */
		return;
	}
	inode->i_op = &tracefs_file_inode_operations;
	inode->i_fop = entry->fops ?: &tracefs_text_fops;
}

static struct tracefs_node *make_node(const struct tracefs_node *dir,
				      const struct tracefs_entry *entry,
				      const struct tracefs_place *place)
{
	struct tracefs_node *node = kzalloc(sizeof(*node), GFP_KERNEL_ACCOUNT);

	if (!node)
		return NULL;
	node->entry = entry;
	node->place = *place;
	node->keeps_owner = (dir && dir->keeps_owner) || (entry->dir && entry->dir->keeps_owner);
	return node;
}

/**
 * tracefs_inode_create() - make the inode of a node
 * @sb: the superblock that gets the inode
 * @dir: the directory that has the node, or NULL for the root
 * @entry: the row of the tables that describes the node
 * @place: the objects that the node is about; the inode takes references of its own
 * @ino: number of the inode
 *
 * Context: process context, may sleep. Return: an inode in no dentry yet, or NULL without memory.
 */
struct inode *tracefs_inode_create(struct super_block *sb, const struct tracefs_node *dir,
				   const struct tracefs_entry *entry,
				   const struct tracefs_place *place, unsigned long ino)
{
	struct tracefs_node *node = make_node(dir, entry, place);
	struct inode *inode;

	if (!node)
		return NULL;
	inode = new_inode(sb);
	if (!inode) {
		kfree(node);
		return NULL;
	}
	tracefs_place_get(place);
	inode->i_ino = ino;
	init_inode(inode, entry);
	tracefs_owner_begin(inode, node);
	return inode;
}

/**
 * tracefs_evict_inode() - free what an inode holds, as its last step
 * @inode: the inode, which nobody else has
 *
 * Context: memory reclaim may call this.
 */
void tracefs_evict_inode(struct inode *inode)
{
	struct tracefs_node *node = tracefs_node(inode);

	truncate_inode_pages_final(&inode->i_data);
	clear_inode(inode);
	if (!node)
		return;
	tracefs_place_put(&node->place);
	kfree_rcu(node, rcu);
}
