// SPDX-License-Identifier: GPL-2.0
/*
 * Checks the types of a blob: lengths, offsets of strings, ids of other types, and the numbers that
 * others calculate with. A type that passes can be read without looking at any length again.
 *
 * Names are not looked at: one that is no C identifier is found by nobody who writes one.
 */
#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/kernel.h>

#include "fetch/btf/btf_format.h"
#include "fetch/btf/btf_internal.h"

#define INTEGER_BYTES_MAX	16

static bool is_string(const struct fetch_btf *btf, u32 offset)
{
	return offset < btf->end_string;
}

/* Void, whose id is 0, is a type that may be pointed to and returned. */
static bool is_type(const struct fetch_btf *btf, u32 id)
{
	return id < btf->end_id;
}

/* Void is no type of a member, of an element or of a variable. */
static bool is_type_of_value(const struct fetch_btf *btf, u32 id)
{
	return id && is_type(btf, id);
}

static int check_target(const struct fetch_btf *btf, const struct fetch_btf_type *type)
{
	return is_type(btf, type->target) ? 0 : -EINVAL;
}

static int check_integer(const struct fetch_btf *btf __always_unused,
			 const struct fetch_btf_type *type)
{
	u32 word = btf_word(type->data);
	u32 end = BTF_INTEGER_OFFSET(word) + BTF_INTEGER_BITS(word);

	if (!type->size || type->size > INTEGER_BYTES_MAX || end > type->size * BITS_PER_BYTE)
		return -EINVAL;
	return 0;
}

static int check_array(const struct fetch_btf *btf, const struct fetch_btf_type *type)
{
	if (!is_type_of_value(btf, btf_word(type->data + BTF_ARRAY_ELEMENT)) ||
	    !is_type(btf, btf_word(type->data + BTF_ARRAY_INDEX)))
		return -EINVAL;
	return 0;
}

/*
 * A member begins within its struct, or at the end when it has no bytes or is an array without a
 * length. A bitfield ends within it. Where others end depends on their types, and is not looked at.
 */
static int check_place(const struct fetch_btf_type *type, u32 place)
{
	u64 size = (u64)type->size * BITS_PER_BYTE;

	if (!type->flag)
		return place <= size ? 0 : -EINVAL;
	return BTF_MEMBER_OFFSET(place) + BTF_MEMBER_WIDTH(place) <= size ? 0 : -EINVAL;
}

static int check_members(const struct fetch_btf *btf, const struct fetch_btf_type *type)
{
	const u8 *member = type->data;
	u32 i;

	for (i = 0; i < type->nr; i++, member += BTF_MEMBER_BYTES) {
		if (!is_string(btf, btf_word(member + BTF_ELEMENT_NAME)) ||
		    !is_type_of_value(btf, btf_word(member + BTF_MEMBER_TARGET)) ||
		    check_place(type, btf_word(member + BTF_MEMBER_PLACE)))
			return -EINVAL;
	}
	return 0;
}

static int check_values(const struct fetch_btf *btf, const struct fetch_btf_type *type)
{
	u32 bytes = type->kind == FETCH_BTF_ENUM64 ? BTF_ENUM64_BYTES : BTF_ENUM_BYTES;
	u32 i;

	if (type->size != 1 && type->size != 2 && type->size != 4 && type->size != 8)
		return -EINVAL;
	for (i = 0; i < type->nr; i++)
		if (!is_string(btf, btf_word(type->data + i * bytes + BTF_ELEMENT_NAME)))
			return -EINVAL;
	return 0;
}

static int check_function(const struct fetch_btf *btf, const struct fetch_btf_type *type)
{
	struct fetch_btf_type prototype;

	if (fetch_btf_type(btf, type->target, &prototype) || prototype.kind != FETCH_BTF_PROTOTYPE)
		return -EINVAL;
	return 0;
}

/* A parameter "..." has the type void. */
static int check_parameters(const struct fetch_btf *btf, const struct fetch_btf_type *type)
{
	const u8 *parameter = type->data;
	u32 i;

	for (i = 0; i < type->nr; i++, parameter += BTF_PARAMETER_BYTES)
		if (!is_string(btf, btf_word(parameter + BTF_ELEMENT_NAME)) ||
		    !is_type(btf, btf_word(parameter + BTF_PARAMETER_TARGET)))
			return -EINVAL;
	return check_target(btf, type);
}

static int check_variable(const struct fetch_btf *btf, const struct fetch_btf_type *type)
{
	return is_type_of_value(btf, type->target) ? 0 : -EINVAL;
}

static int check_section(const struct fetch_btf *btf, const struct fetch_btf_type *type)
{
	u32 i;

	for (i = 0; i < type->nr; i++) {
		const u8 *variable = type->data + i * BTF_VARIABLE_BYTES;

		if (!is_type_of_value(btf, btf_word(variable + BTF_VARIABLE_TARGET)))
			return -EINVAL;
	}
	return 0;
}

/**
 * struct kind_rule - what makes a type of one kind a good one
 * @is_kind: false for the numbers that are no kind
 * @fixed: bytes behind the head of the type
 * @each: bytes of each element behind these, or 0 for a kind that has no elements
 * @is_linkage: the number of elements is the linkage of a function
 * @check: looks at what else there is, or NULL
 */
