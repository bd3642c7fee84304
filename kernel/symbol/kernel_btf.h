/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The types of the kernel and of its modules, shared by all mounts, and those from files, each of one mount.
 */
#ifndef KERNEL_KERNEL_BTF_H
#define KERNEL_KERNEL_BTF_H

#include <linux/types.h>

struct fetch_btf;
struct kernel_btf;

struct kernel_btf *kernel_btf_find(const char *module);
struct kernel_btf *kernel_btf_get(const char *module);
const struct fetch_btf *kernel_btf_types(const struct kernel_btf *btf);
struct kernel_btf *kernel_btf_hold(struct kernel_btf *btf);
struct kernel_btf *kernel_btf_create(void *data, size_t size);
struct kernel_btf *kernel_btf_read(const char *name, const char **why);
void kernel_btf_put(struct kernel_btf *btf);
void kernel_btf_forget(const char *module);
void kernel_btf_exit(void);

#endif
