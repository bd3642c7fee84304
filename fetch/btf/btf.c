// SPDX-License-Identifier: GPL-2.0
/*
 * Opens blobs: header, sections, and where each type lies.
 *
 * The types lie one behind the other, so that their ids lead nowhere before all have been walked
 * once. fetch_btf_create() does so, and keeps a word for each: its offset. Then it has each type
 * checked (btf_check.c) and the names hashed (btf_index.c). For Linux 6.1 this takes some ten
 * milliseconds and 640 KiB of memory: who creates a blob does so when BTF is first asked for.
 */
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/stddef.h>

#include "fetch/btf/btf_format.h"
#include "fetch/btf/btf_internal.h"

/* A part of a blob, in bytes from the beginning of the blob */
struct section {
	u32 start;
	u32 end;
};

/* @start counts from the end of the header. */
static int place_section(struct section *section, u32 header_len, u32 start, u32 len, u32 size)
{
	u32 room = size - header_len;

	if (start > room || len > room - start)
		return -EINVAL;
	section->start = header_len + start;
	section->end = section->start + len;
	return 0;
}

static bool sections_overlap(struct section a, struct section b)
{
	return a.start < b.end && b.start < a.end;
}

/* Copies the header, which may be shorter than the struct, or longer with nothing in the rest. */
static int read_header(struct fetch_btf_header *header, const u8 *data, u32 size)
{
	memset(header, 0, sizeof(*header));
	if (size < BTF_HEADER_LEN_MIN)
		return -EINVAL;
	memcpy(header, data, BTF_HEADER_LEN_MIN);
	if (header->magic != BTF_HEADER_MAGIC || header->version != BTF_HEADER_VERSION ||
	    header->flags)
		return -EINVAL;
	if (header->header_len < BTF_HEADER_LEN_MIN || header->header_len > size ||
	    header->header_len % sizeof(u32))
		return -EINVAL;
	memcpy(header, data, min_t(u32, header->header_len, sizeof(*header)));
	if (header->header_len > sizeof(*header) &&
	    memchr_inv(data + sizeof(*header), 0, header->header_len - sizeof(*header)))
		return -EINVAL;
	return 0;
}

static int place_sections(struct fetch_btf *btf, const struct fetch_btf_header *header, u32 size)
{
	struct section types, strings, layouts;
	u32 len = header->header_len;

	if (place_section(&types, len, header->type_start, header->type_len, size) ||
	    place_section(&strings, len, header->string_start, header->string_len, size) ||
	    place_section(&layouts, len, header->layout_start, header->layout_len, size))
		return -EINVAL;
	if (sections_overlap(types, strings) || sections_overlap(types, layouts) ||
	    sections_overlap(strings, layouts))
		return -EINVAL;
	if (types.start % sizeof(u32) || layouts.start % sizeof(u32) ||
	    header->layout_len % BTF_LAYOUT_BYTES)
		return -EINVAL;
	btf->types = types.start;
	btf->types_end = types.end;
	btf->strings = strings.start;
	btf->layouts = layouts.start;
	btf->nr_layouts = header->layout_len / BTF_LAYOUT_BYTES;
	return 0;
}

/*
 * The strings of a blob that is no split one begin with an empty one, which is the name of what has
 * no name. The last one ends with the section: then every offset leads to a string that ends.
 */
static int check_strings(struct fetch_btf *btf, u32 len)
{
	const u8 *strings = btf->data + btf->strings;

	btf->first_string = btf->base ? btf->base->end_string : 0;
	if (len > U32_MAX - btf->first_string)
		return -EINVAL;
	btf->end_string = btf->first_string + len;
	if (!len)
		return btf->base ? 0 : -EINVAL;
	if (strings[len - 1] || (!btf->base && strings[0]))
		return -EINVAL;
	return 0;
}

static int count_types(struct fetch_btf *btf)
{
	u32 offset, len;

	btf->first_id = btf->base ? btf->base->end_id : 1;
	btf->end_id = btf->first_id;
	for (offset = btf->types; offset < btf->types_end; offset += len) {
		len = fetch_btf_record_len(btf, offset);
		if (!len || btf->end_id == U32_MAX)
			return -EINVAL;
		btf->end_id++;
	}
	return 0;
}

static int locate_types(struct fetch_btf *btf)
{
	u32 offset = btf->types, i;
	int ret;

	ret = count_types(btf);
	if (ret)
		return ret;
	btf->offset = kvmalloc_array(fetch_btf_nr_types(btf) + 1, sizeof(*btf->offset), btf->gfp);
	if (!btf->offset)
		return -ENOMEM;
	for (i = 0; i < fetch_btf_nr_types(btf); i++) {
		btf->offset[i] = offset;
		offset += fetch_btf_record_len(btf, offset);
	}
	return 0;
}

