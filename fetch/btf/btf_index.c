// SPDX-License-Identifier: GPL-2.0
/*
 * Finds types by name: functions, structs, unions, typedefs and enums.
 *
 * The ids of these types are sorted by the hash of their name into chains, which lie one behind the
 * other in one array. That takes 32 bits a type and 32 bits a chain, of which there is one for two
 * or more types. Nothing but the ids is kept: a look-up compares the names of its chain in the
 * blob.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "fetch/btf/btf_internal.h"
#include "parser/parse_text.h"

#define INDEXED_KINDS	(BTF_STRUCT_OR_UNION | BTF_KIND_BIT(FETCH_BTF_FUNCTION) |	\
			 BTF_KIND_BIT(FETCH_BTF_TYPEDEF) |				\
			 BTF_KIND_BIT(FETCH_BTF_ENUM) | BTF_KIND_BIT(FETCH_BTF_ENUM64))

/*
 * Longest chain of names with one hash, of which the kernels of distributions have a dozen. A look-up walks the
 * chain of its name without a rest.
 */
#define CHAIN_MAX	8192

static bool is_of_kind(const struct fetch_btf_type *type, u32 kinds)
{
	return type->kind < FETCH_BTF_NR_KINDS && (kinds & BTF_KIND_BIT(type->kind));
}

/* FNV-1a; its low bits tell which chain a name is in. */
static u32 hash_name(const char *name, size_t len)
{
	u32 hash = 0x811c9dc5;

	while (len--)
		hash = (hash ^ (u8)*name++) * 0x01000193;
	return hash;
}

/* Tells whether the type is one to look up by name, and then which chain the name is in. */
static bool find_chain(const struct fetch_btf *btf, u32 id, u32 *chain)
{
	struct fetch_btf_type type;
	size_t len;

	cond_resched();
	if (fetch_btf_type(btf, id, &type) || !is_of_kind(&type, INDEXED_KINDS))
		return false;
	len = strnlen(type.name, BTF_NAME_MAX + 1);
	if (!len || len > BTF_NAME_MAX)
		return false;
	*chain = hash_name(type.name, len) & (btf->nr_buckets - 1);
	return true;
}

static u32 count_named(const struct fetch_btf *btf)
{
	u32 id, chain, count = 0;

	for (id = btf->first_id; id < btf->end_id; id++)
		count += find_chain(btf, id, &chain);
	return count;
}

static int alloc_names(struct fetch_btf *btf)
{
	btf->nr_buckets = 1;
	btf->nr_named = count_named(btf);
	if (btf->nr_named >= 4)
		btf->nr_buckets = rounddown_pow_of_two(btf->nr_named / 2);
	btf->bucket = kvcalloc(btf->nr_buckets + 1, sizeof(*btf->bucket), btf->gfp);
	btf->named = kvmalloc_array(btf->nr_named + 1, sizeof(*btf->named), btf->gfp);
	return btf->bucket && btf->named ? 0 : -ENOMEM;
}

/**
 * fetch_btf_index_names() - make the index by name of a blob
 * @btf: the blob, whose types have been checked
 *
 * First each bucket counts its types, then it says where its chain ends. The types are put in from
 * the last one to the first, which takes each bucket back to where its chain begins.
 *
 * Context: process context, may sleep. Return: 0, -ENOMEM, or -EINVAL when too many types share a name;
 * fetch_btf_destroy() frees what there is.
 */
int fetch_btf_index_names(struct fetch_btf *btf)
{
	u32 id, chain;
	int ret = alloc_names(btf);

	if (ret)
		return ret;
	for (id = btf->first_id; id < btf->end_id; id++)
		if (find_chain(btf, id, &chain))
			btf->bucket[chain]++;
	for (chain = 0; chain < btf->nr_buckets; chain++)
		if (btf->bucket[chain] > CHAIN_MAX)
			return -EINVAL;
	for (chain = 1; chain <= btf->nr_buckets; chain++)
		btf->bucket[chain] += btf->bucket[chain - 1];
	for (id = btf->end_id; id-- > btf->first_id; )
		if (find_chain(btf, id, &chain))
			btf->named[--btf->bucket[chain]] = id;
	return 0;
}

static u32 find_in_blob(const struct fetch_btf *btf, const char *name, size_t len, u32 kinds)
{
	u32 chain = hash_name(name, len) & (btf->nr_buckets - 1);
	struct fetch_btf_type type;
	u32 i;

	for (i = btf->bucket[chain]; i < btf->bucket[chain + 1]; i++)
		if (!fetch_btf_type(btf, btf->named[i], &type) && is_of_kind(&type, kinds) &&
		    parse_text_is(name, len, type.name))
			return type.id;
	return 0;
}

/**
 * fetch_btf_find() - find a type by its name
 * @btf: the blob, whose base is asked when the blob itself has no such type
 * @name: the name, which need not be terminated
 * @len: bytes of @name
 * @kinds: kinds that are looked for, as BTF_KIND_BIT()
 *
 * Several functions, and several structs, may share a name. The one with the lowest id is found, as
 * by mainline.
 *
 * Context: any. Return: the id, or 0 when there is no such type.
 */
u32 fetch_btf_find(const struct fetch_btf *btf, const char *name, size_t len, u32 kinds)
{
	u32 id = 0;

	for (; btf && !id; btf = btf->base)
		id = find_in_blob(btf, name, len, kinds);
	return id;
}
