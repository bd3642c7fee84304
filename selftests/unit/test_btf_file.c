// SPDX-License-Identifier: GPL-2.0
/*
 * BTF in a file: where it is, and what is refused.
 */
#include <stdio.h>
#include <unistd.h>

#include "btf_elf.h"
#include "fetch/btf/btf_file.h"

#define TOO_EARLY	"the file ends too early"

/**
 * struct memory_file - a file that is in memory
 * @file: what the reader knows of it
 * @bytes: the bytes that are there; the rest of the file is zero
 * @len: number of these
 * @fail_at: the read that fails, from 1 on, or 0
 */
struct memory_file {
	struct fetch_btf_file file;
	const u8 *bytes;
	size_t len;
	int fail_at;
};

static int read_memory(const struct fetch_btf_file *file, void *to, u64 at, size_t len)
{
	struct memory_file *memory = container_of(file, struct memory_file, file);

	assert_true(at <= file->size && len <= file->size - at);
	if (memory->fail_at && !--memory->fail_at)
		return -EIO;
	memset(to, 0, len);
	if (at < memory->len)
		memcpy(to, memory->bytes + at, min_t(u64, len, memory->len - at));
	return 0;
}

/* A file of @size bytes, of which @len are given */
static int locate(const void *bytes, size_t len, u64 size, struct fetch_btf_place *place,
		  const char **why)
{
	struct memory_file memory = {
		.file = { .size = size, .read = read_memory },
		.bytes = bytes,
		.len = len,
	};

	*why = NULL;
	return fetch_btf_locate(&memory.file, place, why);
}

static void assert_found(const void *bytes, u64 size, u64 start, u32 len)
{
	struct fetch_btf_place place = { 0 };
	const char *why;

	assert_int_equal(locate(bytes, size, size, &place, &why), 0);
	assert_null(why);
	assert_int_equal(place.start, start);
	assert_int_equal(place.size, len);
}

static void assert_refused_of_size(const void *bytes, size_t len, u64 size, const char *text)
{
	struct fetch_btf_place place = { .start = 1, .size = 2 };
	const char *why;

	assert_int_equal(locate(bytes, len, size, &place, &why), -EINVAL);
	assert_non_null(why);
	assert_string_equal(why, text);
	assert_int_equal(place.start, 1);
	assert_int_equal(place.size, 2);
}

static void assert_refused(const void *bytes, size_t size, const char *text)
{
	assert_refused_of_size(bytes, size, size, text);
}

/* A blob with a struct "inner" */
static size_t make_blob(struct btf_build *build)
{
	u32 number = btf_build_integer(build, "int", 4, 32, BTF_INTEGER_SIGNED);

	btf_build_type(build, FETCH_BTF_STRUCT, "inner", 1, 4);
	btf_build_member(build, "number", number, 0);
	return btf_build_finish(build);
}

/* An ELF file with that blob; returns its size, and where the blob is. */
static size_t make_elf(struct btf_elf *elf, u64 *start, u32 *len)
{
	struct btf_build build = { 0 };

	*len = make_blob(&build);
	btf_elf_add(elf, ".text", SHT_PROGBITS, "text", 4);
	*start = btf_elf_add(elf, ".BTF", SHT_PROGBITS, build.data, *len)->sh_offset;
	btf_elf_add(elf, ".BTF.ext", SHT_PROGBITS, "else", 4);
	free(build.data);
	return btf_elf_finish(elf);
}

static void blobs(void **state)
{
	struct btf_build build = { 0 };
	size_t size = make_blob(&build);
	u8 head[] = { 0xeb, 0x9f, 1, 0 };

	assert_found(build.data, size, 0, size);
	assert_refused(head, sizeof(head), "its BTF is of the other byte order");
	assert_refused("", 0, TOO_EARLY);
	assert_refused(build.data, 3, TOO_EARLY);
	assert_refused("#!/bin/sh\n", 10, "it is neither BTF nor an ELF file");
	assert_refused(&(u8[16]) { 0 }, 16, "it is neither BTF nor an ELF file");
	free(build.data);
}

/* The files are as large as they say without that anybody has so many bytes. */
static void large(void **state)
{
	struct fetch_btf_place place;
	struct btf_build build = { 0 };
	size_t size = make_blob(&build);
	const char *why;

	assert_int_equal(locate(build.data, size, FETCH_BTF_FILE_MAX, &place, &why), 0);
	assert_int_equal(place.size, FETCH_BTF_FILE_MAX);
	assert_refused_of_size(build.data, size, FETCH_BTF_FILE_MAX + 1,
			       "it has more than 32 MiB of BTF");
	assert_refused_of_size(build.data, size, U64_MAX, "it has more than 32 MiB of BTF");
	assert_refused_of_size(build.data, 0, 10ULL << 30, "it is neither BTF nor an ELF file");
	free(build.data);
}

static void elf_files(void **state)
{
	struct btf_elf elf = { 0 };
	struct fetch_btf *btf;
	size_t size;
	u64 start;
	u32 len, id;

	size = make_elf(&elf, &start, &len);
	assert_found(elf.bytes, size, start, len);
	btf = fetch_btf_create(elf.bytes + start, len, NULL, GFP_KERNEL);
	assert_false(IS_ERR(btf));
	assert_int_equal(fetch_btf_find_struct(btf, "inner", 5, &id), 0);
	fetch_btf_destroy(btf);
}

/* Each beginning of the file is refused, and says so. */
static void cut_off(void **state)
{
	struct btf_elf elf = { 0 };
	size_t size, cut;
	u64 start;
	u32 len;

	size = make_elf(&elf, &start, &len);
	for (cut = 0; cut < size; cut++)
		assert_refused(elf.bytes, cut, TOO_EARLY);
}

