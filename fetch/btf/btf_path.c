// SPDX-License-Identifier: GPL-2.0
/*
 * Parses paths, and follows them.
 *
 * Behind the variable a path is a sequence of operators: "->NAME", ".NAME" and "[INDEX]". One after
 * the other is taken off the text and applied to the type that was reached. An arrow reads memory:
 * it begins a new offset. The others add to the last one. Offsets are in bits until the path ends.
 *
 * The carets of errors are where mainline's parse_btf_field() has them.
 */
#include <linux/bits.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/overflow.h>
#include <linux/string.h>

#include "fetch/btf/btf_format.h"
#include "fetch/btf/btf_internal.h"
#include "fetch/btf/btf_path.h"

/* No struct of the kernel is as large; what is read is at an address below 2^63. */
#define OFFSET_MAX	((u64)S32_MAX)

/**
 * struct path_walk - a path while it is followed
 * @btf: blob in which ids and names are looked up
 * @text: what is behind the variable
 * @len: bytes of @text
 * @pos: how much of @text has been taken off
 * @name_pos: where the last name began
 * @type: the type that was reached, without typedefs, qualifiers and tags
 * @is_struct: the variable is taken for a pointer to @type, and no operator has been applied
 * @nr_derefs: number of offsets
 * @bits: for each offset, what operators have added, in bits
 * @bit_size: number of bits of the member that was reached last when it is a bitfield, else 0
 * @error: receives what is wrong
 */
struct path_walk {
	const struct fetch_btf *btf;
	const char *text;
	size_t len;
	size_t pos;
	size_t name_pos;
	struct fetch_btf_type type;
	bool is_struct;
	unsigned int nr_derefs;
	u64 bits[PROBE_DEREF_MAX];
	u32 bit_size;
	struct fetch_btf_path_error *error;
};

static int path_fail(struct fetch_btf_path_error *error, enum fetch_btf_path_error_code code,
		     size_t pos)
{
	static const int errnos[FETCH_BTF_PATH_NR_ERRORS] = {
#define ERROR(name, errno_) [FETCH_BTF_PATH_##name] = -errno_,
		FETCH_BTF_PATH_ERRORS(ERROR)
#undef ERROR
	};

	error->code = code;
	error->pos = pos;
	return errnos[code];
}

static bool at_arrow(const struct path_walk *walk)
{
	return walk->len - walk->pos >= 2 && walk->text[walk->pos] == '-' &&
	       walk->text[walk->pos + 1] == '>';
}

/* Behind a name comes an operator, or nothing: other characters are part of the name. */
static int check_hyphen(const struct path_walk *walk)
{
	if (walk->pos < walk->len && walk->text[walk->pos] == '-' && !at_arrow(walk))
		return path_fail(walk->error, FETCH_BTF_PATH_BAD_HYPHEN, walk->pos);
	return 0;
}

/* Goes on at the type @id, which is @bits behind the place reached so far. Returns 0 or -EINVAL. */
static int move_to(struct path_walk *walk, u32 id, u64 bits)
{
	u64 *sum = &walk->bits[walk->nr_derefs - 1];

	if (check_add_overflow(*sum, bits, sum) || *sum / BITS_PER_BYTE > OFFSET_MAX)
		return -EINVAL;
	return fetch_btf_resolve(walk->btf, id, &walk->type);
}

/* Applies the name at @pos to the struct that was reached. */
static int take_name(struct path_walk *walk)
{
	const char *name = walk->text + walk->pos;
	size_t len = fetch_btf_variable_len(name, walk->len - walk->pos);
	struct fetch_btf_member member;
	int ret;

	walk->name_pos = walk->pos;
	walk->pos += len;
	ret = check_hyphen(walk);
	if (ret)
		return ret;
	if (!btf_is_struct(&walk->type))
		return path_fail(walk->error, FETCH_BTF_PATH_NO_STRUCT, walk->name_pos);
	ret = fetch_btf_find_member(walk->btf, walk->type.id, name, len, &member);
	if (ret == -ENOENT)
		return path_fail(walk->error, FETCH_BTF_PATH_NO_BTF_FIELD, walk->name_pos);
	if (ret || move_to(walk, member.type, member.bit_offset))
		return path_fail(walk->error, FETCH_BTF_PATH_BAD_BTF_TID, walk->name_pos);
	walk->bit_size = member.bit_size;
	return 0;
}

/* Goes on at what the pointer points to. A pointer that begins within a byte can't be read. */
static int follow_pointer(struct path_walk *walk)
{
	bool unaligned = walk->nr_derefs && walk->bits[walk->nr_derefs - 1] % BITS_PER_BYTE;

	if (walk->is_struct) {
		walk->is_struct = false;
		return 0;
	}
	if (walk->type.kind != FETCH_BTF_POINTER)
		return path_fail(walk->error, FETCH_BTF_PATH_NO_PTR_STRCT, walk->pos);
	if (unaligned || fetch_btf_resolve(walk->btf, walk->type.target, &walk->type))
		return path_fail(walk->error, FETCH_BTF_PATH_BAD_BTF_TID, walk->pos);
	return 0;
}

