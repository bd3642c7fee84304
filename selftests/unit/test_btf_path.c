// SPDX-License-Identifier: GPL-2.0
/*
 * Paths and casts: where they lead, and the error and the column of those that lead nowhere.
 */
#include "btf_build.h"
#include "fetch/btf/btf_path.h"

#define PATH(name)	FETCH_BTF_PATH_##name

/*
 * The types of these tests. Offsets are in bytes, those of bitfields in bytes and bits.
 *
 *	struct dentry { int d_flags; struct qstr d_name; };			0, 8
 *	struct qstr { u32 len; const char *name; };				0, 8
 *	struct file {
 *		union { int f_count; struct { int f_low; int f_high; }; };	0; 0, 4
 *		struct { void *mnt; struct dentry *dentry; } f_path;		8
 *		unsigned int f_one : 1, f_eight : 8, f_seven : 7;		24: 0, 1, 9
 *		unsigned int f_whole : 8;					28
 *		struct qstr f_names[4];						32
 *		int f_matrix[2][3];						96
 *		file_t *f_next;							120
 *		char f_rest[];							128
 *	};
 */
struct sample {
	struct btf_build build;
	struct fetch_btf *btf;
	u32 number, word, text, qstr, dentry, path, file, file_pointer, pointer_t;
};

static void build_file(struct sample *sample, u32 names, u32 matrix, u32 rest)
{
	struct btf_build *build = &sample->build;
	u32 high = btf_build_type(build, FETCH_BTF_STRUCT, "", 2, 8);
	u32 low;

	btf_build_member(build, "f_low", sample->number, 0);
	btf_build_member(build, "f_high", sample->number, 32);
	low = btf_build_type(build, FETCH_BTF_UNION, "", 2, 8);
	btf_build_member(build, "f_count", sample->number, 0);
	btf_build_member(build, "", high, 0);
	sample->file = btf_build_type(build, FETCH_BTF_STRUCT, "file", BTF_INFO_FLAG | 10, 128);
	btf_build_member(build, "", low, 0);
	btf_build_member(build, "f_path", sample->path, 64);
	btf_build_member(build, "f_one", sample->word, 1 << 24 | 192);
	btf_build_member(build, "f_eight", sample->word, 8 << 24 | 193);
	btf_build_member(build, "f_seven", sample->word, 7 << 24 | 201);
	btf_build_member(build, "f_whole", sample->word, 8 << 24 | 224);
	btf_build_member(build, "f_names", names, 256);
	btf_build_member(build, "f_matrix", matrix, 768);
	btf_build_member(build, "f_next", sample->file + 3, 960);
	btf_build_member(build, "f_rest", rest, 1024);
	btf_build_type(build, FETCH_BTF_TYPEDEF, "file_t", 0, sample->file + 2);
	btf_build_type(build, FETCH_BTF_CONST, "", 0, sample->file);
	sample->file_pointer = btf_build_type(build, FETCH_BTF_POINTER, "", 0, sample->file + 1);
	sample->pointer_t = btf_build_type(build, FETCH_BTF_TYPEDEF, "file_pointer_t", 0,
					   sample->file_pointer);
}

static void build_sample(struct sample *sample)
{
	struct btf_build *build = &sample->build;
	u32 character = btf_build_integer(build, "char", 1, 8, 0), pointer, row;

	sample->number = btf_build_integer(build, "int", 4, 32, BTF_INTEGER_SIGNED);
	sample->word = btf_build_integer(build, "unsigned int", 4, 32, 0);
	sample->text = btf_build_type(build, FETCH_BTF_CONST, "", 0, character);
	sample->text = btf_build_type(build, FETCH_BTF_POINTER, "", 0, sample->text);
	sample->qstr = btf_build_type(build, FETCH_BTF_STRUCT, "qstr", 2, 16);
	btf_build_member(build, "len", sample->word, 0);
	btf_build_member(build, "name", sample->text, 64);
	sample->dentry = btf_build_type(build, FETCH_BTF_STRUCT, "dentry", 2, 24);
	btf_build_member(build, "d_flags", sample->number, 0);
	btf_build_member(build, "d_name", sample->qstr, 64);
	pointer = btf_build_type(build, FETCH_BTF_POINTER, "", 0, sample->dentry);
	sample->path = btf_build_type(build, FETCH_BTF_STRUCT, "path", 2, 16);
	btf_build_member(build, "mnt", sample->path + 1, 0);
	btf_build_member(build, "dentry", pointer, 64);
	btf_build_type(build, FETCH_BTF_POINTER, "", 0, 0);
	row = btf_build_array(build, sample->number, 3);
	build_file(sample, btf_build_array(build, sample->qstr, 4), btf_build_array(build, row, 2),
		   btf_build_array(build, character, 0));
}