static int open_blob(struct fetch_btf *btf, u32 size)
{
	struct fetch_btf_header header;
	int ret;

	ret = read_header(&header, btf->data, size);
	if (ret)
		return ret;
	ret = place_sections(btf, &header, size);
	if (ret)
		return ret;
	ret = check_strings(btf, header.string_len);
	if (ret)
		return ret;
	ret = locate_types(btf);
	if (ret)
		return ret;
	ret = fetch_btf_check_types(btf);
	return ret ?: fetch_btf_index_names(btf);
}

/**
 * fetch_btf_create() - check a blob, and index it
 * @data: the blob, at any alignment; it has to stay, and to stay as it is, until
 *	fetch_btf_destroy()
 * @size: bytes of the blob
 * @base: the blob on which this one is split, which has to stay as well; NULL when it is no split
 *	one
 * @gfp: GFP_KERNEL, or GFP_KERNEL_ACCOUNT to charge the index to the memory cgroup of the caller
 *
 * The index takes less memory than the types of the blob, but for a struct fetch_btf.
 *
 * Context: process context, may sleep. Return: the blob, or ERR_PTR(): -EINVAL when the bytes are
 * no BTF of this byte order, are damaged, or have a kind of type that nothing says the length of;
 * -ENOMEM.
 */
struct fetch_btf *fetch_btf_create(const void *data, size_t size, const struct fetch_btf *base,
				   gfp_t gfp)
{
	struct fetch_btf *btf;
	int ret;

	if (size > U32_MAX)
		return ERR_PTR(-EINVAL);
	btf = kzalloc(sizeof(*btf), gfp);
	if (!btf)
		return ERR_PTR(-ENOMEM);
	btf->data = data;
	btf->base = base;
	btf->gfp = gfp;
	ret = open_blob(btf, size);
	if (ret) {
		fetch_btf_destroy(btf);
		return ERR_PTR(ret);
	}
	return btf;
}

/**
 * fetch_btf_destroy() - free the index of a blob; the blob itself is its owner's
 * @btf: the blob, or NULL; no blob may be left that is split on it
 *
 * Context: process context.
 */
void fetch_btf_destroy(struct fetch_btf *btf)
{
	if (!btf)
		return;
	kvfree(btf->offset);
	kvfree(btf->bucket);
	kvfree(btf->named);
	kfree(btf);
}

/**
 * fetch_btf_index_size() - tell how much memory the index of a blob takes
 * @btf: blob that was created
 *
 * Return: bytes, without the blob itself and without the index of its base.
 */
size_t fetch_btf_index_size(const struct fetch_btf *btf)
{
	size_t words = fetch_btf_nr_types(btf) + 1 + btf->nr_buckets + 1 + btf->nr_named + 1;

	return sizeof(*btf) + words * sizeof(u32);
}

/**
 * fetch_btf_nr_types() - tell how many types a blob has
 * @btf: blob whose types have been counted
 *
 * Return: the number of its own types, without those of its base and without void.
 */
u32 fetch_btf_nr_types(const struct fetch_btf *btf)
{
	return btf->end_id - btf->first_id;
}

/**
 * fetch_btf_name() - get a string of a blob
 * @btf: the blob, or one that is split on it
 * @offset: offset by which types name the string
 *
 * Return: the string, which is empty when there is none at that offset.
 */
const char *fetch_btf_name(const struct fetch_btf *btf, u32 offset)
{
	if (offset >= btf->end_string)
		return "";
	while (offset < btf->first_string)
		btf = btf->base;
	return (const char *)btf->data + btf->strings + (offset - btf->first_string);
}

/**
 * fetch_btf_type() - get a type by its id
 * @btf: the blob, whose base is asked for ids that are below its own
 * @id: the id; 0 is void
 * @type: receives the type on success
 *
 * Context: any. Return: 0, or -EINVAL when no type has that id.
 */
int fetch_btf_type(const struct fetch_btf *btf, u32 id, struct fetch_btf_type *type)
{
	const u8 *record;
	u32 info;

	if (id >= btf->end_id)
		return -EINVAL;
	memset(type, 0, sizeof(*type));
	type->name = "";
	if (!id)
		return 0;
	while (id < btf->first_id)
		btf = btf->base;
	record = btf->data + btf->offset[id - btf->first_id];
	info = btf_word(record + BTF_RECORD_INFO);
	type->id = id;
	type->kind = (info >> BTF_INFO_KIND_SHIFT) & BTF_INFO_KIND_MASK;
	type->name = fetch_btf_name(btf, btf_word(record + BTF_RECORD_NAME));
	type->nr = info & BTF_INFO_VLEN_MASK;
	type->flag = info & BTF_INFO_FLAG;
	type->size = btf_word(record + BTF_RECORD_SIZE);
	type->data = record + BTF_RECORD_HEAD;
	return 0;
}
