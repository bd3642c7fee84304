// SPDX-License-Identifier: GPL-2.0
/*
 * Compares a prototype with parameters that a compiler has seen.
 */
#include <linux/ctype.h>
#include <linux/string.h>

#include "fetch/btf/btf.h"

static bool is_name_character(char c)
{
	return c == '_' || isalnum(c);
}

/* Looks for @word, which is not part of a longer word there. */
static bool has_word(const char *text, const char *word)
{
	const char *at = text;
	size_t len = strlen(word);

	while ((at = strstr(at, word))) {
		if ((at == text || !is_name_character(at[-1])) && !is_name_character(at[len]))
			return true;
		at++;
	}
	return false;
}

/* A pointer to a structure has to name that; what other pointers point to is not compared. */
static bool target_fits(const struct fetch_btf *btf, u32 target, const char *text)
{
	struct fetch_btf_type type;

	if (fetch_btf_resolve(btf, target, &type))
		return false;
	if (type.kind != FETCH_BTF_STRUCT && type.kind != FETCH_BTF_UNION && type.kind != FETCH_BTF_FORWARD)
		return !has_word(text, "struct") && !has_word(text, "union");
	return !*type.name || has_word(text, type.name);
}

static bool parameter_fits(const struct fetch_btf *btf, u32 id, const struct fetch_btf_declaration *declaration)
{
	bool is_pointer = strchr(declaration->text, '*');
	struct fetch_btf_type type;
	u64 size;

	if (fetch_btf_resolve(btf, id, &type) || (type.kind == FETCH_BTF_POINTER) != is_pointer)
		return false;
	if (is_pointer)
		return target_fits(btf, type.target, declaration->text);
	return !fetch_btf_size(btf, id, &size) && size == declaration->size;
}

/**
 * fetch_btf_has_parameters() - tell whether a prototype has the parameters of a declaration in C
 * @prototype: what the fetch_btf_find_ functions found
 * @declarations: the parameters, and one whose text is NULL behind them
 *
 * Compares how many there are, which of them are pointers, to which structures, and the sizes of the others. The names
 * of the parameters are not compared. Context: any.
 */
bool fetch_btf_has_parameters(const struct fetch_btf_prototype *prototype,
			      const struct fetch_btf_declaration *declarations)
{
	struct fetch_btf_parameter parameter;
	u32 i;

	for (i = 0; !fetch_btf_parameter(prototype, i, &parameter); i++)
		if (!declarations[i].text || !parameter_fits(prototype->btf, parameter.type, &declarations[i]))
			return false;
	return !declarations[i].text && !prototype->variadic;
}
