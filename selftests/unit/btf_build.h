/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Makes small BTF blobs by hand.
 *
 *	struct btf_build build = { 0 };
 *	u32 id = btf_build_integer(&build, "int", 4, 32, BTF_INTEGER_SIGNED);
 *	struct fetch_btf *btf = btf_build_open(&build, NULL);
 *
 * A blob may have types that refer to later ones: ids count from 1, or from where the base ends.
 * What is opened lies in memory of exactly its size, so that AddressSanitizer sees each byte that
 * is read too much.
 */
#ifndef UNIT_BTF_BUILD_H
#define UNIT_BTF_BUILD_H

#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

/* A fuzz target has an assert_true() of its own. */
#ifndef assert_true
#include "cmocka_all.h"
#endif
#include "fetch/btf/btf.h"
#include "fetch/btf/btf_format.h"
#include "fetch/btf/btf_internal.h"

/**
 * struct btf_build - a blob that is being made
 * @types: bytes of the types so far
 * @types_len: number of these
 * @strings: the strings so far
 * @strings_len: bytes of these
 * @layouts: bytes of the layouts
 * @layouts_len: number of these, 0 for a blob without
 * @nr: number of types so far
 * @base: the blob that this one is split on, or NULL
 * @data: the finished blob, which is freed by btf_build_close()
 */
struct btf_build {
	u8 types[8192];
	u32 types_len;
	char strings[2048];
	u32 strings_len;
	u8 layouts[256];
	u32 layouts_len;
	u32 nr;
	const struct fetch_btf *base;
	u8 *data;
};

/* Returns the offset of @text, which is added to the strings. */
static inline u32 btf_build_string(struct btf_build *build, const char *text)
{
	u32 offset, len = strlen(text) + 1;

	if (!build->base && !build->strings_len)
		build->strings_len = 1;
	if (!text[0])
		return 0;
	offset = build->strings_len;
	assert_true(offset + len <= sizeof(build->strings));
	memcpy(build->strings + offset, text, len);
	build->strings_len += len;
	return offset + (build->base ? build->base->end_string : 0);
}

static inline void btf_build_word(struct btf_build *build, u32 word)
{
	assert_true(build->types_len + sizeof(word) <= sizeof(build->types));
	memcpy(build->types + build->types_len, &word, sizeof(word));
	build->types_len += sizeof(word);
}

/* Begins a type, to which words and elements are added. @info has their number, and the flag. */
static inline u32 btf_build_type(struct btf_build *build, u32 kind, const char *name, u32 info,
				 u32 size)
{
	btf_build_word(build, btf_build_string(build, name));
	btf_build_word(build, kind << BTF_INFO_KIND_SHIFT | info);
	btf_build_word(build, size);
	return (build->base ? build->base->end_id : 1) + build->nr++;
}

static inline u32 btf_build_integer(struct btf_build *build, const char *name, u32 size, u32 bits,
				    u32 encoding)
{
	u32 id = btf_build_type(build, FETCH_BTF_INTEGER, name, 0, size);

	btf_build_word(build, encoding | bits);
	return id;
}

static inline u32 btf_build_array(struct btf_build *build, u32 element, u32 count)
{
	u32 id = btf_build_type(build, FETCH_BTF_ARRAY, "", 0, 0);

	btf_build_word(build, element);
	btf_build_word(build, 0);
	btf_build_word(build, count);
	return id;
}

/* A member of a struct, a parameter, or a value of an enum: a name and one or two words */
static inline void btf_build_member(struct btf_build *build, const char *name, u32 type, u32 place)
{
	btf_build_word(build, btf_build_string(build, name));
	btf_build_word(build, type);
	btf_build_word(build, place);
}

static inline void btf_build_parameter(struct btf_build *build, const char *name, u32 type)
{
	btf_build_word(build, btf_build_string(build, name));
	btf_build_word(build, type);
}

/* Makes the bytes of the blob; returns their number. */
static inline size_t btf_build_finish(struct btf_build *build)
{
	struct fetch_btf_header header = {
		.magic = BTF_HEADER_MAGIC,
		.version = BTF_HEADER_VERSION,
		.header_len = build->layouts_len ? sizeof(header) : BTF_HEADER_LEN_MIN,
		.type_len = build->types_len,
		.string_start = build->types_len + build->layouts_len,
		.layout_start = build->types_len,
		.layout_len = build->layouts_len,
	};
	size_t size;
	u8 *data;

	btf_build_string(build, "");
	header.string_len = build->strings_len;
	size = header.header_len + build->types_len + build->layouts_len + build->strings_len;
	free(build->data);
	build->data = data = malloc(size);
	memcpy(data, &header, header.header_len);
	data += header.header_len;
	memcpy(data, build->types, build->types_len);
	memcpy(data + build->types_len, build->layouts, build->layouts_len);
	memcpy(data + header.string_start, build->strings, build->strings_len);
	return size;
}

static inline struct fetch_btf *btf_build_open(struct btf_build *build)
{
	size_t size = btf_build_finish(build);

	return fetch_btf_create(build->data, size, build->base, GFP_KERNEL);
}

/* @btf may be an error. */
static inline void btf_build_close(struct btf_build *build, struct fetch_btf *btf)
{
	fetch_btf_destroy(IS_ERR(btf) ? NULL : btf);
	free(build->data);
	build->data = NULL;
}

#endif