/* An error of the reader is the result, whichever read has it. */
static void read_errors(void **state)
{
	struct btf_elf elf = { 0 };
	struct fetch_btf_place place;
	const char *why = NULL;
	u64 start;
	u32 len;
	int i, ret = -EIO;
	struct memory_file memory = { .file = { .read = read_memory }, .bytes = elf.bytes };

	memory.file.size = memory.len = make_elf(&elf, &start, &len);
	for (i = 1; ret; i++) {
		memory.fail_at = i;
		ret = fetch_btf_locate(&memory.file, &place, &why);
		assert_true(!ret || ret == -EIO);
		assert_null(why);
	}
	assert_in_range(i, 5, 20);
}

/* What a test below changes in the file, and what it is refused with then */
static void assert_change_refused(void (*change)(struct btf_elf *elf, Elf64_Ehdr *header,
						 Elf64_Shdr *sections), const char *text)
{
	struct btf_elf elf = { 0 };
	size_t size;
	u64 start;
	u32 len;

	size = make_elf(&elf, &start, &len);
	change(&elf, btf_elf_header(&elf),
	       (Elf64_Shdr *)(elf.bytes + btf_elf_header(&elf)->e_shoff));
	assert_refused(elf.bytes, size, text);
}

/* Section 2 is .BTF, section 4 has the names. */
#define CHANGE(name, what)								\
static void name(struct btf_elf *elf __always_unused, Elf64_Ehdr *header __always_unused,	\
		 Elf64_Shdr *sections __always_unused)						\
{											\
	what;										\
}

CHANGE(class_32, header->e_ident[EI_CLASS] = ELFCLASS32)
CHANGE(no_class, header->e_ident[EI_CLASS] = 0)
CHANGE(other_order, header->e_ident[EI_DATA] = ELFDATA2MSB)
CHANGE(no_sections, header->e_shnum = 0)
CHANGE(other_entries, header->e_shentsize = 40)
CHANGE(names_outside, header->e_shstrndx = header->e_shnum)
CHANGE(many_sections, header->e_shnum = 0xffff)
CHANGE(table_far, header->e_shoff = 1 << 20)
CHANGE(table_wraps, header->e_shoff = -(u64)64)
CHANGE(names_far, sections[4].sh_offset = 1 << 20)
CHANGE(names_wrap, sections[4].sh_offset = -(u64)4)
CHANGE(names_long, sections[4].sh_size = U64_MAX)
CHANGE(names_short, sections[4].sh_size = 4)
CHANGE(name_far, sections[2].sh_name = U32_MAX)
CHANGE(name_cut, sections[4].sh_size = sections[2].sh_name + 4)
CHANGE(other_name, sections[2].sh_name = sections[1].sh_name)
CHANGE(blob_far, sections[2].sh_offset = 1 << 20)
CHANGE(blob_wraps, sections[2].sh_offset = -(u64)4)
CHANGE(blob_long, sections[2].sh_size = U64_MAX)
CHANGE(no_bits, sections[2].sh_type = SHT_NOBITS)
CHANGE(compressed, sections[2].sh_flags = 1 << 11)

static void hostile(void **state)
{
	const char *table = "the ELF file has no table of sections that can be read";
	const char *none = "the ELF file has no section .BTF";

	assert_change_refused(class_32, "the ELF file is none of 64 bits");
	assert_change_refused(no_class, "the ELF file is none of 64 bits");
	assert_change_refused(other_order, "the ELF file is of the other byte order");
	assert_change_refused(no_sections, table);
	assert_change_refused(other_entries, table);
	assert_change_refused(names_outside, table);
	assert_change_refused(many_sections, TOO_EARLY);
	assert_change_refused(table_far, TOO_EARLY);
	assert_change_refused(table_wraps, TOO_EARLY);
	assert_change_refused(names_far, TOO_EARLY);
	assert_change_refused(names_wrap, TOO_EARLY);
	assert_change_refused(names_long, TOO_EARLY);
	assert_change_refused(names_short, none);
	assert_change_refused(name_far, none);
	assert_change_refused(name_cut, none);
	assert_change_refused(other_name, none);
	assert_change_refused(blob_far, TOO_EARLY);
	assert_change_refused(blob_wraps, TOO_EARLY);
	assert_change_refused(blob_long, TOO_EARLY);
	assert_change_refused(no_bits, "the section .BTF has no bytes in the file");
	assert_change_refused(compressed, "the section .BTF is compressed");
}

/* An ELF file may be larger than its BTF may be, and its section be anywhere. */
static void large_elf(void **state)
{
	struct btf_elf elf = { 0 };
	struct fetch_btf_place place;
	Elf64_Shdr *sections;
	const char *why;
	size_t size;
	u64 start;
	u32 len;

	size = make_elf(&elf, &start, &len);
	sections = (Elf64_Shdr *)(elf.bytes + btf_elf_header(&elf)->e_shoff);
	sections[2].sh_offset = 4ULL << 30;
	sections[2].sh_size = FETCH_BTF_FILE_MAX;
	assert_int_equal(locate(elf.bytes, size, 10ULL << 30, &place, &why), 0);
	assert_int_equal(place.start, 4ULL << 30);
	assert_int_equal(place.size, FETCH_BTF_FILE_MAX);
	sections[2].sh_size++;
	assert_refused_of_size(elf.bytes, size, 10ULL << 30, "it has more than 32 MiB of BTF");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blobs),
		cmocka_unit_test(large),
		cmocka_unit_test(elf_files),
		cmocka_unit_test(cut_off),
		cmocka_unit_test(read_errors),
		cmocka_unit_test(hostile),
		cmocka_unit_test(large_elf),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