static int open_sample(void **state)
{
	struct sample *sample = calloc(1, sizeof(*sample));

	build_sample(sample);
	sample->btf = btf_build_open(&sample->build);
	*state = sample;
	return IS_ERR(sample->btf);
}

static int close_sample(void **state)
{
	struct sample *sample = *state;

	btf_build_close(&sample->build, sample->btf);
	free(sample);
	return 0;
}

/* In memory of exactly its size, without a NUL */
static int parse(const struct sample *sample, const struct fetch_btf_start *start, const char *text,
		 struct fetch_btf_path *path, struct fetch_btf_path_error *error)
{
	size_t len = strlen(text);
	char *copy = malloc(len);
	int ret;

	memcpy(copy, text, len);
	error->code = PATH(OK);
	ret = fetch_btf_parse_path(sample->btf, start, copy, len, path, error);
	free(copy);
	return ret;
}

static const struct {
	const char *text;
	unsigned int nr_derefs;
	long offset[PROBE_DEREF_MAX];
	const char *type;
	u8 bit_offset;
	u8 bit_size;
} paths[] = {
	{ "", 0, { 0 }, "x64" },
	{ "->f_count", 1, { 0 }, "s32" },
	{ "->f_low", 1, { 0 }, "s32" },
	{ "->f_high", 1, { 4 }, "s32" },
	{ "->f_path", 1, { 8 }, "x64" },
	{ "->f_path.mnt", 1, { 8 }, "x64" },
	{ "->f_path.dentry", 1, { 16 }, "x64" },
	{ "->f_path.dentry->d_flags", 2, { 16, 0 }, "s32" },
	{ "->f_path.dentry->d_name.name", 2, { 16, 16 }, "x64" },
	{ "->f_path.dentry->d_name.len", 2, { 16, 8 }, "u32" },
	{ "->f_one", 1, { 24 }, "u32", 0, 1 },
	{ "->f_eight", 1, { 24 }, "u32", 1, 8 },
	{ "->f_seven", 1, { 25 }, "u32", 1, 7 },
	{ "->f_whole", 1, { 28 }, "u32", 0, 8 },
	{ "->f_names", 1, { 32 }, "x64" },
	{ "->f_names[0]", 1, { 32 }, "x64" },
	{ "->f_names[3].name", 1, { 88 }, "x64" },
	{ "->f_names[0x2].len", 1, { 64 }, "u32" },
	{ "->f_matrix[1]", 1, { 108 }, "x64" },
	{ "->f_matrix[1][2]", 1, { 116 }, "s32" },
	{ "->f_rest[0]", 1, { 128 }, "u8" },
	{ "->f_rest[1000]", 1, { 1128 }, "u8" },
	{ "->f_rest[2147483519]", 1, { 2147483647 }, "u8" },
	{ "->f_next", 1, { 120 }, "x64" },
	{ "->f_next->f_next->f_path.dentry->d_flags", 4, { 120, 120, 16, 0 }, "s32" },
	{ "->f_next->f_names[1].len", 2, { 120, 48 }, "u32" },
};

static void assert_path(const struct sample *sample, const struct fetch_btf_path *path, size_t i)
{
	assert_int_equal(path->nr_derefs, paths[i].nr_derefs);
	assert_memory_equal(path->offset, paths[i].offset, sizeof(path->offset));
	assert_string_equal(fetch_btf_fetch_type(sample->btf, path->type), paths[i].type);
	assert_int_equal(path->bit_offset, paths[i].bit_offset);
	assert_int_equal(path->bit_size, paths[i].bit_size);
}