struct kind_rule {
	bool is_kind;
	u8 fixed;
	u8 each;
	bool is_linkage;
	int (*check)(const struct fetch_btf *btf, const struct fetch_btf_type *type);
};

#define KIND(...)	{ .is_kind = true, ##__VA_ARGS__ }

static const struct kind_rule rules[FETCH_BTF_NR_KINDS] = {
	[FETCH_BTF_INTEGER]	= KIND(.fixed = sizeof(u32), .check = check_integer),
	[FETCH_BTF_POINTER]	= KIND(.check = check_target),
	[FETCH_BTF_ARRAY]	= KIND(.fixed = BTF_ARRAY_BYTES, .check = check_array),
	[FETCH_BTF_STRUCT]	= KIND(.each = BTF_MEMBER_BYTES, .check = check_members),
	[FETCH_BTF_UNION]	= KIND(.each = BTF_MEMBER_BYTES, .check = check_members),
	[FETCH_BTF_ENUM]	= KIND(.each = BTF_ENUM_BYTES, .check = check_values),
	[FETCH_BTF_FORWARD]	= KIND(),
	[FETCH_BTF_TYPEDEF]	= KIND(.check = check_target),
	[FETCH_BTF_VOLATILE]	= KIND(.check = check_target),
	[FETCH_BTF_CONST]	= KIND(.check = check_target),
	[FETCH_BTF_RESTRICT]	= KIND(.check = check_target),
	[FETCH_BTF_FUNCTION]	= KIND(.is_linkage = true, .check = check_function),
	[FETCH_BTF_PROTOTYPE]	= KIND(.each = BTF_PARAMETER_BYTES, .check = check_parameters),
	[FETCH_BTF_VARIABLE]	= KIND(.fixed = sizeof(u32), .check = check_variable),
	[FETCH_BTF_SECTION]	= KIND(.each = BTF_VARIABLE_BYTES, .check = check_section),
	[FETCH_BTF_FLOAT]	= KIND(),
	[FETCH_BTF_DECL_TAG]	= KIND(.fixed = sizeof(u32), .check = check_target),
	[FETCH_BTF_TYPE_TAG]	= KIND(.check = check_target),
	[FETCH_BTF_ENUM64]	= KIND(.each = BTF_ENUM64_BYTES, .check = check_values),
};

/* A kind that came later has no rule. Its layout in the blob is enough to pass it over. */
static bool find_rule(const struct fetch_btf *btf, u32 kind, struct kind_rule *rule)
{
	const u8 *layout;

	if (kind < FETCH_BTF_NR_KINDS) {
		*rule = rules[kind];
		return rule->is_kind;
	}
	if (kind >= btf->nr_layouts)
		return false;
	layout = btf->data + btf->layouts + kind * BTF_LAYOUT_BYTES;
	*rule = (struct kind_rule) {
		.is_kind = true,
		.fixed = layout[BTF_LAYOUT_FIXED],
		.each = layout[BTF_LAYOUT_EACH],
	};
	return rule->fixed % sizeof(u32) == 0 && rule->each % sizeof(u32) == 0;
}

/**
 * fetch_btf_record_len() - measure a type
 * @btf: the blob, in which the types need not have been located yet
 * @offset: offset of the type in the blob
 *
 * Return: bytes of the type with all that is behind its head; 0 when these are more than there are
 * to the end of the section, or when nothing says how many there are.
 */
u32 fetch_btf_record_len(const struct fetch_btf *btf, u32 offset)
{
	u32 room = btf->types_end - offset;
	struct kind_rule rule;
	u32 info, nr;
	u64 len;

	if (room < BTF_RECORD_HEAD)
		return 0;
	info = btf_word(btf->data + offset + BTF_RECORD_INFO);
	nr = info & BTF_INFO_VLEN_MASK;
	if (!find_rule(btf, (info >> BTF_INFO_KIND_SHIFT) & BTF_INFO_KIND_MASK, &rule))
		return 0;
	if (nr && !rule.each && !rule.is_linkage)
		return 0;
	len = BTF_RECORD_HEAD + rule.fixed + (u64)nr * rule.each;
	return len <= room ? len : 0;
}

/**
 * fetch_btf_check_types() - check each type of a blob
 * @btf: the blob, in which all types have been located
 *
 * Return: 0, or -EINVAL when one of them can't be relied on.
 */
int fetch_btf_check_types(const struct fetch_btf *btf)
{
	struct fetch_btf_type type;
	u32 id;

	for (id = btf->first_id; id < btf->end_id; id++) {
		const u8 *record = btf->data + btf->offset[id - btf->first_id];

		if (!is_string(btf, btf_word(record + BTF_RECORD_NAME)) ||
		    fetch_btf_type(btf, id, &type))
			return -EINVAL;
		if (type.kind >= FETCH_BTF_NR_KINDS || !rules[type.kind].check)
			continue;
		if (rules[type.kind].check(btf, &type))
			return -EINVAL;
	}
	return 0;
}
