/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Makes small ELF files by hand: header, bytes of sections, their names, and their headers at the end.
 *
 *	struct btf_elf elf = { 0 };
 *	btf_elf_add(&elf, ".BTF", SHT_PROGBITS, data, size);
 *	size_t file_size = btf_elf_finish(&elf);
 */
#ifndef UNIT_BTF_ELF_H
#define UNIT_BTF_ELF_H

#include <linux/elf.h>

#include "btf_build.h"

/**
 * struct btf_elf - an ELF file that is being made
 * @section: headers of the sections; the first one is empty
 * @nr: number of the sections so far, without the first
 * @names: names of the sections
 * @names_len: bytes of these
 * @bytes: the file
 * @len: bytes of the file so far, without the header
 */
struct btf_elf {
	Elf64_Shdr section[8];
	u32 nr;
	char names[64];
	u32 names_len;
	u8 bytes[16384] __attribute__((aligned(8)));
	size_t len;
};

static inline Elf64_Ehdr *btf_elf_header(struct btf_elf *elf)
{
	return (Elf64_Ehdr *)elf->bytes;
}

static inline Elf64_Shdr *btf_elf_add(struct btf_elf *elf, const char *name, u32 type,
				      const void *data, size_t size)
{
	Elf64_Shdr *section = &elf->section[++elf->nr];

	if (!elf->len)
		elf->len = sizeof(Elf64_Ehdr);
	if (!elf->names_len)
		elf->names_len = 1;
	assert_true(elf->nr < ARRAY_SIZE(elf->section) - 1);
	assert_true(elf->len + size <= sizeof(elf->bytes));
	section->sh_name = elf->names_len;
	section->sh_type = type;
	section->sh_offset = elf->len;
	section->sh_size = size;
	strcpy(elf->names + elf->names_len, name);
	elf->names_len += strlen(name) + 1;
	memcpy(elf->bytes + elf->len, data, size);
	elf->len += size;
	return section;
}

/* Adds the section with the names, and the headers of all sections; returns the bytes of the file. */
static inline size_t btf_elf_finish(struct btf_elf *elf)
{
	Elf64_Ehdr *header = btf_elf_header(elf);
	u32 len = elf->names_len;
	Elf64_Shdr *names = btf_elf_add(elf, ".shstrtab", SHT_STRTAB, elf->names, len);

	elf->len -= len;
	names->sh_size = elf->names_len;
	memcpy(elf->bytes + elf->len, elf->names, elf->names_len);
	elf->len = (elf->len + elf->names_len + 7) / 8 * 8;
	memcpy(header->e_ident, ELFMAG, SELFMAG);
	header->e_ident[EI_CLASS] = ELFCLASS64;
	header->e_ident[EI_DATA] = ELFDATA2LSB;
	header->e_shoff = elf->len;
	header->e_shentsize = sizeof(Elf64_Shdr);
	header->e_shnum = elf->nr + 1;
	header->e_shstrndx = elf->nr;
	memcpy(elf->bytes + elf->len, elf->section, header->e_shnum * sizeof(Elf64_Shdr));
	elf->len += header->e_shnum * sizeof(Elf64_Shdr);
	return elf->len;
}

#endif