static void where_paths_lead(void **state)
{
	struct sample *sample = *state;
	struct fetch_btf_start start = { .type = sample->pointer_t };
	struct fetch_btf_path_error error;
	struct fetch_btf_path path;

	for (size_t i = 0; i < ARRAY_SIZE(paths); i++) {
		int ret = parse(sample, &start, paths[i].text, &path, &error);

		if (ret)
			print_error("%s: error %d at %zu\n", paths[i].text, error.code, error.pos);
		assert_int_equal(ret, 0);
		assert_path(sample, &path, i);
	}
	assert_int_equal(fetch_btf_string_form(sample->btf, path.type), FETCH_BTF_NO_STRING);
	assert_int_equal(parse(sample, &start, "->f_names[2].name", &path, &error), 0);
	assert_int_equal(fetch_btf_string_form(sample->btf, path.type),
			 FETCH_BTF_CHARACTER_POINTER);
	assert_int_equal(parse(sample, &start, "->f_rest", &path, &error), 0);
	assert_int_equal(fetch_btf_string_form(sample->btf, path.type), FETCH_BTF_CHARACTERS);
}

#define TWICE(text)	text text
#define NEXT_16		TWICE(TWICE(TWICE(TWICE("->f_next"))))

/* Paths from a pointer to a struct file */
static const struct {
	const char *text;
	enum fetch_btf_path_error_code code;
	int ret;
	const char *caret;	/* blanks up to the column */
} errors[] = {
	{ "-f_count", PATH(BAD_HYPHEN), -EINVAL,
	  "" },
	{ "-", PATH(BAD_HYPHEN), -EINVAL,
	  "" },
	{ "->f_path-dentry", PATH(BAD_HYPHEN), -EINVAL,
	  "        " },
	{ "->none-x", PATH(BAD_HYPHEN), -EINVAL,
	  "      " },
	{ "->f_names[1]-", PATH(BAD_HYPHEN), -EINVAL,
	  "            " },
	{ ".f_count", PATH(NOSUP_DAT_ARG), -EOPNOTSUPP,
	  " " },
	{ ".", PATH(NOSUP_DAT_ARG), -EOPNOTSUPP,
	  " " },
	{ "->f_count->x", PATH(NO_PTR_STRCT), -EINVAL,
	  "           " },
	{ "->f_path->dentry", PATH(NO_PTR_STRCT), -EINVAL,
	  "          " },
	{ "->f_one->x", PATH(NO_PTR_STRCT), -EINVAL,
	  "         " },
	{ "->f_names->x", PATH(NO_PTR_STRCT), -EINVAL,
	  "           " },
	{ "->none", PATH(NO_BTF_FIELD), -ENOENT,
	  "  " },
	{ "f_path", PATH(NO_BTF_FIELD), -ENOENT,
	  "" },
	{ "->", PATH(NO_BTF_FIELD), -ENOENT,
	  "  " },
	{ "->f_path.", PATH(NO_BTF_FIELD), -ENOENT,
	  "         " },
	{ "->f_path..dentry", PATH(NO_BTF_FIELD), -ENOENT,
	  "         " },
	{ "->f_path.none", PATH(NO_BTF_FIELD), -ENOENT,
	  "         " },
	{ "->f_path.dentry->d_nam", PATH(NO_BTF_FIELD), -ENOENT,
	  "                 " },
	{ "->f_path.dentry.d_name", PATH(DOT_ON_POINTER), -EINVAL,
	  "                " },
	{ "->f_count.x", PATH(NO_STRUCT), -EINVAL,
	  "          " },
	{ "->f_path.mnt->x", PATH(NO_STRUCT), -EINVAL,
	  "              " },
	{ "->f_names[1].name->x", PATH(NO_STRUCT), -EINVAL,
	  "                   " },
	{ "->f_names.len", PATH(NO_STRUCT), -EINVAL,
	  "          " },
	{ "[0]", PATH(NO_ARRAY), -EINVAL,
	  "" },
	{ "->f_count[0]", PATH(NO_ARRAY), -EINVAL,
	  "         " },
	{ "->f_next[0]", PATH(NO_ARRAY), -EINVAL,
	  "        " },
	{ "->f_matrix[1][2][0]", PATH(NO_ARRAY), -EINVAL,
	  "                " },
	{ "->f_names[", PATH(ARRAY_NO_CLOSE), -EINVAL,
	  "          " },
	{ "->f_names[1.len", PATH(ARRAY_NO_CLOSE), -EINVAL,
	  "               " },
	{ "->f_names[1]len", PATH(BAD_ARRAY_SUFFIX), -EINVAL,
	  "            " },
	{ "->f_names[]", PATH(BAD_ARRAY_NUM), -EINVAL,
	  "          " },
	{ "->f_names[-1]", PATH(BAD_ARRAY_NUM), -EINVAL,
	  "          " },
	{ "->f_names[n]", PATH(BAD_ARRAY_NUM), -EINVAL,
	  "          " },
	{ "->f_names[99999999999999999999]", PATH(BAD_ARRAY_NUM), -EINVAL,
	  "          " },
	{ "->f_names[4]", PATH(ARRAY_TOO_BIG), -EINVAL,
	  "          " },
	{ "->f_matrix[1][3]", PATH(ARRAY_TOO_BIG), -EINVAL,
	  "              " },
	{ "->f_rest[18446744073709551615]", PATH(ARRAY_TOO_BIG), -EINVAL,
	  "         " },
	{ "->f_rest[2147483648]", PATH(ARRAY_TOO_BIG), -EINVAL,
	  "         " },
	{ "->f_rest[2147483520]", PATH(ARRAY_TOO_BIG), -EINVAL,
	  "         " },
	{ NEXT_16 "->f_count", PATH(TOO_MANY_OPS), -EINVAL,
	  TWICE(TWICE(TWICE(TWICE("        ")))) "  " },
	{ NEXT_16, PATH(OK), 0 },
	{ "->f_count" NEXT_16, PATH(NO_PTR_STRCT), -EINVAL,
	  "           " },
};

