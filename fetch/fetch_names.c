// SPDX-License-Identifier: GPL-2.0
/*
 * Finds out what a name in a definition means: which argument of the function, what is read from
 * there, and of which type it is.
 *
 * Errors come in the order of mainline's checks: what follows the variable, then the variable, then
 * one field after another.
 */
#include <linux/build_bug.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/string.h>

#include "fetch/btf/btf_path.h"
#include "fetch/fetch_names.h"
#include "fetch/fetch_register.h"
#include "fetch/fetch_type.h"

static const struct fetch_names *to_names(const struct parse_names *names)
{
	return container_of(names, struct fetch_names, names);
}

/* The paths have a table of errors of their own, which does not need to know of definitions. */
static int path_fail(struct parse_error *error, const struct fetch_btf_path_error *path, size_t pos)
{
	static const u8 codes[FETCH_BTF_PATH_NR_ERRORS] = {
		[FETCH_BTF_PATH_BAD_HYPHEN]	= PARSE_BAD_HYPHEN,
		[FETCH_BTF_PATH_NOSUP_DAT_ARG]	= PARSE_NOSUP_DAT_ARG,
		[FETCH_BTF_PATH_NO_PTR_STRCT]	= PARSE_NO_PTR_STRCT,
		[FETCH_BTF_PATH_NO_BTF_FIELD]	= PARSE_NO_BTF_FIELD,
		[FETCH_BTF_PATH_BAD_BTF_TID]	= PARSE_BAD_BTF_TID,
		[FETCH_BTF_PATH_TOO_MANY_OPS]	= PARSE_TOO_MANY_OPS,
		[FETCH_BTF_PATH_ARRAY_NO_CLOSE]	= PARSE_ARRAY_NO_CLOSE,
		[FETCH_BTF_PATH_BAD_ARRAY_SUFFIX] = PARSE_BAD_ARRAY_SUFFIX,
		[FETCH_BTF_PATH_BAD_ARRAY_NUM]	= PARSE_BAD_ARRAY_NUM,
		[FETCH_BTF_PATH_ARRAY_TOO_BIG]	= PARSE_NO_ELEMENT,
		[FETCH_BTF_PATH_TYPECAST_REQ_FIELD] = PARSE_TYPECAST_REQ_FIELD,
		[FETCH_BTF_PATH_TYPECAST_NOT_ALIGNED] = PARSE_TYPECAST_NOT_ALIGNED,
		[FETCH_BTF_PATH_TYPECAST_BAD_ARROW] = PARSE_TYPECAST_BAD_ARROW,
		[FETCH_BTF_PATH_DOT_ON_POINTER]	= PARSE_DOT_ON_POINTER,
		[FETCH_BTF_PATH_NO_STRUCT]	= PARSE_NO_STRUCT,
		[FETCH_BTF_PATH_NO_ARRAY]	= PARSE_NO_ARRAY,
	};

	return parse_fail(error, codes[path->code], pos + path->pos);
}

/* The type of a bitfield is that of the integer that it is a part of, with its place in there. */
static int type_of_path(const struct fetch_btf *btf, const struct fetch_btf_path *path)
{
	const char *name = fetch_btf_fetch_type(btf, path->type);
	int type = fetch_find_type(name, strlen(name));

	if (path->bit_size)
		type |= fetch_type_of_bits(path->bit_size, path->bit_offset);
	return type;
}

static enum parse_string_form string_form(const struct fetch_btf *btf, u32 type)
{
	switch (fetch_btf_string_form(btf, type)) {
	case FETCH_BTF_CHARACTERS:
		return PARSE_CHARACTERS;
	case FETCH_BTF_CHARACTER_POINTER:
		return PARSE_CHARACTER_POINTER;
	default:
		return PARSE_NO_STRING;
	}
}

