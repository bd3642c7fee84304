/* SPDX-License-Identifier: GPL-2.0 */
/*
 * BTF in a file: the file is a blob, or an ELF file with a section ".BTF".
 *
 * The file is anybody's, and may change while it is read. Each part of it is read once, into
 * memory of the reader, and nothing is taken from one part for a check of another one but numbers
 * that were copied. So whatever the file says, what is read lies within @size.
 */
#ifndef FETCH_BTF_FILE_H
#define FETCH_BTF_FILE_H

#include <linux/types.h>

/* The kernels of distributions have some 6 MiB of BTF. */
#define FETCH_BTF_FILE_MIB	32
#define FETCH_BTF_FILE_MAX	(FETCH_BTF_FILE_MIB << 20)

/**
 * struct fetch_btf_file - a file, and how it is read
 * @size: bytes of the file
 * @read: copies @len bytes from the offset @at on to @to; they lie within @size. Returns 0 or -errno
 */
struct fetch_btf_file {
	u64 size;
	int (*read)(const struct fetch_btf_file *file, void *to, u64 at, size_t len);
};

/**
 * struct fetch_btf_place - where the blob is in a file
 * @start: offset of its first byte
 * @size: number of its bytes, FETCH_BTF_FILE_MAX at most
 */
struct fetch_btf_place {
	u64 start;
	u32 size;
};

int fetch_btf_locate(const struct fetch_btf_file *file, struct fetch_btf_place *place,
		     const char **why);

#endif