static void errors_have_columns(void **state)
{
	struct sample *sample = *state;
	struct fetch_btf_start start = { .type = sample->file_pointer };

	for (size_t i = 0; i < ARRAY_SIZE(errors); i++) {
		struct fetch_btf_path path = { .type = 77 };
		struct fetch_btf_path_error error;
		int ret = parse(sample, &start, errors[i].text, &path, &error);

		if (error.code != errors[i].code)
			print_error("%s: error %d\n", errors[i].text, error.code);
		assert_int_equal(error.code, errors[i].code);
		assert_int_equal(ret, errors[i].ret);
		if (!ret)
			continue;
		assert_int_equal(error.pos, strlen(errors[i].caret));
		assert_int_equal(path.type, 77);
	}
}

/* Variables that are no pointers to structs */
static void other_variables(void **state)
{
	struct sample *sample = *state;
	struct fetch_btf_start start = { .type = sample->number };
	struct fetch_btf_path_error error;
	struct fetch_btf_path path;

	assert_int_equal(parse(sample, &start, "", &path, &error), 0);
	assert_int_equal(path.type, sample->number);
	assert_int_equal(path.nr_derefs, 0);
	assert_int_equal(parse(sample, &start, "->x", &path, &error), -EINVAL);
	assert_int_equal(error.code, PATH(NO_PTR_STRCT));
	start.type = sample->text;
	assert_int_equal(parse(sample, &start, "->x", &path, &error), -EINVAL);
	assert_int_equal(error.code, PATH(NO_STRUCT));
	assert_int_equal(error.pos, 2);
	start.type = sample->file;
	assert_int_equal(parse(sample, &start, "->f_count", &path, &error), -EINVAL);
	assert_int_equal(error.code, PATH(NO_PTR_STRCT));
	assert_int_equal(parse(sample, &start, ".f_count", &path, &error), -EOPNOTSUPP);
	assert_int_equal(error.code, PATH(NOSUP_DAT_ARG));
	start.type = 0;
	assert_int_equal(parse(sample, &start, "", &path, &error), 0);
	assert_int_equal(path.type, 0);
	start.type = 1000;
	assert_int_equal(parse(sample, &start, "", &path, &error), -EINVAL);
	assert_int_equal(error.code, PATH(BAD_BTF_TID));
}

