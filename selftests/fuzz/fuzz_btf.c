// SPDX-License-Identifier: GPL-2.0
/*
 * Any bytes, as BTF, as BTF that is split on the first, and as a path, a cast or a name to look up
 * in both. An input begins with two numbers of 16 bits, the lengths of the blobs; the rest is the
 * text.
 *
 * Besides what the sanitizers see: a blob is accepted or -EINVAL; whatever is looked up ends, and
 * with an errno that is documented; columns are inside the text; what is found has the name that
 * was looked for.
 */
#include <stdio.h>
#include <stdlib.h>

#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "fetch/btf/btf_internal.h"
#include "fetch/btf/btf_path.h"

#define CHECK(condition) do {							\
	if (!(condition)) {							\
		fprintf(stderr, "line %d: %s\n", __LINE__, #condition);		\
		abort();							\
	}									\
} while (0)

struct text {
	const char *bytes;
	size_t len;
};

/* Takes at most @len bytes off the input, into memory of exactly that size. */
static struct text take(const uint8_t **data, size_t *size, size_t len)
{
	struct text text = { .len = min(len, *size) };
	char *copy = malloc(text.len);

	memcpy(copy, *data, text.len);
	*data += text.len;
	*size -= text.len;
	text.bytes = copy;
	return text;
}

static size_t take_number(const uint8_t **data, size_t *size)
{
	struct text text = take(data, size, 2);
	size_t number = 0;

	if (text.len == 2)
		number = (u8)text.bytes[0] | (u8)text.bytes[1] << 8;
	free((void *)text.bytes);
	return number;
}

static void check_error(const struct fetch_btf_path_error *error, int ret, size_t len)
{
	CHECK(ret == -EINVAL || ret == -ENOENT || ret == -EOPNOTSUPP);
	CHECK(error->code > FETCH_BTF_PATH_OK && error->code < FETCH_BTF_PATH_NR_ERRORS);
	CHECK(error->pos <= len);
}

static void check_path(const struct fetch_btf *btf, const struct fetch_btf_path *path)
{
	struct fetch_btf_type type;

	CHECK(path->nr_derefs <= PROBE_DEREF_MAX);
	CHECK(path->bit_offset < 8);
	CHECK(path->bit_size ? path->bit_offset + path->bit_size <= 64 : !path->bit_offset);
	CHECK(!fetch_btf_resolve(btf, path->type, &type) && type.id == path->type);
	for (unsigned int i = 1; i < path->nr_derefs; i++)
		CHECK(path->offset[i] >= 0 && path->offset[i] <= S32_MAX);
}

static void try_path(const struct fetch_btf *btf, const struct fetch_btf_start *start,
		     struct text text)
{
	struct fetch_btf_path_error error = { 0 };
	struct fetch_btf_path path;
	int ret = fetch_btf_parse_path(btf, start, text.bytes, text.len, &path, &error);

	if (ret)
		check_error(&error, ret, text.len);
	else
		check_path(btf, &path);
}

/* "STRUCT,MEMBER)->PATH" or one of its parts */
static void try_cast(const struct fetch_btf *btf, struct text text)
{
	size_t close = parse_text_find(text.bytes, text.len, ")");
	struct fetch_btf_path_error error = { 0 };
	struct fetch_btf_start start;
	int ret = fetch_btf_parse_cast(btf, text.bytes, close, &start, &error);

	if (ret) {
		check_error(&error, ret, close);
		return;
	}
	CHECK(start.is_cast && start.container >= 0);
	if (close < text.len) {
		text.bytes += close + 1;
		text.len -= close + 1;
		try_path(btf, &start, text);
	}
}