/* Follows the fields in @text, which begins @pos bytes behind the beginning of the operand. */
static int follow_from(const struct fetch_btf *btf, const struct fetch_btf_start *start,
		       const char *text, size_t len, size_t pos, struct parse_value *value,
		       struct parse_error *error)
{
	struct fetch_btf_path_error path_error;
	struct fetch_btf_path path;
	int ret;

	ret = fetch_btf_parse_path(btf, start, text, len, &path, &path_error);
	if (ret)
		return path_fail(error, &path_error, pos);
	BUILD_BUG_ON(sizeof(value->offset) != sizeof(path.offset));
	value->nr_derefs = path.nr_derefs;
	memcpy(value->offset, path.offset, path.nr_derefs * sizeof(path.offset[0]));
	value->is_typed = true;
	value->type = type_of_path(btf, &path);
	value->string = string_form(btf, path.type);
	return 0;
}

static int follow(const struct fetch_btf *btf, u32 type, const char *text, size_t len, size_t pos,
		  struct parse_value *value, struct parse_error *error)
{
	const struct fetch_btf_start start = { .type = type };

	return follow_from(btf, &start, text, len, pos, value, error);
}

#define PARAMETER_WORDS_MAX	2	/* what is longer than that is never in registers */

static unsigned int words_of_type(const struct fetch_btf *btf, u32 id)
{
	u64 size;

	return fetch_btf_size(btf, id, &size) ? 1 : min_t(u64, DIV_ROUND_UP(size, sizeof(u64)), U16_MAX);
}

/*
 * Returns N of the $argN where a parameter begins. A struct that is passed by value takes as many registers as it
 * has words, and the parameters behind it begin later; one that finds too few, or has more than two words, is
 * on the stack, and on arm64 its address is passed. What is returned on the stack of x86_64 takes the first
 * register for its address.
 */
static unsigned int parameter_number(const struct fetch_btf_prototype *prototype, u32 index)
{
	unsigned int registers = 0, used = prototype->hidden, stack = 0, number = 0, words;
	struct fetch_btf_parameter parameter;
	bool by_address = IS_ENABLED(CONFIG_ARM64), in_register;
	u32 i;

	while (fetch_argument_register(registers) >= 0)
		registers++;
	if (!by_address && words_of_type(prototype->btf, prototype->return_type) > PARAMETER_WORDS_MAX)
		used++;
	for (i = 0; i <= index && !fetch_btf_parameter(prototype, i, &parameter); i++) {
		words = words_of_type(prototype->btf, parameter.type);
		if (by_address && words > PARAMETER_WORDS_MAX)
			words = 1;
		in_register = words <= PARAMETER_WORDS_MAX && used + words <= registers;
		number = (in_register ? used : registers + stack) + 1 - prototype->hidden;
		if (in_register)
			used += words;
		else
			stack += words;
		if (!in_register && by_address)
			used = registers;
	}
	return number;
}

/* Finds a parameter by its name, which is all of @text. */
static int find_parameter(const struct fetch_names *names, const char *text, size_t len,
			  struct fetch_btf_parameter *parameter, struct parse_value *value,
			  struct parse_error *error)
{
	int index;

	if (!names->is_known || !names->prototype.nr)
		return parse_fail(error, PARSE_NO_BTF_ENTRY, 0);
	index = fetch_btf_find_parameter(&names->prototype, text, len);
	if (index < 0 || fetch_btf_parameter(&names->prototype, index, parameter))
		return parse_fail(error, PARSE_NO_BTFARG, 0);
	value->operand = OPERAND_ARGUMENT;
	value->number = parameter_number(&names->prototype, index);
	return 0;
}

/* Looks at what follows the variable, before anybody asks whether there is such a variable. */
static int check_operator(const char *rest, size_t len, size_t pos, struct parse_error *error)
{
	if (len && rest[0] == '.')
		return parse_fail(error, PARSE_NOSUP_DAT_ARG, pos + 1);
	if (len && rest[0] == '-' && (len < 2 || rest[1] != '>'))
		return parse_fail(error, PARSE_BAD_HYPHEN, pos);
	return 0;
}