static void variable_lengths(void **state)
{
	assert_int_equal(fetch_btf_variable_len("file->f_path", 12), 4);
	assert_int_equal(fetch_btf_variable_len("$retval->f_path", 15), 7);
	assert_int_equal(fetch_btf_variable_len("file.x", 6), 4);
	assert_int_equal(fetch_btf_variable_len("file[1]", 7), 4);
	assert_int_equal(fetch_btf_variable_len("file", 4), 4);
	assert_int_equal(fetch_btf_variable_len("file", 3), 3);
	assert_int_equal(fetch_btf_variable_len("->x", 3), 0);
}

static int parse_cast(const struct sample *sample, const char *text, struct fetch_btf_start *start,
		      struct fetch_btf_path_error *error)
{
	size_t len = strlen(text);
	char *copy = malloc(len);
	int ret;

	memcpy(copy, text, len);
	error->code = PATH(OK);
	ret = fetch_btf_parse_cast(sample->btf, copy, len, start, error);
	free(copy);
	return ret;
}

static void casts(void **state)
{
	struct sample *sample = *state;
	struct fetch_btf_path_error error;
	struct fetch_btf_start start;
	struct fetch_btf_path path;

	assert_int_equal(parse_cast(sample, "file", &start, &error), 0);
	assert_int_equal(start.type, sample->file);
	assert_true(start.is_cast);
	assert_int_equal(start.container, 0);
	assert_int_equal(parse(sample, &start, "->f_next->f_high", &path, &error), 0);
	assert_int_equal(path.nr_derefs, 2);
	assert_int_equal(path.offset[0], 120);
	assert_int_equal(path.offset[1], 4);

	assert_int_equal(parse_cast(sample, "file_t", &start, &error), 0);
	assert_int_equal(start.type, sample->file);
	assert_int_equal(parse(sample, &start, "", &path, &error), -EINVAL);
	assert_int_equal(error.code, PATH(TYPECAST_REQ_FIELD));
	assert_int_equal(parse(sample, &start, ".f_count", &path, &error), -EOPNOTSUPP);
	assert_int_equal(error.code, PATH(NOSUP_DAT_ARG));
	assert_int_equal(parse(sample, &start, "-f_count", &path, &error), -EINVAL);
	assert_int_equal(error.code, PATH(BAD_HYPHEN));
	assert_int_equal(parse(sample, &start, "[1]", &path, &error), -EINVAL);
	assert_int_equal(error.code, PATH(NO_ARRAY));
}

/* The variable is the address of a member, whose offset is taken off the first address. */
static void casts_to_containers(void **state)
{
	static const struct {
		const char *text;
		long container;
	} containers[] = {
		{ "file,f_count", 0 },
		{ "file,f_high", 4 },
		{ "file,f_path", 8 },
		{ "file,f_path.dentry", 16 },
		{ "file_t,f_names[2].name", 72 },
		{ "file,f_whole", 28 },
		{ "qstr,name", 8 },
	};
	struct sample *sample = *state;
	struct fetch_btf_path_error error;
	struct fetch_btf_start start;
	struct fetch_btf_path path;

	for (size_t i = 0; i < ARRAY_SIZE(containers); i++) {
		assert_int_equal(parse_cast(sample, containers[i].text, &start, &error), 0);
		assert_int_equal(start.container, containers[i].container);
	}
	assert_int_equal(parse_cast(sample, "file,f_next", &start, &error), 0);
	assert_int_equal(parse(sample, &start, "->f_path.dentry->d_flags", &path, &error), 0);
	assert_int_equal(path.offset[0], 16 - 120);
	assert_int_equal(path.offset[1], 0);
}