static void try_prototype(const struct fetch_btf_prototype *prototype, struct text text)
{
	struct fetch_btf_parameter parameter;
	size_t len = fetch_btf_variable_len(text.bytes, text.len);
	struct text rest = { text.bytes + len, text.len - len };
	int index = fetch_btf_find_parameter(prototype, text.bytes, len);

	for (u32 i = 0; !fetch_btf_parameter(prototype, i, &parameter); i++) {
		struct fetch_btf_start start = { .type = parameter.type };

		try_path(prototype->btf, &start, rest);
	}
	if (index < 0)
		return;
	CHECK(!fetch_btf_parameter(prototype, index, &parameter));
	CHECK(parse_text_is(text.bytes, len, parameter.name));
}

static void try_names(const struct fetch_btf *btf, struct text text)
{
	struct fetch_btf_prototype prototype;
	struct fetch_btf_type type;
	u32 id;

	if (!fetch_btf_find_function(btf, text.bytes, text.len, &prototype))
		try_prototype(&prototype, text);
	if (!fetch_btf_find_tracepoint(btf, text.bytes, text.len, &prototype)) {
		CHECK(prototype.hidden == 1);
		try_prototype(&prototype, text);
	}
	if (!fetch_btf_find_struct(btf, text.bytes, text.len, &id))
		CHECK(!fetch_btf_type(btf, id, &type) && btf_is_struct(&type));
}

static void try_members(const struct fetch_btf *btf, const struct fetch_btf_type *type)
{
	struct fetch_btf_member member, found;
	int ret;

	for (u32 i = 0; i < 8 && !fetch_btf_member(btf, type, i, &member); i++) {
		ret = fetch_btf_find_member(btf, type->id, member.name, strlen(member.name),
					    &found);
		CHECK(ret == 0 || ret == -EINVAL || (ret == -ENOENT && !member.name[0]));
		if (!ret)
			CHECK(!strcmp(found.name, member.name));
	}
}

static void try_function(const struct fetch_btf *btf, const struct fetch_btf_type *type,
			 struct text text)
{
	struct fetch_btf_prototype prototype;

	if (type->kind != FETCH_BTF_FUNCTION || !type->name[0] || strlen(type->name) > BTF_NAME_MAX)
		return;
	CHECK(!fetch_btf_find_function(btf, type->name, strlen(type->name), &prototype));
	try_prototype(&prototype, text);
}

static void try_blob(const struct fetch_btf *btf, struct text text)
{
	struct fetch_btf_type type;
	u64 size;
	u32 id;

	for (id = 0; !fetch_btf_type(btf, id, &type); id++) {
		CHECK(type.id == id);
		fetch_btf_size(btf, id, &size);
		fetch_btf_fetch_type(btf, id);
		fetch_btf_string_form(btf, id);
		try_members(btf, &type);
		try_function(btf, &type, text);
		try_path(btf, &(struct fetch_btf_start) { .type = id }, text);
		try_path(btf, &(struct fetch_btf_start) { .type = id, .is_cast = true }, text);
	}
	CHECK(id == btf->end_id);
	try_cast(btf, text);
	try_names(btf, text);
}

/* Returns NULL for bytes that are no BTF. */
static struct fetch_btf *open_blob(struct text blob, const struct fetch_btf *base)
{
	struct fetch_btf *btf = fetch_btf_create(blob.bytes, blob.len, base, GFP_KERNEL);

	if (!IS_ERR(btf))
		return btf;
	CHECK(PTR_ERR(btf) == -EINVAL);
	return NULL;
}

/* libFuzzer declares it nowhere */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t base_len = take_number(&data, &size), split_len = take_number(&data, &size);
	struct text base = take(&data, &size, base_len), split = take(&data, &size, split_len);
	struct text text = take(&data, &size, size);
	struct fetch_btf *btf = open_blob(base, NULL), *on_top = NULL;

	if (btf) {
		try_blob(btf, text);
		on_top = open_blob(split, btf);
	}
	if (on_top)
		try_blob(on_top, text);
	fetch_btf_destroy(on_top);
	fetch_btf_destroy(btf);
	free((void *)base.bytes);
	free((void *)split.bytes);
	free((void *)text.bytes);
	return 0;
}
