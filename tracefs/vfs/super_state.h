/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a superblock keeps: its tracer, its options, and the nodes that it pins.
 */
#ifndef TRACEFS_SUPER_STATE_H
#define TRACEFS_SUPER_STATE_H

#include <linux/fs.h>
#include <linux/list.h>
#include <linux/spinlock.h>
#include <linux/uidgid.h>

struct tracer;

#define TRACEFS_DEFAULT_MODE	0700
#define TRACEFS_PIN_SLACK	64

/**
 * struct tracefs_super - one superblock (sb->s_fs_info)
 * @tracer: what is mounted
 * @from_boot: it was there before, with definitions given at load
 * @used: somebody has looked something up here, or changed something
 * @lock: protects @uid, @gid, the pins, and the owner that a new inode starts with
 * @uid: owner of all nodes that nobody has given another one
 * @gid: likewise
 * @mode: permissions of the root directory as mounted
 * @pins: struct tracefs_node whose dentry is held
 * @nr_pins: their number
 * @sweep_pins_at: with more of them, those of removed events are let go
 */
struct tracefs_super {
	struct tracer *tracer;
	bool from_boot;
	bool used;
	spinlock_t lock;
	kuid_t uid;
	kgid_t gid;
	umode_t mode;
	struct list_head pins;
	unsigned int nr_pins;
	unsigned int sweep_pins_at;
};

static inline struct tracefs_super *tracefs_super(const struct super_block *sb)
{
	return sb->s_fs_info;
}

/* From now on the tracer goes with the mount, also one with definitions given at load. */
static inline void tracefs_super_set_used(const struct super_block *sb)
{
	struct tracefs_super *super = tracefs_super(sb);

	if (!READ_ONCE(super->used))	/* no writing to it for each permission that is asked for */
		WRITE_ONCE(super->used, true);
}

#endif
