// SPDX-License-Identifier: GPL-2.0
/*
 * Whom the nodes of a mount belong to. The rules are those of mainline's tracefs:
 *
 *  - A node that chown(2) gave away keeps what it was given, user and group each for itself, until a
 *    remount names the same.
 *  - Other nodes belong to the owner of the root directory, or, below "instances", to the owner of that
 *    directory. They follow when chown(2) gives one of these two directories away.
 *  - "events", and what is below it, does not follow (struct tracefs_dir, @keeps_owner). It belongs to
 *    whom the directory of its instance belonged to when the instance was made, or to whom a remount has
 *    named since.
 *  - A remount with uid= or gid= names the owner of everything that is there, and takes back what
 *    chown(2) did.
 *
 * Nodes are made when they are looked up, so the owners that they begin with are kept in the superblock and
 * in the instances. What chown(2) did to a node is in its inode, which is pinned from then on.
 *
 * Locks: tracer->lock, for the list of instances; then super->lock, which all owners are changed under;
 * then the lock of the superblock's list of inodes.
 */
#include <linux/mutex.h>
#include <linux/spinlock.h>

#include "kernel/compat/inode.h"
#include "kernel/event/tracer.h"
#include "kernel/instance/instance.h"
#include "tracefs/vfs/node.h"
#include "tracefs/vfs/owner.h"
#include "tracefs/vfs/super_state.h"

/* Takes over the user or the group, or both, which @valid has ATTR_UID and ATTR_GID for. */
static void assign(struct file_owner *owner, const struct file_owner *other, unsigned int valid)
{
	if (valid & ATTR_UID)
		owner->uid = other->uid;
	if (valid & ATTR_GID)
		owner->gid = other->gid;
}

/* Returns whom a node belongs to of which nothing was given away. */
static const struct file_owner *default_owner(const struct tracefs_super *super,
					      const struct tracefs_node *node)
{
	if (node->keeps_owner)
		return &node->place.instance->events_owner;
	return node->place.instance == super->tracer->top ? &super->root_owner : &super->instances_owner;
}

static void set_default_owner(const struct tracefs_super *super, struct inode *inode)
{
	const struct tracefs_node *node = tracefs_node(inode);
	const struct file_owner *owner = default_owner(super, node);

	if (!(node->given & ATTR_UID))
		inode->i_uid = owner->uid;
	if (!(node->given & ATTR_GID))
		inode->i_gid = owner->gid;
}

/*
 * Makes all nodes follow their default owner, after taking back what @taken_back says. An inode that has
 * no node yet gets its owner when it has one.
 */
static void spread(struct super_block *sb, unsigned int taken_back)
{
	struct tracefs_super *super = tracefs_super(sb);
	struct inode *inode;

	assign(&super->instances_owner, &super->root_owner,
	       ~super->instances_given & (ATTR_UID | ATTR_GID));
	spin_lock(&sb->s_inode_list_lock);
	list_for_each_entry(inode, &sb->s_inodes, i_sb_list) {
		struct tracefs_node *node = tracefs_node(inode);

		if (!node)
			continue;
		node->given &= ~taken_back;
		set_default_owner(super, inode);
	}
	spin_unlock(&sb->s_inode_list_lock);
}

/**
 * tracefs_owner_mount() - name the first owner of everything
 * @sb: a superblock that has no inodes yet
 * @owner: the owner and group that the mount options say
 */
void tracefs_owner_mount(struct super_block *sb, const struct file_owner *owner)
{
	struct tracefs_super *super = tracefs_super(sb);

	super->options_owner = super->root_owner = super->instances_owner = *owner;
	super->tracer->top->events_owner = *owner;
	super->tracer->top->has_events_owner = true;
}

/**
 * tracefs_owner_remount() - name the owner of everything that is there
 * @sb: a superblock in use
 * @owner: the owner and group that the options of the remount say
 * @valid: ATTR_UID if they name the owner, and ATTR_GID if they name the group
 *
 * Context: process context. Return: 0, or -EINTR when the process is being killed, and nothing has changed.
 */
int tracefs_owner_remount(struct super_block *sb, const struct file_owner *owner,
			  unsigned int valid)
{
	struct tracefs_super *super = tracefs_super(sb);
	struct trace_instance *instance;
	int ret = mutex_lock_killable(&super->tracer->lock);

	if (ret)
		return ret;
	spin_lock(&super->lock);
	assign(&super->options_owner, owner, valid);
	assign(&super->root_owner, owner, valid);
	super->instances_given &= ~valid;
	list_for_each_entry(instance, &super->tracer->instances, link)
		assign(&instance->events_owner, owner, valid);
	spread(sb, valid);
	spin_unlock(&super->lock);
	mutex_unlock(&super->tracer->lock);
	return 0;
}

/**
 * tracefs_owner_begin() - make an inode stand for a node, with the owner that the node begins with
 * @inode: the inode, in no dentry yet
 * @node: its node, complete but for @given
 *
 * The first node of an instance in "instances" is its directory, at the end of the mkdir(2) that made it:
 * whom that belongs to is whom the instance's events will belong to.
 */
void tracefs_owner_begin(struct inode *inode, struct tracefs_node *node)
{
	struct tracefs_super *super = tracefs_super(inode->i_sb);
	struct trace_instance *instance = node->place.instance;

	spin_lock(&super->lock);
	inode->i_private = node;
	set_default_owner(super, inode);
	if (!instance->has_events_owner) {
		instance->events_owner.uid = inode->i_uid;
		instance->events_owner.gid = inode->i_gid;
		instance->has_events_owner = true;
	}
	spin_unlock(&super->lock);
}

/* Keeps what chown(2) has made of a node, and says whether other nodes follow. */
static bool note_change(struct tracefs_super *super, struct dentry *dentry, unsigned int valid)
{
	struct inode *inode = d_inode(dentry);
	struct tracefs_node *node = tracefs_node(inode);
	struct file_owner owner = { inode->i_uid, inode->i_gid };

	if (IS_ROOT(dentry)) {
		assign(&super->root_owner, &owner, valid);
		return true;
	}
	node->given |= valid;
	/* Only the directory instances/ makes directories. */
	if (!node->entry->dir || !node->entry->dir->level || !node->entry->dir->level->make)
		return false;
	assign(&super->instances_owner, &owner, valid);
	super->instances_given = node->given;
	return true;
}

/**
 * tracefs_owner_change() - do what chown(2) and the like say, and let the nodes follow that have to
 * @idmap: what the VFS gave the caller for it
 * @dentry: the node's dentry, whose inode the caller has locked
 * @attr: what changes, which setattr_prepare() has found right
 */
void tracefs_owner_change(void *idmap, struct dentry *dentry, const struct iattr *attr)
{
	struct tracefs_super *super = tracefs_super(dentry->d_sb);
	unsigned int valid = attr->ia_valid & (ATTR_UID | ATTR_GID);

	spin_lock(&super->lock);
	compat_setattr_copy(idmap, d_inode(dentry), attr);
	if (valid && note_change(super, dentry, valid))
		spread(dentry->d_sb, 0);
	spin_unlock(&super->lock);
}
