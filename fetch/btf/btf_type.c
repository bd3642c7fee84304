// SPDX-License-Identifier: GPL-2.0
/*
 * What a type means to a fetch argument: its size, the type that an argument has by itself, and
 * whether it is text.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/overflow.h>
#include <linux/string.h>

#include "fetch/btf/btf_format.h"
#include "fetch/btf/btf_internal.h"

/* Kinds that stand for another type and change nothing about its bytes */
#define MODIFIERS	(BTF_KIND_BIT(FETCH_BTF_TYPEDEF) | BTF_KIND_BIT(FETCH_BTF_VOLATILE) |	\
			 BTF_KIND_BIT(FETCH_BTF_CONST) | BTF_KIND_BIT(FETCH_BTF_RESTRICT) |	\
			 BTF_KIND_BIT(FETCH_BTF_TYPE_TAG))

/**
 * fetch_btf_resolve() - get a type without the typedefs, qualifiers and tags around it
 * @btf: blob that has the type
 * @id: id of the type
 * @type: receives the type that is left on success; void has the kind FETCH_BTF_VOID
 *
 * Context: any. Return: 0, or -EINVAL when there is no type of that id, or one that never ends.
 */
int fetch_btf_resolve(const struct fetch_btf *btf, u32 id, struct fetch_btf_type *type)
{
	int i;

	for (i = 0; i < BTF_REFERENCES_MAX; i++) {
		int ret = fetch_btf_type(btf, id, type);

		if (ret)
			return ret;
		if (type->kind >= FETCH_BTF_NR_KINDS || !(MODIFIERS & BTF_KIND_BIT(type->kind)))
			return 0;
		id = type->target;
	}
	return -EINVAL;
}

/* Returns false for a kind of which there are no values. */
static bool size_of_one(const struct fetch_btf_type *type, u64 *size)
{
	switch (type->kind) {
	case FETCH_BTF_POINTER:
		*size = sizeof(void *);
		return true;
	case FETCH_BTF_INTEGER:
	case FETCH_BTF_STRUCT:
	case FETCH_BTF_UNION:
	case FETCH_BTF_ENUM:
	case FETCH_BTF_FLOAT:
	case FETCH_BTF_ENUM64:
		*size = type->size;
		return true;
	default:
		return false;
	}
}

/**
 * fetch_btf_size() - measure a value of a type
 * @btf: the blob, of the machine that this code runs on: pointers are as long as its own
 * @id: id of the type
 * @size: receives the number of bytes on success; 0 for an array without a length
 *
 * Context: any. Return: 0, or -EINVAL when there are no values of that type, or impossibly large
 * ones.
 */
int fetch_btf_size(const struct fetch_btf *btf, u32 id, u64 *size)
{
	struct fetch_btf_type type;
	u64 count = 1, one;
	int i;

	for (i = 0; i < BTF_REFERENCES_MAX; i++) {
		int ret = fetch_btf_resolve(btf, id, &type);

		if (ret)
			return ret;
		if (type.kind != FETCH_BTF_ARRAY)
			break;
		if (check_mul_overflow(count, (u64)btf_word(type.data + BTF_ARRAY_COUNT), &count))
			return -EINVAL;
		id = btf_word(type.data + BTF_ARRAY_ELEMENT);
	}
	if (!size_of_one(&type, &one) || check_mul_overflow(count, one, &count))
		return -EINVAL;
	*size = count;
	return 0;
}

static const char *integer_type(const struct fetch_btf_type *type)
{
	static const struct {
		u8 bits;
		const char *of_unsigned;
		const char *of_signed;
	} widths[] = {
		{ 8, "u8", "s8" },
		{ 16, "u16", "s16" },
		{ 32, "u32", "s32" },
		{ 64, "u64", "s64" },
	};
	u32 word = btf_word(type->data);
	bool is_signed = word & BTF_INTEGER_SIGNED;
	int i;

	for (i = 0; i < ARRAY_SIZE(widths); i++)
		if (BTF_INTEGER_BITS(word) == widths[i].bits)
			return is_signed ? widths[i].of_signed : widths[i].of_unsigned;
	return is_signed ? "x64" : "u64";
}

/* An enum that is packed has fewer bytes than an int, and what follows them is another member's. */
static const char *enum_type(const struct fetch_btf_type *type)
{
	switch (type->size) {
	case 1:
		return type->flag ? "s8" : "u8";
	case 2:
		return type->flag ? "s16" : "u16";
	case 8:
		return "s64";
	default:
		return "s32";
	}
}

/**
 * fetch_btf_fetch_type() - choose the type of a fetch argument that has none in its definition
 * @btf: blob that has the type
 * @id: id of the type of the value
 *
 * These are the rules of fetch_type_from_btf_type() in kernel/trace/trace_probe.c of Linux 7.2. An
 * integer goes by its width and sign, and so do bool and char; an integer of another width is a
 * bitfield of old blobs. A member that is a bitfield has the type of the integer that it is a part
 * of. What is not said is "x64", as without BTF.
 *
 * Context: any. Return: name of the type, as fetch_find_type() knows it.
 */
const char *fetch_btf_fetch_type(const struct fetch_btf *btf, u32 id)
{
	struct fetch_btf_type type;

	if (fetch_btf_resolve(btf, id, &type))
		return "x64";
	switch (type.kind) {
	case FETCH_BTF_INTEGER:
		return integer_type(&type);
	case FETCH_BTF_ENUM:
	case FETCH_BTF_ENUM64:
		return enum_type(&type);
	default:
		return "x64";
	}
}

/*
 * On mainline a character is any integer of 8 bits that is not said to be signed. That includes
 * char, which is unsigned since 3bc753c06dd0 (v6.2); kernels before it say on x86_64 that theirs is
 * signed.
 */
static bool is_character(const struct fetch_btf *btf, u32 id)
{
	struct fetch_btf_type type;
	u32 word;

	if (fetch_btf_resolve(btf, id, &type) || type.kind != FETCH_BTF_INTEGER)
		return false;
	word = btf_word(type.data);
	return BTF_INTEGER_BITS(word) == 8 &&
	       (!(word & BTF_INTEGER_SIGNED) || !strcmp(type.name, "char"));
}

/**
 * fetch_btf_string_form() - tell how a value is read as a string
 * @btf: blob that has the type
 * @id: id of the type of the value
 *
 * So mainline decides about :string and :ustring: a char[] is text itself, a char * is read once
 * more, and what is neither is refused ("This type does not fit for string."). u8 and bool are
 * characters, too, and s8 is none.
 *
 * Context: any. Return: FETCH_BTF_NO_STRING, also for a type that does not exist, or one of the
 * others.
 */
enum fetch_btf_string_form fetch_btf_string_form(const struct fetch_btf *btf, u32 id)
{
	struct fetch_btf_type type;

	if (fetch_btf_resolve(btf, id, &type))
		return FETCH_BTF_NO_STRING;
	if (type.kind == FETCH_BTF_ARRAY &&
	    is_character(btf, btf_word(type.data + BTF_ARRAY_ELEMENT)))
		return FETCH_BTF_CHARACTERS;
	if (type.kind == FETCH_BTF_POINTER && is_character(btf, type.target))
		return FETCH_BTF_CHARACTER_POINTER;
	return FETCH_BTF_NO_STRING;
}