/* Applies the "->NAME" at @pos. */
static int take_arrow(struct path_walk *walk)
{
	int ret;

	walk->pos += strlen("->");
	ret = follow_pointer(walk);
	if (ret)
		return ret;
	if (walk->nr_derefs == PROBE_DEREF_MAX)
		return path_fail(walk->error, FETCH_BTF_PATH_TOO_MANY_OPS, walk->pos);
	walk->bits[walk->nr_derefs++] = 0;
	return take_name(walk);
}

/* Applies the ".NAME" at @pos. A variable that is a struct has no members, as on mainline. */
static int take_dot(struct path_walk *walk)
{
	walk->pos += strlen(".");
	if (!walk->nr_derefs)
		return path_fail(walk->error, FETCH_BTF_PATH_NOSUP_DAT_ARG, walk->pos);
	if (walk->type.kind == FETCH_BTF_POINTER)
		return path_fail(walk->error, FETCH_BTF_PATH_DOT_ON_POINTER, walk->pos);
	return take_name(walk);
}

/* Applies an index to the array that was reached. An array without a length has any element. */
static int move_to_element(struct path_walk *walk, unsigned long index, size_t pos)
{
	u32 count = btf_word(walk->type.data + BTF_ARRAY_COUNT);
	u32 element = btf_word(walk->type.data + BTF_ARRAY_ELEMENT);
	u64 bits;

	if (count && index >= count)
		return path_fail(walk->error, FETCH_BTF_PATH_ARRAY_TOO_BIG, pos);
	if (fetch_btf_size(walk->btf, element, &bits) ||
	    check_mul_overflow(bits, (u64)BITS_PER_BYTE, &bits))
		return path_fail(walk->error, FETCH_BTF_PATH_BAD_BTF_TID, pos);
	if (check_mul_overflow(bits, (u64)index, &bits) || move_to(walk, element, bits))
		return path_fail(walk->error, FETCH_BTF_PATH_ARRAY_TOO_BIG, pos);
	walk->bit_size = 0;
	return 0;
}

/* Applies the "[INDEX]" at @pos. */
static int take_index(struct path_walk *walk)
{
	size_t start = walk->pos + strlen("[");
	size_t len = parse_text_find(walk->text + start, walk->len - start, "]");
	unsigned long index;
	int ret;

	if (start + len == walk->len)
		return path_fail(walk->error, FETCH_BTF_PATH_ARRAY_NO_CLOSE, walk->len);
	walk->pos = start + len + strlen("]");
	ret = check_hyphen(walk);
	if (ret)
		return ret;
	if (walk->pos < walk->len && fetch_btf_variable_len(walk->text + walk->pos, 1))
		return path_fail(walk->error, FETCH_BTF_PATH_BAD_ARRAY_SUFFIX, walk->pos);
	if (parse_ulong(walk->text + start, len, 0, &index))
		return path_fail(walk->error, FETCH_BTF_PATH_BAD_ARRAY_NUM, start);
	if (!walk->nr_derefs || walk->type.kind != FETCH_BTF_ARRAY)
		return path_fail(walk->error, FETCH_BTF_PATH_NO_ARRAY, start - strlen("["));
	return move_to_element(walk, index, start);
}

/* A '-' is an arrow: check_hyphen() has looked behind what came before. */
static int take_operator(struct path_walk *walk)
{
	switch (walk->text[walk->pos]) {
	case '-':
		return take_arrow(walk);
	case '.':
		return take_dot(walk);
	case '[':
		return take_index(walk);
	default:
		return path_fail(walk->error, FETCH_BTF_PATH_NO_BTF_FIELD, walk->pos);
	}
}

/* An integer of old blobs says itself which of its bits count. */
static void narrow_integer(struct path_walk *walk)
{
	u32 word;

	if (walk->bit_size || walk->type.kind != FETCH_BTF_INTEGER)
		return;
	word = btf_word(walk->type.data);
	if (BTF_INTEGER_BITS(word) == walk->type.size * BITS_PER_BYTE)
		return;
	walk->bits[walk->nr_derefs - 1] += BTF_INTEGER_OFFSET(word);
	walk->bit_size = BTF_INTEGER_BITS(word);
}

static int finish_path(struct path_walk *walk, const struct fetch_btf_start *start,
		       struct fetch_btf_path *path)
{
	struct fetch_btf_path found = { .type = walk->type.id, .nr_derefs = walk->nr_derefs };
	unsigned int i;

