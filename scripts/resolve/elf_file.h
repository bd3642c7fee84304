/* SPDX-License-Identifier: GPL-2.0 */
#ifndef RESOLVE_ELF_FILE_H
#define RESOLVE_ELF_FILE_H

#include <gelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "problem.h"

/**
 * struct elf_file - a program or a library that is open
 * @path: what it was opened by
 * @elf: the handle that libelf has for the file
 * @header: the header of the file
 * @debug: the separate file with its symbols, or NULL
 * @next: the next file of those that are open
 * @size: bytes of the file
 * @fd: the descriptor of the open file
 */
struct elf_file {
	char *path;
	Elf *elf;
	GElf_Ehdr header;
	struct elf_file *debug;
	struct elf_file *next;
	uint64_t size;
	int fd;
};

/**
 * struct elf_note - a note of a file
 * @bytes: the description, behind the name of the note
 * @size: bytes of it
 */
struct elf_note {
	const unsigned char *bytes;
	size_t size;
};

/* Returns 0 to go on with the next note, or what elf_file_notes() is to return. */
typedef int (*elf_note_visitor)(const struct elf_note *note, void *data);

struct elf_file *elf_file_get(const char *path, const char *debug_directory,
			      struct problem *problem);
void elf_file_close_all(void);

Elf_Scn *elf_file_section(const struct elf_file *file, uint32_t type, const char *name,
			  GElf_Shdr *header);
bool elf_file_segment(const struct elf_file *file, uint64_t address, GElf_Phdr *segment);
int elf_file_notes(const struct elf_file *file, const char *owner, uint32_t type,
		   elf_note_visitor visit, void *data);

#endif
