/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Registers uprobes.
 *
 * Up to v6.11, uprobe_register_refctr() takes the reference counter, uprobe_unregister() finds the probe by
 * file and offset, and waits for the probe's handlers, which run with a lock that it takes. Since commits
 * 3c83a9ad0295 ("uprobes: make uprobe_register() return struct uprobe *") and 04b01625da13 ("perf/uprobe:
 * split uprobe_unregister()", both v6.12), uprobe_register() returns the probe, handlers run under RCU, and
 * the wait is a function of its own, which many probes can share. Handlers have one more argument since
 * commit da09a9e0c3ea ("uprobe: Add data pointer to consumer handlers", v6.13).
 */
#ifndef KERNEL_COMPAT_UPROBE_H
#define KERNEL_COMPAT_UPROBE_H

#include <linux/err.h>
#include <linux/fs.h>
#include <linux/uprobes.h>

#include "kernel/compat/have.h"

#ifdef COMPAT_HAVE_UPROBE_HANDLER_DATA
#define COMPAT_UPROBE_DATA	, __u64 *data
#else
#define COMPAT_UPROBE_DATA
#endif

/**
 * struct compat_uprobe - a registered uprobe
 * @uprobe: what the kernel returned, from v6.12 on
 * @inode: the file, before v6.12
 * @offset: the place in the file, before v6.12
 */
struct compat_uprobe {
#ifdef COMPAT_HAVE_UPROBE_UNREGISTER_NOSYNC
	struct uprobe *uprobe;
#else
	struct inode *inode;
	loff_t offset;
#endif
};

/* Returns 0, or an errno, and then no handler of @uc is running. */
static inline int compat_uprobe_register(struct compat_uprobe *up, struct inode *inode,
					 loff_t offset, loff_t reference,
					 struct uprobe_consumer *uc)
{
#ifdef COMPAT_HAVE_UPROBE_UNREGISTER_NOSYNC
	up->uprobe = uprobe_register(inode, offset, reference, uc);
	return PTR_ERR_OR_ZERO(up->uprobe);
#else
	up->inode = inode;
	up->offset = offset;
	return uprobe_register_refctr(inode, offset, reference, uc);
#endif
}

/* No handler of @uc begins any more; those that run have ended after compat_uprobe_wait(). */
static inline void compat_uprobe_unregister(struct compat_uprobe *up, struct uprobe_consumer *uc)
{
#ifdef COMPAT_HAVE_UPROBE_UNREGISTER_NOSYNC
	uprobe_unregister_nosync(up->uprobe, uc);
#else
	uprobe_unregister(up->inode, up->offset, uc);
#endif
}

static inline void compat_uprobe_wait(void)
{
#ifdef COMPAT_HAVE_UPROBE_UNREGISTER_NOSYNC
	uprobe_unregister_sync();
#endif
}

#endif
