// SPDX-License-Identifier: GPL-2.0
/*
 * The BTF of real kernels: what pahole says of the same bytes, and how large the index is.
 */
#include <stdio.h>
#include <unistd.h>

#include "btf_build.h"
#include "fetch/btf/btf_path.h"

#define INDEX_MAX	(3 << 20)
#define STRUCTS		"task_struct,file,dentry,inode,sk_buff,sock,bio,mm_struct", 8
#define MODULE_STRUCTS	"nft_chain,nft_table,nft_set", 3

/**
 * struct blob - the BTF of a kernel or a module
 * @name: name of the file that has it
 * @base: the blob of the module's kernel
 * @data: the bytes
 * @btf: the blob
 */
struct blob {
	const char *name;
	struct blob *base;
	u8 *data;
	struct fetch_btf *btf;
};

static void file_of(char *path, size_t size, const char *name)
{
	snprintf(path, size, "%s/%s", BTF_BLOBS, name);
}

/* Skips the test when there is no blob of that name. */
static void need_blob(const char *name)
{
	char path[PATH_MAX];

	file_of(path, sizeof(path), name);
	if (!access(path, R_OK))
		return;
	print_message("# missing: the BTF of %s, which is not in the cache of kernels\n", name);
	skip();
}

static void need_pahole(void)
{
	if (!system("pahole --version > /dev/null 2>&1"))
		return;
	print_message("# missing: the program pahole, of the package pahole\n");
	skip();
}

static void open_blob(struct blob *blob)
{
	char path[PATH_MAX];
	FILE *file;
	long size;

	need_blob(blob->name);
	file_of(path, sizeof(path), blob->name);
	file = fopen(path, "r");
	assert_non_null(file);
	fseek(file, 0, SEEK_END);
	size = ftell(file);
	rewind(file);
	blob->data = malloc(size);
	assert_int_equal(fread(blob->data, 1, size, file), size);
	fclose(file);
	blob->btf = fetch_btf_create(blob->data, size, blob->base ? blob->base->btf : NULL, GFP_KERNEL);
	assert_false(IS_ERR(blob->btf));
}

static void close_blob(struct blob *blob)
{
	fetch_btf_destroy(blob->btf);
	free(blob->data);
}

static u32 count_members(const struct fetch_btf *btf, u32 id)
{
	struct fetch_btf_member member;
	struct fetch_btf_type type;
	u32 count = 0;

	assert_int_equal(fetch_btf_resolve(btf, id, &type), 0);
	for (u32 i = 0; !fetch_btf_member(btf, &type, i, &member); i++)
		count += member.name[0] ? 1 : count_members(btf, member.type);
	return count;
}

/* One line of pahole-members.awk */
struct line {
	char owner[64];
	char member[128];
	unsigned int byte, bit, width;
	unsigned long size;
};

static void compare_member(const struct fetch_btf *btf, u32 id, const struct line *line)
{
	struct fetch_btf_start start = { .type = id, .is_cast = true };
	struct fetch_btf_path_error error = { 0 };
	struct fetch_btf_path path;
	char text[160];
	u64 size;

	snprintf(text, sizeof(text), "->%s", line->member);
	if (fetch_btf_parse_path(btf, &start, text, strlen(text), &path, &error))
		print_error("%s%s: error %d at %zu\n", line->owner, text, error.code, error.pos);
	assert_int_equal(error.code, FETCH_BTF_PATH_OK);
	assert_int_equal(path.nr_derefs, 1);
	assert_int_equal(path.offset[0] * 8 + path.bit_offset, line->byte * 8 + line->bit);
	assert_int_equal(path.bit_size, line->width);
	assert_int_equal(fetch_btf_size(btf, path.type, &size), 0);
	assert_int_equal(size, line->size);
}

static FILE *run_pahole(const struct blob *blob, const char *structs)
{
	char command[4 * PATH_MAX], base[PATH_MAX + 16] = "", path[PATH_MAX];

	file_of(path, sizeof(path), blob->name);
	if (blob->base)
		snprintf(base, sizeof(base), "--btf_base='%s/%s'", BTF_BLOBS, blob->base->name);
	snprintf(command, sizeof(command), "pahole -F btf %s -C %s '%s' 2> /dev/null | awk -f '%s'",
		 base, structs, path, PAHOLE_MEMBERS);
	return popen(command, "r");
}