	if (walk->nr_derefs)
		narrow_integer(walk);
	for (i = 0; i < walk->nr_derefs; i++) {
		found.offset[i] = walk->bits[i] / BITS_PER_BYTE;
		found.bit_offset = walk->bits[i] % BITS_PER_BYTE;
	}
	if (walk->bit_size ? found.bit_offset + walk->bit_size > 64 : found.bit_offset)
		return path_fail(walk->error, FETCH_BTF_PATH_BAD_BTF_TID, walk->name_pos);
	found.bit_size = walk->bit_size;
	found.offset[0] -= start->container;
	*path = found;
	return 0;
}

/**
 * fetch_btf_parse_path() - follow a path from a variable
 * @btf: blob that has the types
 * @start: type of the variable, or what a cast makes of it
 * @text: what the path has behind the variable, which need not be terminated
 * @len: bytes of @text; 0 for the variable itself
 * @path: receives the way on success
 * @error: receives what is wrong, and where in @text
 *
 * Typedefs, qualifiers and type tags are looked through, and the members of anonymous structs and
 * unions count as those of the struct around them. When the path ends at a struct or an array, the
 * last address is where that begins, and the caller decides what is read there.
 *
 * Mainline takes the bits of a bitfield only when the definition has no type, and not those that
 * begin with a byte and are a multiple of eight: it reads the whole integer. Here these are
 * bitfields, too.
 *
 * Context: any. Return: 0, or the errno of the error noted.
 */
int fetch_btf_parse_path(const struct fetch_btf *btf, const struct fetch_btf_start *start,
			 const char *text, size_t len, struct fetch_btf_path *path,
			 struct fetch_btf_path_error *error)
{
	struct path_walk walk = {
		.btf = btf,
		.text = text,
		.len = len,
		.is_struct = start->is_cast,
		.error = error,
	};
	int ret = check_hyphen(&walk);

	if (ret)
		return ret;
	if (start->is_cast && !len)
		return path_fail(error, FETCH_BTF_PATH_TYPECAST_REQ_FIELD, 0);
	if (fetch_btf_resolve(btf, start->type, &walk.type))
		return path_fail(error, FETCH_BTF_PATH_BAD_BTF_TID, 0);
	while (!ret && walk.pos < len)
		ret = take_operator(&walk);
	return ret ?: finish_path(&walk, start, path);
}

/**
 * fetch_btf_find_offset() - find where a member is in a struct, as for container_of()
 * @btf: blob that has the struct
 * @id: id of the struct or union
 * @text: path of the member within the struct, such as "se.group_node"; it need not be terminated
 * @len: bytes of @text
 * @offset: receives the number of bytes on success
 * @error: receives what is wrong, and where in @text
 *
 * Context: any. Return: 0, or the errno of the error noted.
 */
int fetch_btf_find_offset(const struct fetch_btf *btf, u32 id, const char *text, size_t len,
			  long *offset, struct fetch_btf_path_error *error)
{
	struct path_walk walk = {
		.btf = btf,
		.text = text,
		.len = len,
		.nr_derefs = 1,
		.error = error,
	};
	int ret;

	if (fetch_btf_resolve(btf, id, &walk.type))
		return path_fail(error, FETCH_BTF_PATH_BAD_BTF_TID, 0);
	ret = take_name(&walk);
	while (!ret && walk.pos < len && !at_arrow(&walk))
		ret = take_operator(&walk);
	if (ret)
		return ret;
	if (walk.bits[0] % BITS_PER_BYTE)
		return path_fail(error, FETCH_BTF_PATH_TYPECAST_NOT_ALIGNED, walk.name_pos);
	if (walk.pos < len)
		return path_fail(error, FETCH_BTF_PATH_TYPECAST_BAD_ARROW, walk.pos);
	*offset = walk.bits[0] / BITS_PER_BYTE;
	return 0;
}

/**
 * fetch_btf_parse_cast() - parse what a cast has between its parentheses
 * @btf: blob that has the struct
 * @text: "STRUCT" or "STRUCT,MEMBER", which need not be terminated
 * @len: bytes of @text
 * @start: receives what the variable behind the cast is, on success
 * @error: receives what is wrong, and where in @text
 *
 * With a MEMBER, as Linux 7.3 has it, the variable is the address of that member, and the path goes
 * on from the struct around it. STRUCT may also be the name of a union or of a typedef, which
 * mainline does not know here.
 *
 * Context: any. Return: 0, or the errno of the error noted.
 */
int fetch_btf_parse_cast(const struct fetch_btf *btf, const char *text, size_t len,
			 struct fetch_btf_start *start, struct fetch_btf_path_error *error)
{
	struct fetch_btf_start found = { .is_cast = true };
	size_t comma = parse_text_find(text, len, ",");
	int ret = 0;

	if (fetch_btf_find_struct(btf, text, comma, &found.type))
		return path_fail(error, FETCH_BTF_PATH_NO_PTR_STRCT, 0);
	if (comma < len)
		ret = fetch_btf_find_offset(btf, found.type, text + comma + 1, len - comma - 1,
					    &found.container, error);
	if (ret) {
		error->pos += comma + 1;
		return ret;
	}
	*start = found;
	return 0;
}
