/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Operations of inodes and dentries whose prototypes differ between kernels. The prototype in the
 * kernel's header decides which of the adapters goes into the table.
 *
 * Inode operations got a user namespace as their first argument with commit 549c7297717c
 * ("fs: make helpers idmap mount aware", v5.12), which became a struct mnt_idmap with commit
 * c1632a0f1120 ("fs: port ->setattr() to pass mnt_idmap", v6.3) and its neighbours.
 *
 * mkdir returns a dentry since commit 88d5baf69082 ("Change inode_operations.mkdir to return struct
 * dentry *", v6.15).
 *
 * d_revalidate got the directory and the name with commit 5be1fa8abd7b ("Pass parent directory
 * inode and expected name to ->d_revalidate()", v6.14).
 */
#ifndef KERNEL_COMPAT_INODE_H
#define KERNEL_COMPAT_INODE_H

#include <linux/dcache.h>
#include <linux/fs.h>

#include "kernel/compat/have.h"

struct mnt_idmap;
struct user_namespace;

#define compat_same_type(a, b)	__builtin_types_compatible_p(typeof(a), typeof(b))
#define compat_member(type, member)	(((type *)0)->member)

/*
 * Calls of helpers; @idmap is what the operation was given, opaque to the caller. A branch that is
 * not taken must compile, too, so there the helper is replaced by a null pointer of the right type.
 */
#define compat_is(fn, type)	compat_same_type(&fn, (type)0)
#define compat_as(fn, type)	__builtin_choose_expr(compat_is(fn, type), &fn, (type)0)

#define compat_call(fn, idmap, ...)								\
({												\
	static_assert(compat_is(fn, fn##_plain_t) || compat_is(fn, fn##_userns_t) ||		\
		      compat_is(fn, fn##_idmap_t));						\
	__builtin_choose_expr(compat_is(fn, fn##_plain_t),					\
			      compat_as(fn, fn##_plain_t)(__VA_ARGS__),				\
	__builtin_choose_expr(compat_is(fn, fn##_userns_t),					\
			      compat_as(fn, fn##_userns_t)(idmap, __VA_ARGS__),			\
			      compat_as(fn, fn##_idmap_t)(idmap, __VA_ARGS__)));		\
})

#define COMPAT_HELPER(result, fn, ...)								\
typedef result (*fn##_plain_t)(__VA_ARGS__);							\
typedef result (*fn##_userns_t)(struct user_namespace *idmap, __VA_ARGS__);			\
typedef result (*fn##_idmap_t)(struct mnt_idmap *idmap, __VA_ARGS__)

COMPAT_HELPER(int, generic_permission, struct inode *inode, int mask);
COMPAT_HELPER(int, setattr_prepare, struct dentry *dentry, struct iattr *attr);
COMPAT_HELPER(void, setattr_copy, struct inode *inode, const struct iattr *attr);

static inline int compat_generic_permission(void *idmap, struct inode *inode, int mask)
{
	return compat_call(generic_permission, idmap, inode, mask);
}

static inline int compat_setattr_prepare(void *idmap, struct dentry *dentry, struct iattr *attr)
{
	return compat_call(setattr_prepare, idmap, dentry, attr);
}

static inline void compat_setattr_copy(void *idmap, struct inode *inode, const struct iattr *attr)
{
	compat_call(setattr_copy, idmap, inode, attr);
}

/*
 * The fields for the times have been renamed in v6.6, in v6.7 and again by v6.12; setattr_copy()
 * writes them on every kernel. It looks at the idmap only for owners and modes.
 */
static inline void compat_inode_init_times(struct inode *inode)
{
	struct iattr now = { .ia_valid = ATTR_ATIME | ATTR_MTIME | ATTR_CTIME };

	now.ia_atime = now.ia_mtime = now.ia_ctime = current_time(inode);
	compat_setattr_copy(NULL, inode, &now);
}

/*
 * COMPAT_DEFINE_PERMISSION(name, fn) makes the adapters for "int fn(void *idmap, struct inode *,
 * int mask)", and COMPAT_PERMISSION(name) is the adapter for the table.
 */
#define COMPAT_DEFINE_PERMISSION(name, fn)							\
static int __maybe_unused name##_plain(struct inode *inode, int mask)				\
{												\
	return fn(NULL, inode, mask);								\
}												\
static int __maybe_unused name##_userns(struct user_namespace *idmap, struct inode *inode,	\
					int mask)						\
{												\
	return fn(idmap, inode, mask);								\
}												\
static int __maybe_unused name##_idmap(struct mnt_idmap *idmap, struct inode *inode, int mask)	\
{												\
	return fn(idmap, inode, mask);								\
}

#define compat_choose3(member, name, a, b, c)							\
	__builtin_choose_expr(compat_same_type(member, &name##_##a), name##_##a,		\
	__builtin_choose_expr(compat_same_type(member, &name##_##b), name##_##b, name##_##c))

#define compat_choose4(member, name, a, b, c, d)						\
	__builtin_choose_expr(compat_same_type(member, &name##_##a), name##_##a,		\
			      compat_choose3(member, name, b, c, d))

#define COMPAT_PERMISSION(name)									\
	compat_choose3(compat_member(struct inode_operations, permission), name,		\
		       plain, userns, idmap)

/* COMPAT_DEFINE_SETATTR() does so for "int fn(void *idmap, struct dentry *, struct iattr *)". */
#define COMPAT_DEFINE_SETATTR(name, fn)								\
static int __maybe_unused name##_plain(struct dentry *dentry, struct iattr *attr)		\
{												\
	return fn(NULL, dentry, attr);								\
}												\
static int __maybe_unused name##_userns(struct user_namespace *idmap, struct dentry *dentry,	\
					struct iattr *attr)					\
{												\
	return fn(idmap, dentry, attr);								\
}												\
static int __maybe_unused name##_idmap(struct mnt_idmap *idmap, struct dentry *dentry,		\
				       struct iattr *attr)					\
{												\
	return fn(idmap, dentry, attr);								\
}

#define COMPAT_SETATTR(name)									\
	compat_choose3(compat_member(struct inode_operations, setattr), name,			\
		       plain, userns, idmap)

/*
 * COMPAT_DEFINE_CREATE() does so for "int fn(struct inode *dir, struct dentry *)", which gets neither
 * the mode nor whether the caller wants the file to be new.
 */
#define COMPAT_DEFINE_CREATE(name, fn)								\
static int __maybe_unused name##_plain(struct inode *dir, struct dentry *dentry, umode_t mode,	\
				       bool exclusive)						\
{												\
	return fn(dir, dentry);									\
}												\
static int __maybe_unused name##_userns(struct user_namespace *idmap, struct inode *dir,	\
					struct dentry *dentry, umode_t mode, bool exclusive)	\
{												\
	return fn(dir, dentry);									\
}												\
static int __maybe_unused name##_idmap(struct mnt_idmap *idmap, struct inode *dir,		\
				       struct dentry *dentry, umode_t mode, bool exclusive)	\
{												\
	return fn(dir, dentry);									\
}												\
static int __maybe_unused name##_mode(struct mnt_idmap *idmap, struct inode *dir,		\
				      struct dentry *dentry, umode_t mode)			\
{												\
	return fn(dir, dentry);									\
}

#define COMPAT_CREATE(name)									\
	compat_choose4(compat_member(struct inode_operations, create), name,			\
		       plain, userns, idmap, mode)

/* COMPAT_DEFINE_MKDIR() does so for "int fn(struct inode *dir, struct dentry *)", without the mode. */
#define COMPAT_DEFINE_MKDIR(name, fn)								\
static int __maybe_unused name##_plain(struct inode *dir, struct dentry *dentry, umode_t mode)	\
{												\
	return fn(dir, dentry);									\
}												\
static int __maybe_unused name##_userns(struct user_namespace *idmap, struct inode *dir,	\
					struct dentry *dentry, umode_t mode)			\
{												\
	return fn(dir, dentry);									\
}												\
static int __maybe_unused name##_idmap(struct mnt_idmap *idmap, struct inode *dir,		\
				       struct dentry *dentry, umode_t mode)			\
{												\
	return fn(dir, dentry);									\
}												\
static struct dentry *__maybe_unused name##_dentry(struct mnt_idmap *idmap, struct inode *dir,	\
						   struct dentry *dentry, umode_t mode)		\
{												\
	return ERR_PTR(fn(dir, dentry));							\
}

#define COMPAT_MKDIR(name)									\
	compat_choose4(compat_member(struct inode_operations, mkdir), name,			\
		       plain, userns, idmap, dentry)

/* COMPAT_DEFINE_REVALIDATE() does so for "int fn(struct dentry *, unsigned int flags)". */
#define COMPAT_DEFINE_REVALIDATE(name, fn)							\
static int __maybe_unused name##_plain(struct dentry *dentry, unsigned int flags)		\
{												\
	return fn(dentry, flags);								\
}												\
static int __maybe_unused name##_named(struct inode *dir, const struct qstr *qstr,		\
				       struct dentry *dentry, unsigned int flags)		\
{												\
	return fn(dentry, flags);								\
}

#define COMPAT_REVALIDATE(name)									\
	__builtin_choose_expr(									\
		compat_same_type(compat_member(struct dentry_operations, d_revalidate),		\
				 &name##_plain), name##_plain, name##_named)

/*
 * Sets the operations of all dentries of a file system. Since commit 05fb0e666495 ("new helper:
 * set_default_d_op()", v6.17) a function does that, and the member has another name.
 */
static inline void compat_set_dentry_operations(struct super_block *sb,
						const struct dentry_operations *ops)
{
#ifdef COMPAT_HAVE_SET_DEFAULT_D_OP
	set_default_d_op(sb, ops);
#else
	sb->s_d_op = ops;
#endif
}

#endif