static u32 find_struct(const struct blob *blob, const char *name)
{
	u32 id;

	assert_int_equal(fetch_btf_find_struct(blob->btf, name, strlen(name), &id), 0);
	return id;
}

/* Compares the members of all @nr structs, and looks that pahole has told of each member. */
static u32 compare_structs(const struct blob *blob, const char *structs, u32 nr)
{
	u32 id = 0, compared = 0, expected = 0;
	FILE *pahole = run_pahole(blob, structs);
	char last[64] = "";
	struct line line;

	while (fscanf(pahole, "%63s %127s %u %u %u %lu", line.owner, line.member, &line.byte,
		      &line.bit, &line.width, &line.size) == 6) {
		if (strcmp(last, line.owner)) {
			id = find_struct(blob, line.owner);
			expected += count_members(blob->btf, id);
			nr--;
		}
		strcpy(last, line.owner);
		compare_member(blob->btf, id, &line);
		compared += !strchr(line.member, '.');
	}
	pclose(pahole);
	assert_int_equal(nr, 0);
	assert_int_equal(compared, expected);
	return compared;
}

static void members(void **state)
{
	struct blob blob = { .name = *state };

	need_pahole();
	open_blob(&blob);
	print_message("# %u members of Linux %s, as pahole prints them\n",
		      compare_structs(&blob, STRUCTS), blob.name);
	close_blob(&blob);
}

static void members_of_module(void **state)
{
	struct blob base = { .name = *state };
	char name[64];
	struct blob module = { .name = name, .base = &base };

	need_pahole();
	snprintf(name, sizeof(name), "%s-nf_tables", base.name);
	need_blob(name);
	open_blob(&base);
	open_blob(&module);
	print_message("# %u members of the module %s, as pahole prints them\n",
		      compare_structs(&module, MODULE_STRUCTS), name);
	close_blob(&module);
	close_blob(&base);
}

static void index_size(void **state)
{
	struct blob blob = { .name = *state };
	size_t size;

	open_blob(&blob);
	size = fetch_btf_index_size(blob.btf);
	print_message("# %zu bytes of index for the %u types of Linux %s\n", size,
		      fetch_btf_nr_types(blob.btf), blob.name);
	assert_true(size <= INDEX_MAX);
	close_blob(&blob);
}

/* Each member that has a name is found by it, where it is. */
static void check_members(const struct fetch_btf *btf, const struct fetch_btf_type *type)
{
	struct fetch_btf_member member, found;

	for (u32 i = 0; !fetch_btf_member(btf, type, i, &member); i++) {
		size_t len = strlen(member.name);

		if (!len)
			continue;
		assert_int_equal(fetch_btf_find_member(btf, type->id, member.name, len, &found), 0);
		assert_int_equal(found.type, member.type);
		assert_int_equal(found.bit_offset, member.bit_offset);
		assert_int_equal(found.bit_size, member.bit_size);
	}
}

static void every_type(void **state)
{
	struct blob blob = { .name = *state };
	struct fetch_btf_type type, resolved;
	u64 size;

	open_blob(&blob);
	for (u32 id = 1; !fetch_btf_type(blob.btf, id, &type); id++) {
		assert_int_equal(fetch_btf_resolve(blob.btf, id, &resolved), 0);
		if (resolved.kind == FETCH_BTF_STRUCT || resolved.kind == FETCH_BTF_POINTER)
			assert_int_equal(fetch_btf_size(blob.btf, id, &size), 0);
		assert_non_null(fetch_btf_fetch_type(blob.btf, id));
		check_members(blob.btf, &type);
		if (type.kind == FETCH_BTF_FUNCTION)
			assert_int_not_equal(fetch_btf_find(blob.btf, type.name, strlen(type.name),
							    BTF_KIND_BIT(FETCH_BTF_FUNCTION)), 0);
	}
	close_blob(&blob);
}

static void assert_variable(const struct fetch_btf_prototype *prototype, const char *name,
			    int index, const char *type, enum fetch_btf_string_form string)
{
	struct fetch_btf_parameter parameter;

	assert_int_equal(fetch_btf_find_parameter(prototype, name, strlen(name)), index);
	assert_int_equal(fetch_btf_parameter(prototype, index, &parameter), 0);
	assert_string_equal(fetch_btf_fetch_type(prototype->btf, parameter.type), type);
	assert_int_equal(fetch_btf_string_form(prototype->btf, parameter.type), string);
}

