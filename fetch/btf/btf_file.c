// SPDX-License-Identifier: GPL-2.0
/*
 * Finds the blob in a file. Of an ELF file, that takes its header and the headers of its sections,
 * one by one, with the first bytes of the name of each: an ELF file of any size is read in the same
 * few bytes of stack, and its other sections are not read at all.
 */
#include <linux/elf.h>
#include <linux/errno.h>
#include <linux/stringify.h>
#include <linux/string.h>

#include "fetch/btf/btf_file.h"
#include "fetch/btf/btf_format.h"

#define MAGIC_OF_OTHER_ORDER	((BTF_HEADER_MAGIC & 0xff) << 8 | BTF_HEADER_MAGIC >> 8)
#define SECTION_NAME		".BTF"
#define SECTION_IS_COMPRESSED	(1 << 11)	/* SHF_COMPRESSED, which headers of 5.10 do not have */

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define BYTE_ORDER_OF_ELF	ELFDATA2LSB
#else
#define BYTE_ORDER_OF_ELF	ELFDATA2MSB
#endif

/**
 * struct elf_search - an ELF file whose sections are looked through
 * @file: the file that is searched
 * @header: the ELF header of the file, as read once
 * @names: header of the section with the names of sections
 * @why: receives what is wrong with the file
 */
struct elf_search {
	const struct fetch_btf_file *file;
	Elf64_Ehdr header;
	Elf64_Shdr names;
	const char **why;
};

static int refuse(const char **why, const char *text)
{
	*why = text;
	return -EINVAL;
}

static bool is_within(const struct fetch_btf_file *file, u64 start, u64 size)
{
	return start <= file->size && size <= file->size - start;
}

static int read_part(const struct fetch_btf_file *file, void *to, u64 at, size_t len,
		     const char **why)
{
	if (!is_within(file, at, len))
		return refuse(why, "the file ends too early");
	return file->read(file, to, at, len);
}

/* @index is below the number of sections, whose headers all lie within the file. */
static int read_section(const struct elf_search *elf, u32 index, Elf64_Shdr *section)
{
	return read_part(elf->file, section, elf->header.e_shoff + (u64)index * sizeof(*section),
			 sizeof(*section), elf->why);
}

static int read_header(struct elf_search *elf)
{
	int ret = read_part(elf->file, &elf->header, 0, sizeof(elf->header), elf->why);

	if (ret)
		return ret;
	if (elf->header.e_ident[EI_DATA] != BYTE_ORDER_OF_ELF)
		return refuse(elf->why, "the ELF file is of the other byte order");
	if (elf->header.e_ident[EI_CLASS] != ELFCLASS64)
		return refuse(elf->why, "the ELF file is none of 64 bits");
	return 0;
}

/* Looks that the headers of all sections lie within the file, and reads the one for their names. */
static int read_names(struct elf_search *elf)
{
	const Elf64_Ehdr *header = &elf->header;
	int ret;

	if (!header->e_shnum || header->e_shstrndx >= header->e_shnum ||
	    header->e_shentsize != sizeof(Elf64_Shdr))
		return refuse(elf->why, "the ELF file has no table of sections that can be read");
	if (!is_within(elf->file, header->e_shoff, (u64)header->e_shnum * sizeof(Elf64_Shdr)))
		return refuse(elf->why, "the file ends too early");
	ret = read_section(elf, header->e_shstrndx, &elf->names);
	if (!ret && !is_within(elf->file, elf->names.sh_offset, elf->names.sh_size))
		ret = refuse(elf->why, "the file ends too early");
	return ret;
}

/* Returns 1 if the section is the one that is looked for, 0 if it is not, or -errno. */
static int is_wanted(const struct elf_search *elf, const Elf64_Shdr *section)
{
	char name[sizeof(SECTION_NAME)];
	int ret;

	if (elf->names.sh_size < sizeof(name) ||
	    section->sh_name > elf->names.sh_size - sizeof(name))
		return 0;
	ret = read_part(elf->file, name, elf->names.sh_offset + section->sh_name, sizeof(name),
			elf->why);
	return ret ?: !memcmp(name, SECTION_NAME, sizeof(name));
}

static int find_section(const struct elf_search *elf, Elf64_Shdr *section)
{
	int found = 0;
	u32 i;

	for (i = 0; i < elf->header.e_shnum && !found; i++) {
		found = read_section(elf, i, section);
		found = found ?: is_wanted(elf, section);
	}
	if (!found)
		return refuse(elf->why, "the ELF file has no section " SECTION_NAME);
	return found < 0 ? found : 0;
}

static int set_place(const struct fetch_btf_file *file, u64 start, u64 size,
		     struct fetch_btf_place *place, const char **why)
{
	if (!is_within(file, start, size))
		return refuse(why, "the file ends too early");
	if (size > FETCH_BTF_FILE_MAX)
		return refuse(why, "it has more than " __stringify(FETCH_BTF_FILE_MIB) " MiB of BTF");
	place->start = start;
	place->size = size;
	return 0;
}

static int locate_section(const struct fetch_btf_file *file, struct fetch_btf_place *place,
			  const char **why)
{
	struct elf_search elf = { .file = file, .why = why };
	Elf64_Shdr section;
	int ret;

	ret = read_header(&elf);
	ret = ret ?: read_names(&elf);
	ret = ret ?: find_section(&elf, &section);
	if (ret)
		return ret;
	if (section.sh_type == SHT_NOBITS)
		return refuse(why, "the section " SECTION_NAME " has no bytes in the file");
	if (section.sh_flags & SECTION_IS_COMPRESSED)
		return refuse(why, "the section " SECTION_NAME " is compressed");
	return set_place(file, section.sh_offset, section.sh_size, place, why);
}

/**
 * fetch_btf_locate() - find the blob in a file
 * @file: the file that may have a blob of types
 * @place: receives where the blob is on success
 * @why: receives what is wrong with the file when the result is -EINVAL, but for an -EINVAL of
 *	@file->read(), of which it says nothing
 *
 * Nobody has looked at the blob itself: that is up to fetch_btf_create().
 *
 * Context: that of @file->read(). Return: 0; -EINVAL for a file that is neither BTF nor an ELF file
 * with BTF, of 64 bits and this byte order; or what @file->read() returned.
 */
int fetch_btf_locate(const struct fetch_btf_file *file, struct fetch_btf_place *place,
		     const char **why)
{
	u8 magic[SELFMAG];
	u16 magic_of_btf;
	int ret;

	ret = read_part(file, magic, 0, sizeof(magic), why);
	if (ret)
		return ret;
	if (!memcmp(magic, ELFMAG, SELFMAG))
		return locate_section(file, place, why);
	memcpy(&magic_of_btf, magic, sizeof(magic_of_btf));
	if (magic_of_btf == BTF_HEADER_MAGIC)
		return set_place(file, 0, file->size, place, why);
	if (magic_of_btf == MAGIC_OF_OTHER_ORDER)
		return refuse(why, "its BTF is of the other byte order");
	return refuse(why, "it is neither BTF nor an ELF file");
}