/* What a function returns is not known of all functions that can be probed, and has no type then. */
static int find_return_value(const struct fetch_names *names, const char *rest, size_t len,
			     size_t pos, struct parse_value *value, struct parse_error *error)
{
	value->operand = OPERAND_RETVAL;
	if (!names->is_known)
		return len ? parse_fail(error, PARSE_NO_BTF_ENTRY, pos + strlen("->")) : 0;
	if (!names->prototype.return_type)
		return parse_fail(error, PARSE_NO_RETVAL, 0);
	return follow(names->btf, names->prototype.return_type, rest, len, pos, value, error);
}

/* The fields of the task, whose address is the operand */
static int find_in_task(const struct fetch_names *names, const char *rest, size_t len, size_t pos,
			struct parse_value *value, struct parse_error *error)
{
	struct fetch_btf_path_error path_error;
	struct fetch_btf_start start;
	int ret;

	ret = fetch_btf_parse_cast(names->btf, "task_struct", strlen("task_struct"), &start, &path_error);
	if (ret)
		return parse_fail(error, PARSE_NO_BTF_ENTRY, 0);
	value->operand = OPERAND_CURRENT;
	return follow_from(names->btf, &start, rest, len, pos, value, error);
}

static int find_name(const struct parse_names *parse_names, const char *text, size_t len,
		     struct parse_value *value, struct parse_error *error)
{
	const struct fetch_names *names = to_names(parse_names);
	size_t variable = fetch_btf_variable_len(text, len);
	struct fetch_btf_parameter parameter;
	int ret;

	memset(value, 0, sizeof(*value));
	ret = check_operator(text + variable, len - variable, variable, error);
	if (ret)
		return ret;
	if (parse_text_is(text, variable, "$retval"))
		return find_return_value(names, text + variable, len - variable, variable, value,
					 error);
	if (parse_text_is(text, variable, "$current"))
		return find_in_task(names, text + variable, len - variable, variable, value, error);
	ret = find_parameter(names, text, variable, &parameter, value, error);
	if (ret)
		return ret;
	return follow(names->btf, parameter.type, text + variable, len - variable, variable, value,
		      error);
}

static int cast_value(const struct parse_names *parse_names, const char *text,
		      struct text_span cast, struct text_span path, struct parse_value *value,
		      struct parse_error *error)
{
	const struct fetch_names *names = to_names(parse_names);
	struct fetch_btf_path_error path_error;
	struct fetch_btf_start start;
	int ret;

	memset(value, 0, sizeof(*value));
	ret = fetch_btf_parse_cast(names->btf, text + cast.pos, cast.len, &start, &path_error);
	if (ret)
		return path_fail(error, &path_error, cast.pos);
	return follow_from(names->btf, &start, text + path.pos, path.len, path.pos, value, error);
}

static const char *parameter_name(const struct parse_names *parse_names, unsigned int index)
{
	struct fetch_btf_parameter parameter;

	return fetch_btf_parameter(&to_names(parse_names)->prototype, index, &parameter) ?
	       "" : parameter.name;
}

/**
 * fetch_names_init() - say what names mean at the entry or the return of a function
 * @names: is filled; the parser is given &names->names, as long as @btf is there
 * @btf: types of the kernel, or of a module
 * @prototype: of the function or tracepoint, found in @btf; NULL when it is not in there
 *
 * Context: any.
 */
void fetch_names_init(struct fetch_names *names, const struct fetch_btf *btf,
		      const struct fetch_btf_prototype *prototype)
{
	*names = (struct fetch_names) {
		.names = { .parameter = parameter_name, .find = find_name, .cast = cast_value },
		.btf = btf,
		.is_known = prototype,
	};
	if (!prototype)
		return;
	names->prototype = *prototype;
	names->names.nr_parameters = prototype->nr;
}