static const struct {
	const char *text;
	enum fetch_btf_path_error_code code;
	int ret;
	const char *caret;
} cast_errors[] = {
	{ "none", PATH(NO_PTR_STRCT), -EINVAL,
	  "" },
	{ "", PATH(NO_PTR_STRCT), -EINVAL,
	  "" },
	{ "int", PATH(NO_PTR_STRCT), -EINVAL,
	  "" },
	{ "file_pointer_t", PATH(NO_PTR_STRCT), -EINVAL,
	  "" },
	{ "none,f_count", PATH(NO_PTR_STRCT), -EINVAL,
	  "" },
	{ "file,none", PATH(NO_BTF_FIELD), -ENOENT,
	  "     " },
	{ "file,", PATH(NO_BTF_FIELD), -ENOENT,
	  "     " },
	{ "file,.f_path", PATH(NO_BTF_FIELD), -ENOENT,
	  "     " },
	{ "file,->f_path", PATH(NO_BTF_FIELD), -ENOENT,
	  "     " },
	{ "file,f_path.none", PATH(NO_BTF_FIELD), -ENOENT,
	  "            " },
	{ "file,f_path,dentry", PATH(NO_BTF_FIELD), -ENOENT,
	  "     " },
	{ "file,f_path->dentry", PATH(TYPECAST_BAD_ARROW), -EINVAL,
	  "           " },
	{ "file,f_next->f_count", PATH(TYPECAST_BAD_ARROW), -EINVAL,
	  "           " },
	{ "file,f_path-x", PATH(BAD_HYPHEN), -EINVAL,
	  "           " },
	{ "file,f_eight", PATH(TYPECAST_NOT_ALIGNED), -EINVAL,
	  "     " },
	{ "file,f_seven->x", PATH(TYPECAST_NOT_ALIGNED), -EINVAL,
	  "     " },
	{ "file,f_path.dentry.x", PATH(DOT_ON_POINTER), -EINVAL,
	  "                   " },
	{ "file,f_names[4]", PATH(ARRAY_TOO_BIG), -EINVAL,
	  "             " },
};

static void cast_errors_have_columns(void **state)
{
	struct sample *sample = *state;

	for (size_t i = 0; i < ARRAY_SIZE(cast_errors); i++) {
		struct fetch_btf_start start = { .type = 77 };
		struct fetch_btf_path_error error;
		int ret = parse_cast(sample, cast_errors[i].text, &start, &error);

		if (error.code != cast_errors[i].code)
			print_error("%s: error %d\n", cast_errors[i].text, error.code);
		assert_int_equal(error.code, cast_errors[i].code);
		assert_int_equal(ret, cast_errors[i].ret);
		assert_int_equal(error.pos, strlen(cast_errors[i].caret));
		assert_int_equal(start.type, 77);
	}
}

static int find_offset(const struct sample *sample, u32 id, const char *text, long *offset,
		       struct fetch_btf_path_error *error)
{
	return fetch_btf_find_offset(sample->btf, id, text, strlen(text), offset, error);
}

static void member_offsets(void **state)
{
	struct sample *sample = *state;
	struct fetch_btf_path_error error;
	long offset = 77;

	assert_int_equal(find_offset(sample, sample->dentry, "d_name.name", &offset, &error), 0);
	assert_int_equal(offset, 16);
	assert_int_equal(find_offset(sample, sample->number, "x", &offset, &error), -EINVAL);
	assert_int_equal(error.code, PATH(NO_STRUCT));
	assert_int_equal(error.pos, 0);
	assert_int_equal(find_offset(sample, 1000, "x", &offset, &error), -EINVAL);
	assert_int_equal(error.code, PATH(BAD_BTF_TID));
	assert_int_equal(offset, 16);
}

/*
 * What only old or damaged blobs have. The type 1 is an integer of 5 bits, which begin at its bit
 * 2; 7 is a const of itself. The struct 3 has such an integer at bit 9, a byte and a pointer that
 * are not aligned, a pointer to 7 and an array of it. The struct 10 has bitfields of 62 bits, the
 * struct 11 itself at half a GiB. 4, 9 and 12 are pointers to the structs.
 */