/* What the kernel's selftests ask of BTF: functions and tracepoints that all kernels have */
static void prototypes(void **state)
{
	struct blob blob = { .name = *state };
	struct fetch_btf_prototype prototype;

	open_blob(&blob);
	assert_int_equal(fetch_btf_find_function(blob.btf, "vfs_read", 8, &prototype), 0);
	assert_int_equal(prototype.nr, 4);
	assert_variable(&prototype, "file", 0, "x64", FETCH_BTF_NO_STRING);
	assert_variable(&prototype, "buf", 1, "x64", FETCH_BTF_CHARACTER_POINTER);
	assert_variable(&prototype, "count", 2, "u64", FETCH_BTF_NO_STRING);
	assert_string_equal(fetch_btf_fetch_type(blob.btf, prototype.return_type), "s64");
	assert_int_equal(fetch_btf_find_function(blob.btf, "kfree", 5, &prototype), 0);
	assert_int_equal(prototype.return_type, 0);
	assert_int_equal(fetch_btf_find_tracepoint(blob.btf, "sched_switch", 12, &prototype), 0);
	assert_int_equal(prototype.hidden, 1);
	assert_variable(&prototype, "preempt", 0, "u8", FETCH_BTF_NO_STRING);
	assert_variable(&prototype, "prev", 1, "x64", FETCH_BTF_NO_STRING);
	assert_variable(&prototype, "next", 2, "x64", FETCH_BTF_NO_STRING);
	close_blob(&blob);
}

static int parse(const struct blob *blob, const struct fetch_btf_start *start, const char *text,
		 struct fetch_btf_path *path)
{
	struct fetch_btf_path_error error;

	return fetch_btf_parse_path(blob->btf, start, text, strlen(text), path, &error);
}

static void paths(void **state)
{
	const char *cast = "task_struct,se.group_node";
	struct fetch_btf_prototype prototype;
	struct fetch_btf_parameter parameter;
	struct blob blob = { .name = *state };
	struct fetch_btf_path_error error;
	struct fetch_btf_start start = { 0 };
	struct fetch_btf_path path;

	open_blob(&blob);
	assert_int_equal(fetch_btf_find_function(blob.btf, "vfs_read", 8, &prototype), 0);
	assert_int_equal(fetch_btf_parameter(&prototype, 0, &parameter), 0);
	start.type = parameter.type;
	assert_int_equal(parse(&blob, &start, "->f_path.dentry->d_name.name", &path), 0);
	assert_int_equal(path.nr_derefs, 2);
	assert_int_equal(fetch_btf_string_form(blob.btf, path.type), FETCH_BTF_CHARACTER_POINTER);
	assert_int_equal(fetch_btf_parse_cast(blob.btf, cast, strlen(cast), &start, &error), 0);
	assert_int_equal(parse(&blob, &start, "->se.group_node", &path), 0);
	assert_int_equal(path.offset[0], 0);
	assert_int_equal(parse(&blob, &start, "->comm", &path), 0);
	assert_true(path.offset[0] > 0);
	assert_int_equal(fetch_btf_string_form(blob.btf, path.type), FETCH_BTF_CHARACTERS);
	close_blob(&blob);
}

static void all(void **state)
{
	index_size(state);
	members(state);
	every_type(state);
	prototypes(state);
	paths(state);
}

static void all_and_module(void **state)
{
	all(state);
	members_of_module(state);
}

#define TEST(test, kernel)	{ #test "_of_" kernel, test, NULL, NULL, kernel }

/* A kernel that is not in the cache is one test that is skipped: make check alone fetches 6.1 only. */
int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(index_size, "6.1"),
		TEST(members, "6.1"),
		TEST(members_of_module, "6.1"),
		TEST(every_type, "6.1"),
		TEST(prototypes, "6.1"),
		TEST(paths, "6.1"),
		TEST(all, "5.10"),
		TEST(all_and_module, "6.12"),
		TEST(all_and_module, "7.2"),
		TEST(all_and_module, "7.3"),
		TEST(all, "rt"),
		TEST(all, "6.1-arm64"),
		TEST(all, "6.12-arm64"),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
