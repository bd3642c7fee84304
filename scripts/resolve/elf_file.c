// SPDX-License-Identifier: GPL-2.0
/*
 * Programs and libraries, by means of libelf. Nothing in a file is taken for granted: libelf sees to it that
 * sections, symbols, strings and notes lie within the file, and what is made of them is checked here.
 *
 * Files stay open for a while, because a list of definitions mostly names the same few again and again.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "elf_file.h"

#define BUILD_ID_MAX	64	/* bytes; linkers make 20 of them, or 16 */
#define OPEN_MAX	64	/* files, each of which may have one with symbols besides */

static struct elf_file *open_files;
static unsigned int nr_open_files;

static void close_file(struct elf_file *file)
{
	if (!file)
		return;
	close_file(file->debug);
	if (file->elf)
		elf_end(file->elf);
	if (file->fd >= 0)
		close(file->fd);
	free(file->path);
	free(file);
}

/* Returns a file that close_file() can close, or NULL. */
static struct elf_file *new_file(const char *path)
{
	struct elf_file *file = calloc(1, sizeof(*file));

	if (!file)
		return NULL;
	file->fd = -1;
	file->path = strdup(path);
	if (file->path)
		return file;
	free(file);
	return NULL;
}

/* A FIFO would have the program wait for a writer. */
static int open_regular(struct elf_file *file, struct problem *problem)
{
	struct stat status;

	file->fd = open(file->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (file->fd < 0 || fstat(file->fd, &status))
		return problem_set(problem, "can't open %s: %s", file->path, strerror(errno));
	if (!S_ISREG(status.st_mode))
		return problem_set(problem, "%s is no regular file", file->path);
	file->size = status.st_size;
	return 0;
}

static int open_elf(struct elf_file *file, struct problem *problem)
{
	file->elf = elf_begin(file->fd, ELF_C_READ, NULL);
	if (!file->elf || elf_kind(file->elf) != ELF_K_ELF ||
	    !gelf_getehdr(file->elf, &file->header))
		return problem_set(problem, "%s is no program and no library (no ELF file)",
				   file->path);
	if (file->header.e_ident[EI_DATA] != ELFDATA2LSB)
		return problem_set(problem, "%s is for machines of another byte order", file->path);
	if (file->header.e_type != ET_EXEC && file->header.e_type != ET_DYN)
		return problem_set(problem, "%s is no program and no library (its ELF type is %u)",
				   file->path, file->header.e_type);
	return 0;
}

static struct elf_file *open_file(const char *path, struct problem *problem)
{
	struct elf_file *file = new_file(path);

	if (!file) {
		problem_set(problem, "there is no memory for %s", path);
		return NULL;
	}
	if (!open_regular(file, problem) && !open_elf(file, problem))
		return file;
	close_file(file);
	return NULL;
}

/*
 * Separate files of symbols
 */

struct build_id {
	unsigned char bytes[BUILD_ID_MAX];
	size_t size;
};

static int take_build_id(const struct elf_note *note, void *data)
{
	struct build_id *id = data;

	if (note->size < 2 || note->size > BUILD_ID_MAX)
		return 0;
	memcpy(id->bytes, note->bytes, note->size);
	id->size = note->size;
	return 1;
}

static bool read_build_id(const struct elf_file *file, struct build_id *id)
{
	memset(id, 0, sizeof(*id));
	return elf_file_notes(file, "GNU", NT_GNU_BUILD_ID, take_build_id, id) == 1;
}

/* Makes DIRECTORY/.build-id/ab/cdef....debug of a build id. */
static bool debug_path(char *path, size_t size, const char *directory, const struct build_id *id)
{
	char hex[2 * BUILD_ID_MAX + 1];
	size_t i;
	int len;

	for (i = 0; i < id->size; i++)
		snprintf(hex + 2 * i, 3, "%02x", id->bytes[i]);
	len = snprintf(path, size, "%s/.build-id/%.2s/%s.debug", directory, hex, hex + 2);
	return len >= 0 && (size_t)len < size;
}

/* Returns the file that has the symbols of @file, if there is one. It is of no use when it is another build's. */
static struct elf_file *open_debug(const struct elf_file *file, const char *directory)
{
	struct build_id id, other;
	struct elf_file *debug;
	struct problem ignored;
	char path[PATH_MAX];

	if (!read_build_id(file, &id) || !debug_path(path, sizeof(path), directory, &id))
		return NULL;
	debug = open_file(path, &ignored);
	if (debug && read_build_id(debug, &other) && !memcmp(&id, &other, sizeof(id)))
		return debug;
	close_file(debug);
	return NULL;
}

/**
 * elf_file_get() - get a program or a library
 * @path: where it is
 * @debug_directory: where the files with the symbols of stripped files are
 * @problem: receives what is wrong
 *
 * Return: the file, which can be used until the next call; NULL when it can't be used at all.
 */
struct elf_file *elf_file_get(const char *path, const char *debug_directory,
			      struct problem *problem)
{
	struct elf_file *file;
	GElf_Shdr header;

	for (file = open_files; file; file = file->next)
		if (!strcmp(file->path, path))
			return file;
	file = open_file(path, problem);
	if (!file)
		return NULL;
	if (!elf_file_section(file, SHT_SYMTAB, NULL, &header))
		file->debug = open_debug(file, debug_directory);
	if (nr_open_files == OPEN_MAX)
		elf_file_close_all();
	file->next = open_files;
	open_files = file;
	nr_open_files++;
	return file;
}

/**
 * elf_file_close_all() - close what elf_file_get() has opened
 */
void elf_file_close_all(void)
{
	while (open_files) {
		struct elf_file *file = open_files;

		open_files = file->next;
		close_file(file);
	}
	nr_open_files = 0;
}

/**
 * elf_file_section() - find a section
 * @file: the file that is searched
 * @type: the section's type, such as SHT_SYMTAB; SHT_NULL is any
 * @name: the section's name; NULL is any
 * @header: receives the section's header
 *
 * Return: the first such section, or NULL.
 */
Elf_Scn *elf_file_section(const struct elf_file *file, uint32_t type, const char *name,
			  GElf_Shdr *header)
{
	Elf_Scn *section = NULL;
	size_t names = 0;
	const char *found;

	if (name && elf_getshdrstrndx(file->elf, &names))
		return NULL;
	while ((section = elf_nextscn(file->elf, section))) {
		if (!gelf_getshdr(section, header) || (type != SHT_NULL && header->sh_type != type))
			continue;
		if (!name)
			return section;
		found = elf_strptr(file->elf, names, header->sh_name);
		if (found && !strcmp(found, name))
			return section;
	}
	return NULL;
}

/* Says whether an address lies in what a segment has of the file, and the file has that. */
static bool segment_has(const struct elf_file *file, const GElf_Phdr *segment, uint64_t address)
{
	uint64_t distance = address - segment->p_vaddr;

	return segment->p_type == PT_LOAD && address >= segment->p_vaddr &&
	       distance < segment->p_filesz && segment->p_offset < file->size &&
	       distance < file->size - segment->p_offset;
}

/**
 * elf_file_segment() - find what of the file is loaded to an address
 * @file: the file whose segments are searched
 * @address: the address, as symbols have it
 * @segment: receives the segment that has it, so that the place in the file is
 *	     @address - p_vaddr + p_offset
 *
 * Return: whether there is such a segment.
 */
bool elf_file_segment(const struct elf_file *file, uint64_t address, GElf_Phdr *segment)
{
	size_t count, i;

	if (elf_getphdrnum(file->elf, &count))
		return false;
	for (i = 0; i < count && i < INT_MAX; i++)
		if (gelf_getphdr(file->elf, i, segment) && segment_has(file, segment, address))
			return true;
	return false;
}

/* Visits the notes of a section that are @owner's and of that type. */
static int visit_section(Elf_Data *data, const char *owner, uint32_t type, elf_note_visitor visit,
			 void *arg)
{
	size_t next, at = 0, name_at, bytes_at;
	struct elf_note note;
	GElf_Nhdr header;
	int ret;

	while (data->d_buf && (next = gelf_getnote(data, at, &header, &name_at, &bytes_at))) {
		at = next;
		if (header.n_type != type || header.n_namesz != strlen(owner) + 1 ||
		    memcmp((char *)data->d_buf + name_at, owner, header.n_namesz))
			continue;
		note.bytes = (unsigned char *)data->d_buf + bytes_at;
		note.size = header.n_descsz;
		ret = visit(&note, arg);
		if (ret)
			return ret;
	}
	return at < data->d_size ? -1 : 0;
}

/**
 * elf_file_notes() - look at the notes of a file
 * @file: the file that has the notes
 * @owner: whose notes; they have that name
 * @type: which of them
 * @visit: is called for each note
 * @data: is passed to @visit
 *
 * Return: what @visit returned if that was not 0; else 0, or -1 when some notes can't be read.
 */
int elf_file_notes(const struct elf_file *file, const char *owner, uint32_t type,
		   elf_note_visitor visit, void *data)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	Elf_Data *bytes;
	int ret, damaged = 0;

	while ((section = elf_nextscn(file->elf, section))) {
		if (!gelf_getshdr(section, &header) || header.sh_type != SHT_NOTE)
			continue;
		bytes = elf_getdata(section, NULL);
		ret = bytes ? visit_section(bytes, owner, type, visit, data) : -1;
		if (ret > 0)
			return ret;
		damaged |= ret;
	}
	return damaged;
}
