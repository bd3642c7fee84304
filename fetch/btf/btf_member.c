// SPDX-License-Identifier: GPL-2.0
/*
 * Members of structs and unions, and of the anonymous structs and unions in them.
 *
 * To find a name, all members are walked depth first, with a stack of the structs that have been
 * entered. A blob may have a struct that contains itself, or so many that contain each other that
 * the walk would not end in our time. So the stack has an end, and so has the number of members.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/overflow.h>

#include "fetch/btf/btf_format.h"
#include "fetch/btf/btf_internal.h"
#include "parser/parse_text.h"

/* The structs of Linux 7.2 want 8 at most, and have up to 276 members, anonymous ones included. */
#define NESTED_MAX	16
#define WALK_MAX	8192

/**
 * struct member_walk - a walk over the members of a struct
 * @btf: blob in which ids are looked up
 * @steps: number of members that were looked at so far
 * @depth: number of structs that the walk is in
 * @id: for each of these, its id
 * @next: for each of these, which member comes next
 * @bit_offset: for each of these, its offset in bits from the outermost one
 */
struct member_walk {
	const struct fetch_btf *btf;
	u32 steps;
	u32 depth;
	u32 id[NESTED_MAX];
	u32 next[NESTED_MAX];
	u32 bit_offset[NESTED_MAX];
};

/**
 * fetch_btf_member() - get a member by its index
 * @btf: the blob, or one that is split on it
 * @type: the struct or union
 * @index: index of the member, from 0
 * @member: receives the member on success
 *
 * Context: any. Return: 0, or -EINVAL when @type has no such member.
 */
int fetch_btf_member(const struct fetch_btf *btf, const struct fetch_btf_type *type, u32 index,
		     struct fetch_btf_member *member)
{
	const u8 *data;
	u32 place;

	if (!btf_is_struct(type) || index >= type->nr)
		return -EINVAL;
	data = type->data + (size_t)index * BTF_MEMBER_BYTES;
	place = btf_word(data + BTF_MEMBER_PLACE);
	member->name = fetch_btf_name(btf, btf_word(data + BTF_ELEMENT_NAME));
	member->type = btf_word(data + BTF_MEMBER_TARGET);
	member->bit_offset = type->flag ? BTF_MEMBER_OFFSET(place) : place;
	member->bit_size = type->flag ? BTF_MEMBER_WIDTH(place) : 0;
	return 0;
}

/* Only structs and unions are entered: an anonymous member of another kind has nothing to find. */
static int walk_enter(struct member_walk *walk, u32 id, u32 bit_offset)
{
	struct fetch_btf_type type;
	int ret = fetch_btf_resolve(walk->btf, id, &type);

	if (ret || !btf_is_struct(&type))
		return ret;
	if (walk->depth == NESTED_MAX)
		return -EINVAL;
	walk->id[walk->depth] = type.id;
	walk->next[walk->depth] = 0;
	walk->bit_offset[walk->depth] = bit_offset;
	walk->depth++;
	return 0;
}

/*
 * Gets the next member of the innermost struct, with its offset from the outermost one. Returns 1,
 * or 0 when there is no next one, or -EINVAL.
 */
static int walk_next(struct member_walk *walk, struct fetch_btf_member *member)
{
	u32 top = walk->depth - 1;
	struct fetch_btf_type type;

	if (++walk->steps > WALK_MAX || fetch_btf_type(walk->btf, walk->id[top], &type))
		return -EINVAL;
	if (walk->next[top] >= type.nr)
		return 0;
	if (fetch_btf_member(walk->btf, &type, walk->next[top]++, member) ||
	    check_add_overflow(member->bit_offset, walk->bit_offset[top], &member->bit_offset))
		return -EINVAL;
	return 1;
}

/**
 * fetch_btf_find_member() - find a member by its name, also in anonymous structs and unions
 * @btf: blob that has the struct
 * @id: id of the struct or union, or of a typedef of it
 * @name: name of the member, which need not be terminated
 * @len: bytes of @name
 * @member: receives the member on success, its offset being that in the struct @id
 *
 * Context: any. Return: 0; -ENOENT when no member has that name; -EINVAL when @id is no struct or
 * union, or one that contains itself.
 */
int fetch_btf_find_member(const struct fetch_btf *btf, u32 id, const char *name, size_t len,
			  struct fetch_btf_member *member)
{
	struct member_walk walk = { .btf = btf };
	struct fetch_btf_member found;
	int ret = walk_enter(&walk, id, 0);

	if (!ret && !walk.depth)
		ret = -EINVAL;
	while (!ret && walk.depth) {
		ret = walk_next(&walk, &found);
		if (ret < 0)
			return ret;
		if (!ret) {
			walk.depth--;
			continue;
		}
		if (len && parse_text_is(name, len, found.name)) {
			*member = found;
			return 0;
		}
		ret = found.name[0] ? 0 : walk_enter(&walk, found.type, found.bit_offset);
	}
	return ret ?: -ENOENT;
}
