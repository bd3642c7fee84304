/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the files of fetch/btf/ share: a blob as it was opened, and its words.
 */
#ifndef FETCH_BTF_INTERNAL_H
#define FETCH_BTF_INTERNAL_H

#include <linux/string.h>
#include <linux/types.h>

#include "fetch/btf/btf.h"

/* How many references are followed from one type before they count as a circle */
#define BTF_REFERENCES_MAX	32

/*
 * Types with longer names are not indexed. Nothing in the kernel has one (KSYM_NAME_LEN is 512 since 6.1), but a
 * blob that somebody made may have one that is as long as its section of strings, and that all types share.
 */
#define BTF_NAME_MAX		511

/**
 * struct fetch_btf - one blob and its index
 * @data: the bytes, which the owner of the blob keeps
 * @base: the blob on which this one is split, or NULL
 * @gfp: how the memory of the index is allocated
 * @types: offset of the first type in @data
 * @types_end: offset of the end of the types
 * @strings: offset of the first string
 * @first_string: offset by which types name that string: where the strings of @base end
 * @end_string: one more than the largest offset by which types may name a string
 * @layouts: offset of the first layout
 * @nr_layouts: number of layouts, which is 0 in most blobs
 * @first_id: id of the first type
 * @end_id: one more than the id of the last type
 * @offset: for each type from @first_id on, its offset in @data
 * @nr_buckets: number of chains of the index by name, a power of two
 * @bucket: for each chain, where it begins in @named; one more element says where the last one ends
 * @nr_named: number of types in the index by name
 * @named: ids of the types that have a name to look them up by; those of a chain ascend
 */
struct fetch_btf {
	const u8 *data;
	const struct fetch_btf *base;
	gfp_t gfp;
	u32 types;
	u32 types_end;
	u32 strings;
	u32 first_string;
	u32 end_string;
	u32 layouts;
	u32 nr_layouts;
	u32 first_id;
	u32 end_id;
	u32 *offset;
	u32 nr_buckets;
	u32 *bucket;
	u32 nr_named;
	u32 *named;
};

/* Sets of kinds, for fetch_btf_find() */
#define BTF_KIND_BIT(kind)	(1U << (kind))
#define BTF_STRUCT_OR_UNION	(BTF_KIND_BIT(FETCH_BTF_STRUCT) | BTF_KIND_BIT(FETCH_BTF_UNION))

/* Reads a word, which need not be aligned: nobody says where a blob begins. */
static inline u32 btf_word(const u8 *at)
{
	u32 word;

	memcpy(&word, at, sizeof(word));
	return word;
}

static inline bool btf_is_struct(const struct fetch_btf_type *type)
{
	return type->kind == FETCH_BTF_STRUCT || type->kind == FETCH_BTF_UNION;
}

const char *fetch_btf_name(const struct fetch_btf *btf, u32 offset);
u32 fetch_btf_record_len(const struct fetch_btf *btf, u32 offset);
int fetch_btf_check_types(const struct fetch_btf *btf);
int fetch_btf_index_names(struct fetch_btf *btf);
u32 fetch_btf_find(const struct fetch_btf *btf, const char *name, size_t len, u32 kinds);

#endif
