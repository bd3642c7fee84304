// SPDX-License-Identifier: GPL-2.0
/*
 * What scripts/make-btf makes: the file of a program is read as the mount option btf= reads it, and says of the
 * program's structs what the compiler says.
 */
#include <stdio.h>
#include <unistd.h>

#include "btf_build.h"
#include "fetch/btf/btf_file.h"
#include "fetch/btf/btf_path.h"

#define INCLUDED_FOR_THE_STRUCTS
#include "btf_program.c"

/**
 * struct made - a file, and the types in it
 * @file: what the reader knows of the file
 * @stream: the file
 * @data: the bytes of the blob
 * @btf: the blob
 */
struct made {
	struct fetch_btf_file file;
	FILE *stream;
	u8 *data;
	struct fetch_btf *btf;
};

static int read_stream(const struct fetch_btf_file *file, void *to, u64 at, size_t len)
{
	struct made *made = container_of(file, struct made, file);

	assert_int_equal(fseek(made->stream, at, SEEK_SET), 0);
	assert_int_equal(fread(to, 1, len, made->stream), len);
	return 0;
}

static void open_made(struct made *made, const char *name)
{
	struct fetch_btf_place place;
	const char *why = "";

	if (access(BTF_MADE, R_OK)) {
		print_message("# missing: the program pahole, of the package pahole\n");
		skip();
	}
	made->stream = fopen(name, "r");
	assert_non_null(made->stream);
	fseek(made->stream, 0, SEEK_END);
	made->file.size = ftell(made->stream);
	made->file.read = read_stream;
	if (fetch_btf_locate(&made->file, &place, &why))
		print_error("%s: %s\n", name, why);
	assert_string_equal(why, "");
	made->data = malloc(place.size);
	read_stream(&made->file, made->data, place.start, place.size);
	made->btf = fetch_btf_create(made->data, place.size, NULL, GFP_KERNEL);
	assert_false(IS_ERR(made->btf));
}

static void close_made(struct made *made)
{
	fetch_btf_destroy(made->btf);
	free(made->data);
	fclose(made->stream);
}

/* Parses "outer->..." */
static void parse(const struct made *made, u32 type, const char *text, struct fetch_btf_path *path)
{
	struct fetch_btf_start start = { .type = type };
	struct fetch_btf_path_error error = { 0 };

	assert_int_equal(fetch_btf_parse_path(made->btf, &start, text, strlen(text), path, &error), 0);
}

static void check_paths(const struct made *made, u32 type)
{
	struct fetch_btf_path path;

	parse(made, type, "->inner[2].number", &path);
	assert_int_equal(path.nr_derefs, 1);
	assert_int_equal(path.offset[0], offsetof(struct made_outer, inner[2].number));
	assert_string_equal(fetch_btf_fetch_type(made->btf, path.type), "s16");
	parse(made, type, "->next->text", &path);
	assert_int_equal(path.nr_derefs, 2);
	assert_int_equal(path.offset[0], offsetof(struct made_outer, next));
	assert_int_equal(path.offset[1], offsetof(struct made_inner, text));
	assert_int_equal(fetch_btf_string_form(made->btf, path.type), FETCH_BTF_CHARACTER_POINTER);
	parse(made, type, "->high", &path);
	assert_int_equal(path.bit_size, 5);
	assert_int_equal(path.bit_offset, 3);
}

static void check_types(void **state)
{
	struct fetch_btf_prototype prototype;
	struct fetch_btf_parameter parameter;
	struct made made = { 0 };
	u64 size;
	u32 id;

	open_made(&made, *state);
	assert_int_equal(fetch_btf_find_struct(made.btf, "made_outer", 10, &id), 0);
	assert_int_equal(fetch_btf_size(made.btf, id, &size), 0);
	assert_int_equal(size, sizeof(struct made_outer));
	assert_int_equal(fetch_btf_find_function(made.btf, "made_function", 13, &prototype), 0);
	assert_int_equal(prototype.nr, 2);
	assert_string_equal(fetch_btf_fetch_type(made.btf, prototype.return_type), "s64");
	assert_int_equal(fetch_btf_find_parameter(&prototype, "index", 5), 1);
	assert_int_equal(fetch_btf_parameter(&prototype, 0, &parameter), 0);
	check_paths(&made, parameter.type);
	close_made(&made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		{ "types_of_the_file", check_types, NULL, NULL, BTF_MADE },
		{ "types_of_the_section", check_types, NULL, NULL, BTF_MADE ".elf" },
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