static struct fetch_btf *build_odd(struct btf_build *build)
{
	btf_build_integer(build, "five", 1, 5, 2 << 16);
	btf_build_integer(build, "byte", 1, 8, 0);
	btf_build_type(build, FETCH_BTF_STRUCT, "odd", 5, U32_MAX);
	btf_build_member(build, "x", 1, 9);
	btf_build_member(build, "y", 2, 3);
	btf_build_member(build, "p", 5, 1);
	btf_build_member(build, "q", 6, 64);
	btf_build_member(build, "r", 8, 64);
	btf_build_type(build, FETCH_BTF_POINTER, "", 0, 3);
	btf_build_type(build, FETCH_BTF_POINTER, "", 0, 3);
	btf_build_type(build, FETCH_BTF_POINTER, "", 0, 7);
	btf_build_type(build, FETCH_BTF_CONST, "", 0, 7);
	btf_build_array(build, 7, 4);
	btf_build_type(build, FETCH_BTF_POINTER, "", 0, 10);
	btf_build_type(build, FETCH_BTF_STRUCT, "wide", BTF_INFO_FLAG | 2, 16);
	btf_build_member(build, "fits", 2, 62U << 24 | 2);
	btf_build_member(build, "z", 2, 62U << 24 | 3);
	btf_build_type(build, FETCH_BTF_STRUCT, "far", 1, U32_MAX);
	btf_build_member(build, "m", 11, 0xfffffff8);
	btf_build_type(build, FETCH_BTF_POINTER, "", 0, 11);
	return btf_build_open(build);
}

static void odd_types(void **state)
{
	static const struct {
		u32 type;
		const char *text;
		enum fetch_btf_path_error_code code;
		size_t pos;
	} odd[] = {
		{ 4, "->y", PATH(BAD_BTF_TID), 2 },
		{ 4, "->p->x", PATH(BAD_BTF_TID), 5 },
		{ 4, "->q->x", PATH(BAD_BTF_TID), 5 },
		{ 4, "->r[1]", PATH(BAD_BTF_TID), 4 },
		{ 9, "->z", PATH(BAD_BTF_TID), 2 },
		{ 7, "", PATH(BAD_BTF_TID), 0 },
		{ 12, "->m.m.m.m.m", PATH(BAD_BTF_TID), 10 },
	};
	struct sample sample = { 0 };
	struct fetch_btf_path_error error;
	struct fetch_btf_start start = { 0 };
	struct fetch_btf_path path;

	sample.btf = build_odd(&sample.build);
	assert_false(IS_ERR(sample.btf));
	for (size_t i = 0; i < ARRAY_SIZE(odd); i++) {
		start.type = odd[i].type;
		assert_int_equal(parse(&sample, &start, odd[i].text, &path, &error), -EINVAL);
		assert_int_equal(error.code, odd[i].code);
		assert_int_equal(error.pos, odd[i].pos);
	}
	start.type = 4;
	assert_int_equal(parse(&sample, &start, "->x", &path, &error), 0);
	assert_int_equal(path.offset[0], 1);
	assert_int_equal(path.bit_offset, 3);
	assert_int_equal(path.bit_size, 5);
	start.type = 9;
	assert_int_equal(parse(&sample, &start, "->fits", &path, &error), 0);
	assert_int_equal(path.bit_offset, 2);
	assert_int_equal(path.bit_size, 62);
	start.type = 12;
	assert_int_equal(parse(&sample, &start, "->m.m.m.m", &path, &error), 0);
	assert_int_equal(path.offset[0], 0x7ffffffc);
	btf_build_close(&sample.build, sample.btf);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(where_paths_lead),
		cmocka_unit_test(errors_have_columns),
		cmocka_unit_test(other_variables),
		cmocka_unit_test(variable_lengths),
		cmocka_unit_test(casts),
		cmocka_unit_test(casts_to_containers),
		cmocka_unit_test(cast_errors_have_columns),
		cmocka_unit_test(member_offsets),
		cmocka_unit_test(odd_types),
	};

	return cmocka_run_group_tests(tests, open_sample, close_sample);
}
