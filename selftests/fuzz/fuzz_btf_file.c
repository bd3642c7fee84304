// SPDX-License-Identifier: GPL-2.0
/*
 * Any bytes, as a file with BTF that changes while it is read. An input begins with one byte: after that
 * many reads the file has other bytes. Both files are as long as each other, a half of the rest.
 *
 * Besides what the sanitizers see: nothing outside of the file is read; a file is accepted, or -EINVAL with
 * a reason; what is accepted lies within the file, and is BTF or -EINVAL.
 */
#include <stdio.h>
#include <stdlib.h>

#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "fetch/btf/btf.h"
#include "fetch/btf/btf_file.h"

#define CHECK(condition) do {							\
	if (!(condition)) {							\
		fprintf(stderr, "line %d: %s\n", __LINE__, #condition);		\
		abort();							\
	}									\
} while (0)

/**
 * struct changing_file - a file of which somebody exchanges the bytes
 * @file: what the reader knows of it
 * @before: the bytes at first
 * @after: the bytes from some read on
 * @reads_left: number of reads that get @before
 */
struct changing_file {
	struct fetch_btf_file file;
	const uint8_t *before;
	const uint8_t *after;
	unsigned int reads_left;
};

static int read_changing(const struct fetch_btf_file *file, void *to, u64 at, size_t len)
{
	struct changing_file *changing = container_of(file, struct changing_file, file);
	const uint8_t *bytes = changing->reads_left ? changing->before : changing->after;

	CHECK(at <= file->size && len <= file->size - at);
	memcpy(to, bytes + at, len);
	if (changing->reads_left)
		changing->reads_left--;
	return 0;
}

/* The blob lies in memory of exactly its size. */
static void read_blob(const struct fetch_btf_file *file, const struct fetch_btf_place *place)
{
	u8 *blob = malloc(place->size);
	struct fetch_btf *btf;

	CHECK(!file->read(file, blob, place->start, place->size));
	btf = fetch_btf_create(blob, place->size, NULL, GFP_KERNEL);
	if (IS_ERR(btf))
		CHECK(PTR_ERR(btf) == -EINVAL);
	else
		fetch_btf_destroy(btf);
	free(blob);
}

/* libFuzzer declares it nowhere */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct changing_file changing = { .file.read = read_changing };
	struct fetch_btf_place place;
	const char *why = NULL;
	int ret;

	if (!size)
		return 0;
	changing.reads_left = data[0];
	changing.file.size = (size - 1) / 2;
	changing.before = data + 1;
	changing.after = changing.before + changing.file.size;
	ret = fetch_btf_locate(&changing.file, &place, &why);
	CHECK(ret ? ret == -EINVAL && why : !why);
	if (!ret)
		read_blob(&changing.file, &place);
	return 0;
}
