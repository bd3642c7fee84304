/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The state of a superblock: its tracer, its options, and the nodes that it pins.
 */
#ifndef TRACEFS_SUPER_STATE_H
#define TRACEFS_SUPER_STATE_H

#include <linux/fs.h>
#include <linux/list.h>
#include <linux/spinlock.h>
#include <linux/uidgid.h>

#include "kernel/instance/instance.h"

struct tracer;

#define TRACEFS_DEFAULT_MODE	0700
#define TRACEFS_PIN_SLACK	64

/**
 * struct tracefs_super - one superblock (sb->s_fs_info)
 * @tracer: the tracer that the mount shows
 * @from_boot: the tracer existed before the mount, with definitions given at load
 * @used: somebody has looked up a name in the mount, or changed something
 * @lock: protects all owners (here, of nodes and of instances) and the pins
 * @options_owner: owner and group as the mount options say
 * @root_owner: owner and group of the root directory
 * @instances_owner: owner and group of the directory "instances"
 * @instances_given: the tracefs_node @given of that directory
 * @mode: permissions of the root directory, as the mount options say
 * @btf: the file that the option btf= named at the mount, as it was given, or NULL
 * @pins: the nodes (struct tracefs_node) whose dentry is held
 * @nr_pins: number of nodes on @pins
 * @sweep_pins_at: with more pins than this, the pins of removed events are let go of
 */
struct tracefs_super {
	struct tracer *tracer;
	bool from_boot;
	bool used;
	spinlock_t lock;
	struct file_owner options_owner;
	struct file_owner root_owner;
	struct file_owner instances_owner;
	unsigned int instances_given;
	umode_t mode;
	const char *btf;
	struct list_head pins;
	unsigned int nr_pins;
	unsigned int sweep_pins_at;
};

static inline struct tracefs_super *tracefs_super(const struct super_block *sb)
{
	return sb->s_fs_info;
}

/* Makes the tracer go with the mount from now on, even a tracer with definitions given at load. */
static inline void tracefs_super_set_used(const struct super_block *sb)
{
	struct tracefs_super *super = tracefs_super(sb);

	if (!READ_ONCE(super->used))	/* each permission check comes here, few write */
		WRITE_ONCE(super->used, true);
}

#endif
