/* SPDX-License-Identifier: GPL-2.0 */
#ifndef STANDIN_LINUX_SLAB_H
#define STANDIN_LINUX_SLAB_H

/*
 * A test that wants an allocation to fail sets standin_alloc_fail_at to N: the Nth from now fails.
 */
#include <stdlib.h>
#include <string.h>
#include <linux/gfp.h>
#include <linux/overflow.h>

extern int standin_alloc_fail_at __attribute__((weak));

static inline bool standin_alloc_fails(void)
{
	if (!&standin_alloc_fail_at || standin_alloc_fail_at <= 0)
		return false;
	return --standin_alloc_fail_at == 0;
}

static inline void *kzalloc(size_t size, gfp_t flags)
{
	(void)flags;
	return standin_alloc_fails() ? NULL : calloc(1, size);
}

/* Filled with a pattern: what is not initialised should be seen. */
static inline void *kmalloc(size_t size, gfp_t flags)
{
	void *p;

	if (flags & __GFP_ZERO)
		return kzalloc(size, flags);
	p = standin_alloc_fails() ? NULL : malloc(size);
	return p ? memset(p, 0x6b, size) : NULL;
}

static inline void *kmalloc_array(size_t n, size_t size, gfp_t flags)
{
	return kmalloc(array_size(n, size), flags);
}

static inline void *kcalloc(size_t n, size_t size, gfp_t flags)
{
	return kzalloc(array_size(n, size), flags);
}

static inline void *krealloc(const void *p, size_t size, gfp_t flags)
{
	(void)flags;
	return standin_alloc_fails() ? NULL : realloc((void *)p, size);
}

static inline void kfree(const void *p)
{
	free((void *)p);
}

#define kzalloc_node(size, flags, node)	kzalloc(size, flags)
#define kvmalloc(size, flags)		kmalloc(size, flags)
#define kvzalloc(size, flags)		kzalloc(size, flags)
#define kvmalloc_array(n, size, flags)	kmalloc_array(n, size, flags)
#define kvcalloc(n, size, flags)	kcalloc(n, size, flags)
#define kvfree(p)			kfree(p)
#define vmalloc(size)			kmalloc(size, GFP_KERNEL)
#define vzalloc(size)			kzalloc(size, GFP_KERNEL)
#define vfree(p)			kfree(p)

#endif
